"""The results of the pages of the server are compared with their limits."""

import pytest

from benchmarks.pages import COMPONENT_CASES, LONG_FILE_CASES, PageCase, PageResult, render_pages
from benchmarks.trees import list_languages


@pytest.mark.parametrize(
    ("case", "seconds", "size", "is_ok"),
    [
        pytest.param(COMPONENT_CASES[0], 0.09, 103_000, True, id="fast and small"),
        pytest.param(COMPONENT_CASES[0], 0.11, 103_000, False, id="too slow"),
        pytest.param(COMPONENT_CASES[0], 0.09, 300_001, False, id="too large"),
        pytest.param(LONG_FILE_CASES[0], 0.16, 103_000, False, id="too slow for a long file"),
    ],
)
def test_a_page_result_is_ok_only_within_its_limits(case: PageCase, seconds: float, size: int, is_ok: bool) -> None:
    result = PageResult(case, 9.0, seconds, 0.01, 0.001, size)
    assert result.is_ok is is_ok
    assert render_pages([result]).endswith("ok" if is_ok else f"{case.name}: FAILED")


def test_a_component_can_have_a_hundred_languages() -> None:
    assert len({each.code for each in list_languages(100)}) == 100
