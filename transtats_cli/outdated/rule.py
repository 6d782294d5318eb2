"""The rule for outdated strings, as a function of the texts that each commit changed.

A string is outdated if the source text of its key changed after the commit that gave its target the present text, and
is not again the text that stood there at that time.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import merge
from itertools import groupby
from typing import NamedTuple

from transtats_cli.report import SourceChange

ABSENT = ""
"""Text of a key that a version of a file lacks. All other texts begin with a mark, so they are not empty."""
Texts = Mapping[str, str]
"""Texts of a version of a file by key."""
Difference = Mapping[str, tuple[str, str]]
"""Texts before and after a change by key, of the keys whose texts differ."""


class Change(NamedTuple):
    """Change of a file by a commit."""

    position: int
    """Place of the commit in the history: a larger number is an older commit, and 0 is the work tree."""
    commit: str
    """Id of the commit. '' for the work tree."""
    time: int | None
    difference: Difference | None
    """None if the commit added the file, with all its keys."""
    counts: bool = True
    """False if the commit is one of those that do not affect the age of a text."""


class _OpenString:
    """String of which the commit that gave the target its present text was not found yet."""

    def __init__(self, key: str) -> None:
        self.key = key
        """Key in the newest version. Older versions may have another key."""
        self.rewordings: list[tuple[Change, str, str]] = []
        """Later changes of the source text, newest first, with the texts before and after."""

    def find_outdating(self) -> SourceChange | None:
        """Return what outdated the string, if no older change affects it."""
        expected, found = None, None
        for change, before, after in reversed(self.rewordings):
            expected = before if expected is None else expected
            if not change.counts and before == expected:
                expected = after
            if after == expected:
                found = None
            elif found is None:
                found = SourceChange(change.commit, change.time, expected)
        return found


def compare_texts(before: Texts, after: Texts) -> dict[str, tuple[str, str]]:
    found = {key: (old, text) for key, text in after.items() if (old := before.get(key, ABSENT)) != text}
    found.update((key, (text, ABSENT)) for key, text in before.items() if key not in after)
    return found


def find_renamed_keys(difference: Difference) -> dict[str, str]:
    """Return the old key of each added key whose text a removed key had. Of several, they are paired in their order."""
    removed: dict[str, list[str]] = {}
    for key, (before, after) in reversed([*difference.items()]):
        if after == ABSENT:
            removed.setdefault(before, []).append(key)
    added = ((key, after) for key, (before, after) in difference.items() if before == ABSENT)
    return {key: removed[text].pop() for key, text in added if removed.get(text)}


def find_reworded_keys(source_changes: Sequence[Change]) -> set[str]:
    """Return the keys whose source text has changed, also under an older key. The changes are sorted, newest first."""
    found: set[str] = set()
    for change in reversed(source_changes):
        difference = change.difference or {}
        found.update(new for new, old in find_renamed_keys(difference).items() if old in found)
        if change.counts:
            found.update(key for key, (before, after) in difference.items() if ABSENT not in (before, after))
    return found


def find_outdated(
    keys: Iterable[str], source_changes: Sequence[Change], target_changes: Iterable[Change]
) -> dict[str, SourceChange]:
    """Return those of the keys whose strings are outdated.

    The changes of the template and of the translation are sorted, newest first. Those of the translation are read until
    the age of each string is known.
    """
    strings = {key: _OpenString(key) for key in keys}
    """Strings by their key at the commit that is read."""
    dated: list[_OpenString] = []
    changes = merge(
        ((change, True) for change in source_changes),
        ((change, False) for change in target_changes),
        key=lambda each: each[0].position,
    )
    for _, group in groupby(changes, key=lambda each: each[0].position):
        if not strings:
            break
        by_kind = {is_source: change for change, is_source in group}
        if any(change.difference is None for change in by_kind.values()):
            break
        dated += _date_strings(strings, by_kind.get(True), by_kind.get(False))
    found = {string.key: string.find_outdating() for string in (*dated, *strings.values())}
    return {key: outdating for key, outdating in found.items() if outdating is not None}


def _date_strings(
    strings: dict[str, _OpenString], source_change: Change | None, target_change: Change | None
) -> list[_OpenString]:
    """Remove the strings whose targets have their present text since a commit, and return them.

    The keys and the changes of the source texts of all other strings are updated.
    """
    sources = (source_change and source_change.difference) or {}
    targets = (target_change and target_change.difference) or {}
    old_names = find_renamed_keys(sources)
    dated: list[_OpenString] = []
    renamed: dict[str, _OpenString] = {}
    for name in strings.keys() & (sources.keys() | targets.keys()):
        before, after = targets.get(name, (ABSENT, ABSENT))
        is_renamed = name in old_names and before == ABSENT != after and targets.get(old_names[name]) == (after, ABSENT)
        if is_renamed:
            renamed[old_names[name]] = strings.pop(name)
        elif target_change is not None and name in targets and (target_change.counts or before == ABSENT):
            dated.append(strings.pop(name))
        elif source_change is not None and name in sources:
            if sources[name][0] == ABSENT:
                dated.append(strings.pop(name))
            else:
                strings[name].rewordings.append((source_change, *sources[name]))
    strings |= renamed
    return dated
