"""Find the groups of translation files in a folder, and build a definition from each group.

A group is described in a configuration file of another tool, or is derived from paths and from the content of files.
`FileSets` classifies the files that the masks of groups match. If several masks match a file, it belongs to one group.
"""

import os
from collections.abc import Iterable, Iterator, Sequence, Set

from transtats_cli import languages
from transtats_cli.errors import TranstatsError
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import foreign, groups, sniffing
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.description import describe_group, list_language_parts, make_layer
from transtats_cli.scanning.discovery.evidence import LanguageEvidence, is_same_language
from transtats_cli.scanning.discovery.folder_names import has_translation_word
from transtats_cli.scanning.discovery.grouping import is_false_language_code
from transtats_cli.scanning.discovery.groups import Group, extract_domain
from transtats_cli.scanning.discovery.left_out import SOURCE_FILE_REASON
from transtats_cli.scanning.discovery.sniffing import Folder
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.files import CHARSET_REASON, are_one_language, two_languages_reason
from transtats_cli.scanning.filemask.folders import compile_mask

_KODI_FOLDER = "resource.language.*/"
"""Name of the language folders in a Kodi add-on. The folder for `en_gb` contains the source texts."""


class FileSets:
    """Groups of translation files that have no file in common, and the files in no group."""

    def __init__(self, evidence: LanguageEvidence, component_paths: Set[str], groups: Sequence[Group]) -> None:
        """Classify the files that the masks of groups match. `component_paths` already belong to components."""
        self.groups = groups
        self._evidence = evidence
        self._component_paths = component_paths
        self._groups_by_path = {path: each for each in groups for path in each.language_parts}
        """Group that contains a path, by path."""
        self._reasons = {
            path: CHARSET_REASON
            for path in evidence.paths
            if any(map(language_spellings.has_charset, path.rpartition(".")[0].split("/")))
        }
        """Reason for each file that is in no group although its path contains a language, by path."""
        self._source_paths: set[str] = set()
        """Paths where the source texts of a group are expected, such as `app.xlf` for `app.de.xlf`."""
        for each in groups:
            self._classify_matches(each)
            self._leave_out_kodi_source(each)
            folder, _, name = each.mask.rpartition("/")
            if "*" in name and "*" not in folder:
                source = f"{extract_domain(each.mask)}.{name.rpartition('.')[2]}"
                self._source_paths.add(f"{folder}/{source}" if folder else source)

    def explain_left_out_files(self) -> dict[str, str]:
        """Return the reason for each file in no group, by path. '' if the path does not show the reason."""
        rest = (path for path in self._evidence.paths if path not in self._groups_by_path)
        return {path: SOURCE_FILE_REASON if path in self._source_paths else "" for path in rest} | self._reasons

    def _classify_matches(self, group: Group) -> None:
        """Add each path that the mask of a group matches to this group, or exclude the path from this group.

        A path is excluded if it belongs to another group or component, or if the file is not a translation.
        """
        for path, stars in self._evidence.folder.match(group.mask):
            part = languages.find_code_in_path(stars) or ""
            is_of_others = path in self._component_paths or self._groups_by_path.get(path, group) is not group
            if "." in part and not is_of_others:
                if language_spellings.has_charset(part):
                    # A Weblate server does not accept this file. A scan of the component adds a note about it.
                    self._groups_by_path[path] = group
                    group.language_parts.pop(path, None)
                    self._reasons.pop(path, None)
            elif path in group.language_parts:
                continue
            elif is_of_others:
                group.excluded_paths.add(path)
            elif not are_one_language(stars):
                group.excluded_paths.add(path)
                self._reasons[path] = two_languages_reason(stars)
            elif self._is_declared_name(path, part, group.aliases):
                group.language_parts[path] = part
                self._groups_by_path[path] = group
            elif not language_spellings.is_plausible_language(part) or self._is_contradicted(path, part):
                group.non_language_parts.add(part)
            else:
                group.language_parts[path] = part
                self._groups_by_path[path] = group
        group.non_language_parts -= {"", *group.language_parts.values()}

    def _leave_out_kodi_source(self, group: Group) -> None:
        """Leave out the source texts of a Kodi add-on, which a Weblate server treats as an empty translation."""
        path = group.mask.replace(_KODI_FOLDER, _KODI_FOLDER.replace("*", "en_gb"))
        if path in group.language_parts:
            del group.language_parts[path], self._groups_by_path[path]
            group.excluded_paths.add(path)
            self._reasons[path] = SOURCE_FILE_REASON

    def _is_declared_name(self, path: str, part: str, aliases: dict[str, str]) -> bool:
        """True if a part of a path contains the English name of the language that the file declares. Add the alias."""
        if path not in self._evidence.known_paths or language_spellings.is_plausible_language(part):
            return False
        code = self._evidence.read_declaration(path).language_code
        language = languages.language_by_code(languages.language_by_code(code).base_code) if code else None
        if language is None or language.name.lower() not in part.lower():
            return False
        aliases[part] = code
        return True

    def _is_contradicted(self, path: str, language_part: str) -> bool:
        """True if a file contains source texts, or declares another language than its path. Record the reason."""
        if path not in self._evidence.known_paths:
            return False
        code, is_source = self._evidence.read_declaration(path)
        is_contradicted = not is_same_language(code, language_part) if code else is_source
        if is_contradicted and is_source:
            self._source_paths.add(path)
        elif is_contradicted:
            self._reasons[path] = f"its path could name the language {language_part}, and it declares {code}"
        return is_contradicted


