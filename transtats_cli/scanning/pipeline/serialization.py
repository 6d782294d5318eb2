"""Convert the result of a file to JSON for the cache, and JSON to a result."""

import re
from typing import TYPE_CHECKING, Any

from transtats_cli.caching.shapes import AnyOfShapes, has_shape
from transtats_cli.scanning.pipeline.file_scanner import FileResult
from transtats_cli.statistics import NO_STRINGS, Counts, Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.batch.reused import ReusedTargetGroup
    from transtats_cli.checks.runner import TranslationOutcome

_TIME_REGEX = r"(?:[0-9]{1,4}-[0-9-]{5}T[0-9:.]{8,15}Z)?"
_STATE_COUNTS_SHAPE = AnyOfShapes(((int, int, int), int))
COUNTS_SHAPE = ((_STATE_COUNTS_SHAPE,) * 5, int, int, AnyOfShapes((None, str)), [str], [str])
"""Shape of the value that `counts_to_json` returns, after the value was read from a cache document."""
# The outcomes of a plural rule like `n != 1` are booleans.
_GROUP_SHAPE = (str, str, (int, str, int, [AnyOfShapes((int, bool))]), (str, str), [(int, str)])
FINDINGS_SHAPE = ([int], [_GROUP_SHAPE])
"""Shape of the value that `findings_to_json` returns, after the value was read from a cache document."""


def counts_to_json(result: FileResult) -> list[Any]:
    """Convert the counts of a file to JSON, without the number of failing strings."""
    *counts, _, suggestions, comments = result.statistics
    # Most files have no strings in some states, and a state without strings is stored as 0.
    parts = [0 if part == NO_STRINGS else part for part in counts]
    return [parts, suggestions, comments, result.last_change, result.warnings, result.template_warnings]


def findings_to_json(result: FileResult) -> list[Any] | None:
    """Convert the findings of the checks in a file to JSON. None if the checks were not run."""
    outcome = result.check_outcome
    return None if outcome is None else [sorted(outcome.findings), outcome.reused_target_groups]


def result_from_json(
    file_index: int, counts_json: list[Any], findings_json: list[Any] | None = None, failing_count: int = 0
) -> FileResult:
    """Convert the values that `counts_json` and `findings_json` have returned to the result of a file.

    `failing_count` is the number of failing strings. Raises ValueError if a value does not have the expected shape.
    """
    if (
        not has_shape(counts_json, COUNTS_SHAPE)
        or not (findings_json is None or has_shape(findings_json, FINDINGS_SHAPE))
        or type(failing_count) is not int
    ):
        raise ValueError("another shape")
    counts, suggestions, comments, changed, warnings, of_template = counts_json
    if any(type(part) is int and part != 0 for part in counts) or not re.fullmatch(_TIME_REGEX, changed or ""):
        raise ValueError("no counts, or no time")
    parts = [Counts(*part) if part != 0 else NO_STRINGS for part in counts]
    statistics = Statistics._make([*parts, failing_count, suggestions, comments])
    outcome = None if findings_json is None else _parse_outcome(*findings_json)
    return FileResult(
        file_index, statistics, changed, outcome, warnings=tuple(warnings), template_warnings=tuple(of_template)
    )


def _parse_outcome(failing_indexes: list[int], group_rows: list[Any]) -> "TranslationOutcome":
    from transtats_cli.checks.runner import TranslationOutcome

    return TranslationOutcome(dict.fromkeys(failing_indexes, ()), {}, [_parse_group(*group) for group in group_rows])


def _parse_group(
    digest: str, target: str, sort_key_row: list[Any], sources: list[str], members: list[list[Any]]
) -> "ReusedTargetGroup":
    from transtats_cli.checks.batch.reused import ReusedTargetGroup, ReusingUnit
    from transtats_cli.languages import PluralRuleSortKey

    position, code, form_count, outcomes = sort_key_row
    return ReusedTargetGroup(
        digest,
        target,
        PluralRuleSortKey(position, code, form_count, tuple(outcomes)),
        (sources[0], sources[1]),
        tuple(ReusingUnit(*member) for member in members),
    )
