"""`transtats fleet`: arguments, resumed and killed runs, failures, shards, merge and report."""

import io
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.fleet.fleets import HEADER, OPTIONS, read_rows, run_roots, write_component, write_roots
from tests.processes import start_process
from tests.waiting import has_ended, wait_until
from transtats_cli.fleet.items import FINDINGS_TABLE
from transtats_cli.output.fleet import OUTPUTS

pytest.importorskip("pyarrow", reason="needs the extra fleet")

Scan = Callable[..., None]
COMPARISON = """\
<!-- transtats fleet report -->
**Total**

| Projects | Translated now | Before | Points | Strings translated | Left |
| -------- | -------------: | -----: | -----: | -----------------: | ---: |
| all      |          33.3% |  33.3% |    0.0 |                +21 |  102 |

**Projects with the largest changes**

| Project   | Translated now | Before | Points | Strings translated | Left |
| --------- | -------------: | -----: | -----: | -----------------: | ---: |
| project-1 |          33.3% |  33.3% |    0.0 |                +15 |   50 |
| project-3 |          33.3% |      – |      – |                +14 |   28 |
| project-0 |              – |  33.3% |      – |                 −8 |    0 |

**Languages with the largest changes**

| Language | Translated now | Before | Points | Strings translated | Left |
| -------- | -------------: | -----: | -----: | -----------------: | ---: |
| cs       |          35.2% |  33.3% |   +1.9 |                 +8 |   33 |
| fr       |          33.3% |  33.3% |    0.0 |                 +7 |   34 |
| de       |          31.3% |  33.3% |   −2.0 |                 +6 |   35 |

New roots: root-03.

Roots that are gone: root-00.
"""
BROKEN = HEADER + 'msgid "One"\nmsgstr "Eins\n'


@pytest.fixture
def roots(tmp_path: Path) -> list[str]:
    return write_roots(tmp_path, 4)


def test_roots_are_written_as_a_data_set(run: Run, roots: list[str], tmp_path: Path) -> None:
    done = run("fleet", *roots, "--output", "out")
    assert (done.status, done.stdout, done.stderr) == (0, "", "out: 4 roots, 4 scanned\n")
    assert len(read_rows(tmp_path / "out")) == 4 * 2 * 3
    assert [path.suffix for path in (tmp_path / "out" / "records").iterdir()] == [".parquet"]


@pytest.mark.parametrize("option", ["--root-seconds", "--wait"])
def test_a_time_that_is_not_a_number_is_refused(run: Run, roots: list[str], option: str) -> None:
    done = run("fleet", *roots, "--output", "out", option, "nan")
    assert (done.status, done.stdout) == (2, "")


@pytest.mark.parametrize("option", ["--cluster", "--shard", "--files-from"])
def test_an_option_with_an_empty_value_is_refused(run: Run, roots: list[str], tmp_path: Path, option: str) -> None:
    done = run("fleet", *roots, "--output", "out", option, "")
    assert (done.status, done.stdout) == (2, "")
    assert f"Invalid value for '{option}': the value is empty." in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--output", "out", "root-00"], id="options first"),
        pytest.param(["./merge", "--output", "out", "--jobs", "1"], id="name of a command"),
    ],
)
def test_an_argument_that_is_no_command_is_a_root(
    run: Run, roots: list[str], tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / roots[1]).rename(tmp_path / "merge")
    done = run("fleet", *arguments)
    assert (done.status, done.stderr) == (0, "out: 1 root, 1 scanned\n")


def test_the_help_lists_the_options_and_the_inner_commands(run: Run) -> None:
    done = run("fleet", "--help")
    assert done.stdout.startswith("Usage: transtats fleet [OPTIONS] ROOT...\n")
    assert ("--files-from FILE" in done.stdout, "\nCommands:\n  merge " in done.stdout) == (True, True)
    assert run("fleet", "merge", "--help").stdout.startswith("Usage: transtats fleet merge [OPTIONS] DIR...\n")


