"""Choose one of several files of the same language. A Weblate server does not accept several files.

This module is imported only if there are such files.
"""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.report import Failure, LeftOut
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.file_scanner import Batch, Plan, file_tasks, scan_batch

_MOST_COUNTS = 4
"""Maximum number of files whose translated strings the warning contains."""


class DuplicateChoice(NamedTuple):
    """File that is counted for a language, and messages about the other files of the language."""

    chosen: TranslationFile
    warning: str
    failures: tuple[Failure, ...] = ()
    """Failures of files other than the chosen one."""
    left_out: tuple[LeftOut, ...] = ()
    """The other files of the language."""


class _Counted(NamedTuple):
    file: TranslationFile
    translated: int
    """Number of translated strings. -1 if the file cannot be read."""
    failure: Failure | None


def choose(component: Component, files: Sequence[TranslationFile]) -> DuplicateChoice:
    """Choose one of several files of the same language. `files` contains at least two files.

    The file with the most translated strings is chosen. If several files have this number, the file whose path spells
    the language like the language table is chosen. If there are still several files, the first path is chosen.
    """
    counted = sorted(_counted(component, files), key=_rank)
    best, *others = counted
    chosen = component.path_for_messages(best.file.path)
    names = component.path_for_messages(others[0].file.path) + (
        f" and {len(others) - 1} more (-v names them)" if len(others) > 1 else ""
    )
    counts = ", ".join(_number(each) for each in counted[:_MOST_COUNTS])
    reason = f"{chosen} {_reason(best, others[0])}"
    return DuplicateChoice(
        best.file,
        f"{names}: left out, because {reason}; translated strings in {best.file.language.code}: {counts}",
        tuple(each.failure for each in others if each.failure is not None),
        tuple(LeftOut(each.file.path, reason, needs_message=False) for each in others),
    )


def _counted(component: Component, files: Sequence[TranslationFile]) -> list[_Counted]:
    results = scan_batch(Batch(Plan(component, checks=False), file_tasks(files))).results
    return [
        _Counted(file, -1 if result.failure else result.statistics.translated.strings, result.failure)
        for file, result in zip(files, results, strict=True)
    ]


def _rank(counted: _Counted) -> tuple[int, int, str]:
    file = counted.file
    return -counted.translated, _distance(file.language_part, file.language), file.path


def _distance(part: str, language: Language) -> int:
    """Compare the spelling of a language in a path with the code in the language table.

    Return 0 if both are equal, 1 if only case or separator differ (`pt-br`), and 2 for any other spelling.
    """
    if part == language.code:
        return 0
    return 1 if part.replace("-", "_").lower() == language.code.lower() else 2


def _reason(best: _Counted, second: _Counted) -> str:
    if best.translated > second.translated:
        return "has more translated strings"
    if _rank(best)[:2] < _rank(second)[:2]:
        return "has the code of the language table"
    return "comes first"


def _number(counted: _Counted) -> str:
    return "cannot be read" if counted.translated < 0 else str(counted.translated)
