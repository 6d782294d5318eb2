"""Differences between trees, and differences that do not affect a checkout."""

import os
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.git_repositories import CopyRepository, ScriptedRepository, commit_forty_times
from transtats_cli.git import TIMEOUT_VARIABLE, trees
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.objects import ObjectReader
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import require_repository
from transtats_cli.git.tree_comparison import TreeComparison

pytestmark = pytest.mark.slow


@pytest.fixture
def demo(repository_copy: CopyRepository) -> ScriptedRepository:
    """Repository of forty commits, of which every tenth changes a translation."""
    return repository_copy("demo", commit_forty_times)


PATHS = [
    "x.txt",
    "de.po",
    "l.po",
    "code.c",
    "a",
    "a/x.txt",
    "a/fr.po",
    "a/code.c",
    "b/c/code.c",
    "b/c/y.c",
    "b/LINGUAS",
]
TARGETS = [b"x.txt", b"../a/x.txt", b"de.po", b"nowhere", b"b/c", b"b/c/y.c"]

Entries = dict[str, tuple[bytes, str]]
"""Mode and object id by path."""


def store_entries(demo: ScriptedRepository, entries: Entries) -> str:
    """Write a tree with these files, links and submodules, and return its id."""
    folders: dict[str, Entries] = {}
    found: Entries = {}
    for path, entry in entries.items():
        name, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(name, {})[rest] = entry
        else:
            found[name] = entry
    found |= {name: (b"40000", store_entries(demo, inside)) for name, inside in folders.items()}
    names = sorted(found, key=lambda name: name + "/" * (found[name][0] == b"40000"))
    return demo.store(
        "tree", b"".join(b"%s %s\0" % (found[n][0], n.encode()) + bytes.fromhex(found[n][1]) for n in names)
    )


def list_files(root: str) -> dict[str, bytes | None]:
    """Return the content of each file, and the target of each link, by path. None for a folder."""
    return {
        str(path.relative_to(root)): os.fsencode(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else None
        for path in Path(root).rglob("*")
    }


@pytest.mark.parametrize("seed", range(4))
def test_unaffected_trees_have_equal_checkouts(demo: ScriptedRepository, seed: int) -> None:
    """Files, folders, links and submodules are added, removed, changed and replaced by each other."""
    chance = Random(seed)  # noqa: S311  the same at each run
    blobs = [demo.store("blob", b"%d" % number) for number in range(3)]
    links = [demo.store("blob", target) for target in TARGETS]
    entries: Entries = {path: (b"100644", blobs[0]) for path in PATHS if path != "a"}
    made = [store_entries(demo, entries)]
    for _ in range(150):
        path = chance.choice(PATHS)
        entries = {each: entry for each, entry in entries.items() if not f"{each}/".startswith(f"{path}/")}
        if chance.random() < 0.7:
            entries = {each: entry for each, entry in entries.items() if not path.startswith(f"{each}/")}
            kind = chance.random()
            file = chance.choice([b"100644", b"100755"]), chance.choice(blobs)
            entries[path] = (
                file if kind < 0.7 else (b"120000", chance.choice(links)) if kind < 0.9 else (b"160000", "1" * 40)
            )
        made.append(store_entries(demo, entries))
    found = require_repository(str(demo.path))
    compared = [*pairwise(made), *((one, chance.choice(made)) for one in made)]
    alike = 0
    with Checkout(found, str(demo.path)) as checkout, TreeComparison(found, lambda *_: None) as comparison:
        for (one, other), differences in zip(compared, comparison.compare(compared), strict=True):
            if not any(checkout.may_affect_files(one, *each) for each in differences):
                alike += one != other
                first = list_files(checkout.check_out_tree(one))
                assert first == list_files(checkout.check_out_tree(other)), (one, other, differences)
    assert alike > 10


def test_differences_contain_new_removed_and_changed_kinds_of_entries(demo: ScriptedRepository) -> None:
    older = demo.git("rev-parse", "HEAD^{tree}")
    demo.git("rm", "--quiet", "-r", "src")
    (demo.path / "po" / "de.po").unlink()
    (demo.path / "po" / "de.po").symlink_to("fr.po")
    demo.commit("all kinds", {"po/fr.po": "", "doc/a\nb": "", "src": "a file"})
    with TreeComparison(require_repository(str(demo.path)), lambda *_: None) as comparison:
        found, same, back = comparison.compare(
            [(older, newer := demo.git("rev-parse", "HEAD^{tree}")), (older, older), (newer, older)]
        )
    assert same == []
    assert {each for each in found if not each[0].startswith("src/")} == {
        ("doc", "", "folder"),
        ("doc/a\nb", "", "file"),
        ("po/de.po", "file", "link"),
        ("po/fr.po", "", "file"),
        ("src", "folder", ""),
        ("src", "", "file"),
    }
    assert sorted(back) == sorted((path, after, before) for path, before, after in found)


def test_a_missing_tree_is_an_error_and_the_next_comparison_is_complete(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git skips the missing tree, so waiting for its differences would end at the time limit."""
    monkeypatch.setenv(TIMEOUT_VARIABLE, "20")
    older, newer = demo.git("rev-parse", "HEAD~30^{tree}"), demo.git("rev-parse", "HEAD^{tree}")
    with TreeComparison(require_repository(str(demo.path)), lambda *_: None) as comparison:
        (expected,) = comparison.compare([(newer, older)])
        with pytest.raises(GitError, match="git diff-tree ended early"):
            list(comparison.compare([(older, newer), (older, "1" * 40), (older, newer)]))
        unfinished = next(comparison.compare([(older, newer), (newer, older)]))
        assert len(unfinished) == len(expected) > 0
        assert list(comparison.compare([(newer, older)])) == [expected]


def test_the_cache_of_folders_does_not_grow_with_the_number_of_commits(
    demo: ScriptedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "_MAX_CACHED_ENTRIES", 10)
    with ObjectReader(require_repository(str(demo.path))) as objects:
        found = trees.TreeReader(objects)
        for commit in demo.git("rev-list", "HEAD").split():
            top = found.find_tree(commit)
            found.measure(top)
            assert found.find_entry(top, "po/de.po") is not None
            assert sum(map(len, found._listings.values())) <= 10
