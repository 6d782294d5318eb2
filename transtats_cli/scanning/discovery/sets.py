"""Classify the files that the masks of groups match. If several masks match a file, it belongs to one group only."""

from collections.abc import Sequence, Set

from transtats_cli import languages
from transtats_cli.scanning.discovery.evidence import LanguageEvidence, is_same_language
from transtats_cli.scanning.discovery.groups import Group, extract_domain
from transtats_cli.scanning.discovery.left_out import SOURCE_FILE_REASON
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.files import CHARSET_REASON, are_one_language, two_languages_reason

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
        # Few paths have several dots.
        dotted = (path for path in evidence.paths if path.count(".") > 1)
        self._reasons = {
            path: CHARSET_REASON
            for path in dotted
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
                group.non_language_paths[path] = part
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
            reason = f"its path could name the language {language_part}, and it declares {code}"
            self._reasons[path] = reason
        return is_contradicted
