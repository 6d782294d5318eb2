"""History compares the commits that it prints and no others, and keeps little of them in memory."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from transtats_cli.git import trees
from transtats_cli.git.objects import Objects
from transtats_cli.git.repository import required
from transtats_cli.git.shadow import Shadow
from transtats_cli.git.steps import Difference, Steps
from transtats_cli.history import walk
from transtats_cli.history.points import Wanted, points
from transtats_cli.history.walk import Place, look_back
from transtats_cli.scanning.engine import ScanOptions


@pytest.fixture
def demo(repository):
    """Forty commits, of which every tenth is of a translation."""
    made = repository("demo")
    made.commit("import", {"po/de.po": made.po({"One": ""}), "src/old.c": "", "README": "demo"})
    for number in range(1, 40):
        if number % 10:
            made.commit(f"code {number}", {f"src/file{number % 4}.c": f"int x{number};\n"})
        else:
            made.commit(f"german {number}", {"po/de.po": made.po({"One": f"Eins {number}"})})
    return made


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The pairs of trees that git is given to compare."""
    found: list[tuple[str, str]] = []

    class Counting(Steps):
        def _answers(self, pairs):
            found.extend(pairs)
            return super()._answers(pairs)

    monkeypatch.setattr(walk, "Steps", Counting)
    return found


def moments(demo, wanted: Wanted, cache: str = "") -> int:
    place = Place(required(str(demo.path)), str(demo.path), ("demo", "po"))
    return len(list(look_back(place, points(place.repository, wanted), ScanOptions(cache=cache))))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param(Wanted("HEAD~3..HEAD"), 3, id="range"),
        pytest.param(Wanted("HEAD~30..HEAD~20"), 10, id="range in the past"),
        pytest.param(Wanted(since="2023-11-17T20:00:00"), 6, id="since"),
        pytest.param(Wanted(every="day"), 4, id="a commit a day"),
        pytest.param(Wanted(), 40, id="all"),
    ],
)
def test_only_the_commits_that_are_wanted_are_compared(demo, pairs: list[object], wanted: Wanted, found: int) -> None:
    assert moments(demo, wanted) == found
    assert len(pairs) == found - 1


def test_only_new_commits_are_compared_if_others_are_remembered(demo, pairs: list[object], tmp_path: Path) -> None:
    assert moments(demo, Wanted(), str(tmp_path)) == 40
    for number in range(3):
        demo.commit("code", {"src/new.c": f"int y{number};\n"})
    pairs.clear()
    assert moments(demo, Wanted(), str(tmp_path)) == 43
    assert len(pairs) == 2


def test_code_that_comes_and_goes_is_not_read(demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only for a commit in which something that is laid out differs, its files are looked at."""
    looked_at: list[str] = []
    digest = Shadow.digest
    monkeypatch.setattr(Shadow, "digest", lambda self, tree: looked_at.append(tree) or digest(self, tree))
    for number in range(10):
        demo.commit("comes", {f"src/new{number}.c": "", "src/old.c": str(number)})
        demo.git("rm", "--quiet", f"src/new{number}.c")
        demo.commit("goes")
    assert moments(demo, Wanted("HEAD~20")) == 40
    usual = len(looked_at)
    looked_at.clear()
    assert moments(demo, Wanted()) == 60
    assert len(looked_at) <= usual + 1


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
"""Mode and identity by path."""


def stored(demo, entries: Entries) -> str:
    """The identity of a tree with these files, links and modules."""
    folders: dict[str, Entries] = {}
    found: Entries = {}
    for path, entry in entries.items():
        name, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(name, {})[rest] = entry
        else:
            found[name] = entry
    found |= {name: (b"40000", stored(demo, inside)) for name, inside in folders.items()}
    names = sorted(found, key=lambda name: name + "/" * (found[name][0] == b"40000"))
    return demo.store(
        "tree", b"".join(b"%s %s\0" % (found[n][0], n.encode()) + bytes.fromhex(found[n][1]) for n in names)
    )


@pytest.mark.parametrize("seed", range(4))
def test_trees_that_are_taken_for_alike_have_one_digest(demo, seed: int) -> None:
    """Files, folders, links and modules come, go, change, and take each other's places."""
    chance = Random(seed)  # noqa: S311  the same at each run
    blobs = [demo.store("blob", b"%d" % number) for number in range(3)]
    links = [demo.store("blob", target) for target in TARGETS]
    entries: Entries = {path: (b"100644", blobs[0]) for path in PATHS if path != "a"}
    made = [stored(demo, entries)]
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
        made.append(stored(demo, entries))
    found = required(str(demo.path))
    compared = [*pairwise(made), *((one, chance.choice(made)) for one in made)]
    alike = 0
    with Shadow(found, str(demo.path)) as shadow, Steps(found, lambda *_: None) as steps:
        for (one, other), differences in zip(compared, steps.between(compared), strict=True):
            if shadow.is_blind_to(one, differences):
                alike += one != other
                assert shadow.digest(one) == shadow.digest(other), (one, other, differences)
    assert alike > 10


def test_differences_name_what_came_went_and_changed_its_kind(demo) -> None:
    older = demo.git("rev-parse", "HEAD^{tree}")
    demo.git("rm", "--quiet", "-r", "src")
    (demo.path / "po" / "de.po").unlink()
    (demo.path / "po" / "de.po").symlink_to("fr.po")
    demo.commit("all kinds", {"po/fr.po": "", "doc/a\nb": "", "src": "a file"})
    with Steps(required(str(demo.path)), lambda *_: None) as steps:
        found, same, back = steps.between(
            [(older, newer := demo.git("rev-parse", "HEAD^{tree}")), (older, older), (newer, older)]
        )
    assert same == []
    assert {each for each in found if not each.path.startswith("src/")} == {
        Difference("doc", "", "folder"),
        Difference("doc/a\nb", "", "file"),
        Difference("po/de.po", "file", "link"),
        Difference("po/fr.po", "", "file"),
        Difference("src", "folder", ""),
        Difference("src", "", "file"),
    }
    assert sorted(back) == sorted(Difference(path, after, before) for path, before, after in found)


def test_folders_in_memory_do_not_grow_with_the_commits(demo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_MOST_KEPT", 10)
    with Objects(required(str(demo.path))) as objects:
        found = trees.Trees(objects)
        for commit in demo.git("rev-list", "HEAD").split():
            top = found.of(commit)
            found.extent(top)
            assert found.entry(top, "po/de.po") is not None
            assert sum(map(len, found._known.values())) <= 10