def test_another_spelling_of_a_path_is_the_same_root(run: Run, roots: list[str], tmp_path: Path) -> None:
    run("fleet", "root-00", "--output", "out")
    assert run("fleet", ".//root-00//", "--output", "out").stderr == "out: 1 root, 0 scanned, 1 unchanged\n"
    assert run("fleet", "root-01/../root-00", "--output", "out").stderr == "out: 1 root, 0 scanned, 1 unchanged\n"
    assert {row[0] for row in read_rows(tmp_path / "out")} == {"root-00"}


def test_a_second_run_scans_only_changed_roots(run: Run, roots: list[str], tmp_path: Path) -> None:
    run("fleet", *roots, "--output", "out")
    write_component(tmp_path / "root-02" / "project-2" / "app-1", 30)
    (tmp_path / "root-04").mkdir()
    done = run("fleet", *roots, "root-04", "--output", "out")
    assert done.stderr == "out: 5 roots, 2 scanned, 3 unchanged, 1 without translations\n"
    run("fleet", *roots, "root-04", "--output", "new")
    assert read_rows(tmp_path / "out") == read_rows(tmp_path / "new")


def test_quiet_prints_nothing_but_failures(run: Run, roots: list[str], tmp_path: Path) -> None:
    assert run("fleet", *roots, "--output", "out", "--quiet") == (0, "", "")
    done = run("fleet", *roots, "absent", "--output", "out", "--quiet")
    assert (done.status, done.stderr) == (3, "absent: no such file or directory; check the path\n")


def test_a_bad_root_and_a_bad_file_are_listed_and_the_others_are_scanned(
    run: Run, roots: list[str], tmp_path: Path
) -> None:
    (tmp_path / "root-01" / "project-1" / "app-0" / "xx.po").write_text(BROKEN)
    done = run("fleet", *roots, "absent", "--output", "out")
    assert done.status == 3
    assert done.stderr.splitlines()[-2:] == [
        "out: 5 roots, 4 scanned, 1 failed",
        "2 failures, listed in failures.ndjson",
    ]
    listed = [json.loads(line) for line in (tmp_path / "out" / "failures.ndjson").read_text().splitlines()]
    assert [(each["root"], each["file"], each["line"]) for each in listed] == [
        ("absent", "", None),
        ("root-01", "project-1/app-0/xx.po", 5),
    ]
    assert len(read_rows(tmp_path / "out")) == 4 * 2 * 3


def test_a_file_without_a_root_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "roots.txt").write_text("# none\n\n")
    done = run("fleet", "--files-from", "roots.txt", "--output", "out")
    assert (done.status, done.stderr) == (2, "Error: roots.txt contains no root; write one root on each line\n")


