"""What git says of translations is served as `stats` prints it, and follows HEAD."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

APP = "/api/components/demo/app/statistics/"
KEYS = ("code", "last_change", "recent_changes")


class Clock:
    """Commits whatever there is, hour by hour."""

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
def clock(project: Path) -> Clock:
    """A repository within the tree that is served; one at its top would give the components other names."""
    return Clock(project / "demo/app")


@pytest.fixture
def told(run: Callable) -> Callable[[Path], list[dict[str, Any]]]:
    """What `stats` says."""
    return lambda root: _changes(json.loads(run("stats", "demo", "app", "--root", root, "--no-cache").stdout))


def _changes(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: record[key] for key in KEYS} for record in page["results"]]


def edit(project: Path) -> None:
    path = project / "demo/app/po/cs.po"
    path.write_text(path.read_text().replace("Ahoj", "Nazdar"))
    os.utime(path, (1_690_000_000, 1_690_000_000))


@pytest.mark.parametrize(
    "place", [pytest.param("demo/app", id="a repository within"), pytest.param("..", id="a repository around")]
)
def test_a_commit_of_what_was_changed_before_is_seen(
    serve: Callable, project: Path, told: Callable, until: Callable, place: str
) -> None:
    clock = Clock((project / place).resolve())
    server = serve(project)
    assert _changes(server.get(APP).json) == told(project)
    edit(project)
    until(lambda: _changes(server.get(APP).json) == told(project))
    assert told(project)[0]["last_change"] == "2023-07-22T04:26:40Z"
    clock.commit()
    until(lambda: _changes(server.get(APP).json) == told(project))
    assert told(project)[0] == {"code": "cs", "last_change": "2023-11-15T00:13:20Z", "recent_changes": 1}


def test_a_branch_that_is_checked_out_with_the_same_files_is_seen(
    serve: Callable, project: Path, clock: Clock, told: Callable, until: Callable
) -> None:
    clock.git("checkout", "--quiet", "--orphan", "anew")
    clock.commit()
    clock.git("pack-refs", "--all")
    server = serve(project)
    before = _changes(server.get(APP).json)
    clock.git("checkout", "--quiet", "main")
    until(lambda: _changes(server.get(APP).json) == told(project) != before)


def test_a_commit_that_says_nothing_new_leaves_answers_as_they_are(
    serve: Callable, project: Path, clock: Clock
) -> None:
    server = serve(project)
    before = server.get(APP).headers
    clock.commit()
    after = server.get(APP).headers
    assert (after["etag"], after["last-modified"]) == (before["etag"], before["last-modified"])


def test_git_is_asked_again_only_when_head_has_moved(
    serve: Callable, project: Path, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: Callable
) -> None:
    asked, programs = tmp_path / "asked", tmp_path / "programs"
    programs.mkdir()
    (programs / "git").write_text(f'#!/bin/sh\necho "$@" >> {asked}\nexec {shutil.which("git")} "$@"\n')
    (programs / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")

    def looked_back() -> int:
        return asked.read_text().count(" log ")

    server = serve(project)
    server.get(APP)
    assert looked_back() == 1
    os.utime(project / "demo/app/po", None)
    (project / "demo/app/po/sk.po").write_text("broken")
    until(lambda: server.get("/healthz").json["broken"] != [])
    (project / "demo/app/po/sk.po").unlink()
    until(lambda: server.get("/healthz").json["broken"] == [] and server.get(APP).status == 200)
    assert looked_back() == 1
    clock.commit()
    until(lambda: server.get(APP).status == 200 and looked_back() == 2)


def test_without_git_files_speak_for_themselves_and_the_log_says_so_once(
    serve: Callable, project: Path, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    server = serve(project)
    for path in (APP, APP, "/api/projects/demo/statistics/"):
        assert server.get(path).status == 200
    assert {each["last_change"] for each in _changes(server.get(APP).json)} == {None}
    assert len(server.log("demo/app: warning")) == 1
    (warning,) = server.log("demo/app: warning")
    assert "there is no git command" in warning
