"""Results as the cache writes them, in JSON, and back; and what they depend on besides files and settings."""

import os
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from transtats_cli import __version__
from transtats_cli.scanning.work import Result
from transtats_cli.statistics import NOTHING, Counts, Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.reused import Group
    from transtats_cli.checks.runner import Outcome

IS_DAMAGED = (LookupError, TypeError, ValueError, RecursionError)
"""What may come of a document that is not what it seems to be."""


@lru_cache(maxsize=1)
def surroundings() -> str:
    """What may change what is found besides the settings: who reads and checks."""
    return repr((__version__, sys.version_info[:3], _libraries()))


def _libraries() -> list[str]:
    """The distributions whose versions may change what is found; and our own code, where it is edited in place."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]
    found = sorted(name for folder in installed for name in os.listdir(folder) if name.endswith(".dist-info"))
    return found if os.path.dirname(package) in installed else [*found, str(_newest(package))]


def _newest(folder: str) -> int:
    """When any file of a folder and of those below it last changed."""
    newest = 0
    for directory, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        newest = max([newest, *(os.stat(os.path.join(directory, name)).st_mtime_ns for name in names)])
    return newest


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
