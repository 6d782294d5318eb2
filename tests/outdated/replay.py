"""A model of the rule for outdated strings: it replays all commits, as a server that pulls after each commit."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from transtats_cli.outdated.rule import compare_texts, find_renamed_keys

Texts = Mapping[str, str]


class Commit(NamedTuple):
    """Texts of the template and of the translation after a commit."""

    sources: Texts
    targets: Texts
    counts: bool = True
    """False if the commit does not affect the age of a text."""


class Age(NamedTuple):
    """What a server remembers of a string: the source that its target translates, and what outdated the target."""

    translated_source: str
    outdated_by: str = ""


def replay(history: Sequence[Commit]) -> dict[str, tuple[str, str]]:
    """Return the commit and the old source of each outdated string, as a server that sees each commit finds them."""
    ages: dict[str, Age] = {
        key: Age(history[0].sources[key]) for key in history[0].sources if key in history[0].targets
    }
    for number, (old, new) in enumerate(pairwise(history), 1):
        ages = dict(age_strings(str(number), old, new, ages))
    return {key: (age.outdated_by, age.translated_source) for key, age in ages.items() if age.outdated_by}


def age_strings(number: str, old: Commit, new: Commit, ages: Mapping[str, Age]) -> Iterator[tuple[str, Age]]:
    renames = find_renamed_keys(compare_texts(old.sources, new.sources))
    for key in new.sources.keys() & new.targets.keys():
        former = renames.get(key, key)
        is_renamed = key not in old.targets and former not in new.targets
        if former != key and not (is_renamed and old.targets.get(former) == new.targets[key]):
            former = key
        age, source = ages.get(former), new.sources[key]
        if age is None or (new.counts and old.targets[former] != new.targets[key]):
            yield key, Age(source)
        elif source == old.sources[former]:
            yield key, age
        elif (not new.counts and old.sources[former] == age.translated_source) or source == age.translated_source:
            yield key, Age(source)
        else:
            yield key, Age(age.translated_source, age.outdated_by or number)
