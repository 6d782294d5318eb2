"""Each attack once. `python tests/hostile/run.py` repeats the attacks with random input for minutes."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("run.py")
AREAS = sorted(path.stem for path in SCRIPT.with_name("attacks").glob("[!_]*.py"))
MAX_SECONDS = 900


@pytest.mark.system
@pytest.mark.parametrize("area", AREAS)
def test_the_attacks_of_an_area_find_no_failure(area: str, tmp_path: Path) -> None:
    if area == "http":
        pytest.importorskip("schemathesis", reason="schemathesis is not installed")
        if not Path("/proc/self/fd").exists():
            pytest.skip("reads the resources of the server from /proc")
    done = subprocess.run(
        [sys.executable, SCRIPT, "--seconds", "0", area],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=MAX_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_area_has_attacks() -> None:
    assert AREAS == [
        "archives",
        "cache",
        "files",
        "formats",
        "git",
        "http",
        "output",
        "processes",
        "readers",
        "settings",
    ]
