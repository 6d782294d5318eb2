"""The walk through git agrees with a model that replays the commits one by one, in random repositories."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outdated.replay import Commit, replay
from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.outdated.finder import OutdatedFinder

pytestmark = pytest.mark.slow

FOLDERS = ("locales", "i18n")


class Step(NamedTuple):
    """Commit on the branch, and how it was made."""

    commit: Commit
    folder: str
    """Folder of both files. A commit with another folder renames the files."""
    merged: Commit | None
    """Texts of the only commit of a branch that the commit merges. None if it is no merge."""


keys = st.sampled_from("abcd")
sources = st.dictionaries(keys, st.sampled_from(["One", "Two"]), max_size=4)
targets = st.dictionaries(keys, st.sampled_from(["Eins", "Zwei", ""]), max_size=4)
commits = st.builds(Commit, sources, targets, st.just(True))
histories = st.lists(
    st.builds(Step, commits, st.sampled_from(FOLDERS), st.one_of(st.none(), commits)), min_size=1, max_size=7
)


def to_json(texts: Mapping[str, str], language: str) -> bytes:
    """Return a file with the texts. Most of it is the same in all versions, so that git finds renamed files."""
    common = {f"{language}{number}": f"{language} text {number}" for number in range(20)}
    return json.dumps({**common, **texts}, indent=1).encode()


def format_commit(mark: int, branch: str, parents: Sequence[int], commit: Commit, folder: str) -> bytes:
    """Return the commands of git fast-import that create a commit."""
    lines = [b"commit refs/heads/%b\nmark :%d\n" % (branch.encode(), mark)]
    lines.append(b"committer A <a@example.org> %d +0000\ndata 0\n" % (1_700_000_000 + mark))
    lines += [b"%b :%d\n" % (b"merge" if place else b"from", parent) for place, parent in enumerate(parents)]
    lines.append(b"deleteall\n")
    for language, texts in (("en", commit.sources), ("de", commit.targets)):
        content = to_json(texts, language)
        path = f"{folder}/{language}.json".encode()
        lines.append(b"M 100644 inline %b\ndata %d\n%b\n" % (path, len(content), content))
    return b"".join(lines)


def create_repository(root: Path, history: Sequence[Step]) -> None:
    commands: list[bytes] = []
    mark = parent = 0
    for step in history:
        parents = [parent] if parent else []
        if parent and step.merged is not None:
            mark += 1
            commands.append(format_commit(mark, "side", [parent], step.merged, step.folder))
            parents.append(mark)
        mark += 1
        commands.append(format_commit(mark, "main", parents, step.commit, step.folder))
        parent = mark
    for arguments in (["init", "--quiet"], ["fast-import", "--quiet"], ["checkout", "--quiet", "main"]):
        subprocess.run(["git", *arguments], cwd=root, input=b"".join(commands), check=True, capture_output=True)


@given(histories)
def test_the_walk_agrees_with_a_replay_of_random_commits(history: Sequence[Step]) -> None:
    """Files are renamed by some commits, and some commits are merges, of which only the result counts."""
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        create_repository(root, history)
        place = history[-1].folder
        options = ReadOptions(is_monolingual=True)
        component = Component("p", "c", str(root), f"{place}/*.json", "json", f"{place}/en.json", read_options=options)
        found = OutdatedFinder([component]).find(component)
    last = history[-1].commit
    expected = {
        key: source for key, (_, source) in replay([step.commit for step in history]).items() if last.targets[key]
    }
    strings = found.strings_by_path[f"{place}/de.json"]
    assert {each.unit.context.lstrip("."): each.source_change.old_source for each in strings} == expected
