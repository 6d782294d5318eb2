"""Two files of one language: all commands take the file with more translated strings, with one warning."""

import csv
import json
import subprocess
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
UNTRANSLATED_PO = HEADER + 'msgid "One"\nmsgstr ""\n\nmsgid "Two"\nmsgstr ""\n'
TRANSLATED_PO = HEADER + 'msgid "One"\nmsgstr "x"\n\nmsgid "Two"\nmsgstr "y"\n'
WARNING = (
    "warning: demo/app/zh.po: left out, because another file of its language counts"
    " (demo/app/zh_CN.po has more translated strings: 2, 0)\n"
)


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree(
        {"demo/app/de.po": TRANSLATED_PO, "demo/app/zh.po": UNTRANSLATED_PO, "demo/app/zh_CN.po": TRANSLATED_PO}
    )


def read_translated_numbers(stdout: str) -> dict[str, int]:
    return {record["code"]: record["translated"] for record in json.loads(stdout)["results"]}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param([], id="one job"),
        pytest.param(["--jobs", "2"], id="two jobs"),
        pytest.param(["--no-checks"], id="without checks"),
        pytest.param(["--no-cache"], id="without a cache"),
        pytest.param(["--language", "zh_CN"], id="as one file spells it"),
        pytest.param(["--language", "zh"], id="as the other file spells it"),
        pytest.param(["--language", "zh_Hans"], id="by the code"),
    ],
)
def test_statistics_and_warning_are_the_same_with_and_without_cached_results(
    run: Run, project: Path, options: list[str]
) -> None:
    cold, warm = (run("stats", "demo", "app", "--no-history", *options) for _ in range(2))
    assert (cold.status, cold.stderr) == (0, WARNING)
    assert read_translated_numbers(cold.stdout) == (
        {"zh_Hans": 2} if "--language" in options else {"de": 2, "zh_Hans": 2}
    )
    assert warm == cold
    assert run("stats", "demo", "app", "--no-history", *options, "--language", "de").stderr == (
        WARNING if "--language" in options else ""
    )


def test_the_other_file_is_counted_when_it_gets_more_translated_strings(run: Run, project: Path) -> None:
    run("stats", "demo", "app")
    (project / "demo/app/zh.po").write_text(TRANSLATED_PO + '\nmsgid "Three"\nmsgstr "z"\n')
    done = run("stats", "demo", "app")
    assert read_translated_numbers(done.stdout) == {"de": 2, "zh_Hans": 3}
    assert "demo/app/zh_CN.po: left out, because another file of its language counts" in done.stderr
    assert done.stderr.endswith("(demo/app/zh.po has more translated strings: 3, 2)\n")


def test_stats_units_and_gate_use_the_same_file(run: Run, project: Path) -> None:
    done = run("stats", "--all", "--format", "csv", "--no-history")
    assert done.stderr == WARNING
    assert [(row["code"], row["translated"]) for row in csv.DictReader(done.stdout.splitlines())] == [
        ("de", "2"),
        ("zh_Hans", "2"),
    ]
    done = run("units", "demo", "app", "--language", "zh", "--format", "json")
    assert (done.status, done.stderr) == (0, WARNING)
    assert {unit["file"] for unit in json.loads(done.stdout)["results"]} == {"demo/app/zh_CN.po"}
    for limits in (["--fail-under", "100"], ["--max-failing", "9"], ["--fail-under", "100", "--language", "zh"]):
        done = run("gate", "demo", "app", *limits)
        assert (done.status, done.stderr) == (0, WARNING), limits


def test_history_diff_and_gate_use_the_same_file_in_past_commits(run: Run, project: Path) -> None:
    git = ["git", "-C", str(project), "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    for argv in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *argv], check=True, capture_output=True)
    done = run("history", "demo", "app", "--format", "csv", "--language", "zh_Hans")
    assert (done.status, done.stderr) == (0, "")
    [row] = csv.DictReader(done.stdout.splitlines())
    assert row["translated"] == "2"
    done = run("diff", "demo", "app")
    assert (done.status, done.stderr.count("demo/app/zh.po")) == (0, 1)
    done = run("gate", "demo", "app", "--base", "HEAD")
    assert (done.status, done.stderr) == (0, WARNING)


def test_an_unreadable_second_file_is_named_with_its_line(run: Run, project: Path) -> None:
    (project / "demo/app/zh.po").write_text("stray\n")
    done = run("stats", "demo", "app", "--no-history")
    assert done.status == 3
    assert read_translated_numbers(done.stdout) == {"de": 2, "zh_Hans": 2}
    failure, warning = done.stderr.splitlines()
    assert failure.startswith("demo/app/zh.po:1: text outside of quotes: 'stray' (left out); mend the file, ")
    assert warning.endswith(": 2, cannot be read)")
    assert run("stats", "demo", "app", "--no-history", "--language", "de").status == 0
