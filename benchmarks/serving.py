"""Compare requests per second with a route that returns the same bytes: `python -m benchmarks.serving`."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from benchmarks import staleness, table
from benchmarks.environment import describe_machine
from benchmarks.trees import TreeSize, write_tree

REQUESTED_PATH = "/api/components/project-000/component-00000/statistics/"
TREE_SIZE = TreeSize(1, 20, 100)
SMALLEST_RATIO = 0.5
"""Smallest allowed ratio: requests per second of transtats divided by those of a bare Starlette route."""
CONNECTION_COUNT = 50
WARM_UP_SECONDS = 1
BARE_SERVER = """
import socket, sys
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

body = open(sys.argv[2], "rb").read()

async def answer(request: Request) -> Response:
    return Response(body, media_type="application/json")

listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
print(f"http://127.0.0.1:{listening.getsockname()[1]}/api/", flush=True)
config = uvicorn.Config(
    Starlette(routes=[Route(sys.argv[1], answer)]), loop="uvloop", http="httptools", access_log=False, log_config=None
)
uvicorn.Server(config).run(sockets=[listening])
"""


class LoadResult(NamedTuple):
    """Result of one run of the load generator wrk. CPU time and memory exclude the worker processes of the server."""

    requests_per_second: float
    """Number of requests per second."""
    latency_percentile_99: float
    """99th percentile of the latency of requests, in milliseconds."""
    errors: int
    cpu: float
    """CPU time of the server process, in seconds."""
    seconds: float
    memory: int

    @property
    def requests_per_cpu_second(self) -> float:
        return self.requests_per_second * self.seconds / self.cpu if self.cpu else 0.0


class RunningServer(NamedTuple):
    """A running server process and its port."""

    process: "subprocess.Popen[str]"
    port: int

    def get(self, path: str = REQUESTED_PATH) -> bytes:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            if response.status != 200:
                raise OSError(f"{path}: {response.status}")
            return response.read()
        finally:
            connection.close()

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the peak memory of the server process, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.findall(r"^VmHWM:\s*(\d+)", status, re.MULTILINE)[0]) * 1024


@contextmanager
def run_server(*arguments: str | Path, log: Path) -> Iterator[RunningServer]:
    """Run a Python program that starts a server, and yield the server. `arguments` are those of the interpreter.

    The first line that the program prints must be its URL. At the end of the `with` block, the program is terminated.
    """
    with (
        log.open("wb") as stderr,
        subprocess.Popen(
            [sys.executable, *map(str, arguments)], stdout=subprocess.PIPE, stderr=stderr, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline().strip()
            if not line:
                process.wait()
                raise OSError(log.read_text(encoding="utf-8"))
            yield RunningServer(process, int(line.removesuffix("/api/").rpartition(":")[2]))
        finally:
            process.terminate()


def run_wrk(server: RunningServer, seconds: int) -> LoadResult:
    """Send requests with the load generator wrk for `seconds` seconds, as fast as the server responds."""
    before = server.cpu()
    command = [
        "wrk",
        "-t1",
        f"-c{CONNECTION_COUNT}",
        f"-d{seconds}s",
        "--latency",
        f"http://127.0.0.1:{server.port}{REQUESTED_PATH}",
    ]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return parse_wrk(output, cpu=server.cpu() - before, seconds=seconds, memory=server.memory())


def parse_wrk(output: str, *, cpu: float, seconds: float, memory: int) -> LoadResult:
    """Parse the output of the load generator wrk. Raises ValueError if the output has an unknown format."""
    requests = re.search(r"Requests/sec:\s*([\d.]+)", output)
    slowest = re.search(r"99%\s+([\d.]+)(us|ms|s|m)\b", output)
    if requests is None or slowest is None:
        raise ValueError(f"the output of wrk has an unknown format:\n{output}")
    unit = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}[slowest[2]]
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
    errors = int(refused[1]) if refused else 0
    errors += sum(map(int, broken.groups())) if broken else 0
    return LoadResult(float(requests[1]), float(slowest[1]) * unit, errors, cpu, seconds, memory)


def measure(work: Path, seconds: int) -> int:
    """Measure transtats, a bare Starlette route, and transtats while files change, and print the results.

    Return the exit status: 0 if all limits are met, otherwise 1.
    """
    root = work / "root"
    write_tree(TREE_SIZE, root)
    command = ("-m", "transtats_cli", "serve", "--port", "0", "--root", root)
    with run_server(*command, log=work / "log") as server:
        body = server.get()
        (work / "body").write_bytes(body)
        with run_server("-c", BARE_SERVER, REQUESTED_PATH, work / "body", log=work / "bare-log") as bare:
            for each in (server, bare):
                run_wrk(each, WARM_UP_SECONDS)
            loads = {"transtats": run_wrk(server, seconds), "a bare Starlette route": run_wrk(bare, seconds)}
        with staleness.probe_while_changing(server.get, root, REQUESTED_PATH) as changes:
            loads["transtats, files change"] = run_wrk(server, seconds)
    print(
        f"{describe_machine()}; load {os.getloadavg()[0]:.1f}. "
        f"{len(body):,} bytes, {CONNECTION_COUNT} connections, {seconds} s.\n"
    )
    print(
        table.render_text(
            ["", "requests/s", "per CPU-s", "p99 ms", "MB", "errors"], [_render_row(*each) for each in loads.items()]
        )
    )
    ours, theirs, _ = loads.values()
    share, of_cpu = (
        ours.requests_per_second / theirs.requests_per_second,
        ours.requests_per_cpu_second / theirs.requests_per_cpu_second,
    )
    print(
        f"{share:.2f} of the bare route's requests per second, {of_cpu:.2f} per CPU-second; "
        f"the floor is {SMALLEST_RATIO}."
    )
    print(changes)
    is_ok = share >= SMALLEST_RATIO and not any(each.errors for each in loads.values()) and changes.is_ok
    print("ok" if is_ok else "FAILED")
    return 0 if is_ok else 1


def _render_row(name: str, load: LoadResult) -> list[str]:
    figures = (load.requests_per_second, load.requests_per_cpu_second, load.latency_percentile_99, load.memory / 1e6)
    return [
        name,
        *(f"{figure:,.0f}" if figure >= 100 else table.format_number(figure) for figure in figures),
        str(load.errors),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving", description=__doc__)
    parser.add_argument("--seconds", type=int, default=10, help="duration of each measurement")
    options = parser.parse_args(argv)
    if shutil.which("wrk") is None:
        print("wrk is not installed; install it: apt-get install wrk", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="transtats-serving-") as work:
        return measure(Path(work), options.seconds)


if __name__ == "__main__":
    sys.exit(main())
