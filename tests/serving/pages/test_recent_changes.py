"""List of the strings that changed last, on the page of a translation."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.serving.conftest import Serve
from tests.serving.pages.test_history import run_git

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("git") is None, reason="needs git")]
PAGE = "/projects/demo/app/cs/"


def commit_all(top: Path, *, month: int) -> None:
    run_git(top, "add", "root")
    run_git(top, "commit", "--message", "change", month=month)


def test_the_page_lists_the_latest_changes_and_is_updated_after_new_changes(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    top, file = project.parent, project / "demo/app/po/cs.po"
    run_git(top, "init")
    commit_all(top, month=1)
    server = serve(project)
    until(lambda: b"changed no string after the file was added" in server.get(PAGE).body)
    file.write_text(po("cs", Hello="Nazdar", Good_bye="Sbohem"))
    until(lambda: b"Not committed" in server.get(PAGE).body)
    commit_all(top, month=3)
    until(lambda: b"2024-03-01, commit <code>" in server.get(PAGE).body)
    body = server.get(PAGE).body
    assert b"Nazdar" in body
    assert b"Show the string" in body


def test_hostile_texts_are_escaped_and_long_texts_are_cut(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    top, file = project.parent, project / "demo/app/po/cs.po"
    run_git(top, "init")
    commit_all(top, month=1)
    file.write_text(po("cs", Hello="<script>alert(1)</script>\u202e" + "x" * 100_000, Good_bye="Sbohem"))
    commit_all(top, month=2)
    server = serve(project)
    until(lambda: b"2024-02-01, commit <code>" in server.get(PAGE).body)
    body = server.get(PAGE).body
    assert b"&lt;script&gt;" in body
    assert b"<script>alert" not in body
    assert "\u202e".encode() not in body
    assert len(body) < 60_000
    omitted = [
        int(each.replace("\u202f", "")) for each in re.findall(r"… ([\d\u202f]+) more characters", body.decode())
    ]
    assert [98_000 < each < 100_000 for each in omitted] == [True]


def test_the_page_mentions_a_failure_of_git_and_the_log_contains_the_reason(
    serve: Serve, project: Path, until: Callable[..., None]
) -> None:
    top = project.parent
    run_git(top, "init")
    commit_all(top, month=1)
    for folder in (top / ".git" / "objects").iterdir():
        if len(folder.name) == 2:
            shutil.rmtree(folder)
    server = serve(project)
    until(lambda: b"The changes cannot be read." in server.get(PAGE).body)
    assert server.log("demo/app: po/cs.po: the recent changes cannot be read: ")


def test_the_page_of_a_tree_without_git_has_no_list_of_changes(
    serve: Serve, project: Path, until: Callable[..., None]
) -> None:
    server = serve(project)
    until(lambda: b"Last changed strings</h2>" not in server.get(PAGE).body)
