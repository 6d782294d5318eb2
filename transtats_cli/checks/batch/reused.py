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
from itertools import compress, count
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.checks import BY_ID
from transtats_cli.checks.subject import Translation, forms
from transtats_cli.columns import Columns, Units, with_columns
from transtats_cli.languages import PluralRow
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

ID = "reused"

_CHECK = BY_ID[ID]
_MOST_GROUPS = 20
_UNFINISHED = tuple(state for state in State if state < State.TRANSLATED)


class Member(NamedTuple):
    """One string of a group for which a problem is reported."""

    place: int
    """Index of the unit."""
    source: str


class Group(NamedTuple):
    """One target that is the translation of several sources. A server sorts groups by digest, target and row."""

    digest: str
    """MD5 digest of the target in lower case. Empty if the translation has too few groups to need sorting."""
    target: str
    row: PluralRow
    sources: tuple[str, str]
    """Two of the different sources."""
    members: tuple[Member, ...]


def groups(translation: Translation, units: Sequence[Unit]) -> list[Group]:
    """Return the groups of one translation that may be among the first twenty of the component."""
    units = with_columns(units)
    repeated = _repeated(units, translation.plural.number)
    sources = units.columns.sources
    qualified = [target for target, places in repeated.items() if len({sources[place] for place in places}) > 1]
    chosen = [("", target) for target in qualified]
    if len(qualified) > _MOST_GROUPS:
        chosen = sorted((_digest(target), target) for target in qualified)[:_MOST_GROUPS]
    return [_group(translation, units.columns, digest, target, repeated[target]) for digest, target in chosen]


def first_groups(of_translations: Sequence[Sequence[Group]]) -> list[list[Group]]:
    """Return the first twenty groups of a component, by translation."""
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
    """Yield the index and the message of each reported string of a group."""
    one, other = group.sources
    for member in group.members:
        source = other if member.source == one else one
        yield member.place, f"{source.split(PLURAL_SEPARATOR)[0]!r} has the same translation"


def _repeated(units: Units, number: int) -> dict[str, list[int]]:
    """Return the targets that occur more than once, with the indices of their units."""
    targets = _counting(units, number)
    again = _again(targets)
    again.discard("")
    repeated: dict[str, list[int]] = {}
    if again:
        for index in compress(count(), map(again.__contains__, targets)):
            repeated.setdefault(targets[index], []).append(index)
    return repeated


def _again(texts: Sequence[str]) -> set[str]:
    """Return the texts that occur more than once."""
    distinct = dict.fromkeys(texts)
    if len(distinct) == len(texts):
        return set()
    # The keys are in the order of their first occurrence. A text other than the next key has occurred before, so no
    # lookup is needed.
    new = iter(distinct)
    following: str | None = next(new)
    again: set[str] = set()
    for text in texts:
        if text is following:
            following = next(new, None)
        else:
            again.add(text)
    return again


def _counting(units: Units, number: int) -> list[str]:
    """Return the target of each unit as it is compared with others, or an empty string if the unit does not count."""
    columns = units.columns
    targets = [*columns.targets]
    for index in columns.plural:
        targets[index] = PLURAL_SEPARATOR.join(forms(columns.sources[index], targets[index], number))
    for state in _UNFINISHED:
        for index in columns.in_state(state):
            targets[index] = ""
    return targets


def _digest(target: str) -> str:
    from hashlib import md5

    return md5(target.lower().encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _group(translation: Translation, columns: Columns, digest: str, target: str, places: Sequence[int]) -> Group:
    one, other, *_ = dict.fromkeys(columns.sources[place] for place in places)
    return Group(
        digest,
        target,
        row=languages.plural_row_order(translation.language, translation.plural),
        sources=(one, other),
        members=tuple(_reported(translation, columns, target, places)),
    )


def _reported(translation: Translation, columns: Columns, target: str, places: Sequence[int]) -> Iterator[Member]:
    if translation.plural.number == 1 or not target.replace(PLURAL_SEPARATOR, ""):
        return
    sources = [columns.sources[place] for place in places]
    if languages.is_case_insensitive(translation.language) and len({source.lower() for source in sources}) < 2:
        return
    for place, source in zip(places, sources, strict=True):
        if _CHECK.is_on(columns.flags[place]):
            yield Member(place, source)
