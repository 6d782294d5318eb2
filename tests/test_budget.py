"""Only time beyond the allowances of strings is taken from a budget, and what is spent holds for the whole run."""

import pickle
from time import thread_time

import pytest

from transtats_cli.budget import Budget


def burn(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def test_a_slow_string_is_charged_to_the_file_and_the_run() -> None:
    run = Budget(1.0)
    file = run.of_file()
    file.start()
    burn(0.12)
    assert not file.is_spent
    file.charge(10)
    assert file.is_spent
    file.close()
    assert 0.1 < run.spent < 1


def test_a_string_within_its_allowance_costs_nothing() -> None:
    run = Budget(1.0)
    file = run.of_file()
    file.start()
    for _ in range(100):
        file.charge(1_000)
    file.close()
    assert run.spent == 0


def test_time_between_two_measurements_is_not_charged() -> None:
    file = Budget(0.1).of_file()
    file.start()
    file.charge(0)
    burn(0.05)
    file.start()
    file.charge(0)
    assert not file.is_spent


def test_a_file_gets_no_more_than_the_run_has_left() -> None:
    run = Budget(10.0)
    run.spent = 10.0
    assert run.of_file().is_spent


def test_zero_is_no_limit() -> None:
    run = Budget(0)
    run.spent = 1e9
    assert not run.of_file().is_spent
    assert not run.share(8).of_file().is_spent


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
    run = Budget(20.0)
    run.spent = spent
    share = pickle.loads(pickle.dumps(run.share(pieces)))  # noqa: S301  our own
    assert (share.left, share.spent) == (expected, 0)


@pytest.mark.parametrize(("unchecked", "expected"), [(0, []), (1, ["1 string is"]), (2, ["2 strings are"])])
def test_one_warning_says_how_many_strings_are_not_checked(unchecked: int, expected: list[str]) -> None:
    file = Budget().of_file()
    file.unchecked = unchecked
    assert [warning.partition(" not checked")[0] for warning in file.warnings] == expected
