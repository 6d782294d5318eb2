"""Attack the HTTP server: odd requests, slow clients, changing files, signals. Check its memory and descriptors."""

import asyncio
import contextlib
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from http_support.addresses import generate_odd_requests
from http_support.changing_files import apply_state, generate_states, read_numbers, write_project
from http_support.server import APP, MAX_SECONDS, WIDE, Server, Usage, send_get
from http_support.slow_clients import SLOW_CLIENTS

LONG_FROM_SECONDS = 30
"""Minimum number of seconds in the option `--seconds` for the long form."""
SLOW_SECONDS = 120
"""Time after which a slow client counts as never disconnected."""
MAX_WAIT_SECONDS = 5
"""Maximum wait of other clients, on a busy machine."""
STALE_SECONDS = 2.0
GROWTH_BYTES = 40_000_000
"""A larger growth of the memory after the first round is a leak."""
SPARE_DESCRIPTORS = 8
"""Allowed growth of the number of descriptors, because of pipes of workers that start and end."""
SPARE_PROCESSES = 2
"""Allowed growth of the number of processes, because of workers that start and end."""
ACCEPTED_STATUSES = {200, 304, 400, 401, 404, 405, 406, 408, 414, 431}


class AttackCounts(NamedTuple):
    """Numbers of attacks of each kind, and limits of the server. A long and a short form are defined."""

    addresses: int
    slow_clients: int
    changes: int
    examples: int
    limits: dict[str, float]
    """Limits that replace the default limits of the server. The default limits take too long for the short form."""


LONG = AttackCounts(1_000, 200, 43, 50, {})
SHORT = AttackCounts(150, 40, 5, 2, {"head_seconds": 1.0, "idle_seconds": 1, "progress_check_seconds": 1.0})


async def send_odd_requests(server: Server, counts: AttackCounts) -> str:
    """Send odd requests, many at a time. Each must be answered without a server error."""
    statuses: Counter[int] = Counter()
    semaphore = asyncio.Semaphore(20)

    async def one(method: bytes, path: bytes, header: bytes) -> None:
        async with semaphore:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(method + b" " + path + b" HTTP/1.1\r\nHost: here\r\nConnection: close\r\n" + header + b"\r\n")
            received = b""
            with contextlib.suppress(ConnectionResetError):
                received = await asyncio.wait_for(reader.read(-1), MAX_SECONDS)
            writer.close()
            assert received, path[:200]
            status = int(received[9:12])
            assert status in ACCEPTED_STATUSES, (status, method, path[:200])
            statuses[status] += 1

    await asyncio.gather(*(one(*each) for each in generate_odd_requests(counts.addresses)))
    return ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items()))


async def connect_slow_clients(server: Server, counts: AttackCounts) -> str:
    """Connect slow clients. They must be disconnected and must not delay other clients."""
    clients = asyncio.gather(
        *(SLOW_CLIENTS[number % len(SLOW_CLIENTS)](server) for number in range(counts.slow_clients))
    )
    waits = []
    deadline = time.monotonic() + SLOW_SECONDS
    while not clients.done():
        assert time.monotonic() < deadline, "a slow client is never disconnected"
        start = time.monotonic()
        assert (await send_get(server, APP)).status == 200
        waits.append(time.monotonic() - start)
        await asyncio.wait([clients], timeout=0.1)
    await clients
    assert max(waits) < MAX_WAIT_SECONDS
    return f"{counts.slow_clients} clients; meanwhile others waited {1000 * max(waits):.0f} ms at most"


async def change_files(server: Server, counts: AttackCounts, root: Path) -> str:
    """Change files. Every response must be correct for a state at most two seconds old."""
    latest, answers, before = 0.0, 0, read_numbers(await send_get(server, APP))
    for state in generate_states(counts.changes):
        apply_state(root / "demo/app", state)
        start = now = time.monotonic()
        is_new = False
        while not is_new or now - start < (1.0 if state.is_broken else 0.3):
            received, now = read_numbers(await send_get(server, APP)), time.monotonic()
            answers += 1
            assert received in ((state.numbers,) if is_new else (before, state.numbers)), f"{state.name}: {received}"
            if received == state.numbers and not is_new:
                is_new, latest = True, max(latest, now - start)
            assert now - start < STALE_SECONDS or is_new, f"{state.name}: {received} after {now - start:.1f} s"
            await asyncio.sleep(0.01)
        health = json.loads((await send_get(server, b"/healthz")).body)
        assert [each["path"] for each in health["broken"]] == (["de.po"] if state.is_broken else []), state.name
        before = state.numbers
    return f"{counts.changes} changes, {answers} answers; the slowest one followed after {latest:.2f} s"


