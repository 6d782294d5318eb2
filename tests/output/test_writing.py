"""Output is written unchanged and completely, or no file is changed."""

import io
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.cli.options import OutputOptions
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.formats import Destination
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.output.writing import adapt_view_to_output, write_outputs
from transtats_cli.report import Report
from transtats_cli.runner_log import RunnerCommand


@contextmanager
def capture_ascii_output() -> Iterator[io.BytesIO]:
    """Replace standard output by a stream with the encoding ASCII."""
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="ascii", newline="\r\n")
    with redirect_stdout(stream):
        yield written
    stream.detach()


def write_formats(reports: Iterable[Report], view: View, destinations: list[Destination]) -> None:
    OutputOptions(OUTPUTS, destinations, has_step_summary=False).write(reports, view)


def test_standard_output_is_utf_8_in_any_locale() -> None:
    with capture_ascii_output() as written:
        write_outputs([("", iter(["čeština\n", "日本\r\n"]))])
    assert written.getvalue() == "čeština\n日本\r\n".encode()


def test_an_unbuffered_output_that_accepts_parts_receives_the_whole_text() -> None:
    class PartialOutput(io.BytesIO):
        def write(self, content: Any, /) -> int:
            return super().write(bytes(content)[:3])

    written = PartialOutput()
    with redirect_stdout(io.TextIOWrapper(written, encoding="utf-8")) as stream:
        write_outputs([("", iter(["nothing is lost", "\n"]))])
        assert written.getvalue() == b"nothing is lost\n"
    stream.detach()


def test_buffered_text_is_written_before_new_output() -> None:
    with capture_ascii_output() as written:
        sys.stdout.write("before ")
        write_outputs([("", iter(["after\n"]))])
    assert written.getvalue() == b"before after\n"


def test_a_lone_surrogate_is_escaped() -> None:
    with capture_ascii_output() as written:
        write_outputs([("", iter(['"\udce9"\n']))])
    assert written.getvalue() == b'"\\udce9"\n'


@pytest.mark.parametrize("variable", ["GITHUB_ACTIONS", "GITLAB_CI"])
def test_workflow_commands_in_texts_are_escaped_in_a_ci_job(
    variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(variable, "true")
    pieces = ["a\n ::error::b\n", RunnerCommand("::warning title=c::##[d]\n"), "\x1b[0K\n"]
    with capture_ascii_output() as written:
        write_outputs([("", iter(pieces)), (str(tmp_path / "file"), iter(pieces))])
    assert written.getvalue() == b"a\n \\u003a:error::b\n::warning title=c::#\\u0023[d]\n\\u001b[0K\n"
    assert (tmp_path / "file").read_text() == "".join(pieces)


def test_several_formats_are_written_in_one_run(app: Report, tmp_path: Path) -> None:
    files = [tmp_path / "stats.csv", tmp_path / "stats.json"]
    places = [Destination("csv", str(files[0])), Destination("total"), Destination("json", str(files[1]))]
    with capture_ascii_output() as written:
        write_formats(iter([app]), View(), places)
    assert written.getvalue() == b"46.6\n"
    assert files[0].read_bytes().startswith(b"total,total_words")
    assert files[1].read_bytes().startswith(b'{"count":6,')


def test_streaming_formats_write_each_report_before_the_next_is_read(app: Report, tmp_path: Path) -> None:
    printed: list[int] = []

    def reports() -> Iterator[Report]:
        for _ in range(50):
            printed.append(written.getvalue().count(b"\n"))
            yield app

    with capture_ascii_output() as written:
        places = [Destination("ndjson"), Destination("csv", str(tmp_path / "all.csv"))]
        write_formats(reports(), View(has_several_components=True), places)
    assert printed == [6 * number for number in range(50)]


def test_an_error_in_the_first_report_prints_nothing_and_changes_no_file(tmp_path: Path) -> None:
    def reports() -> Iterator[Report]:
        yield from (refuse(number) for number in range(3))

    def refuse(number: int) -> Report:
        raise TranstatsError(f"no component {number}")

    target = tmp_path / "stats.csv"
    target.write_text("before")
    places = [Destination("csv", str(target)), Destination("ndjson")]
    with capture_ascii_output() as written, pytest.raises(TranstatsError, match="no component 0"):
        write_formats(reports(), View(has_several_components=True), places)
    assert target.read_text() == "before"
    assert written.getvalue() == b""


def test_an_error_while_a_text_is_created_does_not_name_the_file(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "half"
        raise OSError("a disk broke")

    with pytest.raises(OSError, match=r"^a disk broke$"):
        write_outputs([(str(tmp_path / "file"), pieces())])
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_named_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match=r"no\\nwhere.file cannot be written: No such file or directory"):
        write_outputs([(str(tmp_path / "no\nwhere" / "file"), iter(["text"]))])


def test_a_closed_standard_output_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(TranstatsError, match="standard output cannot be written"):
        write_outputs([("", iter(["text"]))])


@pytest.mark.parametrize("file", ["", "file"])
def test_force_color_affects_standard_output_and_no_file(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "")
    with capture_ascii_output():
        assert adapt_view_to_output(file, View()).is_coloured is (not file)


@pytest.mark.parametrize("file", ["", "file"])
def test_a_pipe_and_a_file_get_no_colour(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    with capture_ascii_output():
        assert adapt_view_to_output(file, View()) == View(is_terminal=False, is_coloured=False, width=None)


WRITING_SCRIPT = "from transtats_cli.output.writing import write_outputs; write_outputs([('', iter(['text\\n'] * 2))])"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_error() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", WRITING_SCRIPT], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("standard output cannot be written: No space left on device")


def test_a_closed_pipe_raises_broken_pipe_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", WRITING_SCRIPT], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert "BrokenPipeError" in done.stderr
    assert "cannot be written" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_output_on_a_terminal_is_coloured_and_has_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl
    import pty
    import struct
    import termios

    monkeypatch.setenv("TERM", "xterm")
    for name in ("COLUMNS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    master, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 66, 0, 0))
    with open(terminal, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert adapt_view_to_output("", View()) == View(is_terminal=True, is_coloured=True, width=66)
        assert adapt_view_to_output("file", View()) == View()
        monkeypatch.undo()
    os.close(master)
