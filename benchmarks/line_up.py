"""Who is measured on a set: our variants and the other tools that are here, each ready to run."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks import ours
from benchmarks.corpus import translations
from benchmarks.peers import PEERS, is_here
from benchmarks.rounds import CommandError, Contender, Tools, once
from benchmarks.sets import SETS, FileSet
from benchmarks.trees import Tree, plant


class Ground(NamedTuple):
    """What all contenders of a run stand on."""

    work: Path
    known: Collection[str]
    """Options of `transtats stats` that exist."""
    note: Callable[[str], None]


def contenders(files: FileSet, ground: Ground) -> list[Contender]:
    """Everybody on one set; who cannot take part is noted."""
    recipe = SETS[files.name]
    return [*_ours(files, recipe.ours, ground), *_peers(files, recipe.peers, ground)]


def _ours(files: FileSet, names: Collection[str], ground: Ground) -> Iterator[Contender]:
    for name in names:
        variant = ours.VARIANTS[name]
        if missing := ours.missing(variant, ground.known):
            ground.note(f"{name}: left out, transtats stats has no {' and no '.join(missing)} yet")
            continue
        cache = ground.work / "caches" / f"{files.name} {variant.after or name}"
        command = ours.command(variant, files.root, ground.known, cache)
        yield Contender(files.name, name, command, None if variant.after else cache, is_ours=True)


def _peers(files: FileSet, names: Collection[str], ground: Ground) -> Iterator[Contender]:
    listed = ground.work / f"{files.name}.list"
    listed.write_text("\0".join(files.files), encoding="utf-8")
    for name in names:
        if is_here(PEERS[name]):
            yield Contender(files.name, name, PEERS[name].command(files, str(listed)))
        else:
            ground.note(f"{name}: left out, it is not installed")


def warm_up(field: Collection[Contender], ground: Ground, tools: Tools) -> None:
    """Unmeasured runs of every program on a few small files, so that its bytecode is there."""
    small = [_small(ground.work / f"warm-up-{number}", tree) for number, tree in enumerate(_SMALL)]
    for files in small:
        once(Contender(files.name, "warm-up", ours.command(ours.Variant(), files.root, (), ground.work)), tools)
    for name in {contender.name for contender in field if not contender.is_ours}:
        kind = next(SETS[contender.set].kind for contender in field if contender.name == name)
        listed = ground.work / f"warm-up-{kind}.list"
        files = next(files for files in small if files.kind == kind)
        listed.write_text("\0".join(files.files), encoding="utf-8")
        _try(Contender(files.name, name, PEERS[name].command(files, str(listed))), tools)


_SMALL = (Tree(1, 2, 40), Tree(1, 2, 40, rest=True), Tree(1, 2, 40, "xliff"))


def _small(root: Path, tree: Tree) -> FileSet:
    plant(tree, root)
    return FileSet(root.name, root, tree.kind, [str(path) for path in translations(root, tree.kind)], 0)


def _try(contender: Contender, tools: Tools) -> None:
    try:
        once(contender, tools)
    except CommandError as failure:
        tools.say(str(failure))
