"""The time budget for checks applies to all processes of a run. Results without all checks are not cached."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline import scan
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.parallel import map_in_workers
from transtats_cli.scanning.pipeline.scan import scan_component

SLOW = 'msgid ""\nmsgstr ""\n' + "".join(
    f'\n#, regex:r"^(a|a)+$"\nmsgid "s{n}"\nmsgstr "{"a" * 60}{n}"\n' for n in range(3)
)
"""Three strings, each of which takes half a second."""
FAST = 'msgid ""\nmsgstr ""\n\nmsgid "Stop."\nmsgstr "Halt"\n'


@pytest.fixture
def root(tree: WriteTree) -> str:
    return str(tree({"de.po": SLOW, "fr.po": FAST}))


def test_only_results_with_all_checks_are_cached(root: str, tmp_path: Path, read_paths: list[str]) -> None:
    # The results of files that were just written are not cached.
    time.sleep(0.15)
    for _ in range(2):
        options = ScanOptions(budget=CheckTimeBudget(1.0), cache_directory=str(tmp_path / "cache"))
        report = scan_component(Component("demo", "app", root, "*.po"), options)
        assert report.unchecked_strings == 2
        assert {record.language.code: record.statistics.failing for record in report.translations} == {"de": 0, "fr": 1}
    assert read_paths == ["de.po", "fr.po", "de.po"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [pytest.param(1, id="one process"), pytest.param(2, id="two processes")])
def test_all_components_share_the_budget(root: str, jobs: int) -> None:
    """The checks of one component take 1.5 seconds without a budget."""
    budget = CheckTimeBudget(0.3)
    components = [Component("demo", f"app{number}", root, "*.po") for number in range(40)]
    reports = [
        each
        for each in scan_components(components, ScanOptions(jobs=jobs, map_in_workers=map_in_workers, budget=budget))
        if isinstance(each, Report)
    ]
    assert len(reports) == 40
    assert sum(report.unchecked_strings for report in reports) > 100
    assert 0.3 <= budget.seconds_spent < 10


def test_the_time_spent_in_a_worker_process_is_added_to_the_budget(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "PARALLEL_MIN_BYTES", 0)
    budget = CheckTimeBudget(1.0)
    report = scan_component(
        Component("demo", "app", root, "*.po"), ScanOptions(jobs=2, map_in_workers=map_in_workers, budget=budget)
    )
    assert report.unchecked_strings == 2
    assert 0.3 < budget.seconds_spent < 1


def test_fast_checks_spend_nothing_of_the_budget(tree: Callable[..., Path]) -> None:
    entries = "".join(f'\nmsgid "Stop {n}."\nmsgstr "Halt {n}"\n' for n in range(2_000))
    budget = CheckTimeBudget(1.0)
    report = scan_component(
        Component("demo", "app", str(tree({"de.po": 'msgid ""\nmsgstr ""\n' + entries})), "*.po"),
        ScanOptions(budget=budget),
    )
    assert (report.unchecked_strings, budget.seconds_spent) == (0, 0)
    assert report.translations[0].statistics.failing == 2_000
