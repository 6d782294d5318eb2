"""Only time beyond the allowances of strings is taken from a budget, and what is spent holds for the whole run."""

import pickle
from time import thread_time

import pytest

from transtats_cli.budget import CheckTimeBudget


def burn(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def test_a_slow_string_is_charged_to_the_file_and_the_run() -> None:
    run = CheckTimeBudget(1.0)
    file = run.create_file_budget()
    file.start_timing()
    burn(0.12)
    assert not file.is_spent
    file.charge_string(10)
    assert file.is_spent
    file.charge_run_budget()
    assert 0.1 < run.seconds_spent < 1


def test_a_string_within_its_allowance_costs_nothing() -> None:
    run = CheckTimeBudget(1.0)
    file = run.create_file_budget()
    file.start_timing()
    for _ in range(100):
        file.charge_string(1_000)
    file.charge_run_budget()
    assert run.seconds_spent == 0


def test_time_between_two_measurements_is_not_charged() -> None:
    file = CheckTimeBudget(0.1).create_file_budget()
    file.start_timing()
    file.charge_string(0)
    burn(0.05)
    file.start_timing()
    file.charge_string(0)
    assert not file.is_spent


def test_a_file_gets_no_more_than_the_run_has_left() -> None:
    run = CheckTimeBudget(10.0)
    run.seconds_spent = 10.0
    assert run.create_file_budget().is_spent


def test_zero_is_no_limit() -> None:
    run = CheckTimeBudget(0)
    run.seconds_spent = 1e9
    assert not run.create_file_budget().is_spent
    assert not run.share_for_task(8).create_file_budget().is_spent


@pytest.mark.parametrize(
    ("spent", "pieces", "expected"),
    [
        pytest.param(0, 4, 5.0, id="an equal part"),
        pytest.param(8, 4, 3.0, id="of what is left"),
        pytest.param(0, 100, 2.0, id="enough for one file"),
        pytest.param(19, 100, 1.0, id="but no more than is left"),
        pytest.param(20, 4, 0.0, id="nothing is left"),
    ],
)
def test_pieces_of_work_share_what_is_left(spent: float, pieces: int, expected: float) -> None:
    run = CheckTimeBudget(20.0)
    run.seconds_spent = spent
    share = pickle.loads(pickle.dumps(run.share_for_task(pieces)))  # noqa: S301  our own
    assert (share.seconds_left, share.seconds_spent) == (expected, 0)


@pytest.mark.parametrize(("unchecked", "expected"), [(0, []), (1, ["1 string is"]), (2, ["2 strings are"])])
def test_one_warning_says_how_many_strings_are_not_checked(unchecked: int, expected: list[str]) -> None:
    file = CheckTimeBudget().create_file_budget()
    file.unchecked_strings = unchecked
    assert [warning.partition(" not checked")[0] for warning in file.warnings] == expected
