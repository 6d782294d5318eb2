"""Exit statuses and error messages, and standard streams that are closed, full or not UTF-8."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree
from tests.processes import start_process

pytestmark = pytest.mark.slow

TRANSLATED_PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One two"\nmsgstr "x"\n'
COMMAND = [sys.executable, "-W", "error", "-m", "transtats_cli"]
PRINTING_COMMANDS = [
    pytest.param(["--help"], id="help"),
    pytest.param(["--version"], id="version"),
    pytest.param(["stats", "--help"], id="help of a command"),
    pytest.param(["stats", "demo", "app"], id="statistics"),
    pytest.param(["stats", "demo", "app", "--show-settings"], id="settings"),
    pytest.param(["completion", "fish"], id="completion"),
    pytest.param(["init"], id="init"),
]
NEEDS_FULL_DEVICE = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
BUFFERING_MODES = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree({"demo/app/de.po": TRANSLATED_PO})


@contextmanager
def open_descriptor(path: str, flags: int) -> Iterator[int]:
    descriptor = os.open(path, flags)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def build_environment(folder: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "TRANSTATS_CACHE_DIR": str(folder / "cache"), **more}


def run_with_stdout(descriptor: int, argv: list[str], cwd: Path, unbuffered: str) -> tuple[int, str]:
    """Run the command with a standard output. Return the exit status and the text of standard error."""
    done = subprocess.run(
        [*COMMAND, *argv],
        cwd=cwd,
        env=build_environment(cwd, PYTHONUNBUFFERED=unbuffered),
        stdout=descriptor,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def run_in_bash(redirection: str, argv: list[str], cwd: Path) -> "subprocess.CompletedProcess[str]":
    command = ["bash", "-c", f'exec "$@" {redirection}', "bash", *COMMAND, *argv]
    return subprocess.run(command, cwd=cwd, env=build_environment(cwd), capture_output=True, text=True, check=False)


@NEEDS_FULL_DEVICE
@BUFFERING_MODES
@pytest.mark.parametrize("argv", PRINTING_COMMANDS)
def test_a_full_disk_is_an_error(argv: list[str], unbuffered: str, project: Path) -> None:
    with open_descriptor("/dev/full", os.O_WRONLY) as full:
        ended = run_with_stdout(full, argv, project, unbuffered)
    assert ended == (2, "Error: standard output cannot be written: No space left on device\n")


@BUFFERING_MODES
@pytest.mark.parametrize("argv", PRINTING_COMMANDS)
def test_a_closed_pipe_ends_the_run_without_a_message(argv: list[str], unbuffered: str, project: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = run_with_stdout(writer, argv, project, unbuffered)
    os.close(writer)
    assert ended == (141, "")


def test_a_closed_standard_output_does_not_affect_output_to_a_file(project: Path) -> None:
    done = run_in_bash(">&-", ["stats", "demo", "app", "--format", "json", "--output", "stats.json"], project)
    assert (done.returncode, done.stderr) == (0, "")
    assert (project / "stats.json").read_text().startswith('{"count":1,')


@pytest.mark.parametrize("argv", PRINTING_COMMANDS)
def test_a_closed_standard_output_is_an_error_if_the_command_prints(argv: list[str], project: Path) -> None:
    done = run_in_bash(">&-", argv, project)
    assert (done.returncode, done.stderr) == (2, "Error: standard output cannot be written: it is closed\n")


@pytest.mark.parametrize("redirection", ["2>&-", pytest.param("2>/dev/full", marks=NEEDS_FULL_DEVICE)])
@pytest.mark.parametrize(
    ("argv", "status"),
    [
        pytest.param(["stats", "--nonsense"], 2, id="wrong usage"),
        pytest.param(["stats", "demo", "absent"], 2, id="unknown component"),
        pytest.param(["stats", "demo", "broken", "--format", "total"], 3, id="a file that cannot be read"),
    ],
)
def test_the_exit_status_is_the_same_if_standard_error_cannot_be_written(
    redirection: str, argv: list[str], status: int, project: Path, tree: WriteTree
) -> None:
    tree({"demo/broken/de.po": TRANSLATED_PO, "demo/broken/fr.po": 'msgid "never closed\n'})
    done = run_in_bash(redirection, argv, project)
    assert (done.returncode, done.stdout) == (status, "100.0\n" if status == 3 else "")


@pytest.mark.parametrize(
    ("encoding", "argv", "shown"),
    [
        pytest.param("latin-1", ["stats", "demo", "app", "--show-settings"], 'name = "Größe"', id="latin-1"),
        pytest.param("ascii", ["stats", "demo", "app", "--show-settings"], 'name = "Größe"', id="settings"),
        pytest.param("ascii", ["init", "--root", "Größe"], "Größe/transtats.toml: 0 components", id="init"),
        pytest.param("utf-16", ["--version"], "transtats 0", id="version"),
        pytest.param("utf-16", ["--help"], "a Weblate server", id="help"),
        pytest.param("utf-16", ["completion", "fish"], "complete --no-files", id="completion"),
    ],
)
def test_output_is_utf_8_with_any_python_io_encoding(
    encoding: str, argv: list[str], shown: str, run: Run, project: Path, tree: WriteTree
) -> None:
    tree({"transtats.toml": '[project.demo.component.app]\nname = "Größe"\n', "Größe/read.me": ""})
    done = run(*argv, env={"PYTHONIOENCODING": encoding})
    assert done.status == 0
    assert shown in done.stdout


def run_broken_command(
    folder: Path, *argv: str, raised: str = "ValueError('on\\nno account')"
) -> "subprocess.CompletedProcess[str]":
    """Run a command in place of `init` that raises an exception."""
    (folder / "broken.py").write_text(
        "import errno, os, sys, click\n"
        "from transtats_cli.cli import group\n"
        "@click.command()\n"
        "@click.option('--debug', is_flag=True, expose_value=False)\n"
        f"def fail(): raise {raised}\n"
        "if __name__ == '__main__':\n"
        "    group.COMMANDS['init'] = 'broken:fail'\n"
        "    sys.exit(group.main())\n"
    )
    command = [sys.executable, "-W", "error", "broken.py", "init", *argv]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_an_unexpected_exception_is_one_line_that_reports_a_bug(tmp_path: Path) -> None:
    done = run_broken_command(tmp_path)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith(
        "Error: this is a bug of transtats (ValueError: on no account). Run again with --debug"
    )
    assert done.stderr.count("\n") == 1


def test_debug_prints_the_traceback_of_an_unexpected_exception(tmp_path: Path) -> None:
    done = run_broken_command(tmp_path, "--debug")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith("Traceback (most recent call last):")
    assert done.stderr.endswith("ValueError: on\nno account\n")


def test_the_traceback_of_an_error_is_printed_only_with_debug(run: Run, project: Path) -> None:
    plain, debugged = (run("stats", "demo", "absent", *options) for options in ([], ["--debug"]))
    assert plain.status == debugged.status == 2
    assert plain.stderr.startswith("Error: ")
    assert "Traceback" not in plain.stderr
    assert debugged.stderr.startswith("Traceback (most recent call last):")
    assert debugged.stderr.endswith(plain.stderr)


def test_debug_does_not_change_a_run_without_errors(run: Run, project: Path) -> None:
    assert run("stats", "demo", "app", "--debug") == run("stats", "demo", "app")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_an_interrupted_run_ends_with_status_130_without_a_message(project: Path, tree: WriteTree) -> None:
    # The output exceeds the buffer of a pipe, so the run waits for its reader, which interrupts the run.
    tree(
        {
            f"demo/app/xx-{letter}{other}a.po": TRANSLATED_PO
            for letter in "abcdefghijklmno"
            for other in "abcdefghijklmno"
        }
    )
    command = [*COMMAND, "stats", "demo", "app", "--filemask", "*.po", "--format", "ndjson", "--extended"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start_process(command, cwd=project, env=build_environment(project), **pipes) as running:
        assert running.stdout is not None
        assert os.read(running.stdout.fileno(), 1) == b"{"
        running.send_signal(signal.SIGINT)
        rest, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (130, b"")
    assert not rest.endswith(b"}\n")


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        ("MemoryError()", "memory ran out; give the process more, or fewer files at a time"),
        ("OSError(errno.ENOMEM, 'text')", "memory ran out; give the process more, or fewer files at a time"),
        ("OSError(errno.EMFILE, 'text')", "too many open files; raise the limit (ulimit -n)"),
        ("OSError(errno.ENFILE, 'text')", "too many open files; raise the limit (ulimit -n)"),
        ("ImportError('x.so: ' + os.strerror(errno.EMFILE))", "too many open files; raise the limit (ulimit -n)"),
    ],
)
def test_a_lack_of_memory_or_file_descriptors_is_an_error(raised: str, message: str, tmp_path: Path) -> None:
    done = run_broken_command(tmp_path, raised=raised)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"Error: {message}\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows does not delete a current directory")
@pytest.mark.parametrize("arguments", [("stats",), ("init",), ("components",)])
def test_a_deleted_current_directory_is_an_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "gone").mkdir()
    done = subprocess.run(
        ["sh", "-c", 'cd gone && rmdir ../gone && exec "$@"', "sh", *COMMAND, *arguments],
        cwd=tmp_path,
        env=build_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    message = "Error: the current directory was deleted; change to another directory\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_missing_file_in_another_place_is_our_own_error(tmp_path: Path) -> None:
    done = run_broken_command(tmp_path, raised="FileNotFoundError(errno.ENOENT, 'No such file', 'name')")
    assert (done.returncode, done.stdout) == (70, "")
    assert "the current directory was deleted" not in done.stderr


def test_an_interrupt_in_a_callback_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(
        "import weakref\n"
        "class Thing: pass\n"
        "def interrupted(reference): raise KeyboardInterrupt\n"
        "thing = Thing()\n"
        "reference = weakref.ref(thing, interrupted)\n"
        "del thing\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "transtats_cli"],
        env=build_environment(tmp_path, PYTHONPATH=str(tmp_path)),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_program_that_cannot_be_loaded_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise MemoryError\n")
    done = subprocess.run(
        [sys.executable, "-m", "transtats_cli"],
        env=build_environment(tmp_path, PYTHONPATH=str(tmp_path)),
        capture_output=True,
        check=False,
    )
    expected = b"Error: transtats cannot be loaded: memory ran out\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", expected)


def test_the_version_is_printed_without_importing_the_program() -> None:
    script = (
        "import sys\n"
        "from transtats_cli.cli import group\n"
        "sys.argv = ['transtats', '--version']\n"
        "group.main()\n"
        "print(*{name.partition('.')[0] for name in sys.modules})\n"
        "print(*{name.split('.')[1] for name in sys.modules if name.startswith('transtats_cli.')})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    _, packages, parts = done.stdout.splitlines()
    assert set(packages.split()).isdisjoint({"lxml", "rich", "translate", "weblate_language_data", "yaml"})
    assert set(parts.split()).isdisjoint({"checks", "scanning", "settings"})


def test_a_run_under_a_profiler_prints_the_profile(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cProfile", "-m", "transtats_cli", "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=build_environment(tmp_path), capture_output=True, check=True)
    assert b"function calls" in done.stdout


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(["-m", "transtats_cli"], id="module"),
        pytest.param(["-c", "import sys; from transtats_cli.cli import main; sys.exit(main())"], id="script"),
    ],
)
def test_an_interrupt_during_imports_prints_no_traceback(start: list[str], tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    done = subprocess.run(
        [sys.executable, *start],
        env=build_environment(tmp_path, PYTHONPATH=str(tmp_path)),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


EMPTY_PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def test_a_line_break_in_a_name_is_escaped_in_an_error(run: Run, tree: WriteTree) -> None:
    root = tree({"transtats.toml": '"a\\n::error::b" = 1\n', "po/de.po": EMPTY_PO})
    done = run("stats", "demo", "po", "--root", root)
    assert done.status == 2
    assert len(done.stderr.splitlines()) == 1
    assert "a\\n::error::b" in done.stderr


def test_workflow_commands_in_an_error_are_escaped_in_a_ci_job(run: Run, tree: WriteTree) -> None:
    root = tree({"transtats.toml": '"##[error]b" = 1\n', "po/de.po": EMPTY_PO})
    done = run("stats", "demo", "po", "--root", root, env={"GITHUB_ACTIONS": "true"})
    assert done.status == 2
    assert "#\\u0023[error]b" in done.stderr
    assert "##[" not in done.stderr


def test_an_unknown_option_names_the_commands_that_have_it(run: Run) -> None:
    assert "No such option '--fuzzy'. Did you mean --state fuzzy?" in run("units", "--fuzzy").stderr
    assert "Did you mean --above 79.99 for at least 80 %?" in run("stats", "--at-least", "80").stderr
    assert "No such option '--check'. Did you mean --max-check ID=0?" in run("gate", "--check", "same").stderr
    assert "No such option '-o'. Did you mean --output?" in run("badge", "-o", "x.svg").stderr
    assert run("stats", "--todo").stderr.endswith("Error: No such option '--todo'. It is an option of units.\n")
    assert "No such option '--format'. It is an option of stats, units, components" in run("badge", "--format").stderr
    assert run("stats", "--lanuage", "de").stderr.endswith("Did you mean '--language'?\n")
    assert run("gate", "--min", "90").stderr.endswith("Error: No such option '--min'.\n")
