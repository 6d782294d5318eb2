"""Dask clusters: real scheduler and worker processes on loopback, which are killed and restarted during a run."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.fleets import read_rows, run_roots, write_roots
from transtats_cli.fleet.schema import Row

pytest.importorskip("distributed", reason="needs the extra fleet")
pytestmark = pytest.mark.slow

ITEM_BYTES = "15000"
"""Each root is divided, so that a run has many items."""


def find_free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Cluster:
    """Scheduler and workers. `close` kills all of them."""

    def __init__(self, folder: Path) -> None:
        self.port = find_free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._folder = folder
        self.scheduler = self.start_scheduler()
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> "subprocess.Popen[bytes]":
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        deadline = time.monotonic() + 30
        while True:
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self.scheduler
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def start_worker(self, **variables: str) -> "subprocess.Popen[bytes]":
        options = ("--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--local-directory", str(self._folder))
        self.workers.append(self._start("worker", self.address, *options, **variables))
        return self.workers[-1]

    def kill_workers(self) -> None:
        while self.workers:
            worker = self.workers.pop()
            worker.kill()
            worker.wait()

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


@pytest.fixture(scope="module")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with closing(Cluster(tmp_path_factory.mktemp("shared"))) as started:
        yield started


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Iterator[Cluster]:
    """Return a scheduler without workers. Several tests share the scheduler, so they do not end it."""
    yield shared_cluster
    shared_cluster.kill_workers()


@pytest.fixture
def own_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Return a scheduler that the test may end."""
    with closing(Cluster(tmp_path_factory.mktemp("own"))) as started:
        yield started


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("fleet")
    return [str(folder / name) for name in write_roots(folder, 12, components=4, strings=100)]


@pytest.fixture(scope="module")
def expected(fleet: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    output = str(tmp_path_factory.mktemp("expected"))
    run_roots(fleet, output)
    return read_rows(output)


def start_run(roots: list[str], address: str, output: Path, wait: str = "60") -> "subprocess.Popen[str]":
    arguments = ["--output", str(output), "--cluster", address, "--item-bytes", ITEM_BYTES, "--wait", wait]
    return subprocess.Popen(
        [sys.executable, "-m", "transtats_cli", "fleet", *roots, *arguments], stderr=subprocess.PIPE, text=True
    )


def wait_for_parts(output: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(list((output / "manifest").glob("*.json"))) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def wait_for_client(cluster: Cluster) -> None:
    """Wait until a client has connected to the scheduler and has submitted an item."""
    from distributed import Client

    def count_tasks(dask_scheduler: Any) -> int:
        return len(dask_scheduler.tasks)

    deadline = time.monotonic() + 60
    with Client(cluster.address, set_as_default=False) as client:
        while not client.run_on_scheduler(count_tasks):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def finish(process: "subprocess.Popen[str]") -> tuple[int, str]:
    _, errors = process.communicate(timeout=90)
    return process.returncode, errors


def test_a_cluster_with_a_killed_worker_gives_the_rows_of_this_machine(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path
) -> None:
    first, _ = cluster.start_worker(), cluster.start_worker()
    process = start_run(fleet, cluster.address, tmp_path)
    wait_for_parts(tmp_path, 3)
    first.kill()
    assert finish(process) == (0, f"{tmp_path}: 12 roots, 12 scanned\n")
    assert read_rows(tmp_path) == expected


def test_a_restarted_scheduler_is_found_again(
    fleet: list[str], expected: list[Row], own_cluster: Cluster, tmp_path: Path
) -> None:
    own_cluster.start_worker()
    process = start_run(fleet, own_cluster.address, tmp_path)
    wait_for_parts(tmp_path, 3)
    own_cluster.scheduler.kill()
    own_cluster.scheduler.wait()
    own_cluster.start_scheduler()
    own_cluster.start_worker()
    assert finish(process) == (0, f"{tmp_path}: 12 roots, 12 scanned\n")
    assert read_rows(tmp_path) == expected


def test_a_run_without_workers_ends_and_continues_later(
    fleet: list[str], expected: list[Row], cluster: Cluster, tmp_path: Path
) -> None:
    worker = cluster.start_worker()
    process = start_run(fleet, cluster.address, tmp_path, wait="2")
    wait_for_parts(tmp_path, 2)
    worker.kill()
    status, errors = finish(process)
    assert (status, errors.split(" has had ")[1]) == (
        2,
        "no worker for 2 seconds; start workers, and run the same command again to continue\n",
    )
    cluster.start_worker()
    assert finish(start_run(fleet, cluster.address, tmp_path))[0] == 0
    assert read_rows(tmp_path) == expected


def test_a_worker_with_another_version_is_refused(fleet: list[str], cluster: Cluster, tmp_path: Path) -> None:
    package = tmp_path / "old" / "transtats_cli"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0.0.1"\n')
    cluster.start_worker(PYTHONPATH=str(package.parent))
    status, errors = finish(start_run(fleet, cluster.address, tmp_path / "output"))
    assert status == 2
    assert "has transtats 0.0.1 instead of" in errors
    assert "with the extra `fleet` on all workers" in errors
    assert "Traceback" not in errors


def test_a_worker_with_another_version_that_starts_later_is_refused(
    fleet: list[str], cluster: Cluster, tmp_path: Path
) -> None:
    process = start_run(fleet, cluster.address, tmp_path / "output")
    wait_for_client(cluster)
    package = tmp_path / "old" / "transtats_cli"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0.0.1"\n')
    cluster.start_worker(PYTHONPATH=str(package.parent))
    status, errors = finish(process)
    assert (status, "a worker has transtats 0.0.1 instead of" in errors) == (2, True)


def test_a_scheduler_that_cannot_be_reached_is_an_error(fleet: list[str], tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{find_free_port()}"
    status, errors = finish(start_run(fleet, address, tmp_path, wait="1"))
    assert status == 2
    assert errors.startswith(f"Error: the Dask scheduler {address} cannot be reached")
    assert "run the same command again to continue" in errors
