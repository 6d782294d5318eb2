"""Explain why translation files are in no component."""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import accumulate

from transtats_cli.formats import detection
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery import groups, sniffing
from transtats_cli.scanning.discovery.evidence import LanguageEvidence
from transtats_cli.scanning.discovery.folder_names import is_build_output, is_test_data
from transtats_cli.scanning.discovery.grouping import rank_source_language
from transtats_cli.scanning.discovery.groups import Group
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask.folders import EntryKind
from transtats_cli.scanning.filemask.language_spellings import is_distinct_language

SOURCE_FILE_REASON = "it has the source texts that translations are made from"
NO_LANGUAGE_REASON = "its path names no language"
TEST_DATA_REASON = "a component in a folder of tests, examples or other projects"

_MIN_LANGUAGES = 3
"""Minimum number of languages of a mask that is named. Fewer may be a coincidence."""
_MAX_CODE_LENGTH = 3
"""Maximum length of a language code without a region. A longer one is a language's name, such as `german`."""
_OTHER_EXTENSIONS = {*detection.CATALOGUE_EXTENSIONS, *detection.MULTILINGUAL_FORMATS, "pot", "svg", "css", "aff"}
"""Extensions of files whose reasons are known, and of files whose texts are not translated."""


def list_left_out(
    tree: DirectoryTree, used_paths: Set[str], reasons: Mapping[str, str], test_masks: Iterable[str]
) -> list[LeftOutFile]:
    """Return the files in no component with the reasons, and then the masks of other files in several languages.

    `used_paths` are the files and folders that the masks of components match. `reasons` contains the known reasons, by
    absolute path. If the reason of a file is '', the beginning of the file is read. `test_masks` are absolute file
    masks of components with test data, each of which is in the result instead of its files.
    """
    files = [LeftOutFile(path, reason or _find_reason(tree, path)) for path, reason in reasons.items()]
    files = [file._replace(needs_message=file.reason != SOURCE_FILE_REASON) for file in files]
    files += (LeftOutFile(mask, TEST_DATA_REASON, needs_message=False) for mask in test_masks)
    return [*sorted(files), *_find_uncovered_masks(tree, used_paths)]


def _find_reason(tree: DirectoryTree, path: str) -> str:
    declaration, shown = sniffing.read_declaration(tree, path), path.removeprefix(tree.root).lstrip("/")
    if declaration.is_source:
        return SOURCE_FILE_REASON
    where = f"test data, and {NO_LANGUAGE_REASON}" if is_test_data(shown) else NO_LANGUAGE_REASON
    return f"{where}; it declares {declaration.language_code}" if declaration.language_code else where


def _find_uncovered_masks(tree: DirectoryTree, used_paths: Set[str]) -> list[LeftOutFile]:
    """Return the masks of files of at least three languages that are in no component, with the reason.

    `used_paths` are the files and folders that the masks of components match.
    """
    stems = {path.rpartition(".")[0] for path in used_paths}
    # Files beside a translation with the same name are made from it, such as `l10n/de.js` from `l10n/de.json`.
    paths = [path for path in _list_paths(tree, used_paths) if path.rpartition(".")[0] not in stems]
    evidence = LanguageEvidence(tree, paths)

    def supports(group: Group, accepted_domains: Set[str]) -> bool:
        # Codes in upper case are usually those of countries.
        codes = {part for part in group.languages if is_distinct_language(part) and not part.isupper()}
        if len(codes) >= _MIN_LANGUAGES and evidence.supports(group, accepted_domains):
            return True
        names = {part for part in group.languages if len(part) > _MAX_CODE_LENGTH and part.isalpha()}
        return len(names) >= _MIN_LANGUAGES and group.is_in_translation_folder

    found = []
    for group in groups.group_catalogues(paths, supports):
        beginning = tree.read_beginning(group.any_path)
        # Pictures, sounds, compiled catalogues and other binary files contain this byte.
        if b"\0" not in beginning or beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
            reason = _find_reason_of_mask(group, beginning)
            found.append(LeftOutFile(tree.to_absolute_path(group.mask), reason, file_count=len(group.language_parts)))
    return found


def _list_paths(tree: DirectoryTree, used_paths: Set[str]) -> Iterator[str]:
    """Yield the paths of the files in no component that may contain translated texts, except test data."""
    for folder, entries in tree.all_names_by_folder.items():
        inside = f"{folder}/" if folder else ""
        is_used = not used_paths.isdisjoint(accumulate(folder.split("/"), "{}/{}".format))
        if is_used or is_test_data(inside) or is_build_output(folder):
            continue
        for name, kind in entries.items():
            stem, _, extension = name.rpartition(".")
            is_named = stem != "" and extension.lower() not in _OTHER_EXTENSIONS
            if is_named and kind is not EntryKind.FOLDER and inside + name not in used_paths:
                yield inside + name


def _find_reason_of_mask(group: Group, beginning: bytes) -> str:
    extension = detection.extension_of(group.mask)
    if extension not in detection.EXTENSIONS:
        return f"no supported format has the extension .{extension}"
    if extension not in detection.DETECTED_EXTENSIONS:
        return "documents are found only by `filemask` in the settings"
    if not detection.detect_format(beginning, group.any_path):
        return f"the content is no known format of .{extension} files"
    if any(rank_source_language(part) is not None for part in group.language_parts.values()):
        return "nothing shows that the files are translations; `filemask` in the settings includes them"
    return "no file of the source language is found; `template` in the settings names one"
