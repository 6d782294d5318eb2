"""What is told above the entries: looked at once, kept for the next file, and not without limit."""

import pytest

from transtats_cli import flags
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats.po.fast import comments as comments_module
from transtats_cli.formats.po.fast.comments import Above


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments_module, "_known", {})


def test_lines_tell_comments_and_marks() -> None:
    above = Above(["\n#: a.c:1\n", "\n"], ["#, fuzzy, c-format\n", ""])
    assert [above.comments(place) for place in range(2)] == ["#: a.c:1\n#, fuzzy, c-format", ""]
    assert above.marks() == ([flags.parse("c-format"), NO_FLAGS], [0])


def test_an_obsolete_entry_keeps_the_lines_above_it() -> None:
    above = Above(["\n# Its.\n"], ['#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\n\n# Mine.\n\n#. Yours.\n'])
    assert above.comments(0) == "# Mine.\n#. Yours."
    assert above.marks() == ([NO_FLAGS], [])


@pytest.mark.parametrize(
    ("plain", "rest", "implied"),
    [
        pytest.param("#: a.rst:1\n", "", ["rst-text"], id="its own"),
        pytest.param("#: a.c:1\n#: b.md:1\n", "#, fuzzy\n", ["md-text"], id="above flags"),
        pytest.param("#: a.rst:1\n", "#. 100 %\n", ["rst-text"], id="above a comment that may be a reference"),
        pytest.param("", "#: a%2Erst:1\n", ["rst-text"], id="escaped"),
        pytest.param("#: a.c:1\n", "", [], id="none"),
    ],
)
def test_references_imply_flags(plain: str, rest: str, implied: list[str]) -> None:
    (found,), _ = Above([plain], [rest]).marks()
    assert [name for name in ("rst-text", "md-text") if name in found] == implied


def test_files_with_markup_in_a_reference_are_apart_from_others() -> None:
    without, within = "#: a.c:1\n", "#: a.rst:1\n"
    for text in (within, without, within):
        Above([text], [""]).marks()
    assert {has_markup: len(known) for has_markup, known in comments_module._known.items()} == {True: 1, False: 0}


def test_bad_flags_are_told_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="cannot be read"):
            Above([""], ['#, a:"\n']).marks()


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments_module, "_MOST_REMEMBERED", 2)
    Above([""] * 3, ["#, a\n", "#, b\n", "#, c\n"]).marks()
    first = comments_module._known[False]
    assert [*first] == ["#, a\n", "#, b\n"]
    Above([""], ["#, d\n"]).marks()
    assert [*comments_module._known[False]] == ["#, d\n"]


def test_long_comments_are_not_kept() -> None:
    flagged = f"#, c-format\n# {'a' * 2000}\n"
    assert Above([""], [flagged]).marks() == ([flags.parse("c-format")], [])
    assert not comments_module._known[False]
