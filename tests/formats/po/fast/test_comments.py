"""Lines above entries: comments and flags."""

import pytest

from transtats_cli import flags
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats.po.fast.units import parse_flags_of_entries
from transtats_cli.formats.po.text import comments_of_entry


def test_the_lines_above_an_entry_contain_comments_flags_and_the_fuzzy_mark() -> None:
    above = (["\n#: a.c:1\n", "\n"], ["#, fuzzy, c-format\n", ""])
    assert [*map(comments_of_entry, map("".join, zip(*above, strict=True)))] == ["#: a.c:1\n#, fuzzy, c-format", ""]
    assert parse_flags_of_entries(*above) == ([flags.parse_flags("c-format"), NO_FLAGS], [0])


def test_lines_above_an_obsolete_entry_do_not_belong_to_the_next_entry() -> None:
    plain, rest = "\n# Its.\n", '#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\n\n# Mine.\n\n#. Yours.\n'
    assert comments_of_entry(plain + rest) == "# Mine.\n#. Yours."
    assert parse_flags_of_entries([plain], [rest]) == ([NO_FLAGS], [])


@pytest.mark.parametrize(
    ("plain", "rest", "implied"),
    [
        pytest.param("#: a.rst:1\n", "", ["rst-text"], id="a reference"),
        pytest.param("#: a.c:1\n#: b.md:1\n", "#, fuzzy\n", ["md-text"], id="references above flags"),
        pytest.param("#: a.rst:1\n", "#. 100 %\n", ["rst-text"], id="a reference above a comment with a percent sign"),
        pytest.param("", "#: a%2Erst:1\n", ["rst-text"], id="an escaped reference"),
        pytest.param("#: a.c:1\n", "", [], id="a reference to code"),
    ],
)
def test_references_imply_flags(plain: str, rest: str, implied: list[str]) -> None:
    (found,), _ = parse_flags_of_entries([plain], [rest])
    assert [name for name in ("rst-text", "md-text") if name in found] == implied


def test_references_imply_flags_of_the_files_that_contain_them_only() -> None:
    without, within = "#: a.c:1\n", "#: a.rst:1\n"
    for text in (within, without, within):
        [found], _ = parse_flags_of_entries([text], [""])
        assert ("rst-text" in found) == (text is within)


def test_invalid_flags_raise_an_error_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="cannot be read"):
            parse_flags_of_entries([""], ['#, a:"\n'])


def test_flags_in_long_comments_are_parsed() -> None:
    flagged = f"#, c-format\n# {'a' * 2000}\n"
    assert parse_flags_of_entries([""], [flagged]) == ([flags.parse_flags("c-format")], [])
