"""Group the paths of files in formats other than PO and XLIFF by their names alone. No file is read.

Any JSON, XML or YAML file may be a translation, and most are not. So a group must meet three conditions. The paths
contain languages at the same place. The file of the source language exists, if the format needs a template. The content
of this file has the format, which `description` tests. The properties of the formats stand in `formats.table`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from transtats_cli import languages
from transtats_cli.formats import detection
from transtats_cli.formats.extensions import DETECTED_EXTENSIONS, FOLDER_FILE_NAMES, collect_by_extension
from transtats_cli.scanning.discovery import masks
from transtats_cli.scanning.discovery.groups import TRANSLATION_FOLDERS, Group
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings

_BILINGUAL_EXTENSIONS = frozenset(
    collect_by_extension(
        lambda known: known.keys_may_be_sources or (known.contains_sources and not known.folder_of_bilingual_files)
    )
)
"""Extensions of files that may contain the source texts, so that no file of the source language exists."""
_BILINGUAL_FOLDERS = collect_by_extension(lambda known: known.folder_of_bilingual_files)
_SEPARATORS = collect_by_extension(lambda known: known.source_separators)
"""Characters before the language, by extension, if the name of the source file may have no language."""
_SEPARATORS_IN_USUAL_FOLDERS = _SEPARATORS | collect_by_extension(lambda known: known.separators_in_usual_folders)
BUILD_FOLDERS = frozenset({"build", "target", "obj", "out", "DerivedData", "__pycache__", "coverage"})
"""Names of folders with the results of a build."""
_IGNORED_STEMS = frozenset(
    {"package", "package-lock", "tsconfig", "jsconfig", "composer", "manifest", "angular", "bower", "component"}
    | {"mkdocs", "docker-compose", "_config", "Contents", "contents"}
)
"""Names without extension of usual configuration files."""
_FOLDER_REGEX = r"(?:b\+)?[A-Za-z]+(?:[-_.@+ ]\(?(?:[A-Za-z]+|[0-9]{3})\)?)*"
"""Pattern for names of folders that can contain a language. Others are not looked up in the language tables."""
_DOCUMENTATION_CODE = "qqq"
"""Code in the place of a language for the file with explanations for translators, in projects of MediaWiki."""


class FolderIndex:
    """Index of the folders in a tree whose paths contain a language."""

    def __init__(self, tree: DirectoryTree) -> None:
        self._tree = tree
        self._names: dict[str, frozenset[str]] = {}
        self.languages_by_folder: dict[str, list[tuple[str, str]]] = {}
        """Mask and language for each name in the path of a folder that contains a language, by path of the folder."""
        self.folders_by_mask: dict[str, list[tuple[str, str]]] = {}
        """Path and language of the folders that a mask matches. `Base` is no language."""
        for folder in tree.all_names_by_folder:
            segments = folder.split("/")
            for number, name in enumerate(segments):
                is_android = name.startswith("values-")
                spot = _find_language_of_android(name) if is_android else find_language_in_folder(name)
                if spot is not None:
                    mask = "/".join([*segments[:number], spot.mask, *segments[number + 1 :]])
                    if not is_android:
                        self.languages_by_folder.setdefault(folder, []).append((mask, spot.language))
                    if spot.language != "Base":
                        self.folders_by_mask.setdefault(mask, []).append((folder, spot.language))

    def list_names(self, folder: str) -> frozenset[str]:
        names = self._names.get(folder)
        if names is None:
            names = self._names[folder] = frozenset(self._tree.all_names_by_folder.get(folder, ()))
        return names

    def select_with_name(self, mask: str, name: str) -> dict[str, str]:
        """Return path and language of the files with a name in the folders that a mask matches."""
        folders = self.folders_by_mask.get(mask, ())
        return {f"{folder}/{name}": part for folder, part in folders if name in self.list_names(folder)}


def _find_language_of_android(name: str) -> masks.LanguagePosition | None:
    part = name.removeprefix("values-")
    spot = masks.LanguagePosition("values-", part, "", masks.Certainty.WHOLE)
    return spot if language_spellings.is_known_language(part) else None


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


def find_groups(tree: DirectoryTree) -> list[Group]:
    """Return the groups of files that may be translations. Each path is in at most one group.

    If several masks match a path, the mask with the largest number of languages is used.
    """
    all_names = chain.from_iterable(tree.all_names_by_folder.values())
    if not any(name.rpartition(".")[2] in DETECTED_EXTENSIONS or name in FOLDER_FILE_NAMES for name in all_names):
        # Many trees contain only PO and XLIFF files.
        return []
    found: dict[str, Group] = {}
    folders = FolderIndex(tree)
    for folder, names in tree.all_names_by_folder.items():
        for group in _find_groups_in_folder(folders, folder, names):
            found[group.mask] = _choose_better_source(group, found.get(group.mask, group))
    return _remove_overlaps(found)


def is_false_language_code(path_part: str, file_name: str) -> bool:
    """True if a part of a path has the form of a language code, but is not a language.

    Examples are qualifiers of Android resources, such as `car` in `values-car/strings.xml`, and `qqq` in projects of
    MediaWiki.
    """
    is_qualifier = file_name.endswith(".xml") and language_spellings.is_android_qualifier(path_part)
    return is_qualifier or path_part == _DOCUMENTATION_CODE


def is_source_language(path_part: str) -> bool:
    """True for English without a region or with a usual region, and for `Base`.

    Other regions, such as `en_IN`, are translations.
    """
    return rank_english(path_part) in _RANKS_OF_SOURCES


_RANKS_OF_SOURCES = (0, 1, 2, 5)


def rank_english(path_part: str) -> int:
    """Return 0 for `en`, 1 to 3 for English with a region, 5 for `Base`, and 9 for other languages."""
    if path_part.lower() == "base":
        return 5
    language = languages.language_by_code(path_part)
    return {"en": 0, "en_US": 1, "en_GB": 2}.get(language.code, 3) if language.base_code == "en" else 9


def _find_groups_in_folder(folders: FolderIndex, folder: str, all_names: list[str]) -> Iterator[Group]:
    names = [name for name in all_names if _may_be_translation(name)]
    languages_in_path = folders.languages_by_folder.get(folder, ())
    is_app_store = bool(languages_in_path) and not FOLDER_FILE_NAMES.isdisjoint(all_names)
    if not (names or is_app_store) or not BUILD_FOLDERS.isdisjoint(folder.split("/")):
        return
    last = folder.rpartition("/")[2]
    if last == "values" or last.lower() == "base":
        yield from _find_android_groups(folders, folder, names)
    for mask, language in languages_in_path:
        # Folders without a folder for another language are skipped, except names such as `en.lproj`.
        if len(folders.folders_by_mask.get(mask, ())) > (language != "Base") or "*.lproj" in mask:
            if is_app_store:
                yield from _find_app_store_group(folders, mask, language, folder)
            yield from _find_groups_in_language_folder(folders, mask, language, folder, names)
    yield from _find_groups_of_names(folder, names, is_usual=last.lower() in TRANSLATION_FOLDERS)


def _may_be_translation(name: str) -> bool:
    """True if the extension of a name is in DETECTED_EXTENSIONS. False for usual configuration files."""
    stem, _, extension = name.rpartition(".")
    return extension in DETECTED_EXTENSIONS and stem not in _IGNORED_STEMS


def _find_android_groups(folders: FolderIndex, folder: str, names: list[str]) -> Iterator[Group]:
    """Yield the groups of files such as `values/strings.xml` or `MR/base/strings.xml`, and of their translations."""
    parent, _, last = folder.rpartition("/")
    if last != "values" and detection.MOKO_FOLDERS.isdisjoint(parent.lower().split("/")):
        return
    inside = f"{parent}/" if parent else ""
    mask = f"{inside}values-*" if last == "values" else f"{inside}*"
    for name in names:
        if name.endswith(".xml"):
            parts = folders.select_with_name(mask, name)
            kept = {
                path: part for path, part in parts.items() if not is_false_language_code(part, name) and part != last
            }
            yield Group(f"{mask}/{name}", kept, f"{folder}/{name}")


def _find_app_store_group(folders: FolderIndex, mask: str, language: str, folder: str) -> Iterator[Group]:
    """Yield the group of the folders with texts for an app store, such as `metadata/android/en-US/title.txt`.

    Outside of `metadata`, a name such as `full_description.txt` must exist, because any folder may contain `title.txt`.
    """
    is_usual = "metadata" in mask.split("/") or any(
        "_" in name for name in FOLDER_FILE_NAMES & folders.list_names(folder)
    )
    if mask.endswith("/*") and is_usual and is_source_language(language):
        parts = {
            path: part
            for path, part in folders.folders_by_mask.get(mask, ())
            if not FOLDER_FILE_NAMES.isdisjoint(folders.list_names(path))
        }
        yield Group(mask, parts, folder)


def _find_groups_in_language_folder(
    folders: FolderIndex, folder_mask: str, language: str, folder: str, names: list[str]
) -> Iterator[Group]:
    """Yield the groups of the files in a folder with a language in its path.

    If the language is not a source language, only groups in formats whose files may contain the source texts are
    yielded.
    """
    is_source = is_source_language(language)
    for name in names:
        # The groups of other languages are found when the folder of the source language is searched.
        if not is_source and name.rpartition(".")[2] not in _BILINGUAL_EXTENSIONS:
            continue
        path = f"{folder}/{name}" if is_source else ""
        yield Group(f"{folder_mask}/{name}", folders.select_with_name(folder_mask, name), path)
        position = masks.find_language_in_stem(name.rpartition(".")[0])
        if position is not None and language_spellings.are_same_language(position.language, language):
            mask = f"{position.mask}.{name.rpartition('.')[2]}"
            both = {}
            for below, part in folders.folders_by_mask.get(folder_mask, ()):
                if mask.replace("*", part) in folders.list_names(below):
                    both[f"{below}/{mask.replace('*', part)}"] = part
            yield Group(f"{folder_mask}/{mask}", both, path)


def _find_groups_of_names(folder: str, names: list[str], *, is_usual: bool) -> Iterator[Group]:
    """Yield the groups of files in one folder whose names contain languages.

    `is_usual` is True if the folder has a usual name for translations, such as `locales`.
    """
    known, inside = frozenset(names), f"{folder}/" if folder else ""
    by_mask: dict[str, dict[str, str]] = {}
    for name in names:
        stem, _, extension = name.rpartition(".")
        position = masks.find_language_in_stem(stem)
        if position is not None and not is_false_language_code(position.language, name):
            by_mask.setdefault(f"{position.mask}.{extension}", {})[name] = position.language
    for mask, found in by_mask.items():
        extension = mask.rpartition(".")[2]
        separators = (_SEPARATORS_IN_USUAL_FOLDERS if is_usual else _SEPARATORS).get(extension, ())
        stem = mask.rpartition("*")[0]
        base = (
            f"{stem[:-1]}.{extension}" if mask == f"{stem}*.{extension}" and stem[-1:] in {*"".join(separators)} else ""
        )
        english = min((rank_english(part), name) for name, part in found.items())
        source = base if base in known else english[1] if is_source_language(found[english[1]]) else ""
        if mask == "*.strings" and "Base.strings" in known and not source:
            source = "Base.strings"
        is_bilingual = extension in _BILINGUAL_EXTENSIONS or folder.endswith(_BILINGUAL_FOLDERS.get(extension, ()))
        if source or is_bilingual:
            parts = {inside + name: part for name, part in found.items()}
            yield Group(inside + mask, parts, source and inside + source)


def _choose_better_source(group: Group, other: Group) -> Group:
    """Return the group with the better source path. Both groups have the same mask.

    A source path without a language, such as `messages.properties`, is better than a path with English.
    """

    def rank(each: Group) -> tuple[bool, int, str]:
        part = each.language_parts.get(each.source_path, "")
        base = "Base" if "Base." in each.source_path else ""
        return not each.source_path, rank_english(part or base) if part or base else -1, each.source_path

    return min(group, other, key=rank)


def _remove_overlaps(groups: dict[str, Group]) -> list[Group]:
    """Return groups that have no file in common. Of several groups with the same file, keep the best one."""
    kept: list[Group] = []
    taken: set[str] = set()
    for group in sorted(groups.values(), key=lambda each: each.sort_key):
        paths = {*group.language_parts, group.source_path} - {""}
        if paths and taken.isdisjoint(paths):
            kept.append(group)
            taken |= paths
    return sorted(kept, key=lambda each: each.mask)