async def check_schema(server: Server, counts: AttackCounts) -> str:
    """Check responses against the OpenAPI document with schemathesis."""
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        f"{server.api}schema/",
        "--checks",
        "all",
        "--seed",
        "1",
    ]
    command += ["--max-examples", str(counts.examples), "--generation-database", "none", "--no-color"]
    if counts.examples < LONG.examples:
        command += ["--phases", "examples,coverage"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=server.log.parent, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output = (await process.communicate())[0].decode()
    assert process.returncode == 0, output
    return next((line.strip() for line in output.splitlines() if "generated" in line), "")


async def terminate_under_load(server: Server, counts: AttackCounts) -> str:
    """Send SIGTERM under load. Open requests must be answered in full and the server must exit with 0."""
    done = asyncio.Event()
    statuses: Counter[int] = Counter()

    async def load() -> None:
        while not done.is_set():
            try:
                statuses[(await send_get(server, WIDE)).status] += 1
            except ConnectionError:
                # The server no longer listens, or closes a connection that it has not accepted.
                return

    loads = [asyncio.create_task(load()) for _ in range(50)]
    # Slow clients must not delay the end of the server.
    loads += [asyncio.create_task(kind(server)) for kind in SLOW_CLIENTS for _ in range(5)]
    await asyncio.sleep(0.5)
    server.process.send_signal(signal.SIGTERM)
    start = time.monotonic()
    status = await asyncio.to_thread(server.process.wait, SLOW_SECONDS)
    took = time.monotonic() - start
    done.set()
    await asyncio.gather(*loads)
    assert status == 0
    assert statuses.keys() <= {200, 0}
    return f"{statuses[200]} answers, none of them cut off; it ended in {took:.1f} s"


async def measure_idle_usage(server: Server) -> Usage:
    """Return the lowest resource usage of the idle server. Connections take a moment to close."""
    best = server.measure_usage()
    for _ in range(20):
        await asyncio.sleep(0.1)
        best = Usage(*map(min, best, server.measure_usage()))
    return best


async def _attack(counts: AttackCounts, work: Path) -> list[str]:
    root = work / "root"
    write_project(root)
    server = Server(root, counts.limits, work / "log")
    try:
        facts = [
            await check_schema(server, counts),
            await send_odd_requests(server, counts),
            await connect_slow_clients(server, counts),
        ]
        usage = await measure_idle_usage(server)
        # The first round has loaded all modules, so more memory in the second round is a leak.
        facts.append(await change_files(server, counts, root))
        await send_odd_requests(server, counts)
        await connect_slow_clients(server, counts)
        facts.append(compare_usage(usage, await measure_idle_usage(server)))
        facts.append(await terminate_under_load(server, counts))
    finally:
        server.end()
        error_lines = [line for line in server.log.read_text().splitlines() if is_error_line(line)]
    assert not error_lines, "\n".join(error_lines[:20])
    return facts


def compare_usage(before: Usage, after: Usage) -> str:
    """Return the growth of the server's resources as text. Raises AssertionError if a resource grows too much."""
    growth = after.memory - before.memory
    assert growth < GROWTH_BYTES, f"{growth:,} bytes more"
    assert after.descriptors <= before.descriptors + SPARE_DESCRIPTORS, (before, after)
    assert after.processes <= before.processes + SPARE_PROCESSES, (before, after)
    return f"memory {growth / 1e6:+.1f} MB of {after.memory / 1e6:.0f}, descriptors {before[1]} to {after[1]}"


def is_error_line(line: str) -> bool:
    """Return True if a line of the log contains an error of the server."""
    return "Traceback" in line or (line.startswith("{") and json.loads(line).get("status", 0) in (500, 503))


def attack(work: Path, seconds: float) -> str:
    """Attack a running server. From LONG_FROM_SECONDS seconds, run the long form, which takes about 90 seconds."""
    return "; ".join(filter(None, asyncio.run(_attack(LONG if seconds >= LONG_FROM_SECONDS else SHORT, work))))
