"""Dask clusters: real scheduler and worker processes on loopback, which are killed and restarted during a run."""

import itertools
import os
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.fleet.fleets import OPTIONS, create_root, read_rows, run_roots, write_component, write_roots
from tests.processes import start_process
from tests.waiting import wait_until
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.cluster import connect_to_cluster
from transtats_cli.fleet.items import Engine, Row, WorkItem
from transtats_cli.fleet.run import RunSummary

# The library is not imported, which takes a second in each process that collects tests.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra fleet"),
]

ITEM_BYTES = 4_000
"""Size of items. Each component is as large, so that a run has an item for each of the twelve components."""
DEADLINE = 300
"""Maximum number of seconds of a step. A busy machine starts processes slowly."""


class Cluster:
    """Scheduler and workers of the tests. `close` kills all of them."""

    def __init__(self, folder: Path, **scheduler_variables: str) -> None:
        self.port = find_free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._folder = folder
        self._scheduler_variables = scheduler_variables
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start_scheduler()

    def start_scheduler(self) -> "subprocess.Popen[bytes]":
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", str(self.port), **self._scheduler_variables
        )
        while self.scheduler.poll() is None:
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.05)
        return self.scheduler

    def start_worker(self, **variables: str) -> "subprocess.Popen[bytes]":
        options = ("--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--local-directory", str(self._folder))
        self.workers.append(self._start("worker", self.address, *options, **variables))
        return self.workers[-1]

    def connect(self, wait_seconds: float = DEADLINE) -> AbstractContextManager[Engine]:
        return connect_to_cluster(self.address, wait_seconds, print)

    def run(self, roots: list[str], output: Path, wait_seconds: float = DEADLINE, **options: Any) -> RunSummary:
        """Run a fleet on the workers, with several items for each root."""
        with self.connect(wait_seconds) as engine:
            return run_roots(roots, str(output), engine, item_bytes=ITEM_BYTES, **options)

    def kill_workers(self) -> None:
        for process in self.workers:
            process.kill()
            process.wait()
        self.workers = []

    def close(self) -> None:
        self.kill_workers()
        self.scheduler.kill()
        self.scheduler.wait()

    def _start(self, *arguments: str, **variables: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
        return subprocess.Popen(
            command,
            cwd=self._folder,
            env={**os.environ, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def remove_waiting(errors: str) -> str:
    """Return messages without those that are printed if a worker needs some seconds to start."""
    return "".join(line for line in errors.splitlines(keepends=True) if not line.startswith("waiting for a worker"))


def find_free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def started_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with closing(Cluster(tmp_path_factory.mktemp("cluster"))) as started:
        yield started


@pytest.fixture
def cluster(started_cluster: Cluster) -> Iterator[Cluster]:
    """Cluster without workers. All tests share its scheduler."""
    yield started_cluster
    started_cluster.kill_workers()


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("fleet")
    return [str(folder / name) for name in write_roots(folder, 4, components=3, strings=30)]


@pytest.fixture(scope="module")
def expected(fleet: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    output = str(tmp_path_factory.mktemp("expected"))
    run_roots(fleet, output)
    return read_rows(output)


def create_callback(count: int, function: Callable[[], object]) -> Callable[[str], None]:
    """Return a callback of a run that calls a function after some parts are written."""
    numbers = itertools.count(1)

    def call(_root: str) -> None:
        if next(numbers) == count:
            function()

    return call


def wait_for_scheduler(cluster: Cluster, condition: Callable[[Any], bool]) -> None:
    """Wait until a function of the scheduler, which is called in its process, returns True."""
    from distributed import Client

    def is_true(dask_scheduler: Any) -> bool:
        return condition(dask_scheduler)

    with Client(cluster.address, set_as_default=False) as client:
        wait_until(lambda: client.run_on_scheduler(is_true))


def test_a_cluster_with_a_killed_worker_gives_the_rows_of_this_machine(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path
) -> None:
    first, _ = cluster.start_worker(), cluster.start_worker()
    summary = cluster.run(fleet, tmp_path, on_step_done=create_callback(3, first.kill))
    assert (summary.scanned, summary.failures) == (4, ())
    assert read_rows(tmp_path) == expected


WAITING_MODULE = """
import os
import sys
import time

def wait_for_file(event, arguments):
    if event == "open" and str(arguments[0]).endswith(".po"):
        while not os.path.exists(os.environ["AWAITED_FILE"]):
            time.sleep(0.05)

sys.addaudithook(wait_for_file)
"""
"""Module that opens no translation before a file exists."""


def test_a_finished_result_that_is_lost_with_its_worker_is_computed_again(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(WAITING_MODULE)
    awaited, output = tmp_path / "awaited", tmp_path / "output"
    worker = cluster.start_worker(PYTHONPATH=str(tmp_path), AWAITED_FILE=str(awaited))
    options = ["--output", str(output), "--cluster", cluster.address]
    command = [sys.executable, "-m", "transtats_cli", "fleet", *fleet, *options]
    with start_process(command, stderr=subprocess.PIPE, text=True) as process:
        wait_for_scheduler(
            cluster, lambda scheduler: {task.state for task in scheduler.tasks.values()} == {"processing"}
        )
        # While the command is stopped, it receives no result, so its results are only in the memory of the worker.
        process.send_signal(signal.SIGSTOP)
        awaited.touch()
        wait_for_scheduler(cluster, lambda scheduler: {task.state for task in scheduler.tasks.values()} == {"memory"})
        worker.kill()
        wait_for_scheduler(cluster, lambda scheduler: not scheduler.workers)
        process.send_signal(signal.SIGCONT)
        cluster.start_worker()
        _, errors = process.communicate(timeout=DEADLINE)
    assert (process.returncode, remove_waiting(errors)) == (0, f"{output}: 4 roots, 4 scanned\n")
    assert read_rows(output) == expected


def test_a_run_ends_without_its_scheduler_and_continues_with_the_next_one(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path, run: Run
) -> None:
    cluster.start_worker()
    options = ["--output", str(tmp_path), "--cluster", cluster.address, "--item-bytes", str(ITEM_BYTES)]
    # In a process of its own, because a client without its scheduler tries to connect again in a thread, also later.
    command = [sys.executable, "-m", "transtats_cli", "fleet", *fleet, *options]
    with start_process(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: len([*(tmp_path / "manifest").glob("*.json")]) >= 3)
        cluster.scheduler.kill()
        _, errors = process.communicate(timeout=DEADLINE)
    reason = f"the connection to the scheduler {cluster.address} was lost; when the scheduler is running"
    assert (process.returncode, errors) == (2, f"Error: {reason}, run the same command again to continue\n")
    cluster.scheduler.wait()
    written = {path.name for path in (tmp_path / "manifest").iterdir()}
    cluster.start_scheduler()
    cluster.start_worker()
    assert run("fleet", *fleet, *options).status == 0
    assert read_rows(tmp_path) == expected
    assert written <= {path.name for path in (tmp_path / "manifest").iterdir()}


def test_a_run_without_workers_ends_and_continues_later(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path
) -> None:
    worker = cluster.start_worker()
    message = f"^{cluster.address} has had no worker for 2 seconds; start workers, and run the same command again"
    with pytest.raises(TranstatsError, match=message):
        cluster.run(fleet, tmp_path, 2, on_step_done=create_callback(2, worker.kill))
    cluster.start_worker()
    cluster.run(fleet, tmp_path)
    assert read_rows(tmp_path) == expected


@pytest.fixture
def old_worker(cluster: Cluster, tmp_path: Path) -> Callable[[], object]:
    """Function that starts a worker with an older version of the package."""
    package = tmp_path / "old" / "transtats_cli"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0.0.1"\n')
    return partial(cluster.start_worker, PYTHONPATH=str(package.parent))


@pytest.mark.parametrize("is_late", [False, True], ids=["before the run", "during the run"])
def test_a_worker_with_another_version_is_refused_and_the_client_is_closed(
    fleet: list[str], cluster: Cluster, old_worker: Callable[[], object], is_late: bool
) -> None:
    if not is_late:
        old_worker()
    with cluster.connect() as engine:
        if is_late:
            old_worker()
        message = r"a worker has transtats 0\.0\.1 instead of .* with the extra `fleet` on all workers"
        with pytest.raises(TranstatsError, match=message):
            next(engine(lambda: WorkItem((create_root("name", fleet[0]),)), OPTIONS))
    # A client that is not closed connects again and again in its thread after the scheduler has ended.
    wait_for_scheduler(cluster, lambda scheduler: sum(name.startswith("Client-") for name in scheduler.clients) == 1)


def test_a_scheduler_that_is_stopped_is_a_lost_connection(
    fleet: list[str], cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("transtats_cli.fleet.cluster._ANSWER_TIMEOUT_SECONDS", 2.0)
    message = f"^the connection to the scheduler {cluster.address} was lost"
    with cluster.connect() as engine:
        cluster.scheduler.send_signal(signal.SIGSTOP)
        try:
            with pytest.raises(TranstatsError, match=message):
                next(engine(lambda: WorkItem((create_root("name", fleet[0]),)), OPTIONS))
        finally:
            cluster.scheduler.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("options", [[], ["--quiet"]], ids=["normal", "quiet"])
def test_a_message_is_printed_while_the_command_waits_for_the_scheduler(run: Run, options: list[str]) -> None:
    address = f"tcp://127.0.0.1:{find_free_port()}"
    done = run("fleet", ".", "--output", "../output", "--cluster", address, "--wait", "4", *options)
    waiting = "" if options else f"waiting for the scheduler {address} (up to 4 seconds)\n"
    end = f"Error: the Dask scheduler {address} cannot be reached ("
    assert (done.status, done.stderr.startswith(f"{waiting}{end}"), "Timed out" in done.stderr) == (2, True, False)


def test_a_message_is_printed_while_the_command_waits_for_a_worker(fleet: list[str], cluster: Cluster) -> None:
    item = WorkItem((create_root("name", fleet[0]),))
    messages: list[str] = []
    error = f"^{cluster.address} has had no worker for 4 seconds; start workers, and run the same command again"
    with connect_to_cluster(cluster.address, 4, messages.append) as engine, pytest.raises(TranstatsError, match=error):
        next(engine(lambda: item, OPTIONS))
    assert messages == [f"waiting for a worker of {cluster.address} (up to 4 seconds)"]


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "nix"], ids=["scheme", "no port"])
def test_a_wrong_address_of_a_scheduler_is_an_error_at_once(address: str) -> None:
    message = re.escape(f"--cluster {address}: no address of a Dask scheduler; write")
    with pytest.raises(TranstatsError, match=message), connect_to_cluster(address, 1000, print):
        pass


def test_a_name_of_a_scheduler_that_cannot_be_resolved_is_an_error_at_once() -> None:
    message = r"the Dask scheduler tcp://nohost\.invalid:8786 cannot be reached \((?!no answer)"
    with pytest.raises(TranstatsError, match=message), connect_to_cluster("tcp://nohost.invalid:8786", 1000, print):
        pass


def assert_cannot_be_reached(address: str, reason: str) -> None:
    message = re.escape(f"the Dask scheduler {address} cannot be reached ({reason}")
    with (
        pytest.raises(TranstatsError, match=f"^{message}.* run the same command again"),
        connect_to_cluster(address, 1, print),
    ):
        pass


def test_a_program_that_never_answers_at_the_address_of_the_scheduler_is_an_error() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        assert_cannot_be_reached(f"tcp://127.0.0.1:{silent.getsockname()[1]}", "no answer)")


def test_an_address_of_a_scheduler_that_needs_a_certificate_is_an_error() -> None:
    assert_cannot_be_reached(f"tls://127.0.0.1:{find_free_port()}", "TLS expects")


def test_another_program_at_the_address_of_the_scheduler_is_an_error() -> None:
    class Greeting(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(b"220 mail.example.org ready for everything that you may want to send\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greeting) as server:
        threading.Thread(target=partial(server.serve_forever, poll_interval=0.05), daemon=True).start()
        assert_cannot_be_reached(f"tcp://127.0.0.1:{server.server_address[1]}", "another program answers")
        server.shutdown()


def test_an_interrupted_run_leaves_the_cluster_running_and_continues(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path, run: Run
) -> None:
    worker = cluster.start_worker()
    options = ["--output", str(tmp_path / "out"), "--cluster", cluster.address, "--item-bytes", str(ITEM_BYTES)]
    command = [sys.executable, "-m", "transtats_cli", "fleet", *fleet, *options]
    with start_process(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: any((tmp_path / "out" / "manifest").glob("*.json")))
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=DEADLINE)
    message = f"interrupted; run the same command again to continue in {tmp_path / 'out'}\n"
    assert (process.returncode, errors) == (130, message)
    assert read_rows(tmp_path / "out") != expected
    assert run("fleet", *fleet, *options).status == 0
    assert read_rows(tmp_path / "out") == expected
    assert (worker.poll(), cluster.scheduler.poll()) == (None, None)


def test_workers_that_start_later_are_used(fleet: list[str], cluster: Cluster) -> None:
    cluster.start_worker()
    items: list[WorkItem] = []

    def take_item() -> WorkItem | None:
        if is_used:
            return None
        items.append(WorkItem((create_root("name", fleet[0]),)))
        return items[-1]

    is_used = False
    deadline = time.monotonic() + DEADLINE
    with cluster.connect() as engine:
        for done, _ in enumerate(engine(take_item, OPTIONS), 1):
            if done == 1:
                cluster.start_worker()
                cluster.start_worker()
            # Each worker gets two items.
            is_used = is_used or len(items) - done > 4
            assert time.monotonic() < deadline


def test_the_time_limit_of_git_applies_on_the_workers(cluster: Cluster, tmp_path: Path, run: Run) -> None:
    write_component(tmp_path / "shop" / "po", 1)
    author = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    for arguments in (["init", "--quiet"], ["add", "."], [*author, "commit", "--quiet", "--message", "one"]):
        subprocess.run(["git", *arguments], cwd=tmp_path / "shop", check=True)
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    slow = f'#!/bin/sh\ncase " $* " in *" archive "*) exec sleep 300;; esac\nexec "{shutil.which("git")}" "$@"\n'
    git.write_text(slow)
    git.chmod(0o755)
    cluster.start_worker(PATH=f"{git.parent}{os.pathsep}{os.environ['PATH']}")
    root = f"git+file://{tmp_path / 'shop'}"
    done = run("fleet", root, "--output", "output", "--cluster", cluster.address, "--git-timeout", "1")
    assert done.status == 3
    assert remove_waiting(done.stderr).startswith(f"{root}: git archive was stopped after 1 seconds;")


ENDING_MODULE = """
import os
import sys

def end_process(event, arguments):
    if event == "open" and "poison" in str(arguments[0]):
        os._exit(9)

sys.addaudithook(end_process)
"""
"""Module that ends its process when a file with a certain name is opened."""


def test_only_the_root_that_ends_its_workers_fails(tmp_path: Path) -> None:
    variables = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    (tmp_path / "sitecustomize.py").write_text(ENDING_MODULE)
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 6)]
    write_component(tmp_path / "poison" / "shop" / "app", 1)
    with ThreadPoolExecutor(1) as pool, closing(Cluster(tmp_path, **variables)) as cluster:
        running = pool.submit(cluster.run, [str(tmp_path / "poison"), *roots], tmp_path / "output")
        while not running.done():
            # An item of another root is in the queue of the same worker.
            if all(worker.poll() is not None for worker in cluster.workers):
                cluster.start_worker(PYTHONPATH=str(tmp_path))
            time.sleep(0.05)
        summary = running.result()
    reason = "workers ended while they read this root (workers of the cluster were lost)"
    assert (summary.scanned, summary.failed) == (6, 1)
    assert (summary.failures[0].root, reason in summary.failures[0].reason) == (str(tmp_path / "poison"), True)
