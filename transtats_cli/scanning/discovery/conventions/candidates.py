"""Build candidates for components from groups of files that follow the conventions of a format."""

import os
from collections.abc import Iterable, Set

from transtats_cli import languages
from transtats_cli.scanning.discovery.candidates import ComponentCandidate
from transtats_cli.scanning.discovery.conventions.description import (
    FileDescription,
    describe_group,
    list_language_parts,
)
from transtats_cli.scanning.discovery.conventions.grouping import FileGroup, is_false_language_code
from transtats_cli.scanning.discovery.evidence import LanguageEvidence
from transtats_cli.scanning.discovery.layouts import FileLayout
from transtats_cli.scanning.discovery.sets import FileSet, FileSets
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import find_matches
from transtats_cli.settings import DISCOVERY_ORIGIN, Setting


def build_candidates(
    root: str,
    folder: str,
    groups: Iterable[FileGroup],
    claimed_paths: Set[str],
    listings: FolderListings,
    link_boundary: str,
) -> list[ComponentCandidate]:
    """Return candidates for components from groups of files in a folder.

    Paths in groups and in `claimed_paths` are relative to `root`, the absolute path of the folder. `folder` is the path
    of the folder relative to the root of the tree. `claimed_paths` are files that already belong to components. Groups
    that contain only such files are left out. Groups without translations are left out, too.
    """
    described: dict[str, FileDescription] = {}
    file_sets = FileSets(root, [], LanguageEvidence(root, [], link_boundary), claimed_paths, listings)
    layouts = []
    for group in groups:
        parts = {path: part for path, part in group.language_parts.items() if path not in claimed_paths}
        description = describe_group(root, group._replace(language_parts=parts), link_boundary) if parts else None
        if description is not None:
            described[group.mask] = description
            layouts.append(FileLayout(group.mask, parts))
    file_sets.add_layouts(layouts)
    return [_build_candidate(folder, each, described[each.mask]) for each in file_sets.sorted_sets()]


def _build_candidate(folder: str, file_set: FileSet, description: FileDescription) -> ComponentCandidate:
    _exclude_false_languages(file_set, description.template)
    values = {**file_set.to_setting_values(), **description.to_setting_values()}
    return ComponentCandidate(
        folder,
        {key: Setting(value, DISCOVERY_ORIGIN) for key, value in values.items()},
        excluded_paths=tuple(sorted(file_set.list_excluded_paths())),
    )


def complete_described_set(
    root: str,
    candidate: ComponentCandidate,
    source_path: str,
    listings: FolderListings,
    link_boundary: str,
) -> ComponentCandidate | None:
    """Return a set from the configuration of another tool, with format, template and `language_regex` added.

    `root` is the absolute path of the folder of the set. `source_path` is the path of its source file, relative to
    `root`. A set of PO or XLIFF files is returned unchanged. None if the files are no translations.
    """
    if candidate.is_catalogue:
        return candidate
    parts = list_language_parts(root, candidate.mask, listings)
    group = FileGroup(candidate.mask, parts, source_path if os.path.isfile(os.path.join(root, source_path)) else "")
    description = describe_group(root, group, link_boundary, is_certain=True)
    if description is None:
        return None
    file_set = FileSet(FileLayout(candidate.mask, parts))
    matches = find_matches(root, candidate.mask, listings)
    file_set.non_language_paths = {path: languages.find_code_in_path(stars) or "" for path, stars, _ in matches}
    file_set.non_language_parts = {*file_set.non_language_paths.values()}
    file_set.non_language_parts -= {"", *parts.values(), *_list_aliases(candidate)}
    _exclude_false_languages(file_set, description.template)
    values = {**file_set.to_setting_values(), **description.to_setting_values()}
    derived = {key: Setting(value, candidate.origin) for key, value in values.items()}
    return candidate._replace(
        settings_layer={**derived, **candidate.settings_layer},
        excluded_paths=tuple(sorted(file_set.list_excluded_paths())),
    )


def _is_language_variety(path_part: str) -> bool:
    """True for a listed language with a word, such as `de_informal`."""
    language, _, word = path_part.partition("_")
    return word.isalpha() and language_spellings.is_distinct_language(language)


def _list_aliases(candidate: ComponentCandidate) -> list[str]:
    """Return the spellings of languages that the configuration of another tool defines."""
    setting = candidate.settings_layer.get("aliases")
    return list(setting.value) if setting is not None and isinstance(setting.value, dict) else []


def _exclude_false_languages(file_set: FileSet, template: str) -> None:
    """Correct the texts in `file_set.non_language_parts`, whose files do not belong to the set.

    False language codes, such as `qqq`, are added. A language with a word, such as `de_informal`, is removed, because a
    Weblate server accepts any word. The text in the path of the template is removed, too.
    """
    name = file_set.mask.rpartition("/")[2]
    file_set.non_language_parts = {part for part in file_set.non_language_parts if not _is_language_variety(part)}
    file_set.non_language_parts |= {
        part for part in file_set.language_parts.values() if is_false_language_code(part, name)
    }
    file_set.non_language_parts -= _find_template_parts(file_set.mask, template)


def _find_template_parts(mask: str, template: str) -> set[str]:
    """Return the text of a template's path in the place of the star, such as `Base` in `Base.lproj/a.strings`.

    The result is a set of one text. The set is empty if the mask does not match the template, or has several stars.
    """
    before, _, after = mask.partition("*")
    is_matched = "*" not in after and template.startswith(before) and template.endswith(after)
    return {template[len(before) : len(template) - len(after)]} if is_matched else set()
