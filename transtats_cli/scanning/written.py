"""Results as the cache writes them, in JSON, and back."""

from typing import TYPE_CHECKING, Any

from transtats_cli.scanning.work import Result
from transtats_cli.statistics import NOTHING, Counts, Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.reused import Group
    from transtats_cli.checks.runner import Outcome

IS_DAMAGED = (LookupError, TypeError, ValueError, RecursionError)
"""What may come of a document that is not what it seems to be."""


def numbers(result: Result) -> list[Any]:
    """What a file counts, without the strings that fail."""
    *counts, _, suggestions, comments = result.statistics
    # Few files have strings in every state.
    return [[0 if part == NOTHING else part for part in counts], suggestions, comments, result.changed, result.warnings]


def found(result: Result) -> list[Any] | None:
    """What checks found in a file by itself; nothing where none ran."""
    outcome = result.outcome
    return None if outcome is None else [sorted(outcome.findings), outcome.groups]


def result(place: int, numbers: list[Any], found: list[Any] | None = None, failing: int = 0) -> Result:
    """What a file told."""
    counts, suggestions, comments, changed, warnings = numbers
    parts = [Counts(*part) if part else NOTHING for part in counts]
    statistics = Statistics._make([*parts, failing, suggestions, comments])
    return Result(place, statistics, changed, None if found is None else _outcome(*found), warnings=tuple(warnings))


def _outcome(failing: list[int], groups: list[Any]) -> "Outcome":
    from transtats_cli.checks.runner import Outcome

    return Outcome(dict.fromkeys(failing, ()), {}, [_group(*group) for group in groups])


def _group(digest: str, target: str, row: list[Any], sources: list[str], members: list[list[Any]]) -> "Group":
    from transtats_cli.checks.reused import Group, Member
    from transtats_cli.languages import PluralRow

    *facts, outcomes = row
    return Group(
        digest,
        target,
        PluralRow._make([*facts, tuple(outcomes)]),
        (sources[0], sources[1]),
        tuple(Member(*member) for member in members),
    )
