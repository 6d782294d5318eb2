"""Decide if a part of a path is a language, from the other names in the folder and from declarations in the files.

`LanguageEvidence.supports` applies the rules in order; docs/explanation/discovery.md describes them for users.
If a path is clear without other evidence, no file is read. Otherwise, the beginnings of a few files are read.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache, partial

from transtats_cli import languages
from transtats_cli.formats import LanguageDeclaration
from transtats_cli.scanning.discovery import groups, sniffing
from transtats_cli.scanning.discovery.folder_names import is_test_data
from transtats_cli.scanning.discovery.groups import Group
from transtats_cli.scanning.discovery.sniffing import Folder
from transtats_cli.scanning.filemask import language_spellings

_MAX_FILES_PER_LAYOUT = 5
"""Maximum number of files of a group whose declarations are read."""
_MAX_FILES_WITHOUT_LANGUAGE = 20
"""Maximum number of files that are read to find the common language of files whose paths contain no language."""
_DECLARATIONS_PER_EXCEPTION = 10
"""At most one of this number of files may declare a language other than the common language."""


class LanguageEvidence:
    """Evidence for languages in paths, from the names and the contents of the files in one directory."""

    def __init__(self, folder: Folder, paths: Iterable[str]) -> None:
        """`paths` are the files to classify."""
        self.folder = folder
        self.paths = list(paths)
        self.known_paths = frozenset(self.paths)
        self.read_declaration: Callable[[str], LanguageDeclaration] = cache(partial(sniffing.read_declaration, folder))
        """Function that returns the declaration in a file: its language, or that the file contains source texts."""

    def supports(self, group: Group, accepted_domains: Set[str]) -> bool:
        """True if the path parts of a group are languages, and not words that look like languages.

        `accepted_domains` are the domains of the groups that are already accepted, as `groups.extract_domain` returns
        them.
        """
        name, parts = groups.file_name(group.mask), set(group.language_parts.values())
        # gettext itself expects a language there.
        if "/LC_MESSAGES/" in group.mask:
            return True
        # `sr.xlf` and `sr.de.xlf`: the first is not Serbian, but the source of the second.
        if len(parts) == 1 and name.startswith("*.") and not parts.isdisjoint(accepted_domains):
            return False
        if len(group.language_parts) == 1 and self._is_source_or_variety(min(group.language_parts)):
            return False
        distinct, is_in_name, is_usual = group.distinct_language_count, "*" in name, group.is_in_translation_folder
        is_majority = self._is_majority(group.mask)
        # Two languages are sufficient unless most names in the folder are words, such as `os.po` and `io.po` in a
        # manual.
        if distinct >= 2 and is_majority:
            return True
        if distinct and is_majority and group.has_separate_star and is_usual:
            return True
        declared = self.weigh_declarations(group)
        if declared:
            return declared > 0
        # Only the names are left as evidence.
        if is_in_name and not group.has_separate_star:
            # `escaped-id.po` alone is not Indonesian, but `app_it.po` and `app_is.po` together are languages.
            return distinct > 0 or (len(parts) >= 2 and all(len(part) == 2 for part in parts))
        if name.startswith("*.") and not is_majority:
            return False
        if is_usual and (distinct or len(parts) >= 2):
            return True
        # One name of two letters can be anything, but several folders with such names and the same file are languages.
        # Beside other groups, one folder with the code of a language that is no word is sufficient.
        is_beside_others = accepted_domains and group.has_separate_star and distinct
        are_short = all(len(part) == 2 or language_spellings.is_distinct_language(part) for part in parts)
        return are_short and bool(is_in_name or len(parts) >= 2 or is_beside_others)

    def weigh_declarations(self, group: Group) -> int:
        """Return the balance of the declarations in a few files of a group.

        A file counts 1 if it declares the language of its path, and -1 if it declares another language. A file that
        contains source texts counts -1 if `-` or `_` joins the star of the mask to a word, or if a folder is the star.
        Other files count 0.
        """
        is_unsure = not group.has_separate_star or "*" not in groups.file_name(group.mask)
        balance = 0
        for path in _select_evenly(sorted(group.language_parts), _MAX_FILES_PER_LAYOUT):
            declaration = self.read_declaration(path)
            if declaration.language_code:
                balance += 1 if is_same_language(declaration.language_code, group.language_parts[path]) else -1
            elif declaration.is_source and is_unsure:
                balance -= 1
        return balance

    def infer_common_language(self, paths: Sequence[str]) -> str:
        """Return the common language of files whose paths contain no language, such as `library/functions.po`.

        Only a sample of the files is read, without test data. The common language is the one that more than half of
        these files declare, or else the language in the name of the directory. '' if there is no common language, if it
        is English, or if more than a tenth of the declarations name another language.
        """
        paths = [path for path in paths if not is_test_data(path)] or paths
        witnesses = [self.read_declaration(path) for path in _select_evenly(sorted(paths), _MAX_FILES_WITHOUT_LANGUAGE)]
        counted = Counter(
            languages.language_by_code(each.language_code).code for each in witnesses if each.language_code
        )
        declared, number = counted.most_common(1)[0] if counted else ("", 0)
        if _DECLARATIONS_PER_EXCEPTION * number < (_DECLARATIONS_PER_EXCEPTION - 1) * counted.total():
            return ""
        if 2 * number <= len(witnesses):
            spot = groups.find_language(os.path.basename(os.path.normpath(self.folder.root)))
            is_named = spot is not None and language_spellings.is_distinct_language(spot.language) and len(paths) > 1
            if spot is None or not is_named or any(each.is_source for each in witnesses):
                return ""
            if declared and not is_same_language(declared, spot.language):
                return ""
            declared = spot.language
        return "" if languages.language_by_code(declared).base_code == "en" else declared

    def _is_source_or_variety(self, path: str) -> bool:
        """True if the only file of a group contains source texts, or is a variety: `de_Formal.po` beside `de.po`.

        `Language/ff/app.xlf` with source texts only is in a folder for forms, and not Fulah. An export with
        `en.xcloc` only has no language yet.
        """
        if self.read_declaration(path).is_source:
            return True
        folder, _, name = path.rpartition("/")
        stem, _, extension = name.rpartition(".")
        if not language_spellings.is_language_variety(stem):
            return False
        others = self.folder.match(f"{folder}/*.{extension}".lstrip("/"))
        return any(
            language_spellings.is_distinct_language(star) for path, (star,) in others if path in self.known_paths
        )

    def _is_majority(self, mask: str) -> bool:
        """True if at least half of the files that a mask matches have a language, or its form, in place of the star.

        Also True if the star is in the name of a folder, where other folders may have any name.
        """
        if "*" in mask.rpartition("/")[0]:
            return True
        names = [stars[-1] for path, stars in self.folder.match(mask) if path in self.known_paths]
        return 2 * sum(map(language_spellings.is_plausible_language, names)) >= len(names)


def is_same_language(declared_language: str, language_part: str) -> bool:
    """True if a declared language and the part of a path are the same language. Regions are ignored."""
    found = languages.language_by_code(languages.find_alias(language_part) or language_part)
    return languages.language_by_code(declared_language).base_code == found.base_code


def _select_evenly(paths: Sequence[str], maximum: int) -> Sequence[str]:
    """Return at most `maximum` paths, selected at equal distances from the whole list."""
    if len(paths) <= maximum:
        return paths
    return [paths[number * len(paths) // maximum] for number in range(maximum)]
