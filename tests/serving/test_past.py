"""Dates of a server come from git: they equal the dates of `stats`, and change when HEAD moves."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.serving.conftest import Serve

APP = "/api/components/demo/app/statistics/"
KEYS = ("code", "last_change", "recent_changes")


class Repository:
    """A repository. Each commit is an hour later than the one before."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.now = 1_700_000_000
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()

    def commit(self) -> None:
        self.now += 3600
        self.git("add", "--all", "*.po")
        self.git("commit", "--quiet", "--allow-empty", "--message", "on we go")

    def git(self, *arguments: str) -> None:
        identity = {
            f"GIT_{who}_{what}": "me@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        subprocess.run(
            ["git", *arguments],
            cwd=self.top,
            env={**os.environ, **identity, "GIT_COMMITTER_DATE": f"{self.now} +0000", "GIT_CONFIG_GLOBAL": os.devnull},
            check=True,
        )


@pytest.fixture
def repository(project: Path) -> Repository:
    """A repository below the served tree. At the top of the tree, it would change the names of components."""
    return Repository(project / "demo/app")


@pytest.fixture
def expected_dates(run: Run) -> Callable[[Path], list[dict[str, Any]]]:
    """Function that returns the dates that `stats` prints."""
    return lambda root: _select_dates(json.loads(run("stats", "demo", "app", "--root", root, "--no-cache").stdout))


def _select_dates(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: record[key] for key in KEYS} for record in page["results"]]


def edit_czech_file(project: Path) -> None:
    path = project / "demo/app/po/cs.po"
    path.write_text(path.read_text().replace("Ahoj", "Nazdar"))
    os.utime(path, (1_690_000_000, 1_690_000_000))


@pytest.mark.parametrize(
    "place", [pytest.param("demo/app", id="a repository within"), pytest.param("..", id="a repository around")]
)
def test_a_commit_of_an_earlier_change_updates_the_dates(
    serve: Serve,
    project: Path,
    expected_dates: Callable[[Path], list[dict[str, Any]]],
    until: Callable[..., None],
    place: str,
) -> None:
    repository = Repository((project / place).resolve())
    server = serve(project)
    assert _select_dates(server.get(APP).json) == expected_dates(project)
    edit_czech_file(project)
    until(lambda: _select_dates(server.get(APP).json) == expected_dates(project))
    assert expected_dates(project)[0]["last_change"] == "2023-07-22T04:26:40Z"
    repository.commit()
    until(lambda: _select_dates(server.get(APP).json) == expected_dates(project))
    assert expected_dates(project)[0] == {"code": "cs", "last_change": "2023-11-15T00:13:20Z", "recent_changes": 1}


def test_a_checkout_of_another_branch_updates_the_dates(
    serve: Serve,
    project: Path,
    repository: Repository,
    expected_dates: Callable[[Path], list[dict[str, Any]]],
    until: Callable[..., None],
) -> None:
    repository.git("checkout", "--quiet", "--orphan", "anew")
    repository.commit()
    repository.git("pack-refs", "--all")
    server = serve(project)
    before = _select_dates(server.get(APP).json)
    repository.git("checkout", "--quiet", "main")
    until(lambda: _select_dates(server.get(APP).json) == expected_dates(project) != before)


def test_an_empty_commit_changes_no_response(serve: Serve, project: Path, repository: Repository) -> None:
    server = serve(project)
    before = server.get(APP).headers
    repository.commit()
    assert server.get(APP).headers["etag"] == before["etag"]


def test_git_log_runs_again_only_after_head_has_moved(
    serve: Serve,
    project: Path,
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    until: Callable[..., None],
) -> None:
    calls, programs = tmp_path / "calls", tmp_path / "programs"
    programs.mkdir()
    (programs / "git").write_text(f'#!/bin/sh\necho "$@" >> {calls}\nexec {shutil.which("git")} "$@"\n')
    (programs / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")

    def log_calls() -> int:
        return calls.read_text().count(" log ")

    server = serve(project)
    server.get(APP)
    assert log_calls() == 1
    os.utime(project / "demo/app/po", None)
    (project / "demo/app/po/sk.po").write_text("broken")
    until(lambda: server.get("/healthz").json["broken"] != [])
    (project / "demo/app/po/sk.po").unlink()
    until(lambda: server.get("/healthz").json["broken"] == [] and server.get(APP).status == 200)
    assert log_calls() == 1
    repository.commit()
    until(lambda: server.get(APP).status == 200 and log_calls() == 2)


def test_without_git_dates_come_from_files_and_one_warning_is_logged(
    serve: Serve, project: Path, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    server = serve(project)
    for path in (APP, APP, "/api/projects/demo/statistics/"):
        assert server.get(path).status == 200
    assert {record["last_change"] for record in _select_dates(server.get(APP).json)} == {None}
    assert len(server.log("demo/app: warning")) == 1
    (warning,) = server.log("demo/app: warning")
    assert "there is no git command" in warning
