"""Properties of a unit."""

import pytest

from transtats_cli.model import PLURAL_SEPARATOR, State, Unit


def create_unit(comments: str = "", source: str = "a", target: str = "b") -> Unit:
    return Unit("", source, target, State.TRANSLATED, comments=comments)


def test_plural_forms_are_split() -> None:
    plural = create_unit(source=f"file{PLURAL_SEPARATOR}files", target=PLURAL_SEPARATOR)
    assert (plural.sources, plural.targets) == (["file", "files"], ["", ""])


@pytest.mark.parametrize(
    ("comments", "note"),
    [
        pytest.param("", "", id="no comments"),
        pytest.param(
            "#. extracted\n# translator\n#: a.c:1\n#, fuzzy\n#| msgid x",
            "translator\nextracted",
            id="comments of translators first",
        ),
        pytest.param("# one\n#two\n#", "one\ntwo\n", id="with or without a blank"),
    ],
)
def test_a_note_contains_translator_and_extracted_comments(comments: str, note: str) -> None:
    assert create_unit(comments).note == note


def test_references_are_source_locations() -> None:
    assert create_unit("#: a.c:1 b.c:2\n# x\n#: c.c:3").references == ["a.c:1", "b.c:2", "c.c:3"]


@pytest.mark.parametrize(
    ("comments", "is_commented"),
    [("# check this", True), ("#. from the code", False), ("#:a.c:1\n#, fuzzy", False), ("#", False), ("", False)],
)
def test_only_translator_comments_count_as_comments(comments: str, is_commented: bool) -> None:
    assert create_unit(comments).has_translator_comment is is_commented
