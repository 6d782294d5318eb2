"""Every attack once; `python tests/hostile/run.py` repeats them with random input for minutes."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("run.py")
AREAS = sorted(path.stem for path in SCRIPT.with_name("attacks").glob("[!_]*.py"))
MOST_SECONDS = 240


@pytest.mark.slow
@pytest.mark.parametrize("area", AREAS)
def test_attacks_are_withstood(area: str, tmp_path: Path) -> None:
    if area == "http":
        pytest.importorskip("schemathesis", reason="sends requests made from the OpenAPI document")
        if not Path("/proc/self/fd").exists():
            pytest.skip("reads the server's resources from /proc")
    done = subprocess.run(
        [sys.executable, SCRIPT, "--seconds", "0", area],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_area_is_attacked() -> None:
    assert AREAS == ["cache", "files", "formats", "git", "http", "output", "processes", "settings"]
