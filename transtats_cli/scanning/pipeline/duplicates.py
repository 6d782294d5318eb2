"""Choose one of several files of the same language. A Weblate server does not accept several files."""

from collections.abc import Sequence

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import Language
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.filemask.files import ComponentFiles, TranslationFile
from transtats_cli.scanning.pipeline.file_scanner import FileBatch, FileResult, scan_batch
from transtats_cli.scanning.pipeline.options import ScanOptions


def choose_file_per_language(component: Component, found: ComponentFiles) -> ComponentFiles:
    """Choose one file for each language. The other files of the language are left out, with a warning.

    The file with the most translated strings is chosen. If several files have this number, the file whose path spells
    the language like the language table is chosen. If there are still several files, the first path is chosen.
    """
    by_language: dict[str, list[TranslationFile]] = {}
    for file in found.translations:
        by_language.setdefault(file.language.code, []).append(file)
    failures, warnings, left_out = [*found.failures], [*found.warnings], [*found.left_out]
    chosen: dict[str, TranslationFile] = {}
    for same_language_files in by_language.values():
        if len(same_language_files) == 1:
            continue
        results = sorted(_count_files(component, same_language_files), key=_build_sort_key)
        best, *others = results
        chosen[best.file.language.code] = best.file
        for each in others:
            reason = f"{component.path_for_messages(best.file.path)} {_explain_choice(best, each)}"
            left_out.append(LeftOutFile(each.file.path, reason, needs_message=False))
            path = component.path_for_messages(each.file.path)
            count = "cannot be read" if each.failure else str(_count_translated(each))
            detail = f"{reason}: {_count_translated(best)}, {count}"
            warnings.append(Problem(path, "left out, because another file of its language counts", detail=detail))
            # The scan reports a template that cannot be read.
            if each.failure is not None and each.failure.path == each.file.path:
                failures.append(each.failure)
    return found._replace(
        translations=tuple(file for file in found.translations if chosen.get(file.language.code, file) is file),
        duplicates=tuple(file for file in found.translations if chosen.get(file.language.code, file) is not file),
        failures=tuple(failures),
        warnings=tuple(warnings),
        left_out=tuple(left_out),
    )


def _count_files(component: Component, files: Sequence[TranslationFile]) -> Sequence[FileResult]:
    try:
        return scan_batch(FileBatch(component, ScanOptions(runs_checks=False), tuple(files))).file_results
    except UnreadableFile as error:
        failure = Problem(component.template, error.reason, error.line)
        return [FileResult(file, failure=failure) for file in files]


def _count_translated(result: FileResult) -> int:
    """Return the number of translated strings, or -1 if the file cannot be read."""
    return -1 if result.failure is not None else result.statistics.translated.strings


def _build_sort_key(result: FileResult) -> tuple[int, int, str]:
    file = result.file
    return -_count_translated(result), _measure_spelling_distance(file.language_part, file.language), file.path


def _measure_spelling_distance(language_part: str, language: Language) -> int:
    """Compare the spelling of a language in a path with the code in the language table.

    Return 0 if both are equal, 1 if only case or separator differ (`pt-br`), and 2 for any other spelling.
    """
    if language_part == language.code:
        return 0
    return 1 if language_part.replace("-", "_").lower() == language.code.lower() else 2


def _explain_choice(best: FileResult, second: FileResult) -> str:
    if _count_translated(best) > _count_translated(second):
        return "has more translated strings"
    if _build_sort_key(best)[:2] < _build_sort_key(second)[:2]:
        return "has the code of the language table"
    return "comes first"
