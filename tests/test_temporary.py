"""No directory is left behind, however a process ends."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from transtats_cli import temporary

WAITING = """
import os, sys, time
from transtats_cli import temporary
with temporary.create_temporary_directory() as one, temporary.create_temporary_directory() as other:
    for path in (one, other):
        open(os.path.join(path, "file"), "w").close()
    if not os.fork():
        os.kill(os.getpid(), 15)
    os.wait()
    assert os.path.exists(one)
    print("ready", flush=True)
    time.sleep(60)
"""


def test_a_directory_is_there_as_long_as_it_is_wanted() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with temporary.create_temporary_directory() as path:
        (Path(path) / "file").write_text("text", encoding="utf-8")
    assert not Path(path).exists()
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_process_that_is_ended_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        assert len(list(tmp_path.iterdir())) == 2
        process.send_signal(number)
        assert process.wait(timeout=30) == -number
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_waits_until_a_directory_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(path: str, *, ignore_errors: bool) -> None:
        signal.raise_signal(signal.SIGINT)
        gone.append(path)

    gone: list[str] = []
    monkeypatch.setattr("shutil.rmtree", impatient)
    with pytest.raises(KeyboardInterrupt), temporary.create_temporary_directory() as path:
        pass
    monkeypatch.undo()
    assert gone == [path]
    Path(path).rmdir()
