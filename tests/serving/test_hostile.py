"""The hostile run in its short form; `python tests/serving/hostile.py` is the long one."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at what the server takes in /proc")
def test_nothing_goes_wrong(tmp_path: Path) -> None:
    pytest.importorskip("schemathesis", reason="asks by our own description")
    script = Path(__file__).with_name("hostile.py")
    done = subprocess.run(
        [sys.executable, script, "--short"], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
