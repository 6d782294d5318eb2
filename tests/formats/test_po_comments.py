"""What is told above the entries: looked at once, kept for the next file, and not without limit."""

import pytest

from transtats_cli import flags
from transtats_cli.formats import po_comments
from transtats_cli.formats.po_comments import comments_of


def test_lines_tell_comments_flags_and_how_many_they_are() -> None:
    told = comments_of("")["\n#: a.c:1\n#, fuzzy, c-format\n"]
    assert told == ("#: a.c:1\n#, fuzzy, c-format", flags.parse("c-format"), True, 3)


def test_an_obsolete_entry_keeps_the_lines_above_it() -> None:
    told = comments_of("")['\n#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\n\n# Mine.\n\n#. Yours.\n']
    assert told == ("# Mine.\n#. Yours.", flags.NO_FLAGS, False, 8)


def test_files_with_markup_in_a_reference_are_apart_from_others() -> None:
    above = "#: a.rst:1\n"
    assert "rst-text" in comments_of(above)[above].flags
    assert comments_of("#: a.c:1\n") is not comments_of(above)
    assert comments_of("#: b.rst:2\n") is comments_of(above)


def test_bad_flags_are_told_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="cannot be read"):
            comments_of("")['#, a:"\n']


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po_comments, "_MOST_REMEMBERED", 2)
    monkeypatch.setattr(po_comments, "_known", {})
    first = comments_of("")
    assert [first[f"# {number}\n"].comments for number in range(3)] == ["# 0", "# 1", "# 2"]
    assert len(first) == 2
    assert comments_of("") is not first


def test_long_comments_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po_comments, "_known", {})
    comments = comments_of("")
    assert comments[f"# {'a' * 2000}\n"].lines == 1
    assert not comments
