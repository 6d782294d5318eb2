"""Reports of many components: in the order of the components, with or without a cache."""

from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.reports import report_components
from transtats_cli.component import Component
from transtats_cli.scanning.pipeline.options import ScanOptions

pytestmark = pytest.mark.slow


def test_a_component_that_cannot_be_scanned_has_no_report(
    tree: WriteTree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({f"{number}/de.po": 'msgid "One."\nmsgstr "Eins."\n' for number in range(200)})
    (root / "3/de.po").unlink()
    components = [Component("demo", str(number), str(root / str(number)), "*.po") for number in range(200)]
    options = ScanOptions(cache_directory=str(tmp_path / "cache"))
    with RunLog(Messages()) as log:
        reports = report_components(components, options, log, with_git_dates=False)
        assert [report.component.slug for report in reports] == [str(number) for number in range(200) if number != 3]
    assert not log.is_complete
    assert capsys.readouterr().err.startswith("demo/3: ")
