"""Completeness of the languages of a component, and the messages about it.

The scan compares each file with the reference file, or lists the strings of the file (`file_comparison`). Without a
reference file, the union of the strings of all languages is the reference.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.measures import COMPLETE_MEASURE, TRANSLATED_MEASURE, compute_share
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.file_comparison import FileComparison
from transtats_cli.scanning.pipeline.file_scanner import FileResult
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import EMPTY_TEMPLATE_REASON, ComponentReader
from transtats_cli.statistics import NO_STRINGS, Completeness, Counts


def compare_with_union(results: Sequence[FileResult]) -> list[FileResult]:
    """Return the results of files with their comparisons with the union of the strings of these files."""
    word_counts: dict[int, int] = {}
    # If files have different numbers of words for a string, the first file counts.
    for result in reversed(results):
        if result.strings is not None:
            word_counts.update(zip(result.strings.hashes, result.strings.word_counts, strict=True))
    total, total_words = len(word_counts), sum(word_counts.values())
    compared: list[FileResult] = []
    for result in results:
        hashes = result.strings.hashes if result.strings is not None else ()
        missing = total - len(hashes), total_words - sum(map(word_counts.__getitem__, hashes))
        translated = result.counts.statistics.translated.strings
        completeness = Completeness(total, *missing, translated=translated, reference_words=total_words)
        comparison = FileComparison(completeness, is_with_union=True)
        compared.append(result._replace(counts=result.counts._replace(comparison=comparison)))
    return compared


def measure_report(
    report: Report,
    options: ScanOptions,
    reader: ComponentReader,
    results: Sequence[FileResult],
    language_codes: Collection[str],
) -> Report:
    """Return the report with the share of each language, and with the completeness if the options ask for it.

    `results` are the results of all files, of which `language_codes` selects the languages to report. If the reference
    cannot be read, the shares are those of the strings in the files.
    """
    if options.compares_with_reference(reader.component) and report.records:
        report = _add_completeness(report, options, reader, results, language_codes)
    measure = reader.measure
    if measure == COMPLETE_MEASURE and not report.completeness:
        measure = TRANSLATED_MEASURE
    largest = max((result.counts.statistics.total for result in results), default=NO_STRINGS)
    compared = [each.completeness for result in results if (each := result.counts.comparison) is not None]
    all_strings = Counts(compared[0].reference_total, compared[0].reference_words) if compared else largest
    # A file with strings may have none that `where` selects. Without this option, the results contain no keys.
    filled = {result.file.language.code for result in results if result.keys}
    translations = []
    for record in report.translations:
        is_empty = not record.statistics.total.strings and safe_reading.is_empty_file(reader.component, record.path)
        # An empty file has lost at least one string.
        expected = max(largest, Counts(1, 1, 1)) if is_empty else largest
        expected = NO_STRINGS if record.language.code in filled else expected
        completeness = report.completeness.get(record.language.code)
        share = compute_share(measure, record.statistics, completeness, largest=expected)
        translations.append(record._replace(measured_share=share, largest_file=expected))
    return report._replace(translations=tuple(translations), measure=measure, all_strings=all_strings)


def _add_completeness(
    report: Report,
    options: ScanOptions,
    reader: ComponentReader,
    results: Sequence[FileResult],
    language_codes: Collection[str],
) -> Report:
    """Return the report with the completeness of the languages, and with the warnings and notes about it.

    If the reference cannot be read, only a failure is added.
    """
    component = reader.defined_component
    compared = [(result.file, comparison) for result in results if (comparison := result.counts.comparison) is not None]
    reference = "" if any(each.is_with_union for _, each in compared) else reader.reference_path
    if reference and not compared:
        try:
            reader.read_reference()
        except UnreadableFile as error:
            failure = Problem(reference, error.reason, error.line)
            return report._replace(failures=(*dict.fromkeys((*report.failures, failure)),))
    warnings = [*report.warnings, *_warn_about_outdated_reference(component, reference, compared)]
    has_no_strings = any(each.completeness.stale and not each.completeness.reference_total for _, each in compared)
    template_path = component.path_for_messages(reference)
    if has_no_strings and options.where is None and all(each.path != template_path for each in report.warnings):
        warnings.append(Problem(template_path, f"{EMPTY_TEMPLATE_REASON}; update the template"))
    chosen = [(file, each.completeness) for file, each in compared if file.language.code in language_codes]
    differing = [(file, completeness) for file, completeness in chosen if not completeness.has_same_strings]
    notes = (_describe_differences(component, differing, reference),) if differing else ()
    return report._replace(
        completeness={file.language.code: completeness for file, completeness in chosen},
        reference=reference,
        warnings=tuple(warnings),
        notes=(*report.notes, *notes),
    )


def _describe_differences(
    component: Component, differing: Sequence[tuple[TranslationFile, Completeness]], reference_path: str
) -> str:
    """Return a message with the missing and stale strings of a file, or the number of files and one example."""
    # The file that differs most is the example.
    file, worst = max(differing, key=lambda each: each[1].missing + each[1].stale)
    where = component.path_for_messages(reference_path) if reference_path else "all languages together"
    lacks = f", lacks {worst.missing}" if worst.missing else ""
    stale = f", has {worst.stale} stale" if worst.stale else ""
    number = f"{len(differing)} files have other strings than {where}, such as " if len(differing) > 1 else ""
    strings = f"the {worst.reference_total} strings" + (f" of {where}" if not number else "")
    there = worst.reference_total - worst.missing
    return f"{number}{component.path_for_messages(file.path)}: has {there} of {strings}{lacks}{stale}"


def _warn_about_outdated_reference(
    component: Component, reference: str, compared: Sequence[tuple[TranslationFile, FileComparison]]
) -> tuple[Problem, ...]:
    """Return a warning if the POT-Creation-Date of a file is later than that of the reference. Otherwise, ()."""
    dated = [(time, file.path, each) for file, each in compared if (time := _parse_creation_date(each.creation_date))]
    if not dated:
        return ()
    time, path, newest = max(dated)
    own = _parse_creation_date(newest.reference_date)
    if own is None or time <= own:
        return ()
    are_stale = all(each.completeness.stale for _, each in compared)
    every = "; every language has strings that it lacks" if are_stale else ""
    template, path = component.path_for_messages(reference), component.path_for_messages(path)
    dates = f"POT-Creation-Date {newest.reference_date}, and {newest.creation_date} of {path}"
    return (Problem(template, f"older than a translation; update the template{every}", detail=dates),)


def _parse_creation_date(text: str) -> datetime | None:
    """Parse the value of POT-Creation-Date. A time without a zone is in UTC. Return None if the text is not a time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=found.tzinfo or UTC)
