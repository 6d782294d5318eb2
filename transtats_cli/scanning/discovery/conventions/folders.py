"""Index of the folders in a tree, with the folders whose paths contain a language."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.scanning.discovery import masks
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings

_FOLDER_REGEX = r"(?:b\+)?[A-Za-z]+(?:[-_.@+](?:[A-Za-z]+|[0-9]{3}))*"
"""Pattern for names of folders that can contain a language. Others are not looked up in the language tables."""


class LanguageFolder(NamedTuple):
    """Folder with a language in its path, and the folders for other languages."""

    mask: str
    """Path of the folder with a star in the place of the language."""
    language: str
    siblings: list[tuple[str, str]]
    """Path and language of each folder that the mask matches, including the folder itself."""


class FolderIndex:
    """Names of the files in a tree, for lookups by folder."""

    def __init__(self, tree: DirectoryTree) -> None:
        self._tree = tree
        self._names: dict[str, frozenset[str]] = {}
        self._have_language: dict[str, bool] = {"": False}
        self._places: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def contains(self, folder: str, name: str) -> bool:
        return name in self._list_names(folder)

    def contains_any(self, folder: str, names: frozenset[str]) -> bool:
        return not names.isdisjoint(self._list_names(folder))

    def _list_names(self, folder: str) -> frozenset[str]:
        names = self._names.get(folder)
        if names is None:
            names = self._names[folder] = frozenset(self._tree.all_names_by_folder.get(folder, ()))
        return names

    def list_subfolders(self, folder: str) -> list[str]:
        return self._tree.subfolders_by_folder.get(folder, [])

    def has_language(self, folder: str) -> bool:
        """True if a name in the path of a folder contains a language."""
        found = self._have_language.get(folder)
        if found is None:
            parent, _, name = folder.rpartition("/")
            found = self.has_language(parent) or find_language_in_folder(name) is not None
            self._have_language[folder] = found
        return found

    def find_matching_folders(self, mask: str) -> list[tuple[str, str]]:
        """Return path and language of each folder that a mask with one star matches."""
        before, _, after = mask.partition("*")
        parent, _, prefix = before.rpartition("/")
        suffix, slash, rest = after.partition("/")
        inside = f"{parent}/" if parent else ""
        siblings = self._places.get((inside + prefix, after))
        if siblings is None:
            siblings = []
            for name in self.list_subfolders(parent):
                part = name[len(prefix) : len(name) - len(suffix)]
                path = f"{inside}{name}{slash}{rest}"
                if name.startswith(prefix) and name.endswith(suffix) and path in self._tree.all_names_by_folder:
                    siblings += [(path, part)] if language_spellings.is_known_language(part) else []
            self._places[inside + prefix, after] = siblings
        return siblings


def find_language_folders(folders: FolderIndex, folder: str) -> Iterator[LanguageFolder]:
    """Yield a LanguageFolder for each name in the path of a folder that contains a language.

    Names without folders for other languages are skipped, except names such as `en.lproj`.
    """
    segments = folder.split("/")
    for number, name in enumerate(segments):
        position = None if name.startswith("values-") else find_language_in_folder(name)
        if position is not None:
            mask = "/".join([*segments[:number], position.mask, *segments[number + 1 :]])
            siblings = folders.find_matching_folders(mask)
            if len(siblings) > (position.language != "Base") or name.endswith(".lproj"):
                yield LanguageFolder(mask, position.language, siblings)


@lru_cache(maxsize=65536)
def find_language_in_folder(name: str) -> masks.LanguagePosition | None:
    """Find the language in the name of a folder. None if there is no language.

    `Base` is accepted as a language in `Base.lproj`.
    """
    if re.fullmatch(_FOLDER_REGEX, name) is None:
        return None
    if name == "Base.lproj":
        return masks.LanguagePosition("", "Base", ".lproj", masks.Certainty.WHOLE)
    position = masks.find_language_in_folder(name)
    # The end or the beginning of a folder's name is no language here: `docs-en/` is seldom a translation.
    return None if position is None or position.certainty is masks.Certainty.FOLDER_PART else position
