"""Decide if a part of a path is a language, from the other names in the folder and from declarations in the files.

`LanguageEvidence.supports_layout` applies the rules in order; docs/explanation/discovery.md describes them for users.
If a path is clear without other evidence, no file is read. Otherwise, the beginnings of a few files are read.
"""

import os
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import cached_property

from transtats_cli import languages
from transtats_cli.formats import LanguageDeclaration
from transtats_cli.scanning.discovery import layouts, masks, sniffing
from transtats_cli.scanning.discovery.layouts import FileLayout
from transtats_cli.scanning.filemask import language_spellings

_MAX_FILES_PER_LAYOUT = 5
"""Maximum number of files of a layout whose declarations are read."""
_MAX_FILES_WITHOUT_LANGUAGE = 20
"""Maximum number of files that are read to find the common language of files whose paths contain no language."""
_DECLARATIONS_PER_EXCEPTION = 10
"""At most one of this number of files may declare a language other than the common language."""
_STEM_SEPARATORS = (".", "-", "_")
"""Characters between a language and the rest of a file name's stem."""


class LanguageEvidence:
    """Evidence for languages in paths, from the names and the contents of the files in one directory."""

    def __init__(self, root: str, paths: Iterable[str], link_boundary: str) -> None:
        """`paths` are the files to classify, relative to `root`.

        Links that lead out of `link_boundary` are not read.
        """
        self._root = root
        self._boundary = link_boundary
        self._paths = list(paths)
        self._declarations: dict[str, LanguageDeclaration] = {}
        self._sorted_stems: dict[tuple[str, str, bool], list[str]] = {}
        """Sorted stems of file names by folder and extension. If the third part of the key is true, they are reversed.
        """

    def supports_layout(self, layout: FileLayout, accepted_domains: Set[str]) -> bool:
        """True if the path parts of a layout are languages, and not words that look like languages.

        `accepted_domains` are the domains of the layouts that are already accepted, as `layouts.extract_domain` returns
        them.
        """
        mask, parts = layout.mask, set(layout.language_parts.values())
        # gettext itself expects a language there.
        if "/LC_MESSAGES/" in mask:
            return True
        # `sr.xlf` and `sr.de.xlf`: the first is not Serbian, but the source of the second.
        if len(parts) == 1 and layouts.file_name(mask).startswith("*.") and not parts.isdisjoint(accepted_domains):
            return False
        if len(layout.language_parts) == 1 and self._is_language_variety(min(layout.language_parts)):
            return False
        is_majority = 2 * len(layout.language_parts) >= self._count_similar_names(mask)
        # Two languages are sufficient unless most names in the folder are words, such as `os.po` and `io.po` in a
        # manual.
        if layout.distinct_language_count >= 2 and is_majority:
            return True
        if (
            layout.distinct_language_count
            and is_majority
            and _has_separate_star(mask)
            and _is_in_translation_folder(mask)
        ):
            return True
        declared = self.weigh_declarations(layout)
        return declared > 0 if declared else self._names_suggest_languages(layout, parts, is_majority)

    def weigh_declarations(self, layout: FileLayout) -> int:
        """Return the balance of the declarations in a few files of a layout.

        A file counts 1 if it declares the language of its path, and -1 if it declares another language. A file that
        contains source texts counts -1 if `-` or `_` joins the star of the mask to a word. Other files count 0.
        """
        is_joined = not _has_separate_star(layout.mask)
        balance = 0
        for path in _select_evenly(sorted(layout.language_parts), _MAX_FILES_PER_LAYOUT):
            declaration = self.read_declaration(path)
            if declaration.language_code:
                balance += 1 if _is_same_language(declaration.language_code, layout.language_parts[path]) else -1
            elif declaration.is_source and is_joined:
                balance -= 1
        return balance

    def contradicts_path(self, path: str, language_part: str) -> bool:
        """True if a file declares another language than the part of its path, or if the file contains source texts."""
        declaration = self.read_declaration(path)
        if declaration.language_code:
            return not _is_same_language(declaration.language_code, language_part)
        return declaration.is_source

    def read_declaration(self, path: str) -> LanguageDeclaration:
        """Return the declaration at the beginning of a file: its language, or that the file contains source texts.

        The result is cached, so each file is read once.
        """
        known = self._declarations.get(path)
        if known is None:
            known = self._declarations[path] = sniffing.read_declaration(os.path.join(self._root, path), self._boundary)
        return known

    def infer_common_language(self, paths: Sequence[str]) -> str:
        """Return the common language of files whose paths contain no language, such as `library/functions.po`.

        Only a sample of the files is read. The common language is the one that more than half of these files declare,
        or else the language in the name of the directory. '' if there is no common language, or if more than a tenth of
        the declarations name another language.
        """
        witnesses = [self.read_declaration(path) for path in _select_evenly(sorted(paths), _MAX_FILES_WITHOUT_LANGUAGE)]
        counted = Counter(
            languages.language_by_code(each.language_code).code for each in witnesses if each.language_code
        )
        declared, number = counted.most_common(1)[0] if counted else ("", 0)
        if _DECLARATIONS_PER_EXCEPTION * number < (_DECLARATIONS_PER_EXCEPTION - 1) * counted.total():
            return ""
        if declared and 2 * number > len(witnesses):
            return declared
        spot = masks.find_language_in_stem(os.path.basename(os.path.normpath(self._root)))
        is_named = spot is not None and language_spellings.is_distinct_language(spot.language) and len(paths) > 1
        if spot is None or not is_named or any(each.is_source for each in witnesses):
            return ""
        return spot.language if not declared or _is_same_language(declared, spot.language) else ""

    def _is_language_variety(self, path: str) -> bool:
        """True if the name of a file is a variety of a language, such as `de_Formal.po` in a folder with `de.po`."""
        folder, _, name = path.rpartition("/")
        stem, _, extension = name.rpartition(".")
        if not language_spellings.is_language_variety(stem):
            return False
        stems = (each.rpartition(".") for each in self._names_by_folder.get(folder, ()))
        return any(language_spellings.is_distinct_language(other) for other, _, kind in stems if kind == extension)

    def _names_suggest_languages(self, layout: FileLayout, language_parts: Set[str], is_majority: bool) -> bool:
        """True if the path parts of a layout are probably languages, according to names only.

        `language_parts` are the different parts. `is_majority` is True if the layout contains at least half of the
        similar names in its folder. The method is used if the declarations in files do not decide.
        """
        mask = layout.mask
        is_in_name = "*" in layouts.file_name(mask)
        if is_in_name and not _has_separate_star(mask):
            # `escaped-id.po` alone is not Indonesian, but `app_it.po` and `app_is.po` together are languages.
            return bool(layout.distinct_language_count) or (
                len(language_parts) >= 2 and all(len(part) == 2 for part in language_parts)
            )
        if layouts.file_name(mask).startswith("*.") and not is_majority:
            return False
        if _is_in_translation_folder(mask) and (layout.distinct_language_count or len(language_parts) >= 2):
            return True
        are_short = all(len(part) == 2 or language_spellings.is_distinct_language(part) for part in language_parts)
        # One name of two letters can be anything, but several folders with such names and the same file are languages.
        return are_short and (is_in_name or len(language_parts) >= 2)

    def _count_similar_names(self, mask: str) -> int:
        """Return the number of names in the folder of a mask that match the file name of the mask.

        The star must be the whole stem, or its beginning or its end, with `.`, `-` or `_` before or after the rest. For
        other masks, and if the star is in the name of a folder, return 0.
        """
        folder, _, name = mask.rpartition("/")
        stem, _, extension = name.rpartition(".")
        beginning, star, end = stem.partition("*")
        if "*" in folder or not star or "*" in end + extension or (beginning and end):
            return 0
        if end:
            is_separate = end.startswith(_STEM_SEPARATORS)
            return _count_beginning(self._sort_stems(folder, extension, is_reversed=True), end[::-1]) * is_separate
        is_separate = not beginning or beginning.endswith(_STEM_SEPARATORS)
        return _count_beginning(self._sort_stems(folder, extension), beginning) * is_separate

    def _sort_stems(self, folder: str, extension: str, *, is_reversed: bool = False) -> list[str]:
        """Return the sorted stems of the file names with an extension in a folder, or the sorted reversed stems."""
        key = folder, extension, is_reversed
        if key not in self._sorted_stems:
            split = (name.rpartition(".") for name in self._names_by_folder.get(folder, ()))
            stems = (stem for stem, _, kind in split if kind == extension)
            self._sorted_stems[key] = sorted(stem[::-1] for stem in stems) if is_reversed else sorted(stems)
        return self._sorted_stems[key]

    @cached_property
    def _names_by_folder(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for path in self._paths:
            folder, _, name = path.rpartition("/")
            names.setdefault(folder, []).append(name)
        return names


def _count_beginning(sorted_texts: Sequence[str], beginning: str) -> int:
    """Return the number of texts with a beginning. Counting all beginnings of all texts would take much memory."""
    first = bisect_left(sorted_texts, beginning)
    return bisect_right(sorted_texts, beginning, first, key=lambda text: text[: len(beginning)]) - first


def _has_separate_star(mask: str) -> bool:
    """Return False if `-` or `_` joins a star in the mask to a word, such as in `app_*.po`. Otherwise, True."""
    return not any(joined in mask for joined in ("-*", "_*", "*-", "*_"))


def _is_in_translation_folder(mask: str) -> bool:
    """True if a folder before the first star of a mask has a usual name for translations, such as `locale`."""
    return not layouts.TRANSLATION_FOLDERS.isdisjoint(mask[: mask.index("*")].lower().split("/"))


def _is_same_language(declared_language: str, language_part: str) -> bool:
    """True if a declared language and the part of a path are the same language. Regions are ignored."""
    return (
        languages.language_by_code(declared_language).base_code == languages.language_by_code(language_part).base_code
    )


def _select_evenly(paths: Sequence[str], maximum: int) -> Sequence[str]:
    """Return at most `maximum` paths, selected at equal distances from the whole list."""
    if len(paths) <= maximum:
        return paths
    return [paths[number * len(paths) // maximum] for number in range(maximum)]
