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

from http_support.addresses import odd_requests
from http_support.changing_files import change, numbers, plant, states
from http_support.server import APP, LONGEST_SECONDS, WIDE, Server, Usage, ask
from http_support.slow_clients import KINDS

LONG_FROM_SECONDS = 30
"""Below this time the short form runs."""
SLOW_SECONDS = 120
"""A slow client that is connected for longer is never disconnected."""
LONGEST_WAIT_SECONDS = 5
"""For other clients, on a busy machine."""
STALE_SECONDS = 2.0
GROWTH_BYTES = 40_000_000
"""More memory than this, after everything has been done once, is a leak."""
SPARE_DESCRIPTORS = 8
"""Pipes of workers that start and end."""
SPARE_PROCESSES = 2
"""Workers that start and end."""
FINE = {200, 304, 400, 401, 404, 405, 406, 408, 414, 431}


class Extent(NamedTuple):
    """Number of attacks of each kind."""

    addresses: int
    slow_clients: int
    changes: int
    examples: int
    limits: dict[str, float]
    """Limits of the server; the short form replaces the real ones, which take too long."""


LONG = Extent(1_000, 200, 43, 50, {})
SHORT = Extent(300, 80, 7, 2, {"head_seconds": 1.0, "idle_seconds": 1, "progress_check_seconds": 1.0})


async def odd(server: Server, extent: Extent) -> str:
    """Send odd requests, many at a time. Each must be answered without a server error."""
    found: Counter[int] = Counter()
    turns = asyncio.Semaphore(20)

    async def one(method: bytes, path: bytes, header: bytes) -> None:
        async with turns:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(method + b" " + path + b" HTTP/1.1\r\nHost: here\r\nConnection: close\r\n" + header + b"\r\n")
            received = b""
            with contextlib.suppress(ConnectionResetError):
                received = await asyncio.wait_for(reader.read(-1), LONGEST_SECONDS)
            writer.close()
            assert received, path[:200]
            status = int(received[9:12])
            assert status in FINE, (status, method, path[:200])
            found[status] += 1

    await asyncio.gather(*(one(*each) for each in odd_requests(extent.addresses)))
    return ", ".join(f"{count} times {status}" for status, count in sorted(found.items()))


async def slow(server: Server, extent: Extent) -> str:
    """Connect slow clients. They must be disconnected and must not delay other clients."""
    clients = asyncio.gather(*(KINDS[number % len(KINDS)](server) for number in range(extent.slow_clients)))
    waited = []
    deadline = time.monotonic() + SLOW_SECONDS
    while not clients.done():
        assert time.monotonic() < deadline, "a slow client is held for ever"
        began = time.monotonic()
        assert (await ask(server, APP)).status == 200
        waited.append(time.monotonic() - began)
        await asyncio.wait([clients], timeout=0.1)
    await clients
    assert max(waited) < LONGEST_WAIT_SECONDS
    return f"{extent.slow_clients} clients; meanwhile others waited {1000 * max(waited):.0f} ms at most"


async def changing(server: Server, extent: Extent, root: Path) -> str:
    """Change files. Every answer must be right for a state at most two seconds old."""
    latest, answers, before = 0.0, 0, numbers(await ask(server, APP))
    for state in states(extent.changes):
        change(root / "demo/app", state)
        began = now = time.monotonic()
        is_new = False
        while not is_new or now - began < (1.0 if state.is_broken else 0.3):
            seen, now = numbers(await ask(server, APP)), time.monotonic()
            answers += 1
            assert seen in ((state.numbers,) if is_new else (before, state.numbers)), f"{state.name}: {seen}"
            if seen == state.numbers and not is_new:
                is_new, latest = True, max(latest, now - began)
            assert now - began < STALE_SECONDS or is_new, f"{state.name}: {seen} after {now - began:.1f} s"
            await asyncio.sleep(0.01)
        health = json.loads((await ask(server, b"/healthz")).body)
        assert [each["path"] for each in health["broken"]] == (["de.po"] if state.is_broken else []), state.name
        before = state.numbers
    return f"{extent.changes} changes, {answers} answers; the slowest one followed after {latest:.2f} s"


async def schema(server: Server, extent: Extent) -> str:
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
    command += ["--max-examples", str(extent.examples), "--generation-database", "none", "--no-color"]
    if extent.examples < LONG.examples:
        command += ["--phases", "examples,coverage"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=server.log.parent, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said = (await process.communicate())[0].decode()
    assert process.returncode == 0, said
    return next((line.strip() for line in said.splitlines() if "generated" in line), "")


async def terminated(server: Server, extent: Extent) -> str:
    """Send SIGTERM under load. Open requests must be answered in full and the server must exit with 0."""
    done = asyncio.Event()
    answered: Counter[int] = Counter()

    async def load() -> None:
        while not done.is_set():
            try:
                answered[(await ask(server, WIDE)).status] += 1
            except ConnectionError:
                # Nobody listens any more, or what had not been accepted yet is turned away.
                return

    loads = [asyncio.create_task(load()) for _ in range(50)]
    # Whoever is slow keeps it from ending no more than from answering.
    loads += [asyncio.create_task(kind(server)) for kind in KINDS for _ in range(5)]
    await asyncio.sleep(0.5)
    server.process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    status = await asyncio.to_thread(server.process.wait, SLOW_SECONDS)
    took = time.monotonic() - began
    done.set()
    await asyncio.gather(*loads)
    assert status == 0
    assert answered.keys() <= {200, 0}
    return f"{answered[200]} answers, none of them cut off; it ended in {took:.1f} s"


async def settled(server: Server) -> Usage:
    """Return the lowest resource usage of the idle server; connections take a moment to close."""
    best = server.usage()
    for _ in range(20):
        await asyncio.sleep(0.1)
        best = Usage(*map(min, best, server.usage()))
    return best


async def _attack(extent: Extent, work: Path) -> list[str]:
    root = work / "root"
    plant(root)
    server = Server(root, extent.limits, work / "log")
    try:
        facts = [await schema(server, extent), await odd(server, extent), await slow(server, extent)]
        usage = await settled(server)
        # The first round has loaded everything: more memory in the second one is a leak.
        facts.append(await changing(server, extent, root))
        await odd(server, extent)
        await slow(server, extent)
        facts.append(compare(usage, await settled(server)))
        facts.append(await terminated(server, extent))
    finally:
        server.end()
        complaints = [line for line in server.log.read_text().splitlines() if is_complaint(line)]
    assert not complaints, "\n".join(complaints[:20])
    return facts


def compare(before: Usage, after: Usage) -> str:
    """Return the growth of the server's resources. Raises AssertionError if they leak."""
    growth = after.memory - before.memory
    assert growth < GROWTH_BYTES, f"{growth:,} bytes more"
    assert after.descriptors <= before.descriptors + SPARE_DESCRIPTORS, (before, after)
    assert after.processes <= before.processes + SPARE_PROCESSES, (before, after)
    return f"memory {growth / 1e6:+.1f} MB of {after.memory / 1e6:.0f}, descriptors {before[1]} to {after[1]}"


def is_complaint(line: str) -> bool:
    """True if a line of the log reports an error of the server itself."""
    return "Traceback" in line or (line.startswith("{") and json.loads(line).get("status", 0) in (500, 503))


def attack(work: Path, seconds: float) -> str:
    """Attack a running server; the long form takes about a minute and a half, whatever the number of seconds."""
    return "; ".join(filter(None, asyncio.run(_attack(LONG if seconds >= LONG_FROM_SECONDS else SHORT, work))))
