"""A source has no optional plural such as `file(s)`."""

from collections.abc import Callable

import pytest


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
