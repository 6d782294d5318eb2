"""A string fails if only some of its plural forms are translated."""

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
    assert problem_of("plurals", SOURCES, ["a", "", ""], language="cs") == "plural forms without a translation: 2, 3"