def test_roots_come_from_a_file(run: Run, roots: list[str], tmp_path: Path) -> None:
    (tmp_path / "roots.txt").write_text("# all\n" + "\n".join(roots) + "\n")
    assert run("fleet", "--files-from", "roots.txt", "--output", "out").stderr == "out: 4 roots, 4 scanned\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["fleet", "--output", "out"], "there are no roots", id="no root"),
        pytest.param(["fleet", "root-00", "--output", "root-00/out"], "is in the root root-00", id="output in a root"),
        pytest.param(["fleet", "root-00", "--output", "out", "--format", "xml"], "no format 'xml'", id="format"),
        pytest.param(["fleet", "root-00", "--output", "out", "--shard", "3/2"], "--shard 3/2: write", id="shard"),
        pytest.param(["fleet", "root-00"], "Missing option '--output'", id="no output"),
        pytest.param(["fleet", "root-00", "--output", "out", "--root-seconds", "inf"], "is not in the range", id="inf"),
        pytest.param(["fleet", "root-00", "--output", "out", "--root-seconds", "nan"], "nan is not a", id="nan"),
        pytest.param(["fleet", "root-00", "--output", "out", "--wait", "nan"], "nan is not a", id="no waiting time"),
        pytest.param(
            ["fleet", "root-00", "--output", "out", "--findings", "--no-checks"],
            "--findings cannot be combined with --no-checks",
            id="findings",
        ),
        pytest.param(["fleet", "report", "root-00"], "root-00 contains no data set", id="report without data"),
        pytest.param(["fleet", "merge", "root-00"], "root-00 contains no data set", id="merge without data"),
        pytest.param(["fleet", "merge", "a", "b"], "--output names", id="merge without output"),
        pytest.param(["fleet", "root-00", "--output", "nosuch://a"], "nosuch://a", id="unknown URL"),
    ],
)
def test_wrong_arguments_are_errors(run: Run, roots: list[str], arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.status == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_output_in_a_root_is_an_error_for_all_kinds_of_addresses(run: Run, roots: list[str], tmp_path: Path) -> None:
    root = tmp_path / "root-00"
    for arguments in (["root-00", "--output", f"file://{root}/out"], [f"file://{root}", "--output", "root-00/out"]):
        done = run("fleet", *arguments, "--format", "ndjson")
        assert (done.status, "is in the root" in done.stderr) == (2, True)


def test_an_output_that_cannot_be_written_is_an_error(run: Run, roots: list[str], tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "records").write_text("")
    done = run("fleet", *roots, "--output", "out")
    assert done.status == 2
    assert done.stderr.startswith("Error: out/records")


def test_the_formats_have_the_same_rows(run: Run, roots: list[str], tmp_path: Path) -> None:
    done = run("fleet", *roots, "--output", "out", "--format", "parquet,ndjson", "--format", "sqlite", "--findings")
    assert done.status == 0
    rows, findings = read_rows(tmp_path / "out"), read_rows(tmp_path / "out", FINDINGS_TABLE)
    assert findings
    lines = [
        json.loads(line)
        for path in (tmp_path / "out" / "ndjson" / "records").iterdir()
        for line in path.read_text().splitlines()
    ]
    assert sorted(map(repr, lines)) == sorted(repr(dict(zip(lines[0], row, strict=True))) for row in rows)
    (path,) = (tmp_path / "out" / "sqlite" / "records").iterdir()
    with closing(sqlite3.connect(path)) as database:
        # SQLite has no booleans: the last column is 1 instead of True.
        found = [(*row[:-1], bool(row[-1])) for row in database.execute("SELECT * FROM records")]
        assert sorted(map(repr, found)) == sorted(map(repr, rows))
    (path,) = (tmp_path / "out" / "sqlite" / "findings").iterdir()
    with closing(sqlite3.connect(path)) as database:
        assert sorted(map(repr, database.execute("SELECT * FROM findings"))) == sorted(map(repr, findings))


def start_fleet(
    arguments: list[str], folder: Path, variables: Mapping[str, str] = {}
) -> AbstractContextManager["subprocess.Popen[str]"]:
    return start_process(
        [sys.executable, "-m", "transtats_cli", "fleet", *arguments],
        cwd=folder,
        env={**os.environ, **variables},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_part(output: Path) -> None:
    wait_until(lambda: any((output / "manifest").glob("*.json")))


def test_a_run_that_is_killed_several_times_has_the_rows_of_an_undisturbed_run(run: Run, tmp_path: Path) -> None:
    roots = write_roots(tmp_path, 12, components=4, strings=60)
    chance = random.Random(7)  # noqa: S311  the same moments in each test run
    for _ in range(5):
        arguments = [*roots, "--output", "out", "--jobs", "2", "--item-bytes", "20000"]
        with start_fleet(arguments, tmp_path) as process, suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.3, 1.5))
    assert run("fleet", *roots, "--output", "out").status == 0
    assert run("fleet", *roots, "--output", "new").status == 0
    rows = read_rows(tmp_path / "out")
    assert len(rows) == 12 * 4 * 3
    assert rows == read_rows(tmp_path / "new")
    left = [path for path in (tmp_path / "out").rglob("*") if path.suffix == ".tmp"]
    assert left == []


