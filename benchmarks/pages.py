"""Measure the time and the size of pages of `transtats serve`: `python -m benchmarks --pages`.

The times are those of a client on the same machine, from the request to the last byte. A page is requested at addresses
that are not in the cache of responses, while the figures of all components are in memory.
"""

import statistics
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from benchmarks import table
from benchmarks.serving import RunningServer, run_server
from benchmarks.trees import TreeSize, write_tree

LARGEST_BYTES = 300_000
REQUESTS = 7
COMPONENT_SIZE = TreeSize(1, 100, 200)
"""One component with 100 languages and 20,000 strings."""
LONG_FILE_SIZE = TreeSize(1, 2, 20_000)
"""One component whose files have 20,000 strings each."""
TREE_SIZE = TreeSize(5_000, 6, 3)
QUICK_TREE_SIZE = TreeSize(400, 6, 3)
_COMPONENT_PATH = "project-000/component-00000/"
_INCOMPLETE_MARK = b"Being counted: "
"""Text of a page that does not yet contain the figures of all components."""
_WAIT_SECONDS = 120.0


class PageCase(NamedTuple):
    """Page to measure, with the largest allowed time in seconds."""

    name: str
    path: str
    parameter: str
    """Query parameter that is added with different values, so that no response for the address is cached."""
    limit_seconds: float


class PageResult(NamedTuple):
    """Measured page. Times are in seconds."""

    case: PageCase
    first_seconds: float
    """Time of the first request, which reads files."""
    new_seconds: float
    """Median time of requests of new addresses."""
    new_cpu_seconds: float
    """CPU time of the server process for one new address, on average. Worker processes are not included."""
    cached_seconds: float
    """Median time of requests of an address whose response is cached."""
    largest_bytes: int

    @property
    def is_ok(self) -> bool:
        return self.largest_bytes <= LARGEST_BYTES and self.new_seconds <= self.case.limit_seconds


COMPONENT_CASES = (
    PageCase("component, 100 languages", f"/projects/{_COMPONENT_PATH}", "name", 0.1),
    PageCase("language, 200 strings", f"/projects/{_COMPONENT_PATH}af/", "x", 0.1),
    PageCase("strings, 200 in the file", f"/translate/{_COMPONENT_PATH}af/", "page", 0.15),
    PageCase("search, 200 in the file", f"/translate/{_COMPONENT_PATH}af/", "q", 0.15),
)
LONG_FILE_CASES = (
    PageCase("strings, 20,000 in the file", f"/translate/{_COMPONENT_PATH}af/", "page", 0.15),
    PageCase("search, 20,000 in the file", f"/translate/{_COMPONENT_PATH}af/", "q", 0.15),
)


def tree_cases(components: int) -> tuple[PageCase, ...]:
    return (
        PageCase(f"all projects, {components:,} components", "/", "name", 0.3),
        PageCase(f"all languages, {components:,} components", "/languages/", "name", 0.3),
    )


def measure_page(server: RunningServer, case: PageCase) -> PageResult:
    """Request a page: until all figures are in memory, then at new addresses, then again at one address."""
    sizes: list[int] = []

    def request(query: str) -> float:
        start = time.perf_counter()
        sizes.append(len(server.get(case.path + query)))
        return time.perf_counter() - start

    first = request("")
    deadline = time.monotonic() + _WAIT_SECONDS
    while _INCOMPLETE_MARK in server.get(case.path):
        if time.monotonic() > deadline:
            raise OSError(f"{case.path}: the components are not counted within {_WAIT_SECONDS:.0f} seconds")
    cpu = server.cpu()
    new = [request(f"?{case.parameter}={number}") for number in range(2, REQUESTS + 2)]
    cpu = (server.cpu() - cpu) / REQUESTS
    cached = [request("") for _ in range(REQUESTS)]
    return PageResult(case, first, statistics.median(new), cpu, statistics.median(cached), max(sizes))


def measure_pages(work: Path, tree: TreeSize, note: Callable[[str], None]) -> list[PageResult]:
    """Write the files, and measure the pages of three servers."""
    sets = [("component", COMPONENT_SIZE, COMPONENT_CASES), ("long-file", LONG_FILE_SIZE, LONG_FILE_CASES)]
    results = []
    for name, size, cases in [*sets, ("tree", tree, tree_cases(tree.components))]:
        root = work / name
        note(f"creating {size.components:,} component(s) with {size.languages} languages of {size.strings:,} strings")
        write_tree(size, root)
        with start_server(root, work) as server:
            results += [measure_page(server, case) for case in cases]
    return results


def start_server(root: Path, work: Path) -> AbstractContextManager[RunningServer]:
    """Start `transtats serve` without a log of the requests."""
    command = ("-m", "transtats_cli", "serve", "--port", "0", "--quiet", "--root", root, "--cache-dir", work / "cache")
    return run_server(*command, log=work / "log")


def render_pages(results: list[PageResult]) -> str:
    """Return the table of the results, and a line for each page that is too slow or too large."""
    rows = [
        [
            each.case.name,
            f"{each.first_seconds * 1000:,.0f}",
            *(
                table.format_number(value * 1000)
                for value in (each.new_seconds, each.new_cpu_seconds, each.cached_seconds)
            ),
            f"{each.case.limit_seconds * 1000:.0f}",
            f"{each.largest_bytes / 1000:.0f}",
        ]
        for each in results
    ]
    failed = [f"{each.case.name}: FAILED" for each in results if not each.is_ok]
    headings = ["page", "first ms", "new ms", "CPU ms", "cached ms", "limit ms", "kB"]
    return (
        table.render_text(headings, rows)
        + f"No page may be larger than {LARGEST_BYTES // 1000} kB.\n"
        + "\n".join(failed or ["ok"])
    )