_DOCUMENTS_OF_TOOLS = frozenset(path.partition("/")[0] for path in foreign.READER_MODULES)
"""Names of the configuration files of other tools, and of their folders, such as `.tx`."""


def define_catalogues(
    folder: Folder, paths: Sequence[str], claimed_paths: Set[str] = frozenset()
) -> tuple[list[Definition], dict[str, str]]:
    """Return the definitions of PO and XLIFF files, and the reason for each file in no component, by path.

    The reason is '' if the file has to be read to determine it. Other files in the folder are ignored. The rules of
    `groups` are applied first, then the rule for files of a single language. `claimed_paths` are files that already
    belong to components.
    """
    evidence = LanguageEvidence(folder, paths)
    sets = FileSets(evidence, claimed_paths, groups.group_catalogues(paths, evidence.supports))
    reasons = sets.explain_left_out_files()
    left = [path for path, reason in reasons.items() if not reason]
    language = evidence.infer_common_language(left) if left else ""
    if not language:
        return _define_groups(folder, sets), reasons
    # Files in the common language become components of their own.
    for group in sets.groups:
        # If all files of a mask are translations, it matches no other path.
        if group.non_language_parts:
            group.excluded_paths.update(filter(compile_mask(group.mask).fullmatch, left))
    single = (
        Definition(make_layer({"filemask": path}), root=folder.root, paths_by_language={language: path})
        for path in left
    )
    return [*_define_groups(folder, sets), *single], {path: reason for path, reason in reasons.items() if reason}


def _define_groups(folder: Folder, sets: FileSets) -> list[Definition]:
    return [
        Definition(
            make_layer(group.list_settings()),
            root=folder.root,
            excluded_paths=tuple(sorted(group.excluded_paths)),
        )
        for group in sets.groups
        if group.languages - group.non_language_parts
    ]


def define_other_files(
    folder: Folder, found: Iterable[Group], claimed_paths: Set[str], *, is_component_folder: bool = False
) -> list[Definition]:
    """Return the definitions of groups of files in formats other than PO and XLIFF.

    Groups without translations are left out, and so are files in `claimed_paths`, which already belong to components.
    In the folder of a component, any data may be translations.
    """
    described = []
    for group in found:
        group.language_parts = {path: part for path, part in group.language_parts.items() if path not in claimed_paths}
        group.settings = describe_group(folder, group) or {}
        if group.settings and (is_component_folder or not _contains_data(folder, group)):
            described.append(group)
    sets = FileSets(LanguageEvidence(folder, []), claimed_paths, described)
    for group in sets.groups:
        _exclude_false_languages(group)
    return _define_groups(folder, sets)


