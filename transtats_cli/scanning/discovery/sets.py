"""Group translation files into sets. If several file masks match a file, the file belongs to one set only."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from transtats_cli import languages
from transtats_cli.component import DEFAULT_LANGUAGE_REGEX
from transtats_cli.scanning.discovery import layouts
from transtats_cli.scanning.discovery.evidence import LanguageEvidence
from transtats_cli.scanning.discovery.layouts import FileLayout
from transtats_cli.scanning.discovery.left_out import SOURCE_FILE_REASON
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.left_out import two_languages_reason
from transtats_cli.scanning.filemask.mask_pattern import compile_mask
from transtats_cli.scanning.filemask.matching import find_matches

_MAX_EXCEPTION_CHARACTERS = 5000
"""Maximum number of characters of all exceptions in a `language_regex`. A longer expression could be too large."""
_KODI_FOLDER = "resource.language.*/"
"""Name of the language folders in a Kodi add-on. The folder for `en_gb` contains the source texts."""


class FileSet:
    """Translation files of one file mask, and other files that the mask matches."""

    def __init__(self, layout: FileLayout) -> None:
        self.mask = layout.mask
        self.language_parts = dict(layout.language_parts)
        """Part of each path that is the language, by path."""
        self.non_language_parts: set[str] = set()
        """Texts in the place of the star that are not languages, such as `README` in `po/README.po`."""
        self.excluded_paths: set[str] = set()
        """Paths that the mask matches, but that are not translations in this set."""
        self.non_language_paths: dict[str, str] = {}
        """Texts in `non_language_parts` by path."""

    def find_rejected_paths(self, paths: Iterable[str]) -> list[str]:
        """Return the paths that the mask of the set matches. `paths` must be paths that are in no set.

        [] if all files of the mask are translations, because no other path can then match.
        """
        return [path for path in paths if compile_mask(self.mask).fullmatch(path)] if self.non_language_parts else []

    def list_excluded_paths(self) -> set[str]:
        """Return the paths that `filemask` and `language_regex` accept, but that are not translations in this set."""
        if not self._has_too_many_exceptions:
            return self.excluded_paths
        others = {path for path, part in self.non_language_paths.items() if part in self.non_language_parts}
        return self.excluded_paths | others

    @property
    def _has_too_many_exceptions(self) -> bool:
        return sum(map(len, self.non_language_parts)) > _MAX_EXCEPTION_CHARACTERS

    def to_setting_values(self) -> dict[str, str]:
        """Return the settings `filemask` and, if necessary, `language_regex` of a component with these files."""
        if not self.non_language_parts or self._has_too_many_exceptions:
            return {"filemask": self.mask}
        exceptions = "|".join(map(re.escape, sorted(self.non_language_parts)))
        regex = f"^(?!(?:{exceptions})$)" + DEFAULT_LANGUAGE_REGEX.removeprefix("^")
        return {"filemask": self.mask, "language_regex": regex}


class FileSets:
    """Sets of translation files that were found among some paths, and the files in no set."""

    def __init__(
        self,
        root: str,
        paths: Sequence[str],
        evidence: LanguageEvidence,
        component_paths: Set[str],
        listings: FolderListings,
    ) -> None:
        """Start without sets. `paths` are the files to group, relative to `root`.

        `component_paths` are files that already belong to components.
        """
        self.sets_by_path: dict[str, FileSet] = {}
        """Set that contains a path, by path."""
        self.left_out_reasons: dict[str, str] = {}
        """Reason for each file that is in no set although its path contains a language, by path."""
        self.charset_variant_paths: set[str] = set()
        """Paths of files in another charset, such as `ja.sjis.po`.

        A scan of the component adds notes about these files.
        """
        self.source_paths: set[str] = set()
        """Paths where the source texts of a set are expected, such as `app.xlf` for `app.de.xlf`."""
        self._root = root
        self._paths = paths
        self._known_paths = frozenset(paths)
        self._evidence = evidence
        self._component_paths = component_paths
        self._folders = listings
        self._file_sets: list[FileSet] = []

    def add_layouts(self, new_layouts: Iterable[FileLayout]) -> None:
        """Add sets with the files of layouts, and then classify the other files that the masks of the layouts match."""
        new = [FileSet(layout) for layout in new_layouts]
        for each in new:
            for path in list(each.language_parts):
                if self.sets_by_path.setdefault(path, each) is not each:
                    del each.language_parts[path]
        for each in new:
            self._classify_matches(each)
            self._leave_out_kodi_source(each)
            folder, _, name = each.mask.rpartition("/")
            if "*" in name and "*" not in folder:
                source = f"{layouts.extract_domain(each.mask)}.{name.rpartition('.')[2]}"
                self.source_paths.add(f"{folder}/{source}" if folder else source)
        self._file_sets += new

    def sorted_sets(self) -> Iterator[FileSet]:
        """Return all sets, sorted by file mask."""
        return iter(sorted(self._file_sets, key=lambda each: each.mask))

    def list_remaining_paths(self) -> list[str]:
        """Return the paths that are in no set, and that have not been left out for a reason."""
        decided = self.sets_by_path.keys() | self.left_out_reasons.keys() | self.charset_variant_paths
        return [path for path in self._paths if path not in decided]

    def _classify_matches(self, file_set: FileSet) -> None:
        """Add each path that the mask of a set matches to this set, or exclude the path from this set.

        A path is excluded if it belongs to another set or component, or if the file is not a translation.
        """
        for path, stars, _ in find_matches(self._root, file_set.mask, self._folders):
            part = languages.find_code_in_path(stars) or ""
            is_of_others = path in self._component_paths or self.sets_by_path.get(path, file_set) is not file_set
            if "." in part and not is_of_others:
                self._leave_out_charset_variant(path, part, file_set)
            elif path in file_set.language_parts:
                continue
            elif is_of_others:
                file_set.excluded_paths.add(path)
            elif len(stars) > 1 and not all(language_spellings.are_same_language(part, star) for star in stars):
                file_set.excluded_paths.add(path)
                self.left_out_reasons[path] = two_languages_reason(stars)
            elif not language_spellings.is_plausible_language(part):
                file_set.non_language_parts.add(part)
                file_set.non_language_paths[path] = part
            elif path in self._known_paths and self._evidence.contradicts_path(path, part):
                file_set.non_language_parts.add(part)
                file_set.non_language_paths[path] = part
                self._leave_out_contradicting_file(path, part)
            else:
                file_set.language_parts[path] = part
                self.sets_by_path[path] = file_set
        file_set.non_language_parts -= {"", *file_set.language_parts.values()}

    def _leave_out_kodi_source(self, file_set: FileSet) -> None:
        """Leave out the source texts of a Kodi add-on.

        A Weblate server would treat this file as an empty translation.
        """
        path = file_set.mask.replace(_KODI_FOLDER, _KODI_FOLDER.replace("*", "en_gb"))
        if path in file_set.language_parts:
            del file_set.language_parts[path], self.sets_by_path[path]
            file_set.excluded_paths.add(path)
            self.left_out_reasons[path] = SOURCE_FILE_REASON

    def _leave_out_contradicting_file(self, path: str, language_part: str) -> None:
        """Record that a file is in no set, because it contains source texts or declares another language than its path.

        A file with source texts is added to `source_paths`. For other files, the reason is added to `left_out_reasons`.
        """
        declared = self._evidence.read_declaration(path)
        if declared.is_source:
            self.source_paths.add(path)
        else:
            self.left_out_reasons[path] = (
                f"its path could name the language {language_part}, and it declares {declared.language_code}"
            )

    def _leave_out_charset_variant(self, path: str, language_part: str, file_set: FileSet) -> None:
        """Leave out a file whose path contains a language and a charset, such as `ja.sjis.po`.

        A Weblate server does not accept this file, because no language code contains a dot. Other paths are ignored.
        """
        if self.sets_by_path.get(path, file_set) is file_set and language_spellings.has_charset(language_part):
            self.sets_by_path.pop(path, None)
            file_set.language_parts.pop(path, None)
            self.charset_variant_paths.add(path)
