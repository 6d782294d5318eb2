"""The plural forms of a translation are not all the same."""

from collections.abc import Callable

import pytest


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
