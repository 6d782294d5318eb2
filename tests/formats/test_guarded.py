"""A file that takes a reader much time or memory is unreadable, and costs neither other files nor this process."""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.formats.reading import read_units
from tests.package_source import PACKAGE
from tests.reader_bombs import (
    TEXT_SAMPLES,
    create_spreadsheet,
    create_text_document,
    find_tokens,
    repeat_token,
)
from tests.waiting import has_ended, wait_until
from transtats_cli import formats
from transtats_cli.errors import OtherFormatError, UnreadableFile
from transtats_cli.formats import ReadOptions, guarded
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import Catalog
from transtats_cli.worker import Worker

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="files are read with limits on Linux only")

LARGE_INI = "[a]\n" + "".join(f"key{number}=text {number}\n" for number in range(500))
SLOW_MDX = "<A>\n\n" * 3_000
"""File for which translate-toolkit takes more than ten seconds."""
TIME_LIMIT = "takes more than 1 seconds of processor time to read"


@pytest.fixture
def one_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limit of processor time, so that the test is faster."""
    monkeypatch.setattr(guarded, "MAX_SECONDS_PER_MEGABYTE", 1)


def measure_child_seconds() -> float:
    """Return the processor time of all reading processes that have ended. No reading process is left."""
    guarded.end_idle_processes()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def assert_limits(file_format: str, contents: Sequence[str]) -> None:
    """Read files, and compare the processor time of all processes with the limits of the files."""
    before, own_before = measure_child_seconds(), resource.getrusage(resource.RUSAGE_SELF)
    for content in contents:
        with suppress(UnreadableFile):
            read_units(file_format, content)
    own = resource.getrusage(resource.RUSAGE_SELF)
    megabytes = sum(len(content) // 1_000_000 + 1 for content in contents)
    # A process is ended within a second after its limit, and has imported the reader before.
    assert measure_child_seconds() - before < megabytes + 5 * len(contents)
    assert own.ru_utime + own.ru_stime - own_before.ru_utime - own_before.ru_stime < 10 * len(contents)


@pytest.mark.system
@pytest.mark.usefixtures("one_second")
@pytest.mark.parametrize("file_format", TEXT_SAMPLES)
def test_a_sample_with_a_repeated_token_is_read_or_refused_within_the_limits(file_format: str) -> None:
    """The area `readers` of the hostile suite repeats all tokens, and reads known bombs."""
    sample = TEXT_SAMPLES[file_format]
    tokens = find_tokens(sample)
    chosen = tokens[:: len(tokens) // 4]
    assert_limits(file_format, [repeat_token(sample, position, token, 100_000) for position, token in chosen])


def test_there_is_a_sample_of_each_text_format() -> None:
    assert FILE_FORMATS.keys() - TEXT_SAMPLES.keys() == {"appstore", "idml", "odf", "xlsx"}


@pytest.mark.slow
@pytest.mark.usefixtures("one_second")
@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("mdx", SLOW_MDX, id="MDX"),
        pytest.param("joomla", "\n" * 150_000 + 'A="b"\n', id="Joomla"),
        pytest.param("html", "<p>" + " " * 100_000 + "x</p>", id="HTML"),
    ],
)
def test_a_slow_file_is_refused_with_the_limit_of_time(file_format: str, content: str) -> None:
    with pytest.raises(UnreadableFile, match=TIME_LIMIT):
        read_units(file_format, content)


@pytest.mark.slow
@pytest.mark.usefixtures("one_second")
def test_the_reference_reader_of_xliff_is_ended_at_the_limit_of_time() -> None:
    """The toolkit copies an inline element once for each element around it."""
    text = "<ph>" * 200 + "<x/>" * 200 + "</ph>" * 200
    content = f"<xliff><file>{f'<trans-unit><source>{text}</source></trans-unit>' * 340}</file></xliff>"
    reader = FILE_FORMATS["xliff"].create_reader(ReadOptions(uses_reference_readers=True))
    with pytest.raises(UnreadableFile, match=TIME_LIMIT):
        reader(content.encode())


@pytest.mark.slow
@pytest.mark.usefixtures("one_second")
def test_a_spreadsheet_with_a_million_rows_is_refused() -> None:
    pytest.importorskip("openpyxl")
    with pytest.raises(UnreadableFile, match=TIME_LIMIT):
        read_units("xlsx", create_spreadsheet(1_000_000))


@pytest.mark.slow
@pytest.mark.usefixtures("one_second")
def test_a_small_archive_with_a_large_document_is_refused() -> None:
    content = create_text_document(300_000)
    with pytest.raises(UnreadableFile, match=TIME_LIMIT):
        read_units("odf", content)


@pytest.mark.slow
@pytest.mark.usefixtures("one_second")
def test_a_small_file_that_takes_exponential_time_is_refused() -> None:
    with pytest.raises(UnreadableFile, match=TIME_LIMIT):
        read_units("yaml", "a: " + "{" * 30 + "}" * 30)


@pytest.mark.slow
def test_a_file_that_needs_much_memory_is_refused_and_the_next_file_is_read() -> None:
    # In a new process, because this one may have memory that earlier tests have released.
    program = (
        "from tests.formats.reading import read_units\n"
        "from tests.formats.test_guarded import LARGE_INI\n"
        "from transtats_cli.errors import UnreadableFile\n"
        "from transtats_cli.formats import guarded\n"
        "guarded.MAX_MEMORY_BYTES = 20_000_000\n"
        "try:\n"
        "    read_units('ini', LARGE_INI * 100)\n"
        "except UnreadableFile as error:\n"
        "    print(error.reason)\n"
        "print(len(read_units('ini', LARGE_INI)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    assert done.stdout.splitlines() == ["the file needs more than 20 MB of memory to read", "500"]


@pytest.mark.slow
@pytest.mark.usefixtures("one_second")
def test_the_file_after_a_slow_file_is_read() -> None:
    with pytest.raises(UnreadableFile, match=TIME_LIMIT):
        read_units("mdx", SLOW_MDX)
    assert len(read_units("ini", LARGE_INI)) == 500


def test_the_limit_of_time_grows_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "MAX_SECONDS_PER_MEGABYTE", 2)
    limits: list[int] = []

    def record(worker: Worker, *call: Any) -> Catalog:
        limits.append(call[-2])
        raise UnreadableFile("")

    monkeypatch.setattr(Worker, "call", record)
    for size in (5_000, 1_000_000, 1_000_001):
        with pytest.raises(UnreadableFile):
            read_units("ini", "x" * size)
    assert limits == [2, 2, 4]


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("ini", LARGE_INI, id="a table with line numbers"),
        pytest.param("csv", '"source","target"\n' + '"One","Jedna"\n' * 500, id="a list of units"),
        pytest.param("txt", "\n" * 5_000, id="no units"),
    ],
)
def test_units_from_another_process_equal_those_of_this_process(
    file_format: str, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = read_units(file_format, content)
    monkeypatch.setattr(sys, "platform", "a system without limits")
    assert found == read_units(file_format, content)


def test_an_error_has_the_reason_and_the_line_of_the_reader() -> None:
    content = "# x\n" * 2_000 + "= y\n"
    with pytest.raises(UnreadableFile) as refused:
        read_units("toml", content)
    assert (refused.value.reason, refused.value.line) == ("Empty key at line 2001 col 0", 2001)


def test_the_actual_format_of_a_file_comes_from_the_other_process() -> None:
    content = '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0">' + " " * 5_000 + "</xliff>"
    reader = FILE_FORMATS["xliff"].create_reader(ReadOptions(uses_reference_readers=True))
    with pytest.raises(OtherFormatError) as refused:
        reader(content.encode())
    assert refused.value.format == "xliff2"


def test_threads_read_files_at_the_same_time() -> None:
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda _: len(read_units("ini", LARGE_INI)), range(20))
        assert [*found] == [500] * 20


def test_a_reading_process_that_was_killed_is_replaced() -> None:
    read_units("ini", LARGE_INI)
    killed = guarded._IDLE_PROCESSES[-1]
    os.kill(killed.process_id, signal.SIGKILL)
    wait_until(lambda: not killed.is_alive())
    assert len(read_units("ini", LARGE_INI)) == 500


@pytest.mark.skipif(threading.active_count() > 1, reason="this process has threads, and is not forked")
def test_a_forked_process_starts_its_own_reading_process() -> None:
    read_units("ini", LARGE_INI)
    process_id = os.fork()
    if not process_id:
        os._exit(not guarded._IDLE_PROCESSES and len(read_units("ini", LARGE_INI)) == 500)
    assert os.waitstatus_to_exitcode(os.waitpid(process_id, 0)[1]) == 1
    assert len(read_units("ini", LARGE_INI)) == 500


CRASH = """
import os, signal, sys, types
module = types.ModuleType("crashing")
def read(content, options):
    print("printed by a library", flush=True)
    os.write(1, b"printed by a library")
    os.kill(os.getpid(), getattr(signal, content.decode()))
