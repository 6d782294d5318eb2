"""Temporary directories are removed, however a process ends."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import start_process
from transtats_cli import signals

WAITING = """
import os, sys, time
from transtats_cli import signals
with signals.create_temporary_directory() as one, signals.create_temporary_directory() as other:
    for path in (one, other):
        open(os.path.join(path, "file"), "w").close()
    if not os.fork():
        os.kill(os.getpid(), 15)
    os.wait()
    assert os.path.exists(one)
    print("ready", flush=True)
    # A signal immediately before a long pause would be handled at the end of the pause.
    while True:
        time.sleep(0.05)
"""


def test_a_directory_is_removed_at_the_end_of_its_block() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with signals.create_temporary_directory() as path:
        (Path(path) / "file").write_text("text", encoding="utf-8")
    assert not Path(path).exists()
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_process_that_a_signal_ends_leaves_no_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with start_process([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        assert len(list(tmp_path.iterdir())) == 2
        process.send_signal(number)
        assert process.wait(timeout=30) == -number
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_during_the_removal_is_raised_after_the_directory_is_removed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(path: str, *, ignore_errors: bool) -> None:
        signal.raise_signal(signal.SIGINT)
        removed.append(path)

    removed: list[str] = []
    monkeypatch.setattr("shutil.rmtree", interrupt)
    with pytest.raises(KeyboardInterrupt), signals.create_temporary_directory() as path:
        pass
    monkeypatch.undo()
    assert removed == [path]
    Path(path).rmdir()
