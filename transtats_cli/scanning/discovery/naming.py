"""Choose names for components for which neither settings nor other tools give a name."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from transtats_cli.scanning.discovery import layouts


def slug(text: str, otherwise: str = "project") -> str:
    """Convert a text to a part of a URL: lower case, with `-` instead of characters that are not allowed.

    If the result is empty, return `otherwise`.
    """
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_]+", "-", text.lower()).strip("-") or otherwise


def names(masks: Sequence[str], project: str, taken: Set[str] = frozenset()) -> Mapping[str, str]:
    """Return the name of the component for each file mask: the domain of the mask, or else the name of the folder.

    If several names are equal, the names of folders are added at the beginning. If the mask has no star, the component
    has a single file and is named after the path, such as `library/functions`. `taken` are names that are already used.
    """
    single = {mask: _by_path(mask) for mask in masks if "*" not in mask}
    several = _lengthened([mask for mask in masks if mask not in single], project, taken)
    return _numbered({**several, **single}, taken)


def _by_path(path: str) -> str:
    return "/".join(slug(name, "component") for name in path.rpartition(".")[0].split("/"))


def _lengthened(masks: Sequence[str], project: str, taken: Set[str]) -> dict[str, str]:
    """Return the name of the component for each file mask.

    To make the names unique, as many names of folders as necessary are added at the beginning.
    """
    parts = {mask: _parts(mask, project) for mask in masks}
    lengths = dict.fromkeys(masks, 1)
    while True:
        chosen = {mask: slug("-".join(parts[mask][-length:]), "component") for mask, length in lengths.items()}
        uses = Counter(chosen.values())
        longer = [
            mask
            for mask, name in chosen.items()
            if (uses[name] > 1 or name in taken) and lengths[mask] < len(parts[mask])
        ]
        if not longer:
            return _shortened(chosen, {mask: parts[mask][-length:] for mask, length in lengths.items()}, taken)
        for mask in longer:
            lengths[mask] += 1


def _shortened(chosen: Mapping[str, str], parts: Mapping[str, list[str]], taken: Set[str]) -> dict[str, str]:
    """Remove a usual name of a translation folder at the end of component names: `shop-i18n` becomes `shop`.

    The name is not changed if another component has the shorter name, or would get the shorter name, too.
    """
    shorter = {
        mask: slug("-".join(names[:-1]), "component")
        for mask, names in parts.items()
        if len(names) > 1 and names[-1].lower() in layouts.CONTAINERS
    }
    uses = Counter([*shorter.values(), *chosen.values(), *taken])
    return {mask: shorter[mask] if uses[shorter.get(mask, "")] == 1 else name for mask, name in chosen.items()}


def _parts(mask: str, project: str) -> list[str]:
    """Return the parts of a file mask from which a component name can be built.

    The most specific part is the last part.
    """
    folders = layouts.folders(mask)
    telling = [name for name in folders if name.lower() not in layouts.CONTAINERS]
    domain = layouts.domain(mask)
    if domain:
        return [*(telling or folders), domain]
    if not folders:
        return [project]
    return [*(name for name in telling if name != folders[-1]), folders[-1]]


def _numbered(chosen: Mapping[str, str], taken: Set[str]) -> Mapping[str, str]:
    """Append numbers to component names that are still equal, such as the names for `po/*.po` and `po/*.xlf`."""
    used = set(taken)
    next_numbers: dict[str, int] = {}
    numbered: dict[str, str] = {}
    for mask, name in sorted(chosen.items()):
        unique = name
        while unique in used:
            next_numbers[name] = next_numbers.get(name, 1) + 1
            unique = f"{name}-{next_numbers[name]}"
        used.add(unique)
        numbered[mask] = unique
    return numbered
