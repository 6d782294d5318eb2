"""Choose names for components that are found without a name."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from transtats_cli.scanning.discovery import layouts


def slug(text: str, otherwise: str = "project") -> str:
    """Return the text as a part of a URL: lower case, with `-` for other characters. `otherwise` if that is empty."""
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_]+", "-", text.lower()).strip("-") or otherwise


def names(masks: Sequence[str], project: str, taken: Set[str] = frozenset()) -> Mapping[str, str]:
    """Return the component name of each mask: its domain, or else its folder. Equal names get folders in front.

    A component of a single file, whose mask has no star, is named after its path: `library/functions`.
    """
    single = {mask: _by_path(mask) for mask in masks if "*" not in mask}
    several = _lengthened([mask for mask in masks if mask not in single], project, taken)
    return _numbered({**several, **single}, taken)


def _by_path(path: str) -> str:
    return "/".join(slug(name, "component") for name in path.rpartition(".")[0].split("/"))


def _lengthened(masks: Sequence[str], project: str, taken: Set[str]) -> dict[str, str]:
    """Return names with as many folders in front as are needed to make the names unique."""
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
    """Remove a word at the end that names a folder for translations: `shop-i18n` becomes `shop`.

    A name is kept if another component has, or would get, the shorter name.
    """
    shorter = {
        mask: slug("-".join(names[:-1]), "component")
        for mask, names in parts.items()
        if len(names) > 1 and names[-1].lower() in layouts.CONTAINERS
    }
    uses = Counter([*shorter.values(), *chosen.values(), *taken])
    return {mask: shorter[mask] if uses[shorter.get(mask, "")] == 1 else name for mask, name in chosen.items()}


def _parts(mask: str, project: str) -> list[str]:
    """Return the parts of a mask that can form a name, the most specific part last."""
    folders = layouts.folders(mask)
    telling = [name for name in folders if name.lower() not in layouts.CONTAINERS]
    domain = layouts.domain(mask)
    if domain:
        return [*(telling or folders), domain]
    if not folders:
        return [project]
    return [*(name for name in telling if name != folders[-1]), folders[-1]]


def _numbered(chosen: Mapping[str, str], taken: Set[str]) -> Mapping[str, str]:
    """Append numbers to names that are still equal, such as those of `po/*.po` and `po/*.xlf`."""
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
