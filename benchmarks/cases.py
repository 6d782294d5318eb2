"""List the commands to measure on each file set: variants of transtats, and all other tools that are installed."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NamedTuple, get_args

from benchmarks import variants
from benchmarks.corpus import find_translations
from benchmarks.peers import PEERS, is_installed
from benchmarks.rounds import CommandCase, CommandError, RunSettings, run_once
from benchmarks.sets import SETS, FileSet
from benchmarks.trees import CatalogueKind, TreeSize, write_tree


class CaseContext(NamedTuple):
    """Values for all measured commands of one invocation of the benchmarks."""

    work: Path
    note: Callable[[str], None]
    """Function that prints a message on standard error."""


def list_cases(file_set: FileSet, context: CaseContext) -> list[CommandCase]:
    """Return the commands to measure on a file set. A tool that is not installed is left out with a note."""
    definition = SETS[file_set.name]
    return [
        *_transtats_cases(file_set, definition.our_case_names, context),
        *_peer_cases(file_set, definition.peer_names, context),
    ]


def _transtats_cases(file_set: FileSet, names: Collection[str], context: CaseContext) -> Iterator[CommandCase]:
    for name in names:
        variant = variants.VARIANTS[name]
        cache = context.work / "caches" / f"{file_set.name} {variant.cache_source or name}"
        command = variants.create_command(variant, file_set.root, cache)
        yield CommandCase(file_set.name, name, command, None if variant.cache_source else cache, is_ours=True)


def _peer_cases(file_set: FileSet, names: Collection[str], context: CaseContext) -> Iterator[CommandCase]:
    list_file = context.work / f"{file_set.name}.list"
    list_file.write_text("\0".join(file_set.files), encoding="utf-8")
    for name in names:
        if is_installed(PEERS[name]):
            yield CommandCase(file_set.name, name, PEERS[name].create_command(file_set, str(list_file)))
        else:
            context.note(f"{name}: left out, not installed")


def warm_up(measured: Collection[CommandCase], context: CaseContext, settings: RunSettings) -> None:
    """Run every program once on a few small files without measuring, so that Python caches the bytecode."""
    small = [_warm_up_set(context.work / f"warm-up-{number}", tree) for number, tree in enumerate(_WARM_UP_TREES)]
    for file_set in small:
        run_once(
            CommandCase(
                file_set.name,
                "warm-up",
                variants.create_command(variants.Variant(), file_set.root, context.work / "warm-up-cache"),
            ),
            settings,
        )
    for name in {case.name for case in measured if not case.is_ours}:
        kind = next(SETS[case.file_set_name].kind for case in measured if case.name == name)
        list_file = context.work / f"warm-up-{kind}.list"
        file_set = next(file_set for file_set in small if file_set.kind == kind)
        list_file.write_text("\0".join(file_set.files), encoding="utf-8")
        _run_ignoring_failure(
            CommandCase(file_set.name, name, PEERS[name].create_command(file_set, str(list_file))), settings
        )


_WARM_UP_TREES = (
    TreeSize(1, 2, 40),
    TreeSize(1, 2, 40, is_rst=True),
    *(TreeSize(1, 2, 40, kind) for kind in get_args(CatalogueKind) if kind != "po"),
)


def _warm_up_set(root: Path, tree: TreeSize) -> FileSet:
    write_tree(tree, root)
    return FileSet(root.name, root, tree.kind, [str(path) for path in find_translations(root, tree.kind)], 0)


def _run_ignoring_failure(case: CommandCase, settings: RunSettings) -> None:
    try:
        run_once(case, settings)
    except CommandError as failure:
        settings.note(str(failure))
