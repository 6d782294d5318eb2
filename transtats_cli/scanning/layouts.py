"""Our own rules for the common layouts: the paths of a project become file masks, one for each domain."""

from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from transtats_cli.scanning import masks
from transtats_cli.scanning.masks import Candidate, Certainty

CONTAINERS = frozenset(
    {"i18n", "intl", "l10n", "lang", "langs", "language", "languages", "lc_messages", "locale", "locales"}
    | {"localization", "messages", "nls", "po", "resources", "translation", "translations", "xlf", "xliff"}
)
"""Folders that are there to hold translations: what lies in them needs no further proof, and they name nothing."""

_ROUNDS = ((Certainty.SURE, Certainty.WHOLE), (Certainty.PART,), (Certainty.FOLDER_PART,))


class Layout(NamedTuple):
    """A file mask, and the files that it was found from."""

    mask: str
    parts: dict[str, str]
    """Language part by path."""

    @property
    def distinct(self) -> int:
        """The number of language parts that hardly are anything else."""
        return sum(map(masks.is_distinct, set(self.parts.values())))


Supports = Callable[[Layout, Set[str]], bool]
"""True if there is enough evidence for a layout; called with it and the domains found so far."""


def domain(mask: str) -> str:
    """What the files of a mask are called beside their language: `django`; '' where they have no other name."""
    stem = mask.rpartition("/")[2].rpartition(".")[0]
    return ".".join(piece.strip("-_.") for piece in stem.split("*")).strip("-_.")


def folders(mask: str) -> list[str]:
    """The names of the folders of a mask that hold no language."""
    return [name for name in mask.split("/")[:-1] if "*" not in name and name != "LC_MESSAGES"]


def discover(paths: Iterable[str], supports: Supports) -> list[Layout]:
    """The masks that the paths of translation files make, in their order; each file is in one of them at most."""
    understood = {path: masks.candidates(path) for path in paths}
    found: list[Layout] = []
    domains: set[str] = set()
    for certainties in _ROUNDS:
        for layout in sorted(_group(understood, certainties), key=_rank):
            left = {path: part for path, part in layout.parts.items() if path in understood}
            # What is left of a mask whose files are mostly another's was a coincidence.
            if 2 * len(left) <= len(layout.parts):
                continue
            rest = Layout(layout.mask, left)
            if supports(rest, domains):
                found.append(rest)
                domains.add(domain(layout.mask))
                for path in left:
                    del understood[path]
    return sorted(found, key=lambda layout: layout.mask)


def _group(understood: dict[str, list[Candidate]], certainties: tuple[Certainty, ...]) -> list[Layout]:
    by_mask: dict[str, dict[str, str]] = {}
    for path, candidates in understood.items():
        for candidate in candidates:
            if candidate.certainty in certainties:
                by_mask.setdefault(candidate.mask, {})[path] = candidate.language
    return [Layout(mask, parts) for mask, parts in by_mask.items()]


def _rank(layout: Layout) -> tuple[int, int, int, bool, str]:
    """The mask with most languages first; a language in the file's name is more telling than one in a folder's."""
    number = len(set(layout.parts.values()))
    return (-layout.distinct, -number, -layout.mask.count("*"), "*" not in file_name(layout.mask), layout.mask)


def file_name(path: str) -> str:
    """The last part of a path or a mask."""
    return path.rpartition("/")[2]
