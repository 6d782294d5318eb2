"""Search the folders of a root in parts, so that the first components are known before all folders have been read.

The components of a folder directly below the root seldom depend on files in other folders. So a few of these folders
are searched at a time. Folders that may share components or names with other folders are put aside, and are searched
together at the end. The result is the same as that of one search.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import naming
from transtats_cli.scanning.discovery.assembly import ComponentDefinition, ComponentPlace
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.projects import count_project_names, find_root_project_name
from transtats_cli.scanning.discovery.search import (
    ComponentNames,
    OtherParts,
    TreeSearchResult,
    find_documents_above,
    search_folders,
)
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.settings import Setting, Settings

_MIN_FOLDERS_IN_PART = 500
"""Number of folders at any depth below which the next part is twice as large.

The first parts are small, so that the first components are found early. Larger parts take less time altogether.
"""
_MIN_FOLDERS_TO_GIVE_UP = 8
"""Number of searched folders from which all others are put aside, if more than half have been put aside."""


def search_in_parts(
    root: str, settings: Settings, listings: FolderListings, *, all_folders: bool = False
) -> Iterator[TreeSearchResult] | None:
    """Return an iterator that searches a part of the root for each result, or None if the root has to be searched once.

    Each component, problem and file is in one of the results.
    """
    ignore_rules = IgnoreRules(root, settings.text_list("exclude"))
    tree = DirectoryTree(root, ignore_rules, all_folders=all_folders, is_deep=False)
    is_described = bool(tree.documents_by_folder) or find_documents_above(root) is not None
    if tree.is_checkout or is_described or settings.components():
        return None
    return _PartSearch(tree, settings, listings).search()


class _KnownComponent(NamedTuple):
    """Facts about a component of an earlier part that the last search needs. A definition needs more memory."""

    names: ComponentNames
    root: str
    mask: Setting
    has_component_json: bool


class _PartSearch:
    """Search of one root in parts. `tree` is the tree of the root, of which only the root has been read."""

    def __init__(self, tree: DirectoryTree, settings: Settings, listings: FolderListings) -> None:
        self._tree = tree
        self._settings = settings
        self._listings = listings
        self._folders = tree.subfolders_by_folder.get("", [])
        self._root_project = find_root_project_name(tree.root, settings)
        self._known_components: list[_KnownComponent] = []
        """Components of the results so far."""
        self._aside = self._find_folders_with_shared_names()
        """Folders that are searched at the end."""
        self._known_problems: set[Problem] = set()

    def search(self) -> Iterator[TreeSearchResult]:
        others = OtherParts({}, lru_cache(self._count_project_names))
        pending = sorted({*self._folders} - self._aside, reverse=True)
        taken_count, aside_count, part_size = 0, 0, 1
        while pending and not (taken_count >= _MIN_FOLDERS_TO_GIVE_UP and 2 * aside_count > taken_count):
            taken = [pending.pop() for _ in range(min(part_size, len(pending)))]
            taken_count += len(taken)
            part = self._read_part(taken)
            result = self._search(part, others)
            self._aside |= self._find_shared_folders(result)
            aside_count += len(self._aside.intersection(taken))
            yield self._add(self._remove_folders_put_aside(result, taken))
            if part.folder_count < _MIN_FOLDERS_IN_PART:
                part_size *= 2
        self._aside.update(pending)
        self._tree.read_below(folder for folder in self._folders if folder in self._aside)
        has_files = bool(self._aside or self._tree.file_names_by_folder or self._tree.has_files_in_other_formats())
        if has_files:
            others = others._replace(definitions=self._define_known_components())
        yield self._add(self._search(self._tree, others))

    def _read_part(self, folders: Sequence[str]) -> DirectoryTree:
        """Return a tree of folders directly below the root, without folders for languages, which are put aside."""
        part = self._tree.read_part(folders)
        if not part.has_files_outside_components():
            return part
        of_languages = {*filter(_names_language, folders)}
        if not of_languages:
            return part
        self._aside |= of_languages
        found = self._tree.read_part(folder for folder in folders if folder not in of_languages)
        # The rules of `.gitignore` files are read only once, and so are the problems of these files.
        found.problems += [problem for problem in part.problems if problem not in found.problems]
        return found

    def _search(self, tree: DirectoryTree, others: OtherParts) -> TreeSearchResult:
        return search_folders(tree, self._settings, {}, (), self._listings, others)

    def _define_known_components(self) -> dict[ComponentNames, ComponentDefinition]:
        """Return a definition of each component so far, with the file mask as the only setting."""
        return {
            each.names: ComponentDefinition(
                ComponentPlace(*each.names, each.root, self._tree.root, each.mask.origin),
                ({"filemask": each.mask},),
                each.has_component_json,
            )
            for each in self._known_components
        }

    def _count_project_names(self) -> Mapping[str, int]:
        return count_project_names(self._tree, self._folders, self._tree.find_checkouts(self._folders))

    def _find_folders_with_shared_names(self) -> set[str]:
        """Return the folders that may have the same name of a project as another folder or the root."""
        slugs = {folder: naming.make_slug(folder) for folder in self._folders}
        uses = Counter(slugs.values())
        return {folder for folder, slug in slugs.items() if uses[slug] > 1 or self._root_project in (folder, slug)}

    def _find_shared_folders(self, result: TreeSearchResult) -> set[str]:
        """Return the folders of a part that have to be searched together with other folders."""
        return {*result.shared_folders} | {
            self._find_first_folder(each.location.root)
            for (project, _), each in result.definitions.items()
            if project == self._root_project and (project in self._folders or not each.has_component_json)
        }

    def _remove_folders_put_aside(self, result: TreeSearchResult, folders: Iterable[str]) -> TreeSearchResult:
        if self._aside.isdisjoint(folders):
            return result
        definitions = {
            names: each
            for names, each in result.definitions.items()
            if self._find_first_folder(each.location.root) not in self._aside
        }
        left_out_reasons = {
            path: reason
            for path, reason in result.left_out_reasons.items()
            if self._find_first_folder(path) not in self._aside
        }
        return result._replace(
            definitions=definitions,
            left_out_reasons=left_out_reasons,
            test_component_names=result.test_component_names.intersection(definitions),
        )

    def _find_first_folder(self, path: str) -> str:
        """Return the name of the folder directly below the root that contains an absolute path."""
        return path.removeprefix(os.path.join(self._tree.root, "")).replace(os.sep, "/").partition("/")[0]

    def _add(self, result: TreeSearchResult) -> TreeSearchResult:
        """Record a result, and return it without the problems that earlier results contain."""
        self._known_components += [
            _KnownComponent(names, each.location.root, each.settings_layers[0]["filemask"], each.has_component_json)
            for names, each in result.definitions.items()
        ]
        problems = [problem for problem in result.problems if problem not in self._known_problems]
        self._known_problems.update(problems)
        return result._replace(problems=problems)


def _names_language(folder: str) -> bool:
    """True if a folder may contain the translations of one language, and other folders contain the other languages."""
    # Imported late, because in many trees each file belongs to a component.json, and the tables of languages are large.
    from transtats_cli.scanning.discovery.conventions.folders import find_language_in_folder

    return folder == "values" or folder.startswith("values-") or find_language_in_folder(folder) is not None
