"""Group the paths of files in formats other than PO and XLIFF by their names alone. No file is read.

Any JSON, XML or YAML file may be a translation, and most are not. So a group must meet three conditions. The paths
contain languages at the same place. The file of the source language exists, if the format needs a template. The content
of this file has the format, which `description` tests. The properties of the formats stand in `formats.table`.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from itertools import chain

from transtats_cli import languages
from transtats_cli.formats import detection
from transtats_cli.formats.detection import DETECTED_EXTENSIONS, FOLDER_FILE_NAMES, collect_by_extension
from transtats_cli.scanning.discovery.folder_names import TRANSLATION_FOLDERS, is_build_output
from transtats_cli.scanning.discovery.groups import (
    Certainty,
    Group,
    MaskCandidate,
    file_name,
    find_mask_candidates,
    group_by_mask,
    select_groups,
)
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
_IGNORED_STEMS = frozenset(
    {"package", "package-lock", "tsconfig", "jsconfig", "composer", "manifest", "angular", "bower", "component"}
    | {"mkdocs", "docker-compose", "_config", "Contents", "contents"}
)
"""Names without extension of usual configuration files."""
_SUFFIXES = tuple(f".{extension}" for extension in DETECTED_EXTENSIONS)
_ENGLISH_RANKS = {"en": 0, "en_US": 1, "en_GB": 2}
_DOCUMENTATION_CODE = "qqq"
"""Code in the place of a language for the file with explanations for translators, in projects of MediaWiki."""


def find_groups(tree: DirectoryTree) -> list[Group]:
    """Return the groups of files that may be translations, sorted by mask. Each path is in at most one group.

    If several masks match a path, the mask with the largest number of languages is used.
    """
    paths = tree.list_names(lambda name: name.endswith(_SUFFIXES) and name.rpartition(".")[0] not in _IGNORED_STEMS)
    candidates = {path: _find_candidates(path) for path in paths}
    # A translation in an app store is a folder with texts.
    for folder, names in tree.all_names_by_folder.items():
        if not FOLDER_FILE_NAMES.isdisjoint(names) and not is_build_output(folder):
            candidates[folder] = [
                each._replace(mask=each.mask[:-1])
                for each in find_mask_candidates(f"{folder}/")
                if each.mask.endswith("/*/")
            ]
    found = []
    for group in group_by_mask(candidates):
        group.source_path = _find_source(group, candidates.keys())
        if group.languages and _may_be_translations(tree, group):
            found.append(group)
    return sorted(select_groups(found, set()), key=lambda group: group.mask)


def is_false_language_code(path_part: str, file_name: str) -> bool:
    """True if a part of a path has the form of a language code, but is not a language.

    Examples are qualifiers of Android resources, such as `car` in `values-car/strings.xml`, and `qqq` in projects of
    MediaWiki.
    """
    is_qualifier = file_name.endswith(".xml") and language_spellings.is_android_qualifier(path_part)
    return is_qualifier or path_part == _DOCUMENTATION_CODE


def rank_source_language(path_part: str) -> int | None:
    """Return the rank of a language as that of the source texts: `en`, English with a usual region, `Base`.

    None for another language, and for English with another region such as `en_IN`, which is a translation.
    """
    return 5 if path_part.lower() == "base" else _ENGLISH_RANKS.get(languages.language_by_code(path_part).code)


def choose_source(
    first: Iterable[str], language_parts: Mapping[str, str], last: Iterable[str], exists: Callable[[str], bool]
) -> str:
    """Return the path of the file with the source texts according to its name. '' if there is no such file.

    The best is a path without a language that exists in `first`, such as `messages.properties`, then one with English,
    then one in `last`.
    """
    ranked = ((rank_source_language(part), path) for path, part in language_parts.items())
    english = sorted((rank, path) for rank, path in ranked if rank is not None)
    return next(chain(filter(exists, first), (path for _, path in english), filter(exists, last)), "")


def _find_candidates(path: str) -> list[MaskCandidate]:
    """Return the possible masks of a path. The end or the beginning of a folder's name is no language here.

    For example, `docs-en/` is seldom a translation. Folders of Android, such as `values-de`, are an exception.
    """
    return [
        each
        for each in find_mask_candidates(path)
        if (each.certainty is not Certainty.FOLDER_PART or _is_android_mask(each.mask))
        and not is_false_language_code(each.language, path)
    ]


def _is_android_mask(mask: str) -> bool:
    return "/values-*/" in f"/{mask}" and mask.endswith(".xml")


def _may_be_translations(tree: DirectoryTree, group: Group) -> bool:
    """True if the source file of a group exists, or if its format needs none.

    The texts for an app store are in a folder `metadata`, or there is a file with a name such as
    `full_description.txt`, because any folder may contain a file `title.txt`.
    """
    folder, _, name = group.mask.rpartition("/")
    if name == "*":
        names = FOLDER_FILE_NAMES.intersection(tree.all_names_by_folder.get(group.source_path, ()))
        return bool(names) and ("metadata" in folder.split("/") or any("_" in each for each in names))
    extension = name.rpartition(".")[2]
    is_bilingual = extension in _BILINGUAL_EXTENSIONS or folder.endswith(_BILINGUAL_FOLDERS.get(extension, ()))
    return is_bilingual or group.source_path != ""


def _find_source(group: Group, known_paths: Set[str]) -> str:
    mask, is_android = group.mask, _is_android_mask(group.mask)
    base = mask.replace("values-*/", "values/") if is_android else _find_base_path(mask)
    is_apple = "*.lproj/" in mask or file_name(mask) == "*.strings"
    last = [mask.replace("*", "Base")] if is_apple else []
    return choose_source([base], {} if is_android else group.language_parts, last, known_paths.__contains__)


def _find_base_path(mask: str) -> str:
    """Return the path of a mask without a language: `app.json` for `app.*.json`, `MR/base/a.xml` for `MR/*/a.xml`."""
    folder, _, name = mask.rpartition("/")
    above, _, last = folder.rpartition("/")
    if last == "*":
        is_moko = name.endswith(".xml") and not detection.MOKO_FOLDERS.isdisjoint(above.lower().split("/"))
        return f"{above}/base/{name}" if is_moko else ""
    is_usual = last.lower() in TRANSLATION_FOLDERS
    beginning, _, extension = mask.rpartition("*.")
    separators = (_SEPARATORS_IN_USUAL_FOLDERS if is_usual else _SEPARATORS).get(extension, ())
    is_joined = beginning[-1:] in {*"".join(separators)} and "*" not in beginning
    return f"{beginning[:-1]}.{extension}" if is_joined else ""
