"""The time for checks holds for the whole run, wherever the work is done; what is not checked is not cached."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.file_scanner import FileResult, FileTask
from transtats_cli.scanning.pipeline.result_cache import ResultCache
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component

SLOW = 'msgid ""\nmsgstr ""\n' + "".join(
    f'\n#, regex:r"^(a|a)+$"\nmsgid "s{n}"\nmsgstr "{"a" * 60}{n}"\n' for n in range(3)
)
"""Three strings, each of which takes half a second."""
FINE = 'msgid ""\nmsgstr ""\n\nmsgid "Stop."\nmsgstr "Halt"\n'


class Recorder(ResultCache):
    """A cache that records what it is given to keep."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    def get_all_results(self, tasks: Sequence[FileTask]) -> None:
        return None

    def get_result(self, task: FileTask) -> None:
        return None

    def add_result(self, task: FileTask, result: FileResult) -> None:
        self.kept.append(task.path)

    def save(self, tasks: Sequence[FileTask] = (), results: Sequence[FileResult] = ()) -> None:
        return None


@pytest.fixture
def root(tree: WriteTree) -> str:
    return str(tree({"de.po": SLOW, "fr.po": FINE}))


def test_only_what_is_checked_in_full_is_cached(root: str) -> None:
    recorder = Recorder()
    component = Component("demo", "app", root, "*.po")
    report = scan_component(
        component, ScanOptions(budget=CheckTimeBudget(1.0), open_result_cache=lambda plan: recorder)
    )
    assert (report.unchecked_strings, recorder.kept) == (2, ["fr.po"])
    assert {record.language.code: record.statistics.failing for record in report.translations} == {"de": 0, "fr": 1}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [pytest.param(1, id="in this process"), pytest.param(2, id="in two others")])
def test_the_budget_holds_for_all_components(root: str, jobs: int) -> None:
    """Each of them has four strings to check, and would take 1.5 s if all were."""
    budget = CheckTimeBudget(0.3)
    components = [Component("demo", f"app{number}", root, "*.po") for number in range(40)]
    reports = [
        each for each in scan_components(components, ScanOptions(jobs=jobs, budget=budget)) if isinstance(each, Report)
    ]
    assert len(reports) == 40
    assert sum(report.unchecked_strings for report in reports) > 100
    assert 0.3 <= budget.seconds_spent < 10


def test_what_a_piece_has_spent_comes_back(root: str) -> None:
    budget = CheckTimeBudget(1.0)
    with ProcessPoolExecutor(1) as executor:
        options = ScanOptions(executor=executor, jobs=2, budget=budget)
        report = scan_component(Component("demo", "app", root, "*.po"), options)
    assert report.unchecked_strings == 2
    assert 0.3 < budget.seconds_spent < 1


def test_an_honest_component_leaves_the_budget_as_it_is(tree: Callable[..., Path]) -> None:
    entries = "".join(f'\nmsgid "Stop {n}."\nmsgstr "Halt {n}"\n' for n in range(2_000))
    budget = CheckTimeBudget(1.0)
    report = scan_component(
        Component("demo", "app", str(tree({"de.po": 'msgid ""\nmsgstr ""\n' + entries})), "*.po"),
        ScanOptions(budget=budget),
    )
    assert (report.unchecked_strings, budget.seconds_spent) == (0, 0)
    assert report.translations[0].statistics.failing == 2_000
