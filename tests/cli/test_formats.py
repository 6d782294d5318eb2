"""Commands on the examples of seven formats, each in a repository in which a later commit changes a German string."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fixture_types import CommandResult, Run

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
GIT_IDENTITY = {
    f"GIT_{who}_{what}": f"{what}@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}


class Case(NamedTuple):
    """A component of an example, with its German file and the number of its strings."""

    project: str
    component: str
    file: str
    total: int
    old: str = "Öffnen"
    new: str = ""
    change: str = "lost 1 string, 1 word"


CASES = [
    Case("android", "strings", "app/src/main/res/values-de/strings.xml", 11),
    Case("apple", "localizable", "Notes/de.lproj/Localizable.strings", 9),
    Case("i18next", "common", "public/locales/de/common.json", 10),
    Case("flutter", "app", "lib/l10n/app_de.arb", 10),
    Case("rails", "locales", "config/locales/de.yml", 10),
    Case("dotnet", "strings", "Resources/Strings.de.resx", 9),
    Case(
        "qt",
        "notes",
        "translations/notes_de.ts",
        10,
        ">Öffnen<",
        ' type="unfinished">Öffnen<',
        "became fuzzy 1 string",
    ),
]


class Project:
    """A repository with an example. The second commit removes a translation, or marks it as unfinished."""

    def __init__(self, case: Case, folder: Path, run: Run) -> None:
        self.case, self.folder, self._run = case, folder, run
        shutil.copytree(EXAMPLES / case.project, folder)
        self._git("init", "-q", "-b", "main")
        self._commit("2026-01-01T12:00:00Z")
        path = folder / case.file
        text = path.read_text(encoding="utf-8")
        assert text.count(case.old) == 1
        path.write_text(text.replace(case.old, case.new), encoding="utf-8")
        self._commit("2026-02-01T12:00:00Z")

    def run(self, command: str, *options: str) -> CommandResult:
        return self._run(command, self.case.project, self.case.component, *options, cwd=self.folder)

    def _commit(self, date: str) -> None:
        self._git("add", ".")
        self._git("commit", "-q", "-m", "change", GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)

    def _git(self, *arguments: str, **variables: str) -> None:
        environment = {**os.environ, "HOME": str(self.folder), **GIT_IDENTITY, **variables}
        subprocess.run(["git", *arguments], cwd=self.folder, env=environment, check=True)


@pytest.fixture(params=CASES, ids=[case.project for case in CASES])
def project(request: pytest.FixtureRequest, tmp_path: Path, run: Run) -> Project:
    return Project(request.param, tmp_path / request.param.project, run)


def test_each_language_has_the_date_of_its_own_last_change(project: Project) -> None:
    done = project.run("stats")
    assert (done.status, done.stderr) == (0, "")
    records = {record["code"]: record for record in json.loads(done.stdout)["results"]}
    assert {record["total"] for record in records.values()} == {project.case.total}
    assert records["de"]["last_change"] == "2026-02-01T12:00:00Z"
    assert records["cs"]["last_change"] == "2026-01-01T12:00:00Z"


def test_diff_shows_the_change_and_its_file(project: Project) -> None:
    done = project.run("diff", "HEAD~1", "--units")
    assert (done.status, done.stderr) == (0, "")
    assert "German (de)" in done.stdout
    assert project.case.change in " ".join(done.stdout.split())
    assert project.case.file in done.stdout


def test_the_history_has_both_commits(project: Project) -> None:
    done = project.run("history")
    assert (done.status, done.stderr) == (0, "")
    assert ": 2 commits, 2026-01-01 to 2026-02-01\n" in done.stdout


def test_the_gate_compares_with_a_revision(project: Project) -> None:
    done = project.run("gate", "--base", "HEAD~1")
    assert done.status == 1
    assert project.case.file in done.stdout + done.stderr
    assert project.run("gate", "--base", "HEAD").status == 0


def test_failing_strings_are_listed_with_their_file(project: Project) -> None:
    done = project.run("units", "--language", "de", "--check", "end_stop", "--format", "ndjson")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(unit["file"], unit["source"]) for unit in found] == [(project.case.file, ["The note could not be saved."])]


def test_a_badge_shows_the_share_of_translated_strings(project: Project) -> None:
    done = project.run("badge", "--kind", "shields")
    assert (done.status, done.stderr) == (0, "")
    assert json.loads(done.stdout)["message"].endswith("%")


def test_strings_that_a_file_lacks_are_listed_as_missing(project: Project) -> None:
    if project.case.project == "qt":
        pytest.skip("the example has no template, and its files have the same messages")
    done = project.run("units", "--missing", "--language", "cs", "--format", "ndjson")
    sources = [json.loads(line)["source"][0] for line in done.stdout.splitlines()]
    assert {"Cancel", "Search notes", "Help", "The note could not be saved."} <= set(sources)