module.read = read
sys.modules["transtats_cli.formats.crashing"] = module
"""
"""Module `sitecustomize`, which Python imports at the start of each process."""
READ_CRASHING_FILE = """
import sys
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.guarded import read_guarded
try:
    read_guarded("crashing:read", sys.argv[1].encode(), ReadOptions())
except UnreadableFile as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("SIGSEGV", "the parser ended the process that read the file (Segmentation fault)"),
        ("SIGKILL", "the process that read the file was killed, perhaps because memory ran out"),
    ],
)
def test_a_crash_of_a_library_makes_the_file_unreadable(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CRASH, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ_CRASHING_FILE, name],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.stdout, done.stderr) == (f"{reason}\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_reading_process_outlives_its_parent(number: signal.Signals) -> None:
    program = (
        "from transtats_cli.formats import ReadOptions; from transtats_cli.formats.table import FILE_FORMATS;"
        f"FILE_FORMATS['mdx'].create_reader(ReadOptions(is_monolingual=True))({SLOW_MDX.encode()!r})"
    )
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_until(children.read_text)
        child = int(children.read_text().split()[0])
        process.send_signal(number)
    wait_until(lambda: has_ended(child))


def test_a_file_with_too_many_strings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MAX_UNITS", 499)
    for file_format, content in (("properties", LARGE_INI), ("json", '{"a": [' + "1, " * 499 + "1]}")):
        with pytest.raises(UnreadableFile, match="the file has more than 499 strings"):
            read_units(file_format, content)
