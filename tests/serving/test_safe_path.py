"""Worker processes import nothing from the directory in which the server is started."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import asyncio

from transtats_cli.serving.data.workers import ServerWorkers


async def main():
    workers = ServerWorkers(1)
    try:
        print(await workers.run_task(asyncio.get_running_loop().create_future(), abs, -7))
    finally:
        workers.end_processes()


if __name__ == "__main__":
    asyncio.run(main())
"""


def test_modules_in_the_current_directory_are_not_imported(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "ours/script.py").write_text(SCRIPT)
    for name in ("struct", "socket", "selectors", "random", "polib"):
        (tmp_path / f"theirs/{name}.py").write_text("raise SystemExit('somebody else is asked')\n")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "ours/script.py")],
        cwd=tmp_path / "theirs",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("7\n", "")
