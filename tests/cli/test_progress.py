"""Commands that read many files draw a progress bar on a terminal, and nothing elsewhere."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree

# The bar is drawn at each step, not only after a second and every 0.1 seconds.
SCRIPT = """
from transtats_cli.output import terminal
terminal._SECONDS_UNTIL_SHOWN = terminal._SECONDS_BETWEEN_UPDATES = -1.0
from transtats_cli.cli import main
main()
"""
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "Eins"\n'


@pytest.fixture
def shop(tree: WriteTree) -> Path:
    return tree({f"shop/{name}/{code}.po": PO for name in ("app", "site") for code in ("de", "fr")})


def read_to_end(master: int) -> str:
    """Return what was written to a pseudo-terminal whose other end is closed. The system may pass it on in pieces."""
    pieces = []
    with contextlib.suppress(OSError):  # Linux raises EIO at the end.
        while piece := os.read(master, 10_000):
            pieces.append(piece)
    os.close(master)
    return b"".join(pieces).decode()


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("argv", "last_step"),
    [
        pytest.param(["components"], "2/2 ", id="components"),
        pytest.param(["stats", "--all"], "2/2 ", id="stats of all components"),
        pytest.param(["stats", "shop", "app"], "2 ", id="stats of one component"),
        pytest.param(["gate", "--all", "--fail-under", "10"], "2/2 ", id="gate"),
    ],
)
def test_a_terminal_shows_the_progress_and_erases_it(shop: Path, argv: list[str], last_step: str) -> None:
    import pty

    master, terminal = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *argv, "--no-cache"],
        cwd=shop,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        check=True,
    )
    os.close(terminal)
    shown = read_to_end(master)
    assert last_step in shown
    assert shown.endswith("\r\x1b[K"), shown
    assert last_step not in done.stdout


@pytest.mark.parametrize("argv", [["components"], ["stats", "--all"]])
def test_a_file_contains_no_progress(shop: Path, argv: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *argv, "--no-cache"],
        cwd=shop,
        env={**os.environ, "TERM": "xterm"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
