"""Group translation files into sets. If several file masks match a file, the file belongs to one set only."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from transtats_cli import languages
from transtats_cli.component import DEFAULT_LANGUAGE_REGEX
from transtats_cli.scanning.discovery import layouts
from transtats_cli.scanning.discovery.evidence import Evidence
from transtats_cli.scanning.discovery.layouts import Layout
from transtats_cli.scanning.discovery.left_out import SOURCE
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.filemask.left_out import two_languages
from transtats_cli.scanning.filemask.mask_pattern import pattern
from transtats_cli.scanning.filemask.matching import matches

_KODI_FOLDER = "resource.language.*/"
"""Name of the language folders in a Kodi add-on. The folder for `en_gb` contains the source texts."""


class FileSet:
    """Translation files of one file mask, and other files that the mask matches."""

    def __init__(self, layout: Layout) -> None:
        self.mask = layout.mask
        self.parts = dict(layout.parts)
        """Part of each path that is the language, by path."""
        self.odd: set[str] = set()
        """Texts in the place of the star that are not languages, such as `README` in `po/README.po`."""
        self.excluded: set[str] = set()
        """Paths that the mask matches, but that are not translations in this set."""

    def rejected(self, paths: Iterable[str]) -> list[str]:
        """Return those of the paths that the mask matches with a text that is not a language."""
        return [path for path in paths if pattern(self.mask).fullmatch(path)] if self.odd else []

    def values(self) -> dict[str, str]:
        """Return the settings `filemask` and, if necessary, `language_regex` of a component with these files."""
        if not self.odd:
            return {"filemask": self.mask}
        exceptions = "|".join(map(re.escape, sorted(self.odd)))
        regex = f"^(?!(?:{exceptions})$)" + DEFAULT_LANGUAGE_REGEX.removeprefix("^")
        return {"filemask": self.mask, "language_regex": regex}


class Sets:
    """Sets of translation files that were found among some paths, and the files in no set."""

    def __init__(self, root: str, paths: Sequence[str], evidence: Evidence, others: Set[str], folders: Folders) -> None:
        self.claimed: dict[str, FileSet] = {}
        """Set that contains a path, by path."""
        self.left_out: dict[str, str] = {}
        """Reason for each file that is in no set although its path contains a language, by path."""
        self.variants: set[str] = set()
        """Paths of files in another charset, such as `ja.sjis.po`.

        A scan of the component adds notes about these files.
        """
        self.sources: set[str] = set()
        """Paths where the source texts of a set are expected, such as `app.xlf` for `app.de.xlf`."""
        self._root = root
        self._paths = paths
        self._known = frozenset(paths)
        self._evidence = evidence
        self._others = others
        self._folders = folders
        self._found: list[FileSet] = []

    def add(self, found: Iterable[Layout]) -> None:
        """Add sets with the files of layouts, and then classify the other files that the masks of the layouts match."""
        new = [FileSet(layout) for layout in found]
        for each in new:
            for path in list(each.parts):
                if self.claimed.setdefault(path, each) is not each:
                    del each.parts[path]
        for each in new:
            self._classify_matches(each)
            self._leave_out_kodi_source(each)
            folder, _, name = each.mask.rpartition("/")
            if "*" in name and "*" not in folder:
                source = f"{layouts.domain(each.mask)}.{name.rpartition('.')[2]}"
                self.sources.add(f"{folder}/{source}" if folder else source)
        self._found += new

    def found(self) -> Iterator[FileSet]:
        """Return all sets, sorted by file mask."""
        return iter(sorted(self._found, key=lambda each: each.mask))

    def left(self) -> list[str]:
        """Return the paths that are in no set, and for which there is no reason yet."""
        decided = self.claimed.keys() | self.left_out.keys() | self.variants
        return [path for path in self._paths if path not in decided]

    def _classify_matches(self, files: FileSet) -> None:
        """Decide for each path that the mask of a set matches: the path belongs to this set, to another set, or to no
        set.
        """
        for path, stars, _ in matches(self._root, files.mask, self._folders):
            part = languages.find_code_in_path(stars) or ""
            is_of_others = path in self._others or self.claimed.get(path, files) is not files
            if "." in part and not is_of_others:
                self._leave_out_variant(path, part, files)
            elif path in files.parts:
                continue
            elif is_of_others:
                files.excluded.add(path)
            elif len(stars) > 1 and not all(language_spellings.are_same(part, star) for star in stars):
                files.excluded.add(path)
                self.left_out[path] = two_languages(stars)
            elif not language_spellings.is_plausible(part):
                files.odd.add(part)
            elif path in self._known and self._evidence.contradicts(path, part):
                files.odd.add(part)
                self._leave_out_contradiction(path, part)
            else:
                files.parts[path] = part
                self.claimed[path] = files
        files.odd -= {"", *files.parts.values()}

    def _leave_out_kodi_source(self, files: FileSet) -> None:
        """Leave out the source texts of a Kodi add-on.

        A Weblate server would treat this file as an empty translation.
        """
        path = files.mask.replace(_KODI_FOLDER, _KODI_FOLDER.replace("*", "en_gb"))
        if path in files.parts:
            del files.parts[path], self.claimed[path]
            files.excluded.add(path)
            self.left_out[path] = SOURCE

    def _leave_out_contradiction(self, path: str, part: str) -> None:
        """Leave out a file that contains source texts, or that declares another language than its path."""
        declared = self._evidence.declaration(path)
        if declared.is_source:
            self.sources.add(path)
        else:
            self.left_out[path] = f"its path could name the language {part}, and it declares {declared.language_code}"

    def _leave_out_variant(self, path: str, part: str, files: FileSet) -> None:
        """Leave out a file in another charset, such as `ja.sjis.po`, because no language code contains a dot."""
        language, _, charset = part.partition(".")
        if (
            self.claimed.get(path, files) is files
            and language_spellings.is_known(language)
            and language_spellings.is_charset(charset)
        ):
            self.claimed.pop(path, None)
            files.parts.pop(path, None)
            self.variants.add(path)
