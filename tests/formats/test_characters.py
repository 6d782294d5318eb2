"""Surrogates and control characters in the strings of formats other than PO and XLIFF."""

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import Catalog

PAIR, CHARACTER = r"\ud83d\ude00", "\N{GRINNING FACE}"
SAMPLES = {
    "aresource": '<resources>\n<string name="a">x {} y</string>\n</resources>',
    "cmp-resource": '<resources>\n<string name="a">x {} y</string>\n</resources>',
    "json": '{{\n"a": "x {} y"}}',
    "properties": "\na=x {} y",
    "yaml": '---\na: "x {} y"\n',
}


def read(file_format: str, text: str, *, strict: bool = False, reference: bool = False) -> Catalog:
    options = ReadOptions(
        is_monolingual=True, refuses_control_characters=strict, uses_reference_readers=reference, language_code="en"
    )
    return FILE_FORMATS[file_format].create_reader(options)(SAMPLES[file_format].format(text).encode())


@pytest.mark.parametrize("reference", [False, True], ids=["fast", "reference"])
@pytest.mark.parametrize("file_format", SAMPLES)
def test_a_surrogate_pair_is_one_character(file_format: str, reference: bool) -> None:
    catalog = read(file_format, PAIR, reference=reference)
    assert [unit.target for unit in catalog.units] == [f"x {CHARACTER} y"]
    assert catalog.warnings == ()


@pytest.mark.parametrize("file_format", SAMPLES)
@pytest.mark.parametrize("half", [r"\ud83d", r"\ude00\ud83d"], ids=["first half", "wrong order"])
def test_half_of_a_surrogate_pair_makes_a_file_unreadable(file_format: str, half: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(file_format, half)
    assert caught.value.reason == "half of a surrogate pair, such as \\ud83d, in a string"
    assert caught.value.line == 2


@pytest.mark.parametrize("file_format", SAMPLES)
def test_a_control_character_is_a_warning_unless_the_reader_is_strict(file_format: str) -> None:
    catalog = read(file_format, r"\u0008")
    assert [unit.target for unit in catalog.units] == ["x \b y"]
    (warning,) = catalog.warnings
    assert str(warning) == "control characters in strings, which a server refuses; remove them (U+0008 in line 2)"
    with pytest.raises(UnreadableFile) as caught:
        read(file_format, r"\u0008", strict=True)
    assert (caught.value.reason, caught.value.line) == ("the control character U+0008 in a string", 2)


@pytest.mark.parametrize("file_format", SAMPLES)
def test_the_character_0_makes_a_file_unreadable(file_format: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(file_format, r"\u0000")
    assert (caught.value.reason, caught.value.line) == ("the character U+0000 in a string", 2)


def test_the_separator_of_plural_forms_is_not_refused_as_a_control_character() -> None:
    read_arrays = FILE_FORMATS["aresource"].create_reader(ReadOptions(is_monolingual=True, language_code="cs"))
    plural = '<plurals name="a"><item quantity="one">1</item><item quantity="other">{}</item></plurals>'
    catalog = read_arrays(f"<resources>{plural.format(PAIR)}</resources>".encode())
    assert [unit.target for unit in catalog.units] == [f"1\x1e\x1e\x1e\x1e{CHARACTER}"]
    assert catalog.warnings == ()
