"""Choose one of several files of the same language. A Weblate server does not accept several files."""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import Language
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.file_scanner import FileBatch, scan_batch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.reader import ComponentReader

_MAX_LISTED_COUNTS = 4
"""Maximum number of files whose translated strings the warning contains."""


class DuplicateChoice(NamedTuple):
    """File that is counted for a language, and messages about the other files of the language."""

    chosen_file: TranslationFile
    warning: str
    failures: tuple[Problem, ...] = ()
    """Failures of files other than the chosen one."""
    left_out: tuple[LeftOutFile, ...] = ()
    """The other files of the language."""


class _CountedFile(NamedTuple):
    file: TranslationFile
    translated_count: int
    """Number of translated strings. -1 if the file cannot be read."""
    failure: Problem | None


def choose_file(component: Component, same_language_files: Sequence[TranslationFile]) -> DuplicateChoice:
    """Choose one of several files of the same language. `same_language_files` contains at least two files.

    The file with the most translated strings is chosen. If several files have this number, the file whose path spells
    the language like the language table is chosen. If there are still several files, the first path is chosen.
    """
    counted = sorted(_count_files(component, same_language_files), key=_build_sort_key)
    best, *others = counted
    chosen = component.path_for_messages(best.file.path)
    names = component.path_for_messages(others[0].file.path) + (
        f" and {len(others) - 1} more (-v names them)" if len(others) > 1 else ""
    )
    counts = ", ".join(_format_translated_count(each) for each in counted[:_MAX_LISTED_COUNTS])
    reason = f"{chosen} {_explain_choice(best, others[0])}"
    return DuplicateChoice(
        best.file,
        f"{names}: left out, because {reason}; translated strings in {best.file.language.code}: {counts}",
        tuple(each.failure for each in others if each.failure is not None),
        tuple(LeftOutFile(each.file.path, reason, needs_message=False) for each in others),
    )


def _count_files(component: Component, files: Sequence[TranslationFile]) -> list[_CountedFile]:
    reader = ComponentReader(component)
    if component.template:
        try:
            reader.read_template()
        except UnreadableFile:
            # The scan reports the template, without which no file can be counted.
            return [_CountedFile(file, -1, None) for file in files]
    batch = FileBatch(component, ScanOptions(runs_checks=False), tuple(files))
    results = scan_batch(batch, reader).file_results
    return [
        _CountedFile(file, -1 if result.failure else result.statistics.translated.strings, result.failure)
        for file, result in zip(files, results, strict=True)
    ]


def _build_sort_key(counted_file: _CountedFile) -> tuple[int, int, str]:
    file = counted_file.file
    return -counted_file.translated_count, _measure_spelling_distance(file.language_part, file.language), file.path


def _measure_spelling_distance(language_part: str, language: Language) -> int:
    """Compare the spelling of a language in a path with the code in the language table.

    Return 0 if both are equal, 1 if only case or separator differ (`pt-br`), and 2 for any other spelling.
    """
    if language_part == language.code:
        return 0
    return 1 if language_part.replace("-", "_").lower() == language.code.lower() else 2


def _explain_choice(best_file: _CountedFile, second_file: _CountedFile) -> str:
    if best_file.translated_count > second_file.translated_count:
        return "has more translated strings"
    if _build_sort_key(best_file)[:2] < _build_sort_key(second_file)[:2]:
        return "has the code of the language table"
    return "comes first"


def _format_translated_count(counted_file: _CountedFile) -> str:
    return "cannot be read" if counted_file.translated_count < 0 else str(counted_file.translated_count)
