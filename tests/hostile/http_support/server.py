"""A server process and a minimal HTTP client for it."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

APP = b"/api/components/demo/app/statistics/"
WIDE = b"/api/components/demo/wide/statistics/"
MAX_SECONDS = 60
SERVER_PROGRAM = """
import json, sys
from transtats_cli.serving import server
from transtats_cli.serving.options import ServerLimits, ServeOptions

listening = server.open_listening_socket("127.0.0.1", 0)
base_url = server.format_server_url(listening, "127.0.0.1")
options = ServeOptions(sys.argv[1], base_url, log_format="json", limits=ServerLimits(**json.loads(sys.argv[2])))
server.run_server(options, listening, lambda: print(base_url + "/api/", flush=True))
"""


class Reply(NamedTuple):
    status: int
    body: bytes


class Usage(NamedTuple):
    """Resources of the server process at one moment."""

    memory: int
    descriptors: int
    processes: int
    """Number of worker processes."""


class Server:
    """A server process that writes its log to a file."""

    def __init__(self, root: Path, limits: dict[str, float], log: Path) -> None:
        self.log = log
        with log.open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "-c", SERVER_PROGRAM, str(root), json.dumps(limits)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        assert self.process.stdout is not None
        self.api = self.process.stdout.readline().strip()
        self.port = int(self.api.removesuffix("/api/").rpartition(":")[2])

    def measure_usage(self) -> Usage:
        place = Path(f"/proc/{self.process.pid}")
        pages = int((place / "statm").read_text().split()[1])
        children = [task.joinpath("children").read_text().split() for task in (place / "task").iterdir()]
        return Usage(pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir(place / "fd")), sum(map(len, children)))

    def end(self) -> int:
        if self.process.poll() is None:
            self.process.kill()
        status = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status


async def send_get(server: Server, path: bytes) -> Reply:
    """Send a GET request and return the response, with status 0 if the connection ends without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(b"GET " + path + b" HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        return parse_reply(await asyncio.wait_for(reader.read(-1), MAX_SECONDS))
    except ConnectionError:
        return Reply(0, b"")
    finally:
        writer.close()


def parse_reply(received: bytes) -> Reply:
    """Parse a response. Raises AssertionError if its body is shorter than its Content-Length."""
    if not received:
        return Reply(0, b"")
    head, _, body = received.partition(b"\r\n\r\n")
    length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), None)
    assert length is not None, head
    assert len(body) == int(length.partition(b":")[2]), f"{len(body)} bytes of an answer: {head!r}"
    return Reply(int(head[9:12]), body)
