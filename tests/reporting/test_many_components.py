"""Texts of many components: in the order of the components, and not later than necessary."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions
from transtats_cli.reporting.many_components import RunCallbacks, render_components

pytestmark = pytest.mark.slow

NUMBERS = range(20)
LONG_AGO = 1_700_000_000.5


@pytest.fixture
def components(tree: WriteTree) -> list[Component]:
    root = tree({f"{number}/de.po": 'msgid "One."\nmsgstr "Eins."\n' for number in NUMBERS})
    for path in root.rglob("*.po"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    # The time of the last change of the inode cannot be set back.
    time.sleep(0.15)
    return [Component("demo", str(number), str(root / str(number)), "*.po") for number in NUMBERS]


class RecordedRun:
    """Run that renders the texts of components. `done` contains the names of completed components."""

    def __init__(self, cache_directory: Path) -> None:
        self.done: list[str] = []
        self.options = ReportOptions(with_git_dates=False, cache_directory=str(cache_directory))

    def render(self, components: list[Component]) -> Iterator[str]:
        callbacks = RunCallbacks(
            on_component_failed=lambda component, error: None,
            on_report_scanned=lambda report: None,
            on_component_done=lambda component: self.done.append(component.slug),
        )
        return render_components(components, self._render_report, "key", self.options, callbacks)

    def _render_report(self, report: Report) -> str:
        return f"{report.component.slug};"


def test_cached_texts_of_several_components_are_one_text(components: list[Component], tmp_path: Path) -> None:
    expected = [f"{number};" for number in NUMBERS]
    assert [*RecordedRun(tmp_path / "cache").render(components)] == expected
    run = RecordedRun(tmp_path / "cache")
    assert [*run.render(components)] == ["".join(expected[:8]), "".join(expected[8:16]), "".join(expected[16:])]
    assert run.done == [str(number) for number in NUMBERS]


def test_cached_texts_do_not_wait_for_the_scan_of_the_next_component(
    components: list[Component], tmp_path: Path
) -> None:
    [*RecordedRun(tmp_path / "cache").render(components)]
    Path(components[3].root, "de.po").write_text('msgid "One."\nmsgstr "Eins"\n')
    run = RecordedRun(tmp_path / "cache")
    texts = run.render(components)
    assert next(texts) == "0;1;2;"
    assert run.done == ["0", "1", "2"]
    assert [*texts] == ["3;", "4;5;6;7;", "8;9;10;11;12;13;14;15;", "16;17;18;19;"]


def test_a_component_that_cannot_be_scanned_has_no_text(components: list[Component], tmp_path: Path) -> None:
    Path(components[0].root, "de.po").unlink()
    run = RecordedRun(tmp_path / "cache")
    assert [*run.render(components[:2])] == ["1;"]
    assert run.done == ["0", "1"]
