"""
Different sources of a project do not have the same translation.

Good:  "Open" (a file)  ->  "Öffnen", "Open" (a state)  ->  "Offen"
Bad:   "Close"  ->  "Schließen", "Quit"  ->  "Schließen"
Off:   the flag `ignore-reused`

A server looks at the first twenty such translations only, over all languages of the project, in the order of the MD5 of
the translation in lower case; so do we, within the component. They may be read-only, but not in need of editing.
Languages with a single plural form use up places without being reported, and so do languages without upper and lower
case where the sources differ in nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.checks import BY_ID
from transtats_cli.checks.subject import Translation, forms
from transtats_cli.languages import PluralRow
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

ID = "reused"

_CHECK = BY_ID[ID]
_MOST_GROUPS = 20
_TRANSLATED = State.TRANSLATED


class Member(NamedTuple):
    """One string of a group that is reported."""

    place: int
    """The index of its unit."""
    source: str


class Group(NamedTuple):
    """One translation of several sources. A server takes them in the order of digest, target and row."""

    digest: str
    """Of the translation; empty as long as there are not more groups than count."""
    target: str
    row: PluralRow
    sources: tuple[str, str]
    """Two of the sources that have it."""
    members: tuple[Member, ...]


def groups(translation: Translation, units: Sequence[Unit]) -> list[Group]:
    """The groups of one translation that may be among the first twenty of all."""
    repeated = _repeated(units, translation.plural.number)
    qualified = [
        target
        for target, places in repeated.items()
        if any(units[place].source != units[places[0]].source for place in places)
    ]
    chosen = [("", target) for target in qualified]
    if len(qualified) > _MOST_GROUPS:
        chosen = sorted((_digest(target), target) for target in qualified)[:_MOST_GROUPS]
    return [_group(translation, *key, [(place, units[place]) for place in repeated[key[1]]]) for key in chosen]


def first_groups(of_translations: Sequence[Sequence[Group]]) -> list[list[Group]]:
    """The groups that count, by translation."""
    if sum(map(len, of_translations)) <= _MOST_GROUPS:
        return [list(found) for found in of_translations]
    places = sorted(
        (group.digest or _digest(group.target), group.target, group.row, number, place)
        for number, found in enumerate(of_translations)
        for place, group in enumerate(found)
    )
    first: list[list[Group]] = [[] for _ in of_translations]
    for *_, number, place in places[:_MOST_GROUPS]:
        first[number].append(of_translations[number][place])
    return first


def problems(group: Group) -> Iterator[tuple[int, str]]:
    """For each string of a group its index and what is wrong."""
    one, other = group.sources
    for member in group.members:
        source = other if member.source == one else one
        yield member.place, f"{source.split(PLURAL_SEPARATOR)[0]!r} has the same translation"


def _repeated(units: Sequence[Unit], number: int) -> dict[str, list[int]]:
    """The targets that occur more than once, with the indexes of the units that have them."""
    first: dict[str, int] = {}
    repeated: dict[str, list[int]] = {}
    for index, (_, source, target, state, _, _, _, _, _) in enumerate(units):
        if state < _TRANSLATED:
            continue
        if PLURAL_SEPARATOR in target or PLURAL_SEPARATOR in source:
            target = PLURAL_SEPARATOR.join(forms(units[index], number))
        place = first.setdefault(target, index)
        if place != index and target:
            repeated.setdefault(target, [place]).append(index)
    return repeated


def _digest(target: str) -> str:
    from hashlib import md5

    return md5(target.lower().encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _group(translation: Translation, digest: str, target: str, strings: list[tuple[int, Unit]]) -> Group:
    one, other, *_ = dict.fromkeys(unit.source for _, unit in strings)
    return Group(
        digest,
        target,
        row=languages.plural_row_order(translation.language, translation.plural),
        sources=(one, other),
        members=tuple(_reported(translation, target, strings)),
    )


def _reported(translation: Translation, target: str, strings: list[tuple[int, Unit]]) -> Iterator[Member]:
    if translation.plural.number == 1 or not target.replace(PLURAL_SEPARATOR, ""):
        return
    if languages.is_case_insensitive(translation.language) and len({unit.source.lower() for _, unit in strings}) < 2:
        return
    for place, unit in strings:
        if _CHECK.is_on(unit.flags):
            yield Member(place, unit.source)
