"""README: its two commands, its length, its links, and its recipe for the server."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import Run

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
MAX_LINES = 150


def find_blocks(language: str, text: str = TEXT) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_readme_has_at_most_150_lines() -> None:
    assert len(TEXT.splitlines()) <= MAX_LINES


def test_both_install_commands_are_one_line_and_start_with_python() -> None:
    commands = [block for block in find_blocks("console") if not block.startswith("$ ")]
    assert len(commands) == 2
    for command in commands:
        assert command.count("\n") == 1
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert ".venv/bin/transtats stats" in commands[0]
    assert ".venv/bin/pytest" in commands[1]


def test_the_first_command_prints_the_json_that_the_readme_shows(run: Run) -> None:
    (shown,) = re.findall(r'`(\{"count".*\})`', TEXT)
    options = shlex.split(find_blocks("console")[0].strip().rpartition("transtats ")[2])
    printed = json.loads(run(*options, cwd=ROOT).stdout)
    assert json.dumps({**printed, "results": ["x"]}).replace('"x"', "...") == shown


@pytest.mark.parametrize("page", ["docs/getting-started.md", "docs/guides/pull-requests.md", "SECURITY.md"])
def test_the_readme_links_to_the_main_pages(page: str) -> None:
    assert f"({page})" in TEXT


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("page", ["README.md", "docs/guides/serve.md"])
def test_the_server_responds_to_the_requests_of_its_recipe(page: str, tmp_path: Path) -> None:
    (recipe,) = find_blocks("sh", (ROOT / page).read_text(encoding="utf-8"))
    start, *requests = recipe.splitlines()
    python = [sys.executable, "-m", "transtats_cli"]
    argv = shlex.split(start.removesuffix(" &").replace("8000", "0"))[1:]
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    with subprocess.Popen(
        [*python, *argv], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            port = server.stdout.readline().strip().removesuffix("/api/").rpartition(":")[2]
            for line in requests:
                command = shlex.split(line.replace("8000", port))
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
                assert done.returncode == 0, done.stderr
                assert "translated_percent" in done.stdout, line
        finally:
            server.terminate()
