"""Work is shared out in pieces, done anywhere, and the numbers are the same."""

import pickle
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.scanning.pipeline import component_batches, scan
from transtats_cli.scanning.pipeline.batches import divide_batch
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.file_scanner import FileBatch, FileTask, ScanPlan
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component

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
def test_every_file_is_in_one_piece_and_no_piece_is_much_larger(sizes: list[int], pieces: int) -> None:
    plan = ScanPlan(Component("demo", "app", "/", "*.po"))
    tasks = tuple(FileTask(place, f"{place}.po", language_by_code("de")) for place in range(len(sizes)))
    divided = divide_batch(FileBatch(plan, tasks), sizes, pieces)
    assert sorted(task.file_index for batch in divided for task in batch.tasks) == list(range(len(sizes)))
    loads = [sum(sizes[task.file_index] + 1 for task in batch.tasks) for batch in divided]
    assert len(divided) == min(pieces, len(sizes))
    assert max(loads, default=0) - min(loads, default=0) <= max(sizes, default=0) + 1


class Recorder(Executor):
    """Does at once what it is given, and keeps what was sent to and fro."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        there = pickle.dumps((function, arguments, named))
        back = pickle.dumps(function(*pickle.loads(there)[1], **named))  # noqa: S301  our own
        self.sent.append(len(there))
        future.set_result(pickle.loads(back))  # noqa: S301
        return future


OPTIONS = [
    pytest.param(ScanOptions(), id="checks"),
    pytest.param(ScanOptions(runs_checks=False), id="counts"),
    pytest.param(ScanOptions(with_source=True), id="source"),
    pytest.param(ScanOptions(languages=("de", "fr")), id="languages"),
    pytest.param(ScanOptions(with_file_notes=True), id="notes"),
]


@pytest.mark.parametrize("options", OPTIONS)
def test_any_executor_gives_the_same_report(component: Component, options: ScanOptions) -> None:
    expected = scan_component(component, options)
    recorder = Recorder()
    for jobs in (1, 3, 20):
        assert scan_component(component, options._replace(executor=recorder, jobs=jobs)) == expected
    assert max(recorder.sent) < 3000


def test_a_pool_of_ones_own_gives_the_same_report(component: Component) -> None:
    with ProcessPoolExecutor(2) as executor:
        options = ScanOptions(executor=executor, jobs=4, with_source=True)
        assert scan_component(component, options) == scan_component(component, ScanOptions(with_source=True))


@pytest.mark.parametrize("options", OPTIONS)
def test_any_number_of_jobs_gives_the_same_report(
    component: Component, options: ScanOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "PARALLEL_MIN_BYTES", 0)
    assert scan_component(component, options._replace(jobs=2)) == scan_component(component, options)


def test_many_components_are_shared_out_in_their_order(component: Component, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component_batches, "MIN_COMPONENTS_FOR_WORKERS", 4)
    components = [component._replace(slug=f"app{number}") for number in range(6)]
    components[3] = components[3]._replace(filemask="absent/*.po")
    alone, shared = (list(map(str, scan_components(components, ScanOptions(jobs=jobs)))) for jobs in (1, 2))
    assert alone == shared
    assert "nothing matches 'absent/*.po'" in shared[3]


def test_progress_is_told_of_every_file_wherever_it_is_read(component: Component) -> None:
    told: list[str] = []
    scan_component(component, ScanOptions(executor=Recorder(), jobs=3, progress=told.append))
    assert len(told) == len(set(told)) == len(CODES) + 1


def test_nobody_hears_of_work_that_is_given_up(
    component: Component, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(component_batches, "MIN_COMPONENTS_FOR_WORKERS", 4)
    for _ in range(5):
        reports = scan_components([component] * 40, ScanOptions(jobs=2))
        next(reports)
        assert isinstance(reports, Generator)
        reports.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("components", "jobs", "size"),
    [
        pytest.param(16, 2, 4, id="few components"),
        pytest.param(640, 2, 20, id="sixteen calls for each process"),
        pytest.param(100_000, 2, 32, id="many components"),
        pytest.param(640, 10, 4, id="many processes"),
    ],
)
def test_a_call_of_a_worker_scans_several_components(components: int, jobs: int, size: int) -> None:
    assert component_batches.choose_batch_size(components, jobs) == size
