"""Find the sets of translation files that configuration files of other tools describe."""

import os
from collections.abc import Iterator, Sequence

from transtats_cli.errors import TranstatsError
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import foreign
from transtats_cli.scanning.discovery.candidates import ComponentCandidate
from transtats_cli.scanning.discovery.conventions.candidates import complete_described_set
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask.folders import FolderListings


def find_described_sets(tree: DirectoryTree, top_folder: str, problems: list[Problem]) -> Iterator[ComponentCandidate]:
    """Yield the sets of files that configuration files of other tools describe, in and below a folder.

    Errors in these configuration files are added to `problems`.
    """
    for folder in tree.list_folders_below(top_folder):
        if folder in tree.documents_by_folder:
            yield from read_described_sets(tree, folder, problems)


def read_described_sets(tree: DirectoryTree, folder: str, problems: list[Problem]) -> list[ComponentCandidate]:
    """Return the sets of files that a configuration file of another tool in this folder describes.

    If several configuration files describe sets, the first file is used. Errors are added to `problems`.
    """
    for document in foreign.READER_MODULES:
        if document not in tree.documents_by_folder.get(folder, ()):
            continue
        try:
            definitions = foreign.read_components(
                os.path.join(tree.root, folder), document, tree.list_all_files_below(folder)
            )
        except TranstatsError as error:
            problems.append(error.problem)
            continue
        if definitions:
            return list(_complete_described_sets(tree, folder, definitions))
    return []


def _complete_described_sets(
    tree: DirectoryTree, folder: str, definitions: Sequence[foreign.ForeignComponent]
) -> Iterator[ComponentCandidate]:
    """Yield the sets of files that a configuration file describes, with format and template of each set."""
    root, listings = tree.to_absolute_path(folder), FolderListings()
    for definition in definitions:
        candidate = ComponentCandidate(folder, *definition[:-1])
        if candidate.is_catalogue:
            yield candidate
            continue
        completed = complete_described_set(root, candidate, definition.source_path, listings, tree.root)
        if completed is not None:
            yield completed
