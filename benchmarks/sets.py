"""File sets to measure. The files are copied from the corpus, or generated if there is no corpus."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import corpus
from benchmarks.corpus import CorpusComponent
from benchmarks.trees import CatalogueKind, TreeSize, write_tree

MEGABYTE = 1_000_000
OLD_MTIME = 1_700_000_000
SETTLE_SECONDS = 2.5
"""Time in seconds after which the cache accepts new files as unchanged. File systems have a finer time resolution."""

FillFunction = Callable[[Path, Sequence[CorpusComponent], float], None]
"""Function that fills a folder with files of components in the corpus, or with generated files if there are none.

The arguments are the folder, the components, and the share of the full size, at most 1.
"""


class FileSet(NamedTuple):
    """Set of translation files on disk. `size` is the size of all files together, in bytes."""

    name: str
    root: Path
    kind: CatalogueKind
    files: list[str]
    size: int


class SetDefinition(NamedTuple):
    """Definition of a file set: function that creates its files, measured transtats variants and measured tools."""

    title: str
    fill: FillFunction
    our_case_names: tuple[str, ...]
    peer_names: tuple[str, ...]
    kind: CatalogueKind = "po"


def _fill_many(root: Path, components: Sequence[CorpusComponent], share: float) -> None:
    chosen = [component for component in components if component.kind == "po" and not component.is_laboratory]
    _copy_or_generate(chosen, root, share, 58, TreeSize(60, 20, 255))


def _fill_plain(root: Path, components: Sequence[CorpusComponent], share: float) -> None:
    chosen = [
        component
        for component in components
        if component.kind == "po" and not (component.has_markup or component.is_laboratory)
    ]
    _copy_or_generate(chosen, root, share, 58, TreeSize(60, 20, 255))


def _fill_laboratories(root: Path, components: Sequence[CorpusComponent], share: float) -> None:
    chosen = [
        component
        for component in components
        if component.kind == "po" and component.is_laboratory and not component.has_markup
    ]
    _copy_or_generate(chosen, root, share, 12, TreeSize(12, 20, 255))


def _fill_sphinx(root: Path, components: Sequence[CorpusComponent], share: float) -> None:
    chosen = [component for component in components if component.is_sphinx]
    _copy_or_generate(chosen, root, share, 1.4, TreeSize(6, 3, 400, is_rst=True))


def _fill_xliff(root: Path, components: Sequence[CorpusComponent], share: float) -> None:
    chosen = [component for component in components if component.kind == "xliff"]
    _copy_or_generate(chosen, root, share, 22, TreeSize(30, 20, 130, "xliff"))


def _fill_huge(root: Path, components: Sequence[CorpusComponent], share: float) -> None:
    chosen = [component for component in components if component.kind == "po"]
    write_tree(TreeSize(1, 1, 1 if chosen else int(80_000 * share)), root)
    if chosen:
        # Replace the generated string by real ones.
        corpus.merge_components(chosen, corpus.find_translations(root, "po")[0], int(12 * MEGABYTE * share))


def _copy_or_generate(
    components: Sequence[CorpusComponent], root: Path, share: float, megabytes: float, generated_size: TreeSize
) -> None:
    """Copy components to a folder. If there are no components, generate a tree instead.

    `megabytes` and `generated_size` are the full sizes, of which the fraction `share` is created.
    """
    if components:
        corpus.copy_components(components, root, int(megabytes * MEGABYTE * share))
    else:
        write_tree(_scale_tree(generated_size, share), root)


def _scale_tree(tree: TreeSize, share: float) -> TreeSize:
    return tree._replace(components=max(1, round(tree.components * share)))


def fill_generated(tree: TreeSize) -> FillFunction:
    return lambda root, components, share: write_tree(_scale_tree(tree, share), root)


def _define_keyed_set(title: str, kind: CatalogueKind, peers: tuple[str, ...]) -> SetDefinition:
    return SetDefinition(
        title, fill_generated(TreeSize(8, 20, 250, kind)), ("no checks", "all checks", "warm"), peers, kind
    )


PO_PEERS = ("msgfmt", "pocount", "polib", "rspolib", "moz.l10n", "potodo")
SETS = {
    "many-po": SetDefinition("many PO files", _fill_many, ("no checks", "all checks"), (*PO_PEERS, "pofile-ts")),
    "huge-po": SetDefinition("one huge PO file", _fill_huge, ("no checks", "all checks"), PO_PEERS),
    "plain-po": SetDefinition(
        "many PO files without reStructuredText",
        _fill_plain,
        ("all checks", "warm", "two cores"),
        ("msgfmt", "pocount"),
    ),
    "laboratories": SetDefinition(
        "laboratories, where every other string fails",
        _fill_laboratories,
        ("no checks", "all checks"),
        ("msgfmt", "pocount"),
    ),
    "sphinx": SetDefinition("Sphinx catalogues", _fill_sphinx, ("all checks", "warm"), ("msgfmt", "pocount", "potodo")),
    "many-xliff": SetDefinition(
        "many XLIFF files",
        _fill_xliff,
        ("no checks", "all checks", "warm"),
        ("pocount", "translate-toolkit", "moz.l10n"),
        "xliff",
    ),
    "tiny": SetDefinition(
        "a tiny component",
        fill_generated(TreeSize(1, 10, 50)),
        ("no checks", "all checks", "warm"),
        ("import click", *PO_PEERS),
    ),
    "components": SetDefinition(
        "a thousand components of 240 strings",
        fill_generated(TreeSize(1000, 6, 40)),
        ("no checks", "no cache", "all checks", "warm", "two cores"),
        ("msgfmt", "pocount"),
    ),
    "many-components": SetDefinition(
        "five thousand components of 240 strings",
        fill_generated(TreeSize(5000, 6, 40)),
        ("no cache", "all checks", "warm"),
        (),
    ),
    "wide": SetDefinition(
        "a thousand components of 30 strings",
        fill_generated(TreeSize(1000, 3, 10)),
        ("no checks", "all checks", "warm"),
        ("msgfmt", "pocount"),
    ),
    "million": SetDefinition(
        "a million strings", fill_generated(TreeSize(100, 40, 250)), ("no checks", "all checks"), ("pocount",)
    ),
    "android": _define_keyed_set("Android resources", "android", ("toolkit words",)),
    "properties": _define_keyed_set("Java properties", "properties", ("toolkit words",)),
    "json": _define_keyed_set("nested JSON", "json", ("toolkit words", "node")),
    "yaml": _define_keyed_set("nested YAML", "yaml", ("toolkit words",)),
}


def build_file_sets(names: Sequence[str], work: Path, corpus_root: Path, share: float) -> list[FileSet]:
    """Create the named file sets below the folder `work`, from the corpus if the folder `corpus_root` exists."""
    components = list(corpus.find_components(corpus_root)) if corpus_root.is_dir() else []
    built = [build_file_set(name, work / name, components, share) for name in names]
    # The change time (ctime) cannot be set. Wait until the cache accepts the files as unchanged.
    time.sleep(SETTLE_SECONDS)
    return built


def build_file_set(name: str, root: Path, components: Sequence[CorpusComponent], share: float) -> FileSet:
    """Create one file set. The files get an old modification time, because results of new files are not cached."""
    definition = SETS[name]
    root.mkdir(parents=True)
    definition.fill(root, components, share)
    for path in [*root.rglob("*"), root]:
        os.utime(path, (OLD_MTIME, OLD_MTIME))
    files = corpus.find_translations(root, definition.kind)
    return FileSet(
        name, root, definition.kind, [str(file) for file in files], sum(file.stat().st_size for file in files)
    )
