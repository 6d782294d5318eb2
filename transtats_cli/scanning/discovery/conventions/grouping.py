"""Group paths into file masks, by the names of files and folders alone. No file is read.

A tree may contain many files, and few of them are translations. So a quick test joins all names in a folder to one
text. Only folders with a language in their path or in this text are searched name by name.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.formats.table import DETECTED_EXTENSIONS, FOLDER_FILE_NAMES, collect_by_extension
from transtats_cli.scanning.discovery import layouts, masks
from transtats_cli.scanning.discovery.conventions.folders import FolderIndex, LanguageFolder, find_language_folders
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings

_BILINGUAL_EXTENSIONS = frozenset(
    collect_by_extension(lambda known: known.contains_sources and not known.folder_of_bilingual_files)
)
"""Extensions of files that usually contain the source texts, so that no file of the source language exists."""
_BILINGUAL_FOLDERS = collect_by_extension(lambda known: known.folder_of_bilingual_files)
_SEPARATORS = collect_by_extension(lambda known: known.source_separators)
"""Characters before the language, by extension, if the name of the source file may have no language."""
_SEPARATORS_IN_USUAL_FOLDERS = _SEPARATORS | collect_by_extension(lambda known: known.separators_in_usual_folders)
IGNORED_FOLDERS = frozenset(
    {"build", "dist", "target", "obj", "out", "node_modules", "bower_components", "site-packages"}
    | {"Pods", "Carthage", "DerivedData", "__pycache__", "coverage"}
)
"""Names of folders with the results of a build, or with other projects."""
_IGNORED_STEMS = frozenset(
    {"package", "package-lock", "tsconfig", "jsconfig", "composer", "manifest", "angular", "bower", "component"}
    | {"mkdocs", "docker-compose", "_config", "Contents", "contents"}
)
"""Names without extension of usual configuration files."""
# A search for literal text at the beginning of a pattern is fast, so the text before it is a lookbehind.
_ENGLISH_REGEX = r"en(?<=[\n._-]en)(?:glish)?[._-]"
_ENDS_WITH_LANGUAGE_REGEX = (
    rf"\n(?:{'|'.join(extension[::-1] for extension in sorted(_BILINGUAL_EXTENSIONS.union(_SEPARATORS)))})\."
    r"(?:[A-Za-z0-9]{2,8}[-_@+]){0,2}[A-Za-z]{2,3}(?=[\n._-])"
)
"""Pattern for the names in a folder, written backwards, because a search that starts at the extensions is faster."""
# Compiled on first use, because the names in most trees contain no languages.
_LANGUAGE_REGEX = r"(?:^|[-_.])[A-Za-z]{2,3}(?![A-Za-z])|^[A-Za-z]+$|[-_.][A-Za-z]{4,}$"
_ANDROID_FILE_REGEX = r"(?i:strings.*\.xml|.*strings\.xml)"
_ANDROID_QUALIFIERS = frozenset({"car"})
"""Qualifiers of Android resources that have the form of a language code, and are no languages."""
_DOCUMENTATION_CODE = "qqq"
"""Code in the place of a language for the file with explanations for translators, in projects of MediaWiki."""


class FileGroup(NamedTuple):
    """File mask, and the files from which the mask was derived. Paths are relative to one folder, usually the root."""

    mask: str
    language_parts: dict[str, str]
    """Part of each path that is the language, by path. The source language is included if its path contains it."""
    source_path: str = ""
    """Path of the file that contains the source texts according to its name. '' if there is no such file."""

    @property
    def languages(self) -> set[str]:
        """Languages in the paths of the translations, without the source file."""
        return {part for path, part in self.language_parts.items() if path != self.source_path}

    @property
    def any_path(self) -> str:
        """Path of the source file, or of the first translation."""
        return self.source_path or min(self.language_parts)

    def relative_to(self, folder: str) -> "FileGroup":
        """Return the group with paths relative to a folder."""
        start = len(folder) + 1 if folder else 0
        parts = {path[start:]: part for path, part in self.language_parts.items()}
        return FileGroup(self.mask[start:], parts, self.source_path[start:])


def find_groups(tree: DirectoryTree) -> list[FileGroup]:
    """Return the groups of files that may be translations. Each path is in at most one group.

    If several masks match a path, the mask with the largest number of languages is used.
    """
    found: dict[str, FileGroup] = {}
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
    return path_part == _DOCUMENTATION_CODE or (path_part in _ANDROID_QUALIFIERS and file_name.endswith(".xml"))


def is_source_language(path_part: str) -> bool:
    """True for English without a region or with a usual region, and for `Base`.

    Other regions, such as `en_IN`, are translations.
    """
    return rank_english(path_part) < _LOWEST_RANK and rank_english(path_part) != _RANK_OF_OTHER_REGIONS


_RANK_OF_OTHER_REGIONS, _RANK_OF_BASE, _LOWEST_RANK = 3, 5, 9


def rank_english(path_part: str) -> int:
    """Return 0 for `en`, 1 to 3 for English with a region, 5 for `Base`, and 9 for other languages."""
    if path_part.lower() == "base":
        return _RANK_OF_BASE
    language = languages.language_by_code(path_part)
    if language.base_code != "en":
        return _LOWEST_RANK
    return {"en": 0, "en_US": 1, "en_GB": 2}.get(language.code, _RANK_OF_OTHER_REGIONS)


def _find_groups_in_folder(folders: FolderIndex, folder: str, names: list[str]) -> Iterator[FileGroup]:
    last = folder.rpartition("/")[2]
    is_android = last == "values" or last.lower() == "base"
    is_usual = last.lower() in layouts.TRANSLATION_FOLDERS
    # Names of folders are looked up in the language tables only if a file can be a translation.
    if not any(map(_may_be_translation, names)) and FOLDER_FILE_NAMES.isdisjoint(names):
        return
    has_language = folders.has_language(folder)
    has_languages_in_names = is_usual or _may_contain_languages(names)
    if not (is_android or has_language or has_languages_in_names):
        return
    all_names, names = names, [name for name in names if _may_be_translation(name)]
    is_app_store = has_language and not FOLDER_FILE_NAMES.isdisjoint(all_names)
    if not (names or is_app_store) or not IGNORED_FOLDERS.isdisjoint(folder.split("/")):
        return
    language_folders = list(find_language_folders(folders, folder)) if has_language else []
    if is_app_store:
        yield from _find_app_store_group(folders, language_folders, folder)
    if is_android:
        yield from _find_android_groups(folders, folder, names)
    for language_folder in language_folders:
        yield from _find_groups_in_language_folder(folders, language_folder, folder, names)
    if has_languages_in_names:
        yield from _find_groups_of_names(folder, names, is_usual=is_usual)


def _may_contain_languages(names: list[str]) -> bool:
    """Return True if a name contains English, or if a name ends with any language and an extension such as `.ts`."""
    text = "\n".join(["", *names, ""])
    if re.search(_ENGLISH_REGEX, text.lower()) or "\nBase.strings\n" in text:
        return True
    return re.search(_ENDS_WITH_LANGUAGE_REGEX, text[::-1]) is not None


def _may_be_translation(name: str) -> bool:
    """True if the extension of a name is in DETECTED_EXTENSIONS. False for usual configuration files."""
    stem, _, extension = name.rpartition(".")
    return extension in DETECTED_EXTENSIONS and stem not in _IGNORED_STEMS


def _find_android_groups(folders: FolderIndex, folder: str, names: list[str]) -> Iterator[FileGroup]:
    """Yield the groups of files such as `values/strings.xml` or `MR/base/strings.xml`, and of their translations."""
    parent, _, last = folder.rpartition("/")
    if last != "values" and "mr" not in parent.lower().split("/"):
        return
    inside = f"{parent}/" if parent else ""
    mask = f"{inside}values-*" if last == "values" else f"{inside}*"
    for name in names:
        if re.fullmatch(_ANDROID_FILE_REGEX, name):
            siblings = folders.find_matching_folders(mask)
            parts = {f"{path}/{name}": part for path, part in siblings if folders.contains(path, name)}
            kept = {
                path: part for path, part in parts.items() if not is_false_language_code(part, name) and part != last
            }
            yield FileGroup(f"{mask}/{name}", kept, f"{folder}/{name}")


def _find_app_store_group(
    folders: FolderIndex, language_folders: list[LanguageFolder], folder: str
) -> Iterator[FileGroup]:
    """Yield the group of the folders with texts for an app store, such as `metadata/android/en-US/title.txt`."""
    for language_folder in language_folders:
        is_last = language_folder.mask.endswith("/*") and "metadata" in language_folder.mask.split("/")
        if is_last and is_source_language(language_folder.language):
            parts = {
                path: part for path, part in language_folder.siblings if folders.contains_any(path, FOLDER_FILE_NAMES)
            }
            yield FileGroup(language_folder.mask, parts, folder)


def _find_groups_in_language_folder(
    folders: FolderIndex, language_folder: LanguageFolder, folder: str, names: list[str]
) -> Iterator[FileGroup]:
    """Yield the groups of the files in a folder with a language in its path.

    If the language is not a source language, only groups in formats whose files contain the source texts are yielded.
    """
    is_source = is_source_language(language_folder.language)
    for name in names:
        # The groups of other languages are found when the folder of the source language is searched.
        if not is_source and name.rpartition(".")[2] not in _BILINGUAL_EXTENSIONS:
            continue
        path = f"{folder}/{name}" if is_source else ""
        parts = {f"{below}/{name}": part for below, part in language_folder.siblings if folders.contains(below, name)}
        yield FileGroup(f"{language_folder.mask}/{name}", parts, path)
        position = masks.find_language_in_stem(name.rpartition(".")[0])
        if position is not None and language_spellings.are_same_language(position.language, language_folder.language):
            mask = f"{position.mask}.{name.rpartition('.')[2]}"
            spelled = ((below, part, mask.replace("*", part)) for below, part in language_folder.siblings)
            both = {f"{below}/{name}": part for below, part, name in spelled if folders.contains(below, name)}
            yield FileGroup(f"{language_folder.mask}/{mask}", both, path)


def _find_groups_of_names(folder: str, names: list[str], *, is_usual: bool) -> Iterator[FileGroup]:
    """Yield the groups of files in one folder whose names contain languages.

    `is_usual` is True if the folder has a usual name for translations, such as `locales`.
    """
    known, inside = frozenset(names), f"{folder}/" if folder else ""
    for mask, found in _group_names_by_mask(names).items():
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
            yield FileGroup(
                inside + mask, {inside + name: part for name, part in found.items()}, source and inside + source
            )


def _group_names_by_mask(names: list[str]) -> dict[str, dict[str, str]]:
    """Return the languages in the names of files: language by name, by mask of the names."""
    by_mask: dict[str, dict[str, str]] = {}
    for name in names:
        stem, _, extension = name.rpartition(".")
        position = masks.find_language_in_stem(stem) if re.search(_LANGUAGE_REGEX, stem) else None
        if position is not None and not is_false_language_code(position.language, name):
            by_mask.setdefault(f"{position.mask}.{extension}", {})[name] = position.language
    return by_mask


def _choose_better_source(group: FileGroup, other: FileGroup) -> FileGroup:
    """Return the group with the better source path. Both groups have the same mask.

    A source path without a language, such as `messages.properties`, is better than a path with English. A group without
    a source path is returned only if the other group has no source path either.
    """

    def rank(each: FileGroup) -> tuple[bool, int, str]:
        part = each.language_parts.get(each.source_path, "")
        base = "Base" if "Base." in each.source_path else ""
        return not each.source_path, rank_english(part or base) if part or base else -1, each.source_path

    return min(group, other, key=rank)


def _remove_overlaps(groups: dict[str, FileGroup]) -> list[FileGroup]:
    """Return groups that have no file in common.

    If several groups contain the same file, only the group with the most languages is kept.
    """
    kept: list[FileGroup] = []
    taken: set[str] = set()
    for group in sorted(groups.values(), key=_sort_key):
        paths = {*group.language_parts, group.source_path} - {""}
        if paths and taken.isdisjoint(paths):
            kept.append(group)
            taken |= paths
    return sorted(kept)


def _sort_key(group: FileGroup) -> tuple[int, int, bool, bool, str]:
    distinct = sum(map(language_spellings.is_distinct_language, group.languages))
    return -distinct, -len(group.languages), not group.source_path, "*" not in layouts.file_name(group.mask), group.mask
