"""Reports of many components: in the order of the components, with or without a cache."""

from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.reporting.many_components import RunCallbacks, report_components
from transtats_cli.scanning.pipeline.options import ScanOptions

pytestmark = pytest.mark.slow


def test_a_component_that_cannot_be_scanned_has_no_report(tree: WriteTree, tmp_path: Path) -> None:
    root = tree({f"{number}/de.po": 'msgid "One."\nmsgstr "Eins."\n' for number in range(200)})
    (root / "3/de.po").unlink()
    components = [Component("demo", str(number), str(root / str(number)), "*.po") for number in range(200)]
    done: list[str] = []
    failed: list[str] = []
    callbacks = RunCallbacks(
        on_component_failed=lambda component, error: failed.append(component.slug),
        on_report_scanned=lambda report: None,
        on_component_done=lambda component: done.append(component.slug),
    )
    options = ScanOptions(cache_directory=str(tmp_path / "cache"))
    expected = [str(number) for number in range(200) if number != 3]
    reports = report_components(iter(components), options, callbacks, with_git_dates=False)
    assert [report.component.slug for report in reports] == expected
    assert (done, failed) == (expected, ["3"])
