"""Charts of the history on all pages with figures, and the column with the change of the last 30 days."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.serving.conftest import Serve

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
PAGES = ("/projects/demo/app/", "/projects/demo/app/cs/")
SUMS = ("/", "/projects/demo/", "/projects/demo/-/", "/languages/", "/languages/cs/", "/projects/demo/-/cs/")


def run_git(top: Path, *arguments: str, month: int = 1) -> None:
    names = {f"GIT_{who}_{what}": "me@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    date = f"2024-{month:02}-01T00:00:00Z"
    environment = {**os.environ, **names, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *arguments], cwd=top, env=environment, check=True, capture_output=True)


def test_the_chart_includes_new_commits(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    top = project.parent
    run_git(top, "init")
    run_git(top, "add", "root")
    run_git(top, "commit", "--message", "first")
    server = serve(project)
    for path in PAGES:
        until(lambda path=path: b"on 2024-01-01 to" in server.get(path).body)
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    run_git(top, "commit", "--all", "--message", "second", month=3)
    until(lambda: b"From 75.0% on 2024-01-01 to 100.0% on 2024-03-01." in server.get(PAGES[0]).body)
    assert b'<td class="number wide c-change">+50.0</td>' in server.get(PAGES[0]).body
    for path in SUMS:
        until(lambda path=path: b"on 2024-01-01 to " in server.get(path).body)
        assert b">30 days to\n2024-03-01</a>" in server.get(path).body
    assert b"In the 30 days to 2024-03-01: +50.0 percentage points." in server.get("/languages/cs/").body
    link = b'<a href="/changes/?since=2024-01-31&amp;language=cs">What changed in these 30 days</a>'
    assert link in server.get("/languages/cs/").body
    until(lambda: b"From 50.0% on 2024-01-01 to 100.0% on 2024-03-01." in server.get(PAGES[1]).body)


@pytest.mark.parametrize("path", [*PAGES, *SUMS])
def test_the_page_of_a_tree_without_git_explains_the_missing_history(
    serve: Serve, project: Path, until: Callable[..., None], path: str
) -> None:
    server = serve(project)
    reason = b"There is no history, because the directory is not in a git repository."
    until(lambda: reason in server.get(path).body)


def test_files_that_are_not_committed_have_no_chart(serve: Serve, project: Path, until: Callable[..., None]) -> None:
    run_git(project.parent, "init")
    server = serve(project)
    until(lambda: b"No commit contains these translations yet." in server.get(PAGES[0]).body)


def test_the_page_mentions_a_failure_of_git_and_the_log_contains_the_reason(
    serve: Serve, project: Path, until: Callable[..., None]
) -> None:
    top = project.parent
    run_git(top, "init")
    run_git(top, "add", "root")
    run_git(top, "commit", "--message", "first")
    for folder in (top / ".git" / "objects").iterdir():
        if len(folder.name) == 2:
            shutil.rmtree(folder)
    server = serve(project)
    for path in PAGES:
        until(lambda path=path: b"The history cannot be read." in server.get(path).body)
        body = server.get(path).body
        assert b"No commit contains" not in body
        assert str(top).encode() not in body
    assert server.log("the history cannot be read: ")


def test_pages_have_the_history_of_all_languages_but_the_source_language(
    serve: Serve, project: Path, until: Callable[..., None]
) -> None:
    top = project.parent
    run_git(top, "init")
    run_git(top, "add", "root")
    run_git(top, "commit", "--message", "first")
    server = serve(project)
    for page in PAGES[:2]:
        until(lambda page=page: b"Share over time, " in server.get(page).body)
    until(lambda: b"The history does not include the source language." in server.get("/projects/demo/app/en/").body)
