"""Time budgets of the checks: only time beyond the allowance of a string is charged to the file and the run."""

import pickle
from time import sleep, thread_time

import pytest

from transtats_cli.limits import CheckTimeBudget


def use_processor_time(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def test_time_beyond_the_allowance_of_a_string_is_charged_to_the_file_and_the_run() -> None:
    run = CheckTimeBudget(1.0)
    file = run.create_file_budget()
    use_processor_time(0.12)
    assert not file.is_spent
    file.charge_string(10)
    assert file.is_spent
    file.charge_run_budget()
    assert 0.1 < run.seconds_spent < 1


def test_a_string_within_its_allowance_is_not_charged() -> None:
    run = CheckTimeBudget(1.0)
    file = run.create_file_budget()
    for _ in range(100):
        file.charge_string(1_000)
    file.charge_run_budget()
    assert run.seconds_spent == 0


def test_fast_strings_make_up_for_a_slow_one() -> None:
    run = CheckTimeBudget(10.0)
    file = run.create_file_budget()
    use_processor_time(0.03)
    file.charge_string(0)
    for _ in range(200):
        file.charge_string(0)
    file.charge_run_budget()
    assert run.seconds_spent == 0


def test_waiting_is_not_charged() -> None:
    run = CheckTimeBudget(1.0)
    file = run.create_file_budget()
    sleep(0.05)
    file.charge_string(0)
    file.charge_run_budget()
    assert run.seconds_spent < 0.04


def test_the_budget_of_a_file_is_spent_if_that_of_the_run_is_spent() -> None:
    run = CheckTimeBudget(10.0)
    run.seconds_spent = 10.0
    assert run.create_file_budget().is_spent


def test_a_budget_of_zero_is_unlimited() -> None:
    run = CheckTimeBudget(0)
    run.seconds_spent = 1e9
    assert not run.create_file_budget().is_spent
    assert not run.share_for_task(8).create_file_budget().is_spent


@pytest.mark.parametrize(
    ("spent", "tasks", "expected"),
    [
        pytest.param(0, 4, 5.0, id="an equal part"),
        pytest.param(8, 4, 3.0, id="a part of the remaining time"),
        pytest.param(0, 100, 2.0, id="at least enough for one file"),
        pytest.param(19, 100, 1.0, id="at most the remaining time"),
        pytest.param(20, 4, 0.0, id="no time remains"),
    ],
)
def test_tasks_share_the_remaining_time_of_a_run(spent: float, tasks: int, expected: float) -> None:
    run = CheckTimeBudget(20.0)
    run.seconds_spent = spent
    share = pickle.loads(pickle.dumps(run.share_for_task(tasks)))  # noqa: S301  our own
    assert (share.seconds_left, share.seconds_spent) == (expected, 0)


@pytest.mark.parametrize(("unchecked", "expected"), [(0, []), (1, ["1 string"]), (2, ["2 strings"])])
def test_one_warning_contains_the_number_of_unchecked_strings(unchecked: int, expected: list[str]) -> None:
    file = CheckTimeBudget().create_file_budget()
    file.unchecked_strings = unchecked
    assert [warning.detail for warning in file.warnings] == expected
