"""Choose names for components for which neither settings nor other tools give a name."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from transtats_cli.formats.detection import CATALOGUE_EXTENSIONS
from transtats_cli.scanning.discovery import groups
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.folder_names import GROUP_FOLDERS, PLATFORM_FOLDERS, TRANSLATION_FOLDERS

_DJANGO_DOMAINS = frozenset({"django", "djangojs"})
"""Domains of Django. The folder above `locale` is an application, even if its name is `messages` or `resources`."""

# Most names of folders are slugs, and a directory may contain many folders.
_SLUG_REGEX = r"[a-z0-9_]+(?:-[a-z0-9_]+)*"


def make_slug(text: str, default: str = "project") -> str:
    """Convert a text to a part of a URL: lower case, with `-` instead of characters that are not allowed.

    If the result is empty, return `default`.
    """
    if re.fullmatch(_SLUG_REGEX, text):
        return text
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_]+", "-", text.lower()).strip("-") or default


def choose_component_names(
    masks: Sequence[str], project: str, taken_names: Set[str] = frozenset()
) -> Mapping[str, str]:
    """Return the name of the component for each file mask. No name is in `taken_names`, and all names are different.

    A name consists of the folders and the domain in the mask, such as `shop/django`. Folders for translations and
    folders such as `packages` are left out, unless two names would be equal without them. If nothing remains, the name
    is that of the last folder, or else of the project. If the mask has no star, the component has a single file, and
    the name is the path without its extension, such as `library/functions`.
    """
    single = {
        mask: "/".join(make_slug(name, "component") for name in mask.rpartition(".")[0].split("/"))
        for mask in masks
        if "*" not in mask
    }
    several = _choose_distinct_names([mask for mask in masks if mask not in single], project, taken_names)
    return _number_equal_names({**several, **single}, taken_names)


def name_sets_in_folder(component_name: str, found: Sequence[Definition], folder: str) -> dict[str, Definition]:
    """Return the definitions of the files in the folder of a component, by name. `folder` is an absolute path.

    If there is only one set of PO or XLIFF files, or only one set in all formats, this set gets the name of the
    component. The names of other sets begin with the name of the component and a slash.
    """
    main = list_main_sets(found)
    named = {component_name: main[0]} if len(main) == 1 else {}
    by_mask = {each.mask_below(folder): each for each in found if each not in named.values()}
    return named | {
        f"{component_name}/{name}": by_mask[mask]
        for mask, name in choose_component_names(list(by_mask), component_name).items()
    }


def list_main_sets(found: Sequence[Definition]) -> list[Definition]:
    """Return the sets of PO and XLIFF files, or all sets if there are no such files."""
    return [each for each in found if each.is_catalogue] or list(found)


def find_similar_names(name: str, known_names: Iterable[str]) -> list[str]:
    """Return the names in `known_names` that contain the words of `name` side by side, most similar first.

    `name` may be a shortened or an older name of a component. `-` and `/` separate words. Names with the same words
    come first. Names that end with the words come next, then names that begin with the words, then all others. For
    `django`, the result may be `django`, `orders/django` and `django/admin`.
    """
    return [other for *_, other in _rank_names(name, known_names)]


def find_unique_name(name: str, known_names: Iterable[str]) -> str:
    """Return the most similar name, as `find_similar_names` sorts them.

    '' if there is no similar name, or if several names are equally similar.
    """
    ranked = _rank_names(name, known_names)
    return ranked[0][-1] if len(ranked) == 1 or (ranked and ranked[0][0] < ranked[1][0]) else ""


def apply_configured_names(names_by_mask: Mapping[str, str], configured_names: Iterable[str]) -> Mapping[str, str]:
    """Return the names by mask, with names from the settings in the place of similar chosen names.

    `names_by_mask` contains the chosen names. A configured name replaces the chosen name that `find_unique_name`
    returns for the configured name. If several configured names are similar to the same chosen name, the chosen name is
    kept.
    """
    masks_by_name = {name: mask for mask, name in names_by_mask.items()}
    replaced_names = {
        configured: find_unique_name(configured, masks_by_name)
        for configured in configured_names
        if configured not in masks_by_name
    }
    uses = Counter(replaced_names.values())
    return {
        **names_by_mask,
        **{masks_by_name[name]: configured for configured, name in replaced_names.items() if name and uses[name] == 1},
    }


def _rank_names(name: str, known_names: Iterable[str]) -> list[tuple[int, int, str]]:
    """Return rank, length and text of each similar name, sorted.

    The rank is 1 for names with the same words, 2 for names that end with the words, 3 for names that begin with them,
    and 4 for names that contain them elsewhere.
    """
    words, ranked = re.split("[/-]", name), []
    length = len(words)
    for other in known_names:
        others = re.split("[/-]", other)
        starts = [start for start in range(len(others)) if words == others[start : start + length]]
        if starts:
            is_end = words == others[-length:]
            rank = 1 if words == others else 2 if is_end else 3 if starts[0] == 0 else 4
            ranked.append((rank, len(other), other))
    return sorted(ranked)


def _choose_distinct_names(masks: Sequence[str], project: str, taken_names: Set[str]) -> dict[str, str]:
    """Return the name of the component for each file mask.

    If two names are equal, or a name is in `taken_names`, more folders of the mask are added to the name. Some names
    may still be equal or taken.
    """
    choices = {mask: _list_possible_names(mask, project) for mask in masks}
    chosen: dict[str, str] = {}
    for level in range(3):
        uses = Counter(chosen.values())
        chosen = {
            mask: names[level]
            if mask not in chosen or uses[chosen[mask]] > 1 or chosen[mask] in taken_names
            else chosen[mask]
            for mask, names in choices.items()
        }
    return chosen


def _list_possible_names(mask: str, project: str) -> list[str]:
    """Return three possible names for a mask, from the shortest name to the name with all folders of the mask."""
    folders = [name for name in mask.split("/")[:-1] if "*" not in name and name not in ("LC_MESSAGES", "..")]
    domain = groups.extract_domain(mask)
    kept = folders[:-1] if domain in _DJANGO_DOMAINS else []
    usual = [*kept, *(name for name in folders[len(kept) :] if name.lower() not in TRANSLATION_FOLDERS)]
    is_catalogue = mask.rpartition(".")[2] in CATALOGUE_EXTENSIONS
    general = GROUP_FOLDERS if is_catalogue else GROUP_FOLDERS | PLATFORM_FOLDERS
    chosen = ([name for name in usual if name.lower() not in general], usual, folders)
    return [
        _join_name(names, domain) or (make_slug(folders[-1], "component") if folders else project) for names in chosen
    ]


def _join_name(folders: Sequence[str], domain: str) -> str:
    """Return the name for folders and a domain. A domain that is equal to the last folder is left out."""
    parts = [make_slug(name, "component") for name in folders]
    last = make_slug(domain, "component") if domain else ""
    return "/".join([*parts, last] if last and last not in parts[-1:] else parts)


def _number_equal_names(names_by_mask: Mapping[str, str], taken_names: Set[str]) -> Mapping[str, str]:
    """Append numbers to component names that are still equal, such as the names for `po/*.po` and `po/*.xlf`."""
    masks_by_name: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for mask, name in sorted(names_by_mask.items()):
        unique = name
        while unique in taken_names or unique in masks_by_name:
            numbers[name] += 1
            unique = f"{name}-{numbers[name] + 1}"
        masks_by_name[unique] = mask
    return {mask: name for name, mask in masks_by_name.items()}
