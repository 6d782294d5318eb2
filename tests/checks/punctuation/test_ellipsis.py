"""A source writes an ellipsis as one character."""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("source", "fails"),
    [
        pytest.param("Loading…", False, id="one character"),
        pytest.param("Loading...", True, id="three dots"),
        pytest.param("From ... to", True, id="three dots inside"),
        pytest.param("Loading..", False, id="two dots"),
        pytest.param(["One...", "Many"], True, id="in the singular"),
        pytest.param(["One", "Many..."], False, id="in the plural only"),
    ],
)
def test_a_source_with_three_dots_fails(
    problem_of: Callable[..., str | None], source: str | list[str], fails: bool
) -> None:
    assert (problem_of("ellipsis", source, source, language="en") is not None) is fails