def _contains_data(folder: Folder, group: Group) -> bool:
    """True if the files of a group are probably data in a format that many other files have."""
    if not FILE_FORMATS[str(group.settings["file_format"])].is_common_in_data:
        return False
    if not has_translation_word(f"{os.path.basename(folder.root)}/{group.mask}"):
        return True
    is_whole_name = groups.file_name(group.mask).startswith("*.")
    return sniffing.contains_data(folder.read_beginning(group.any_path), may_list_languages=is_whole_name)


def find_described_sets(tree: DirectoryTree, problems: list[Problem]) -> Iterator[Definition]:
    """Yield the sets of files that configuration files of other tools describe, in and below the root of a tree.

    Errors in these configuration files are added to `problems`.
    """
    for folder, names in tree.all_names_by_folder.items():
        if not _DOCUMENTS_OF_TOOLS.isdisjoint(names):
            yield from read_described_sets(tree, folder, problems)


def read_described_sets(tree: DirectoryTree, folder: str, problems: list[Problem]) -> list[Definition]:
    """Return the sets of files that a configuration file of another tool in this folder describes.

    If several configuration files describe sets, the first file is used. Errors are added to `problems`.
    """
    absolute = tree.to_absolute_path(folder)
    for document in foreign.READER_MODULES:
        if document.partition("/")[0] not in tree.all_names_by_folder.get(folder, ()):
            continue
        try:
            read = foreign.read_components(absolute, document, tree.list_files_below(folder, in_all_formats=True))
        except TranstatsError as error:
            problems.append(error.problem)
            continue
        if read:
            place = tree.open_folder(folder)
            completed = (_complete_described_set(place, each._replace(root=absolute)) for each in read)
            return [each for each in completed if each is not None]
    return []


def _complete_described_set(folder: Folder, definition: Definition) -> Definition | None:
    """Return a definition from the configuration of another tool, with format, template and `language_regex` added.

    A definition of PO or XLIFF files is returned unchanged. None if there are no translations.
    """
    if definition.is_catalogue:
        return definition
    parts = list_language_parts(folder, definition.mask)
    group = Group(definition.mask, parts, definition.source_path if folder.is_file(definition.source_path) else "")
    group.settings = describe_group(folder, group, is_certain=True) or {}
    if not group.settings:
        return None
    setting = definition.settings_layer.get("aliases")
    aliases = setting.value if setting is not None and isinstance(setting.value, dict) else {}
    texts = {languages.find_code_in_path(stars) or "" for _, stars in folder.match(definition.mask)}
    group.non_language_parts = texts.difference({""}, parts.values(), aliases)
    _exclude_false_languages(group)
    if not group.languages - group.non_language_parts and texts.isdisjoint(aliases):
        return None
    layer = {**make_layer(group.list_settings(), definition.origin), **definition.settings_layer}
    return definition._replace(settings_layer=layer)


def _exclude_false_languages(group: Group) -> None:
    """Correct the texts in `group.non_language_parts`, whose files do not belong to the group.

    False language codes, such as `qqq`, are added. A language with a word, such as `de_informal`, is removed, because a
    Weblate server accepts any word. The text in the path of the template is removed, too, such as `Base` in
    `Base.lproj/a.strings`.
    """
    before, _, after = group.mask.partition("*")
    template = str(group.settings.get("template", ""))
    kept = set()
    for part in group.non_language_parts:
        language, _, word = part.partition("_")
        if not (word.isalpha() and language_spellings.is_distinct_language(language)):
            kept.add(part)
    kept |= {part for part in group.language_parts.values() if is_false_language_code(part, group.mask)}
    if "*" not in after and template.startswith(before) and template.endswith(after):
        kept.discard(template[len(before) : len(template) - len(after)])
    group.non_language_parts = kept
