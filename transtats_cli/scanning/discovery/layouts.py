"""Group the paths of translation files into file masks, by rules for common layouts."""

from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from transtats_cli.scanning.discovery import masks
from transtats_cli.scanning.discovery.masks import Certainty, MaskCandidate
from transtats_cli.scanning.filemask import language_spellings

TRANSLATION_FOLDERS = frozenset(
    {"i18n", "intl", "l10n", "lang", "langs", "language", "languages", "lc_messages", "locale", "locales"}
    | {"localization", "messages", "nls", "po", "resources", "translation", "translations", "xlf", "xliff"}
)
"""Usual names of folders for translations.

Files in such folders need no further evidence, and no component is named after such a folder.
"""

_CERTAINTY_ROUNDS = ((Certainty.SURE, Certainty.WHOLE), (Certainty.PART,), (Certainty.FOLDER_PART,))
"""Order in which layouts are accepted, by the certainty that the part of the path is a language."""


class FileLayout(NamedTuple):
    """File mask, and the files from which the mask was derived."""

    mask: str
    language_parts: dict[str, str]
    """Part of each path that is the language, by path."""

    @property
    def distinct_language_count(self) -> int:
        """Number of different languages in the paths. Language codes that are also common words are not counted.

        See `language_spellings.is_distinct_language`.
        """
        return sum(map(language_spellings.is_distinct_language, set(self.language_parts.values())))


EvidenceTest = Callable[[FileLayout, Set[str]], bool]
"""Function that returns True if there is enough evidence for a layout.

The arguments are the layout, and the domains of the layouts that are already accepted.
"""


def extract_domain(mask: str) -> str:
    """Return the domain of a mask, such as `django` for `django.*.po`.

    The domain is the part of the file name, without the extension, that is not the language. Several parts are joined
    with dots, such as `app.x` for `app_*_x.po`. '' if there is no such part.
    """
    stem = mask.rpartition("/")[2].rpartition(".")[0]
    return ".".join(piece.strip("-_.") for piece in stem.split("*")).strip("-_.")


def list_naming_folders(mask: str) -> list[str]:
    """Return the names of the folders of a mask that can be part of a component's name.

    Folders with a star, LC_MESSAGES and `..` are left out.
    """
    return [name for name in mask.split("/")[:-1] if "*" not in name and name not in ("LC_MESSAGES", "..")]


def find_layouts(paths: Iterable[str], has_evidence: EvidenceTest) -> list[FileLayout]:
    """Return the layouts of translation files, sorted by mask. Each path is in at most one layout.

    A layout is returned only if `has_evidence` returns True for this layout.
    """
    understood = {path: masks.find_mask_candidates(path) for path in paths}
    found: list[FileLayout] = []
    domains: set[str] = set()
    for certainties in _CERTAINTY_ROUNDS:
        for layout in sorted(_group_by_mask(understood, certainties), key=_sort_key):
            left = {path: part for path, part in layout.language_parts.items() if path in understood}
            # If other layouts have taken at least half of the files, the mask is a coincidence.
            if 2 * len(left) <= len(layout.language_parts):
                continue
            rest = FileLayout(layout.mask, left)
            if has_evidence(rest, domains):
                found.append(rest)
                domains.add(extract_domain(layout.mask))
                for path in left:
                    del understood[path]
    return sorted(found, key=lambda layout: layout.mask)


def _group_by_mask(
    candidates_by_path: dict[str, list[MaskCandidate]], certainties: tuple[Certainty, ...]
) -> list[FileLayout]:
    by_mask: dict[str, dict[str, str]] = {}
    for path, candidates in candidates_by_path.items():
        for candidate in candidates:
            if candidate.certainty in certainties:
                by_mask.setdefault(candidate.mask, {})[path] = candidate.language
    return [FileLayout(mask, parts) for mask, parts in by_mask.items()]


def _sort_key(layout: FileLayout) -> tuple[int, int, int, bool, str]:
    """Return a sort key for layouts.

    Layouts with more languages come first. If the numbers are equal, layouts with the language in the file name come
    before layouts with the language in a folder.
    """
    number = len(set(layout.language_parts.values()))
    return (
        -layout.distinct_language_count,
        -number,
        -layout.mask.count("*"),
        "*" not in file_name(layout.mask),
        layout.mask,
    )


def file_name(path: str) -> str:
    """Return the last part of a path or a mask."""
    return path.rpartition("/")[2]
