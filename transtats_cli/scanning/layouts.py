"""Our own rules for the common layouts: the paths of a project become file masks, one for each domain."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from transtats_cli.scanning import masks
from transtats_cli.scanning.masks import Candidate, Certainty

CONTAINERS = frozenset(
    {"i18n", "intl", "l10n", "lang", "langs", "language", "languages", "lc_messages", "locale", "locales"}
    | {"localization", "messages", "nls", "po", "resources", "translation", "translations", "xlf", "xliff"}
)
"""Folders that are there to hold translations: what lies in them needs no further proof, and they name nothing."""

Confirm = Callable[[str, str], bool]
"""Whether a file itself says that it is in a language; called with its path and the part."""

_ROUNDS = ((Certainty.SURE, Certainty.WHOLE), (Certainty.PART,), (Certainty.FOLDER_PART,))


class Layout(NamedTuple):
    """A file mask, and the files that it was found from."""

    mask: str
    languages: dict[str, str]
    """Path by language part."""

    @property
    def first_path(self) -> str:
        return min(self.languages.values())


def domain(mask: str) -> str:
    """What the files of a mask are called beside their language: `django`; '' where they have no other name."""
    stem = mask.rpartition("/")[2].rpartition(".")[0]
    return ".".join(piece.strip("-_.") for piece in stem.split("*")).strip("-_.")


def folders(mask: str) -> list[str]:
    """The names of the folders of a mask that hold no language."""
    return [name for name in mask.split("/")[:-1] if "*" not in name and name != "LC_MESSAGES"]


def discover(paths: Iterable[str], confirm: Confirm) -> list[Layout]:
    """The masks that the paths of translation files make, in their order; each file is in one of them at most."""
    understood = {path: masks.candidates(path) for path in paths}
    siblings = Counter(_kind(path) for path in understood)
    found: list[Layout] = []
    domains: set[str] = set()
    for certainties in _ROUNDS:
        for layout in sorted(_group(understood, certainties), key=_rank):
            left = {part: path for part, path in layout.languages.items() if path in understood}
            # What is left of a mask whose files are mostly another's was a coincidence.
            if 2 * len(left) <= len(layout.languages):
                continue
            rest = Layout(layout.mask, left)
            if _is_sound(rest, siblings, domains, confirm):
                found.append(rest)
                domains.add(domain(layout.mask))
                for path in left.values():
                    del understood[path]
    return sorted(found, key=lambda layout: layout.mask)


def _kind(path: str) -> tuple[str, str]:
    """The folder of a file, and its extension."""
    return path.rpartition("/")[0], path.rpartition(".")[2]


def _group(understood: dict[str, list[Candidate]], certainties: tuple[Certainty, ...]) -> list[Layout]:
    by_mask: dict[str, dict[str, str]] = {}
    for path, candidates in understood.items():
        for candidate in candidates:
            if candidate.certainty in certainties:
                by_mask.setdefault(candidate.mask, {})[candidate.language] = path
    return [Layout(mask, languages) for mask, languages in by_mask.items()]


def _rank(layout: Layout) -> tuple[int, int, int, bool, str]:
    """The mask with most languages first; a language in the file's name is more telling than one in a folder's."""
    distinct = sum(map(masks.is_distinct, layout.languages))
    return (-distinct, -len(layout.languages), -layout.mask.count("*"), "*" not in _file_name(layout.mask), layout.mask)


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _is_sound(layout: Layout, siblings: Counter[tuple[str, str]], domains: set[str], confirm: Confirm) -> bool:
    """Whether the mask is more than a coincidence."""
    parts = list(layout.languages)
    distinct = sum(map(masks.is_distinct, parts))
    # `os.po` and `io.po` among a hundred chapters are no Ossetian and no Ido.
    if _file_name(layout.mask).startswith("*.") and 2 * len(parts) < siblings[_kind(layout.mask)]:
        return False
    if distinct >= 2 or "/LC_MESSAGES/" in layout.mask:
        return True
    # `sr.xlf` beside `sr.de.xlf` is no Serbian but what the others are translations of.
    if len(parts) == 1 and _file_name(layout.first_path).rpartition(".")[0] in domains:
        return False
    place = layout.mask[: layout.mask.index("*")].lower().split("/")
    if CONTAINERS.intersection(place) and (distinct or len(parts) >= 2):
        return True
    if "*" in _file_name(layout.mask) and all(distinct or len(part) == 2 for part in parts):
        return True
    # Words of two letters may be anything, but not side by side and with the same file in each.
    if (
        "*" in layout.mask.split("/")[:-1]
        and len(parts) >= 2
        and all(len(p) == 2 or masks.is_distinct(p) for p in parts)
    ):
        return True
    return all(confirm(path, part) for part, path in list(layout.languages.items())[:3])
