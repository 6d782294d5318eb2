from fractions import Fraction

import pytest

from transtats_cli.gate.verdicts import count_fewest_sizes


@pytest.mark.parametrize(
    ("sizes", "missing", "strings"),
    [
        pytest.param([1, 5, 3], 5, 1, id="the largest is enough"),
        pytest.param([1, 5, 3], 6, 2, id="the largest is not enough"),
        pytest.param([1, 5, 3], 0, 0, id="nothing is missing"),
        pytest.param([1, 5, 3], Fraction(11, 2), 2, id="half a word"),
    ],
)
def test_the_smallest_number_of_strings_is_returned(sizes: list[int], missing: int | Fraction, strings: int) -> None:
    assert count_fewest_sizes(sizes, missing) == strings
