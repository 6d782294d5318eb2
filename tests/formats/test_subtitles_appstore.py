"""Subtitles, and the descriptions of apps in app stores."""

from pathlib import Path

import pytest

from tests.formats.reading import read_pair, read_texts, read_units
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.packed_folder import pack_files

pytest.importorskip("aeidon")
SRT = "1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i>\nyou\n\n2\n00:00:03,000 --> 00:00:05,000\nOK\n"
SUB = "{10}{20}Hi|you\n{30}{40}OK\n"
ASS = (
    "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\n"
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,Hi\\Nyou\n"
)
SSA = (
    "[Script Info]\nScriptType: v4.00\n\n[V4 Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\n"
    "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,Hi\\Nyou\n"
)


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param(
            "srt",
            SRT,
            {"00:00:01.000-->00:00:02.000": "<i>Hi</i>\nyou", "00:00:03.000-->00:00:05.000": "OK"},
            id="srt, times are the key, and tags are kept",
        ),
        pytest.param("sub", SUB, {"10-->20": "Hi\nyou", "30-->40": "OK"}, id="sub, frames are the key"),
        pytest.param("ass", ASS, {"00:00:01.000-->00:00:02.000": "Hi\nyou"}, id="ass"),
        pytest.param("ssa", SSA, {"00:00:01.000-->00:00:02.000": "Hi\nyou"}, id="ssa"),
    ],
)
def test_keys_and_texts_of_subtitles_are_read(file_format: str, content: str, expected: dict[str, str]) -> None:
    assert read_texts(file_format, content) == expected


def test_the_note_of_a_subtitle_is_its_duration() -> None:
    assert [unit.note for unit in read_units("srt", SRT)] == ["visible for 1.0 seconds", "visible for 2.0 seconds"]


def test_a_target_that_is_equal_to_the_source_needs_rewriting(tmp_path: Path) -> None:
    shifted = SRT.replace("<i>Hi</i>\nyou", "Ahoj")
    assert [row.state for row in read_pair(tmp_path, "srt", SRT, shifted).translation] == [20, 11]


def test_a_shifted_time_is_another_string(tmp_path: Path) -> None:
    shifted = SRT.replace("00:00:03", "00:00:04")
    assert [row.state for row in read_pair(tmp_path, "srt", SRT, shifted).translation] == [11, 0]


def test_a_subtitle_without_a_text_is_not_a_string() -> None:
    (unit,) = read_units("srt", "1\n00:00:01,000 --> 00:00:02,000\n\n\n2\n00:00:03,000 --> 00:00:04,000\nHi\n")
    assert (unit.target, unit.line) == ("Hi", 6)


@pytest.mark.parametrize("file_format", ["srt", "sub", "ass", "ssa"])
def test_a_file_of_zero_bytes_is_refused(file_format: str) -> None:
    with pytest.raises(UnreadableFile):
        read_units(file_format, "")


FLAGS = {
    "title.txt": "max-length:30",
    "name.txt": "max-length:30",
    "subtitle.txt": "max-length:30",
    "short_description.txt": "max-length:80",
    "full_description.txt": "max-length:4000",
    "keywords.txt": "max-length:100",
    "video.txt": "max-length:256, url",
    "support_url.txt": "max-length:256, url",
    "changelogs/9.txt": "max-length:500",
    "changelogs/12.txt": "max-length:500",
}


def test_an_app_store_has_a_string_for_each_file() -> None:
    units = read_units("appstore", pack_files((name, f" text of {name}\n".encode()) for name in FLAGS))
    assert {unit.context: unit.target for unit in units} == {f"{name}:1": f"text of {name}" for name in FLAGS}
    assert {unit.context.removesuffix(":1"): str(unit.flags) for unit in units} == FLAGS
    logs = [unit.context for unit in units if unit.context.startswith("changelogs")]
    assert logs == ["changelogs/12.txt:1", "changelogs/9.txt:1"]


def test_a_byte_order_mark_is_part_of_a_text_of_an_app_store() -> None:
    (unit,) = read_units("appstore", pack_files([("title.txt", b"\xef\xbb\xbfApp\n")]))
    assert unit.target == "\ufeffApp"


def test_a_text_of_an_app_store_in_another_encoding_is_refused() -> None:
    with pytest.raises(UnreadableFile, match=r"^title\.txt: .* can't decode byte 0xff"):
        read_units("appstore", pack_files([("name.txt", b"App"), ("title.txt", b"\xff\xfe\xfa")]))