def test_an_interrupt_ends_the_run_and_prints_how_to_continue(run: Run, tmp_path: Path) -> None:
    roots = write_roots(tmp_path, 12, components=4, strings=60)
    arguments = [*roots, "--output", "out", "--jobs", "1", "--item-bytes", "20000"]
    with start_fleet(arguments, tmp_path) as process:
        wait_for_part(tmp_path / "out")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "interrupted; run the same command again to continue in out\n"


def test_an_interrupt_leaves_no_temporary_file_and_no_git_process(tmp_path: Path) -> None:
    git, child, scratch = tmp_path / "bin" / "git", tmp_path / "child", tmp_path / "scratch"
    git.parent.mkdir()
    scratch.mkdir()
    git.write_text(f'#!/bin/sh\nsleep 300 &\necho $! > "{child}.new"\nmv "{child}.new" "{child}"\nwait\n')
    git.chmod(0o755)
    variables = {"PATH": f"{git.parent}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(scratch)}
    with start_fleet(["https://localhost/x.git", "--output", "out", "--jobs", "1"], tmp_path, variables) as process:
        wait_until(child.exists)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(scratch.iterdir()) == []
    wait_until(lambda: has_ended(int(child.read_text())))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_a_root_is_copied_leaves_no_copy(tmp_path: Path, number: signal.Signals) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with tarfile.open(tmp_path / "shop.tar", "w") as archive:
        for place in range(20_000):
            member = tarfile.TarInfo(f"shop/app-{place}/de.po")
            member.size = len(HEADER)
            archive.addfile(member, io.BytesIO(HEADER.encode()))
    with start_fleet(["shop.tar", "--output", "out", "--jobs", "1"], tmp_path, {"TMPDIR": str(scratch)}) as process:
        wait_until(lambda: next(scratch.rglob("*.po"), None))
        os.kill(process.pid, number)
        process.communicate(timeout=60)
        assert process.returncode == (130 if number == signal.SIGINT else -number)
        assert list(scratch.iterdir()) == []


def test_shards_together_have_the_rows_of_one_run(run: Run, roots: list[str], tmp_path: Path) -> None:
    for number in ("1", "2", "3"):
        assert run("fleet", *roots, "--output", "same", "--shard", f"{number}/3").status == 0
        assert run("fleet", *roots, "absent", "--output", f"shard-{number}", "--shard", f"{number}/3").status in (0, 3)
    run("fleet", *roots, "--output", "out")
    expected = read_rows(tmp_path / "out")
    assert read_rows(tmp_path / "same") == expected
    done = run("fleet", "merge", "shard-1", "shard-2", "shard-3", "--output", "merged")
    message = "merged: 4 roots in 1 part\n1 failure, listed in failures.ndjson\n"
    assert (done.status, done.stderr) == (3, message)
    assert run("fleet", "merge", "merged", "--quiet") == (3, "", "")
    assert read_rows(tmp_path / "merged") == expected
    assert json.loads((tmp_path / "merged" / "failures.ndjson").read_text())["root"] == "absent"
    assert run("fleet", "merge", "same").stderr == "same: 4 roots in 1 part\n"
    assert read_rows(tmp_path / "same") == expected
    assert run("fleet", *roots, "--output", "merged").stderr == "merged: 4 roots, 0 scanned, 4 unchanged\n"


def test_an_empty_shard_can_be_merged(run: Run, roots: list[str], tmp_path: Path) -> None:
    for number in ("1", "2"):
        arguments = ["--output", f"shard-{number}", "--shard", f"{number}/2"]
        assert run("fleet", "root-00", *arguments).status == 0
    done = run("fleet", "merge", "shard-1", "shard-2", "--output", "merged")
    assert (done.status, done.stderr) == (0, "merged: 1 root in 1 part\n")
    assert len(read_rows(tmp_path / "merged")) == 6


@pytest.fixture
def scan(tmp_path: Path) -> Scan:
    """Function that scans roots in this process, which is faster than the command. The data set is in `out`."""

    def scan(roots: list[str], formats: tuple[str, ...] = ("parquet",), **options: Any) -> None:
        paths = [str(tmp_path / root) for root in roots]
        run_roots(paths, str(tmp_path / "out"), options=OPTIONS._replace(**options), formats=formats)

    return scan


def test_the_report_shows_totals_without_the_translation_files(
    run: Run, scan: Scan, roots: list[str], tmp_path: Path
) -> None:
    scan(roots, with_findings=True)
    for root in roots:
        (tmp_path / root).rename(tmp_path / f"away-{root}")
    report = json.loads(run("fleet", "report", "out", "--format", "json").stdout)
    assert {each["name"]: each["components"] for each in report["languages"]} == {"cs": 8, "de": 8, "fr": 8}
    assert len(report["projects"]) == 4
    rows = read_rows(tmp_path / "out")
    assert sum(each["total"] for each in report["projects"]) == sum(int(row[3] or 0) for row in rows)
    assert report["checks"] == [{"check": "end_stop", "findings": 44, "components": 8}]


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_the_report_contains_languages_and_projects(run: Run, scan: Scan, roots: list[str], name: str) -> None:
    scan(roots)
    done = run("fleet", "report", "out", "--format", name)
    assert (done.status, done.stderr) == (0, "")
    assert "Languages with the fewest strings left" in done.stdout
    assert "project-3" in done.stdout
    assert "transtats fleet --findings adds them" in done.stdout
    assert "Without checks" not in done.stdout


@pytest.mark.parametrize("name", OUTPUTS)
def test_the_report_of_a_data_set_without_records_has_a_total(
    run: Run, roots: list[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / "empty").mkdir()
    assert run("fleet", "empty", "--output", "out", "--findings").status == 0
    done = run("fleet", "report", "out", "--format", name)
    assert (done.status, done.stderr, "all" in done.stdout) == (0, "", True)


def test_the_report_compares_a_data_set_with_an_earlier_one(
    run: Run, scan: Scan, roots: list[str], tmp_path: Path
) -> None:
    scan(roots[:3], ("ndjson",))
    (tmp_path / "out").rename(tmp_path / "before")
    write_component(tmp_path / "root-01" / "project-1" / "app-0", 20)
    scan(roots[1:], ("parquet",), runs_checks=False)
    done = run("fleet", "report", "out", "--since", "before", "--format", "markdown")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.replace(f"{tmp_path}/", "") == COMPARISON
    document = json.loads(run("fleet", "report", "out", "--since", "before", "--format", "json").stdout)
    assert [*document] == ["measure", "total", "projects", "languages", "new_roots", "gone_roots"]
    assert document["new_roots"] == [str(tmp_path / "root-03")]


def test_the_page_of_the_report_needs_no_other_file_and_shows_names_as_text(
    run: Run, scan: Scan, tmp_path: Path
) -> None:
    for name in ("plain", "<b>shop"):
        write_component(tmp_path / name / "po", 3)
    scan(["plain"])
    shutil.copytree(tmp_path / "out", tmp_path / "before")
    scan(["<b>shop"])
    assert run("fleet", "report", "out", "--format", "html:report.html") == (0, "", "")
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "default-src 'none'" in page
    assert re.findall("<script|<link| href=| src=", page) == []
    assert [
        title for title in ("Total", "Languages with the fewest strings left") if f"<h2>{title}</h2>" not in page
    ] == []
    compared = run("fleet", "report", "out", "--since", "before", "--format", "html").stdout
    assert "<h2>Languages with the largest changes</h2>" in compared
    assert f"<p>New roots: {tmp_path}/&lt;b&gt;shop.</p>" in compared


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_the_report_names_the_number_of_roots_without_checks(run: Run, scan: Scan, roots: list[str], name: str) -> None:
    scan(roots[:3], runs_checks=False)
    scan(roots[2:])
    note = "\nWithout checks: 2 of 4 roots. The failing strings of roots that were scanned with --no-checks are not"
    assert note in run("fleet", "report", "out", "--format", name).stdout
    report = json.loads(run("fleet", "report", "out", "--format", "json").stdout)
    assert (report["roots"], report["roots_without_checks"]) == (4, 2)


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_the_names_of_projects_of_several_roots_contain_what_tells_the_roots_apart(
    run: Run, scan: Scan, tmp_path: Path, name: str
) -> None:
    for root in ("co/a/app", "co/b/app", "de/b/app", "co/c/shop"):
        write_component(tmp_path / root / "po", 3)
    scan(["co/a/app", "co/c/shop"])
    shutil.copytree(tmp_path / "out", tmp_path / "before")
    scan(["co/a/app", "co/b/app", "de/b/app", "co/c/shop"])
    report = json.loads(run("fleet", "report", "out", "--format", "json").stdout)
    assert [(each["name"], each["project"]) for each in report["projects"]] == [
        ("a/app", "app"),
        ("co/b/app", "app"),
        ("de/b/app", "app"),
        ("shop", "shop"),
    ]
    assert report["projects"][0]["root"] == str(tmp_path / "co/a/app")
    text = run("fleet", "report", "out", "--format", name).stdout
    assert [title for title in ("a/app", "co/b/app", "de/b/app", "shop") if title not in text] == []
    # The project of the same root is the same, although its name was `app`.
    compared = json.loads(run("fleet", "report", "out", "--since", "before", "--format", "json").stdout)["projects"]
    assert {each["name"]: each["change"] for each in compared} == {
        "a/app": 0.0,
        "co/b/app": None,
        "de/b/app": None,
        "shop": 0.0,
    }


@pytest.mark.parametrize(
    ("settings", "titles", "has_note"),
    [
        pytest.param({}, ["Strings", "Translated", "Left"], False, id="one measure of strings"),
        pytest.param(dict.fromkeys("ab", "words"), ["Strings", "Words translated", "Words left"], False, id="words"),
        pytest.param({"a": "words"}, ["Strings", "Share", "Items left"], True, id="several measures"),
    ],
)
def test_the_titles_of_columns_say_what_is_counted(
    run: Run, scan: Scan, tmp_path: Path, settings: dict[str, str], titles: list[str], has_note: bool
) -> None:
    for root in "ab":
        write_component(tmp_path / root / "po", 3)
    for root, measure in settings.items():
        (tmp_path / root / "transtats.toml").write_text(f'measure = "{measure}"\n')
    scan(["a", "b"])
    lines = run("fleet", "report", "out", "--format", "markdown").stdout.splitlines()
    header, _, row, *_ = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|"))
    assert header[2:5] == titles
    # The number of strings is that of strings, whatever the shares count.
    assert row[2] == str(sum(int(each[3] or 0) for each in read_rows(tmp_path / "out")))
    assert any(line.startswith("The components have several measures") for line in lines) is has_note


def test_other_commands_import_no_module_of_fleet(tmp_path: Path) -> None:
    write_component(tmp_path / "shop" / "app", 1)
    script = (
        "import sys\n"
        "from transtats_cli.cli import group\n"
        "sys.argv = ['transtats', 'stats', '--all', '--no-cache']\n"
        "group.main()\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    modules = done.stderr.split()
    unwanted = ("transtats_cli.fleet", "transtats_cli.cli.fleet", "pyarrow", "distributed", "dask", "fsspec")
    assert [name for name in modules if name.startswith(unwanted)] == []


@pytest.mark.parametrize(
    ("library", "arguments", "message"),
    [
        pytest.param("pyarrow", ["--format", "parquet"], "Parquet needs pyarrow", id="pyarrow"),
        pytest.param("distributed", ["--cluster", "tcp://127.0.0.1:9"], "--cluster needs", id="distributed"),
        pytest.param("fsspec", ["--output", "memory://out"], "memory://out needs fsspec", id="fsspec"),
    ],
)
def test_a_missing_library_is_an_error_that_names_the_extra(
    run: Run, roots: list[str], tmp_path: Path, library: str, arguments: list[str], message: str
) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{library!r}] = None\n")
    done = run("fleet", *roots, "--output", "out", *arguments, env={"PYTHONPATH": str(tmp_path)})
    assert done.status == 2
    assert message in done.stderr
    assert "pip install 'transtats-cli[fleet]'" in done.stderr


def test_without_pyarrow_the_data_set_is_ndjson_and_a_line_says_so(run: Run, roots: list[str], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['pyarrow'] = None\n")
    environment = {"PYTHONPATH": str(tmp_path)}
    done = run("fleet", *roots, "--output", "out", env=environment)
    note = "note: the data set is written as NDJSON; Parquet needs pyarrow, which is not installed: "
    note += "pip install 'transtats-cli[fleet]'\n"
    assert (done.status, done.stderr) == (0, f"{note}out: 4 roots, 4 scanned\n")
    assert run("fleet", *roots, "--output", "out", "--quiet", env=environment).stderr == ""
    assert [path.suffix for path in (tmp_path / "out" / "ndjson" / "records").iterdir()] == [".ndjson"]
    done = run("fleet", "report", "out", "--format", "json", env=environment)
    assert (done.status, json.loads(done.stdout)["roots"]) == (0, 4)


def test_results_without_parquet_need_no_library(run: Run, roots: list[str], tmp_path: Path) -> None:
    names = ("pyarrow", "distributed", "fsspec")
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules |= dict.fromkeys({names})\n")
    arguments = ["--output", "out", "--format", "ndjson,sqlite"]
    done = run("fleet", *roots, *arguments, env={"PYTHONPATH": str(tmp_path)})
    assert (done.status, done.stderr) == (0, "out: 4 roots, 4 scanned\n")


def test_a_directory_an_archive_and_a_repository_have_the_same_rows(run: Run, tmp_path: Path) -> None:
    write_roots(tmp_path, 1)
    folder = (tmp_path / "root-00").rename(tmp_path / "shop")
    with tarfile.open(tmp_path / "shop.tar.gz", "w:gz") as archive:
        archive.add(folder, "shop")
    clone = tmp_path / "repository" / "shop"
    shutil.copytree(folder, clone)
    git = ["git", "-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
    for arguments in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *arguments], cwd=clone, check=True)
    roots = ["shop", "shop.tar.gz", "git+file://" + str(clone)]
    done = run("fleet", *roots, "--output", "out")
    assert (done.status, done.stderr) == (0, "out: 3 roots, 3 scanned\n")
    rows = read_rows(tmp_path / "out")
    by_root = [[row[1:-3] for row in rows if row[0] == root] for root in roots]
    assert by_root[0] == by_root[1] == by_root[2] != []
    assert run("fleet", *roots, "--output", "out").stderr == "out: 3 roots, 0 scanned, 3 unchanged\n"


def test_a_credential_in_a_url_is_neither_printed_nor_written(run: Run, tmp_path: Path) -> None:
    address = "https://user:secret@127.0.0.1:9/shop.git"
    done = run("fleet", address, "--output", "out", "--root-seconds", "5")
    assert done.status == 3
    texts = [done.stderr, *(path.read_text() for path in (tmp_path / "out").rglob("*") if path.is_file())]
    assert "secret" not in "".join(texts)
    assert "https://***@127.0.0.1:9/shop.git" in done.stderr


@pytest.mark.parametrize(
    ("output", "shown"),
    [
        ("memory://user:secret@host/a", "memory://***@host/a"),
        ("memory://host/a?sig=secret", "memory://host/a?sig=***"),
    ],
    ids=["password", "signature"],
)
def test_a_credential_in_the_address_of_the_output_is_not_printed(
    run: Run, roots: list[str], output: str, shown: str
) -> None:
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    assert run("fleet", *roots, "--output", output).stderr == f"{shown}: 4 roots, 4 scanned\n"
    run("fleet", *roots, "--output", "out")
    assert run("fleet", "merge", "out", "--output", output).stderr == f"{shown}: 4 roots in 1 part\n"
