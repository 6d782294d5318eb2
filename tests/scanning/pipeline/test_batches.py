"""Batches of files and of components. The reports are the same with any number of processes."""

from collections.abc import Generator, Iterator
from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline import component_batches, scan
from transtats_cli.scanning.pipeline.component_batches import group_components, scan_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.parallel import map_in_workers
from transtats_cli.scanning.pipeline.scan import divide_files, scan_component

pytestmark = pytest.mark.slow

HEADER = 'msgid ""\nmsgstr ""\n\n'
CODES = ("cs", "de", "es", "fr", "it", "nl", "pl", "ru")


@pytest.fixture
def component(tree: WriteTree) -> Component:
    entries = {
        code: "".join(f'#, c-format\nmsgid "Text {n}."\nmsgstr "{code * (n % 3)}"\n\n' for n in range(place + 3))
        for place, code in enumerate(CODES)
    }
    files = {f"po/{code}.po": HEADER + text for code, text in entries.items()}
    return Component("demo", "app", str(tree({**files, "po/xx.po": "broken"})), "po/*.po")


@given(st.lists(st.integers(0, 1000), max_size=30), st.integers(1, 6))
def test_every_file_is_in_one_batch_and_the_batches_have_similar_sizes(sizes: list[int], batch_count: int) -> None:
    files = {TranslationFile(f"{place}.po", "de", language_by_code("de")): size for place, size in enumerate(sizes)}
    divided = divide_files([*files], sizes, batch_count)
    assert sorted(chain.from_iterable(divided)) == sorted(files)
    loads = [sum(files[file] + 1 for file in share) for share in divided]
    assert len(divided) == min(batch_count, len(sizes))
    assert max(loads, default=0) - min(loads, default=0) <= max(sizes, default=0) + 1


@given(st.integers(0, 200), st.integers(1, 6))
def test_the_first_groups_of_components_are_small_and_all_processes_have_one(count: int, jobs: int) -> None:
    components = [Component("demo", f"app{number}", "/", "*.po") for number in range(count)]
    groups = [*group_components(iter(components), jobs)]
    assert [component for group in groups for component in group] == components
    sizes = [*chain.from_iterable(repeat(size, jobs) for size in (1, 2, 4, 8)), *repeat(16, count)]
    assert all(len(group) == size for group, size in zip(groups[:-1], sizes, strict=False))
    assert len(groups) >= min(count, jobs)


OPTIONS = [
    pytest.param(ScanOptions(), id="checks"),
    pytest.param(ScanOptions(runs_checks=False), id="counts"),
    pytest.param(ScanOptions(with_source=True), id="source"),
    pytest.param(ScanOptions(languages=("de", "fr")), id="languages"),
    pytest.param(ScanOptions(with_file_notes=True), id="notes"),
]


@pytest.mark.parametrize("options", OPTIONS)
def test_any_number_of_jobs_gives_the_same_report(
    component: Component, options: ScanOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "PARALLEL_MIN_BYTES", 0)
    expected = scan_component(component, options)
    for jobs in (2, 10):
        assert scan_component(component, options._replace(jobs=jobs, map_in_workers=map_in_workers)) == expected


def test_the_results_of_several_processes_are_in_the_order_of_the_components(
    component: Component, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(component_batches, "COMPONENTS_PER_CALL", 4)
    monkeypatch.setattr(component_batches, "PARALLEL_MIN_COMPONENTS", 4)
    components = [component._replace(slug=f"app{number}") for number in range(6)]
    components[3] = components[3]._replace(filemask="absent/*.po")
    with_one_job, with_two_jobs = (
        list(map(str, scan_components(components, ScanOptions(jobs=jobs, map_in_workers=map_in_workers))))
        for jobs in (1, 2)
    )
    assert with_one_job == with_two_jobs
    assert "nothing matches 'absent/*.po'" in with_two_jobs[3]


def test_the_progress_function_is_called_once_for_each_file_of_all_batches(
    component: Component, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "PARALLEL_MIN_BYTES", 0)
    paths: list[str] = []
    scan_component(component, ScanOptions(jobs=3, map_in_workers=map_in_workers, progress=paths.append))
    assert len(paths) == len(set(paths)) == len(CODES) + 1


def test_a_scan_that_is_closed_early_prints_nothing(
    component: Component, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(component_batches, "COMPONENTS_PER_CALL", 4)
    monkeypatch.setattr(component_batches, "PARALLEL_MIN_COMPONENTS", 4)
    for _ in range(5):
        reports = scan_components([component] * 40, ScanOptions(jobs=2, map_in_workers=map_in_workers))
        next(reports)
        assert isinstance(reports, Generator)
        reports.close()
    assert capfd.readouterr() == ("", "")


def test_a_limited_number_of_components_is_read_ahead(component: Component) -> None:
    read: list[Component] = []

    def read_components() -> Iterator[Component]:
        for number in range(3_000):
            read.append(component._replace(slug=f"app{number}", filemask="absent/*.po"))
            yield read[-1]

    outcomes = scan_components(read_components(), ScanOptions(jobs=2, map_in_workers=map_in_workers))
    next(outcomes)
    assert len(read) < 2000


def test_listings_of_folders_are_renewed_after_a_thousand_components(tree: WriteTree) -> None:
    root = str(tree({"po/de.po": ""}))
    components = iter([Component("demo", "app", root, "po/*.po")] * 1001)
    reports = scan_components(components, ScanOptions(runs_checks=False))
    first = [next(reports) for _ in range(1000)]
    tree({"po/fr.po": ""})
    assert [len(each.translations) for each in (first[-1], next(reports)) if isinstance(each, Report)] == [1, 2]
