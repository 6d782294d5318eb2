"""Columns are reduced and removed in the order of their ranks, and fill the available width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.output.columns import ColumnSize, compute_total_width, fit_columns

NAME = ColumnSize(natural_width=30, minimum_width=20)
BAR = ColumnSize(natural_width=27, minimum_width=17, removal_rank=2, reduced_width=10)
FIGURE = ColumnSize(natural_width=10, minimum_width=10, removal_rank=1)
DETAIL = ColumnSize(natural_width=5, minimum_width=5, removal_rank=3)


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        pytest.param(None, [30, 27, 10, 5], id="no limit"),
        pytest.param(200, [30, 27, 10, 5], id="more than enough"),
        pytest.param(70, [30, 19, 10, 5], id="the first column gets the remaining width"),
        pytest.param(58, [20, 17, 10, 5], id="just enough"),
        pytest.param(57, [26, 17, 10, 0], id="the detail is removed"),
        pytest.param(50, [26, 10, 10, 0], id="the bar is reduced"),
        pytest.param(40, [28, 10, 0, 0], id="the figure is removed"),
        pytest.param(22, [10, 10, 0, 0], id="the widest shrinks"),
        pytest.param(1, [1, 1, 0, 0], id="nothing fits"),
    ],
)
def test_columns_are_reduced_and_removed_in_the_order_of_their_ranks(width: int | None, expected: list[int]) -> None:
    assert fit_columns([NAME, BAR, FIGURE, DETAIL], width) == expected


column_sizes = st.builds(
    lambda least, more, rank, reduced: ColumnSize(least + more, least, rank, min(least, reduced)),
    st.integers(1, 40),
    st.integers(0, 40),
    st.integers(0, 3),
    st.integers(0, 10),
)


@given(st.lists(column_sizes, min_size=1, max_size=8), st.integers(30, 200))
def test_columns_fit_and_no_column_exceeds_its_natural_width(sizes: list[ColumnSize], width: int) -> None:
    given_widths = fit_columns(sizes, width)
    assert compute_total_width(given_widths) <= width
    assert all(given <= size.natural_width for given, size in zip(given_widths, sizes, strict=True))
    assert all(given for given, size in zip(given_widths, sizes, strict=True) if not size.removal_rank)
