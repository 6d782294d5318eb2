"""Ratios are computed round by round, exponents from logarithms."""

from collections.abc import Callable

import pytest

from benchmarks.measurement import Sample
from benchmarks.ratios import CLOCK_GRAIN, Ratio, exponent, ratio


def make_samples(*seconds: float) -> list[Sample]:
    return [Sample(cpu, 10 * cpu, 1_000_000, 0) for cpu in seconds]


def test_costs_of_the_same_round_are_divided() -> None:
    # In the second round, other load made both runs slower.
    assert ratio(make_samples(2, 8, 6), make_samples(1, 4, 2)) == Ratio(2, 2, 3)


def test_the_median_is_the_median_of_the_ratios_and_not_of_the_times() -> None:
    assert ratio(make_samples(1, 10, 30), make_samples(1, 2, 10)) == Ratio(3, 1, 5)


def test_cpu_time_and_wall_time_have_separate_ratios() -> None:
    quick = [Sample(1, 2, 0, 0), Sample(1, 4, 0, 0)]
    slow = [Sample(1, 4, 0, 0), Sample(1, 4, 0, 0)]
    assert ratio(slow, quick, "wall") == Ratio(1.5, 1, 2)
    assert ratio(slow, quick, "cpu") == Ratio(1, 1, 1)


def test_a_cost_of_zero_is_replaced_by_the_clock_resolution() -> None:
    assert ratio(make_samples(1), make_samples(0)).median == pytest.approx(1 / CLOCK_GRAIN)


def test_series_of_different_lengths_are_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio(make_samples(1, 2), make_samples(1))


@pytest.mark.parametrize(
    ("cost", "power"),
    [
        pytest.param(lambda size: 3e-6 * size, 1.0, id="linear"),
        pytest.param(lambda size: 1e-6 * size**2, 2.0, id="quadratic"),
        pytest.param(lambda size: 0.5 + 0 * size, 0.0, id="constant"),
        pytest.param(lambda size: 0.01 * size**0.5, 0.5, id="root"),
    ],
)
def test_the_exponent_is_recovered_from_exact_costs(cost: Callable[[int], float], power: float) -> None:
    assert exponent((size, cost(size)) for size in (100, 1000, 5000, 20_000)) == pytest.approx(power)


def test_one_inexact_cost_changes_the_exponent_only_a_little() -> None:
    assert 1.0 < exponent([(1000, 1.0), (2000, 2.0), (4000, 4.0), (8000, 8.8)]) < 1.1
