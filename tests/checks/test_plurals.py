"""Checks of plural forms."""

from collections.abc import Callable

import pytest

SOURCES = ["%d file", "%d files"]


@pytest.mark.parametrize(
    ("targets", "fails"),
    [
        pytest.param(["a", "b", "c"], False, id="all translated"),
        pytest.param(["a", "", "c"], True, id="one missing"),
        pytest.param(["", "", "c"], True, id="two missing"),
        pytest.param(["", "", ""], False, id="none translated"),
        pytest.param(["a"], False, id="a single form"),
        pytest.param([""], False, id="a single form, not translated"),
    ],
)
def test_a_partly_translated_string_fails(
    problem_of: Callable[..., str | None], targets: list[str], fails: bool
) -> None:
    assert (problem_of("plurals", SOURCES, targets, language="cs") is not None) is fails


def test_the_message_contains_the_missing_forms(problem_of: Callable[..., str | None]) -> None:
    assert problem_of("plurals", SOURCES, ["a", "", ""], language="cs") == "plural forms 2 and 3 are not translated"


@pytest.mark.parametrize(
    ("sources", "targets", "fails"),
    [
        pytest.param(["file", "files"], ["soubor", "soubory", "souborů"], False, id="all differ"),
        pytest.param(["file", "files"], ["soubor", "soubor", "souborů"], False, id="two are the same"),
        pytest.param(["file", "files"], ["soubor", "soubor", "soubor"], True, id="all are the same"),
        pytest.param(["file", "files"], ["", "", ""], False, id="none is translated"),
        pytest.param(["file", "files"], ["soubor"], False, id="a single form"),
        pytest.param(["file"], ["soubor", "soubor", "soubor"], False, id="a single source form"),
    ],
)
def test_a_string_fails_if_all_its_plural_forms_are_the_same(
    problem_of: Callable[..., str | None], sources: list[str], targets: list[str], fails: bool
) -> None:
    assert (problem_of("same-plurals", sources, targets, language="cs") is not None) is fails


@pytest.mark.parametrize(
    ("source", "fails"),
    [
        pytest.param("%d file(s)", True, id="at the end"),
        pytest.param("file(s) here", True, id="before a blank"),
        pytest.param("file(s)?", True, id="before a sign"),
        pytest.param("file(s)here", False, id="before a letter"),
        pytest.param("the (s)", False, id="behind a blank"),
        pytest.param("d(es)", False, id="another ending"),
        pytest.param("été(s)", True, id="behind another letter"),
        pytest.param("%d(s)", True, id="behind the letter of a placeholder"),
        pytest.param(["file(s)", "files"], False, id="there are plural forms"),
    ],
)
def test_a_source_with_an_optional_plural_fails(
    problem_of: Callable[..., str | None], source: str | list[str], fails: bool
) -> None:
    assert (problem_of("optional_plural", source, source, language="en") is not None) is fails
