"""Rules for common layouts: group the paths of a project into file masks, one for each domain."""

from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from transtats_cli.scanning.discovery import masks
from transtats_cli.scanning.discovery.masks import Certainty, MaskCandidate
from transtats_cli.scanning.filemask import language_spellings

CONTAINERS = frozenset(
    {"i18n", "intl", "l10n", "lang", "langs", "language", "languages", "lc_messages", "locale", "locales"}
    | {"localization", "messages", "nls", "po", "resources", "translation", "translations", "xlf", "xliff"}
)
"""Names of folders for translations. Files in them need no further evidence, and no component is named after them."""

_ROUNDS = ((Certainty.SURE, Certainty.WHOLE), (Certainty.PART,), (Certainty.FOLDER_PART,))


class Layout(NamedTuple):
    """A file mask, and the files that it was derived from."""

    mask: str
    parts: dict[str, str]
    """Language part by path."""

    @property
    def distinct(self) -> int:
        """Number of language parts that are unlikely to be anything else."""
        return sum(map(language_spellings.is_distinct, set(self.parts.values())))


Supports = Callable[[Layout, Set[str]], bool]
"""Function that returns True if there is enough evidence for a layout. Takes it and the domains accepted so far."""


def domain(mask: str) -> str:
    """Return the name that the files of a mask have besides their language, such as `django`, or ''."""
    stem = mask.rpartition("/")[2].rpartition(".")[0]
    return ".".join(piece.strip("-_.") for piece in stem.split("*")).strip("-_.")


def folders(mask: str) -> list[str]:
    """Return the names of the folders of a mask that contain no language."""
    return [name for name in mask.split("/")[:-1] if "*" not in name and name != "LC_MESSAGES"]


def discover(paths: Iterable[str], supports: Supports) -> list[Layout]:
    """Return the layouts of translation files, sorted by mask. Each path is in at most one layout."""
    understood = {path: masks.candidates(path) for path in paths}
    found: list[Layout] = []
    domains: set[str] = set()
    for certainties in _ROUNDS:
        for layout in sorted(_group(understood, certainties), key=_rank):
            left = {path: part for path, part in layout.parts.items() if path in understood}
            # If other layouts have taken at least half of the files, the mask is a coincidence.
            if 2 * len(left) <= len(layout.parts):
                continue
            rest = Layout(layout.mask, left)
            if supports(rest, domains):
                found.append(rest)
                domains.add(domain(layout.mask))
                for path in left:
                    del understood[path]
    return sorted(found, key=lambda layout: layout.mask)


def _group(understood: dict[str, list[MaskCandidate]], certainties: tuple[Certainty, ...]) -> list[Layout]:
    by_mask: dict[str, dict[str, str]] = {}
    for path, candidates in understood.items():
        for candidate in candidates:
            if candidate.certainty in certainties:
                by_mask.setdefault(candidate.mask, {})[path] = candidate.language
    return [Layout(mask, parts) for mask, parts in by_mask.items()]


def _rank(layout: Layout) -> tuple[int, int, int, bool, str]:
    """Return a sort key: layouts with more languages first, and a language in the file name before one in a folder."""
    number = len(set(layout.parts.values()))
    return (-layout.distinct, -number, -layout.mask.count("*"), "*" not in file_name(layout.mask), layout.mask)


def file_name(path: str) -> str:
    """Return the last part of a path or a mask."""
    return path.rpartition("/")[2]
