"""The sets of files that are measured, and how each is made: of the corpus where there is one, else generated."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import corpus
from benchmarks.corpus import Member
from benchmarks.trees import Kind, Tree, plant

MEGABYTE = 1_000_000
LONG_AGO = 1_700_000_000
SETTLING = 2.5
"""Seconds, more than the coarsest clock of a file system takes for a tick."""

Fill = Callable[[Path, Sequence[Member], float], None]
"""Fills a folder from the members of the corpus, if there are any, at a share of the full size."""


class FileSet(NamedTuple):
    """A set of files on disk."""

    name: str
    root: Path
    kind: Kind
    files: list[str]
    size: int


class Recipe(NamedTuple):
    """A set before it is made: what it is, who is measured on it."""

    title: str
    fill: Fill
    ours: tuple[str, ...]
    peers: tuple[str, ...]
    kind: Kind = "po"


def _many(root: Path, members: Sequence[Member], share: float) -> None:
    chosen = [member for member in members if member.kind == "po" and not member.is_laboratory]
    _copy_or_plant(chosen, root, share, 58, Tree(60, 20, 255))


def _plain(root: Path, members: Sequence[Member], share: float) -> None:
    chosen = [member for member in members if member.kind == "po" and not (member.is_prose or member.is_laboratory)]
    _copy_or_plant(chosen, root, share, 58, Tree(60, 20, 255))


def _laboratories(root: Path, members: Sequence[Member], share: float) -> None:
    chosen = [member for member in members if member.kind == "po" and member.is_laboratory and not member.is_prose]
    _copy_or_plant(chosen, root, share, 12, Tree(12, 20, 255))


def _sphinx(root: Path, members: Sequence[Member], share: float) -> None:
    chosen = [member for member in members if member.is_sphinx]
    _copy_or_plant(chosen, root, share, 1.4, Tree(6, 3, 400, rest=True))


def _xliff(root: Path, members: Sequence[Member], share: float) -> None:
    chosen = [member for member in members if member.kind == "xliff"]
    _copy_or_plant(chosen, root, share, 22, Tree(30, 20, 130, "xliff"))


def _huge(root: Path, members: Sequence[Member], share: float) -> None:
    chosen = [member for member in members if member.kind == "po"]
    plant(Tree(1, 1, 1 if chosen else int(80_000 * share)), root)
    if chosen:
        # The one string that was generated gives way to real ones.
        corpus.merge(chosen, corpus.translations(root, "po")[0], int(12 * MEGABYTE * share))


def _copy_or_plant(chosen: Sequence[Member], root: Path, share: float, megabytes: float, otherwise: Tree) -> None:
    if chosen:
        corpus.copy(chosen, root, int(megabytes * MEGABYTE * share))
    else:
        plant(_at(otherwise, share), root)


def _at(tree: Tree, share: float) -> Tree:
    return tree._replace(components=max(1, round(tree.components * share)))


def generated(tree: Tree) -> Fill:
    return lambda root, members, share: plant(_at(tree, share), root)


ALL_PO = ("msgfmt", "pocount", "polib", "rspolib", "moz.l10n", "potodo")
SETS = {
    "many-po": Recipe("many PO files", _many, ("no checks", "all checks"), ALL_PO),
    "huge-po": Recipe("one huge PO file", _huge, ("no checks", "all checks"), ALL_PO),
    "plain-po": Recipe(
        "many PO files without reStructuredText", _plain, ("all checks", "warm", "two cores"), ("msgfmt", "pocount")
    ),
    "laboratories": Recipe(
        "laboratories, where every other string fails",
        _laboratories,
        ("no checks", "all checks"),
        ("msgfmt", "pocount"),
    ),
    "sphinx": Recipe("Sphinx catalogues", _sphinx, ("all checks", "warm"), ("msgfmt", "pocount", "potodo")),
    "many-xliff": Recipe(
        "many XLIFF files",
        _xliff,
        ("no checks", "all checks", "warm"),
        ("pocount", "translate-toolkit", "moz.l10n"),
        "xliff",
    ),
    "tiny": Recipe(
        "a tiny component", generated(Tree(1, 10, 50)), ("no checks", "all checks", "warm"), ("import click", *ALL_PO)
    ),
    "wide": Recipe(
        "a thousand components",
        generated(Tree(1000, 3, 10)),
        ("no checks", "all checks", "warm"),
        ("msgfmt", "pocount"),
    ),
    "million": Recipe("a million strings", generated(Tree(100, 40, 250)), ("no checks", "all checks"), ("pocount",)),
}


def build_all(names: Sequence[str], work: Path, real: Path, share: float) -> list[FileSet]:
    """Make sets below a folder; of the corpus if it is there."""
    members = list(corpus.members(real)) if real.is_dir() else []
    built = [build(name, work / name, members, share) for name in names]
    # When the system says that they changed cannot be set: a cache trusts them from then on.
    time.sleep(SETTLING)
    return built


def build(name: str, root: Path, members: Sequence[Member], share: float) -> FileSet:
    """Make a set; its files look as if they had not been touched for long, or a cache would not trust them."""
    recipe = SETS[name]
    root.mkdir(parents=True)
    recipe.fill(root, members, share)
    for path in [*root.rglob("*"), root]:
        os.utime(path, (LONG_AGO, LONG_AGO))
    files = corpus.translations(root, recipe.kind)
    return FileSet(name, root, recipe.kind, [str(file) for file in files], sum(file.stat().st_size for file in files))
