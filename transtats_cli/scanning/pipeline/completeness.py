"""Compare the file of each language with the reference of the component, and cache the results.

`reference` describes the reference. The results have their own cache document, so that the counts of files do not
depend on the reference. Changes are detected by the stamps of files: their times, sizes and inodes. If the reference is
an unchanged file, only changed files are compared again. If there is no reference file, all files are compared again
after any change.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import FileStamp, read_file_stamp
from transtats_cli.completeness import Completeness
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.garbage_collection import call_without_gc
from transtats_cli.scanning.pipeline.file_comparison import (
    FileComparer,
    FileComparisonResult,
    FileComparisonResults,
    count_reference_words,
    merge_comparisons,
    read_creation_date,
)
from transtats_cli.scanning.pipeline.file_scanner import PARALLEL_MIN_BYTES, FileTask, ScanPlan
from transtats_cli.scanning.pipeline.result_cache import StampIdentities
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import ComponentReader


class ComponentCompleteness(NamedTuple):
    """Completeness of the languages of a component."""

    completeness_by_language: Mapping[str, Completeness] = {}
    """Completeness by language code. Unreadable files are left out."""
    reference_path: str = ""
    """Path of the reference. Empty for the union of all languages."""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class _ReferenceSummary(NamedTuple):
    """Numbers of strings and words in the reference, its creation date, and the stamp of its file."""

    stamp: FileStamp
    """Stamp of the template or `new_base`. Empty if there is no such file."""
    string_count: int
    word_count: int
    creation_date: str = ""
    """Value of POT-Creation-Date. Empty for a union."""


class _CachedFile(NamedTuple):
    """Stamp and result of a file."""

    stamp: FileStamp
    result: FileComparisonResult


class _CachedComparison(NamedTuple):
    """Results of the files by path, and the summary of the reference."""

    files: dict[str, _CachedFile]
    reference: _ReferenceSummary


class _ComparisonBatch(NamedTuple):
    component: Component
    tasks: Sequence[FileTask]


class ReferenceComparison:
    """Comparison of the files of a component with the reference. Create an instance before the files are scanned."""

    def __init__(self, reader: ComponentReader, tasks: Sequence[FileTask], cache_directory: str = "") -> None:
        """Compute the stamps of the files. `tasks` are the files of all languages.

        If `cache_directory` is '', nothing is cached.
        """
        component = reader.component
        reference = component.template or component.new_base
        self._reader = reader
        self._component = component
        self._tasks = tasks
        self._reference_stamp = read_file_stamp(f"{component.root}/{reference}") if reference else []
        self._identities = identities = StampIdentities(component, tasks)
        self._stamps = {task.path: identities.find_cache_key_and_stamp(task)[1] for task in tasks}
        facts = identities.cache_key_parts(ScanPlan(component, runs_checks=False))
        self._document = CacheDocument(cache_directory, _CachedComparison, "completeness", *facts)

    def compute_completeness(
        self, language_codes: Collection[str], scanned_batches: Sequence[FileComparisonResults], jobs: int = 1
    ) -> ComponentCompleteness:
        """Compare the files that are neither cached nor in `scanned_batches`, and return the completeness of languages.

        `language_codes` are the languages to return. If the reference cannot be read, only a warning is returned.
        """
        files, summary = self._load_cached_results()
        if summary is None or any(task.path not in files for task in self._tasks):
            try:
                summary = self._read_reference_summary()
            except UnreadableFile as error:
                return self._report_unreadable_reference(error)
            # The union changes with each file, so no cached result is valid.
            found = self._compare_remaining_files(files if summary else {}, scanned_batches, jobs)
            files = found.files_by_path
            summary = summary or _ReferenceSummary(
                self._reference_stamp, len(found.word_counts_by_digest), sum(found.word_counts_by_digest.values())
            )
            self._cache_results(files, summary)
        return self._build_result(
            summary, {task: files[task.path] for task in self._tasks if task.path in files}, language_codes
        )

    def _load_cached_results(self) -> tuple[dict[str, FileComparisonResult], _ReferenceSummary | None]:
        """Return the cached results of unchanged files by path, and the cached summary of the reference.

        If the reference has changed, or if nothing is cached, return {} and None.
        """
        cached = self._document.load()
        if cached is None:
            return {}, None
        stamps, summary = self._stamps, cached.reference
        # Without a reference file, a file that was removed changes the union.
        if summary.stamp != self._reference_stamp or not (summary.stamp or cached.files.keys() <= stamps.keys()):
            return {}, None
        return {path: file.result for path, file in cached.files.items() if file.stamp == stamps.get(path)}, summary

    def _cache_results(self, files: Mapping[str, FileComparisonResult], reference_summary: _ReferenceSummary) -> None:
        """Cache the results, unless one of the files may change without a change of its stamp."""
        stamps = [self._stamps[path] for path in files]
        if reference_summary.stamp:
            stamps.append(reference_summary.stamp)
        if all(map(self._identities.may_cache, stamps)):
            self._document.save(
                _CachedComparison(
                    {path: _CachedFile(self._stamps[path], file) for path, file in files.items()}, reference_summary
                )
            )

    def _read_reference_summary(self) -> _ReferenceSummary | None:
        """Return the summary of the reference file.

        Return None if there is no reference file. Raises UnreadableFile if the file cannot be read.
        """
        word_counts = count_reference_words(self._reader)
        if word_counts is None:
            return None
        component = self._component
        date = "" if component.template else read_creation_date(safe_reading.read_bytes(component, component.new_base))
        return _ReferenceSummary(self._reference_stamp, len(word_counts), sum(word_counts.values()), date)

    def _report_unreadable_reference(self, error: UnreadableFile) -> ComponentCompleteness:
        component = self._component
        place = component.path_for_messages(component.template or component.new_base) + (
            f":{error.line}" if error.line else ""
        )
        return ComponentCompleteness(warnings=(f"{place}: {error.reason}; the files are not compared with it",))

    def _compare_remaining_files(
        self, cached_files: dict[str, FileComparisonResult], scanned_batches: Sequence[FileComparisonResults], jobs: int
    ) -> FileComparisonResults:
        """Compare the files without a result in `cached_files` and `scanned_batches` with the reference.

        Return the results of all files.
        """
        found = merge_comparisons([FileComparisonResults(cached_files, {}), *scanned_batches])
        tasks = [task for task in self._tasks if task.path not in found.files_by_path]
        if jobs > 1 and sum(safe_reading.file_size(self._component, task.path) for task in tasks) >= PARALLEL_MIN_BYTES:
            # Imported late, because most components are compared in this process.
            from transtats_cli.scanning.pipeline.pool import open_process_pool

            batches = [_ComparisonBatch(self._component, tasks[start::jobs]) for start in range(jobs)]
            with open_process_pool(jobs) as pool:
                return merge_comparisons([found, *pool.map(_compare_in_worker, batches)])
        return merge_comparisons([found, _compare_batch(self._reader, tasks)]) if tasks else found

    def _build_result(
        self,
        reference_summary: _ReferenceSummary,
        files: Mapping[FileTask, FileComparisonResult],
        language_codes: Collection[str],
    ) -> ComponentCompleteness:
        component = self._component
        reference = component.template or (component.new_base if self._reader.has_reference else "")
        chosen = {task: file for task, file in files.items() if task.language.code in language_codes}
        languages = {
            task.language.code: _build_completeness(component, reference_summary, file) for task, file in chosen.items()
        }
        notes = tuple(
            f"{component.path_for_messages(task.path)}: "
            f"{describe_completeness(component, languages[task.language.code], reference)}"
            for task in chosen
            if not languages[task.language.code].has_same_strings
        )
        return ComponentCompleteness(
            languages, reference, _warn_about_outdated_pot(component, reference_summary, files), notes
        )


def _compare_in_worker(batch: _ComparisonBatch) -> FileComparisonResults:
    return _compare_batch(ComponentReader(batch.component), batch.tasks)


def _compare_batch(reader: ComponentReader, tasks: Sequence[FileTask]) -> FileComparisonResults:
    """Read files and compare them."""
    comparer = FileComparer(reader)
    for task in tasks:
        # The scan reports unreadable files.
        with suppress(UnreadableFile):
            call_without_gc(partial(_compare_file, reader, comparer, task))
    return comparer.results


def _compare_file(reader: ComponentReader, comparer: FileComparer, task: FileTask) -> None:
    content = safe_reading.read_bytes(reader.component, task.path, task.stat_result)
    translation, keys = reader.read_translation_and_keys(task.path, task.language, content)
    comparer.compare_file(translation, keys, content)


def _build_completeness(
    component: Component, reference_summary: _ReferenceSummary, compared_file: FileComparisonResult
) -> Completeness:
    missing = reference_summary.string_count - compared_file.common_string_count
    missing_words = reference_summary.word_count - compared_file.common_word_count
    return Completeness(
        reference_summary.string_count,
        missing,
        missing_words,
        compared_file.string_count - compared_file.common_string_count,
        compared_file.common_translated_count,
        *((missing, missing_words) if component.counts_missing_strings else ()),
    )


def describe_completeness(component: Component, completeness: Completeness, reference_path: str) -> str:
    """Return a phrase with the missing and stale strings of a file."""
    where = component.path_for_messages(reference_path) if reference_path else "all languages together"
    there = completeness.reference_total - completeness.missing
    lacks = f", lacks {completeness.missing}" if completeness.missing else ""
    stale = f", has {completeness.stale} stale" if completeness.stale else ""
    return f"has {there} of the {completeness.reference_total} strings of {where}{lacks}{stale}"


def _warn_about_outdated_pot(
    component: Component, reference_summary: _ReferenceSummary, files: Mapping[FileTask, FileComparisonResult]
) -> tuple[str, ...]:
    """Return a warning if the POT-Creation-Date of a file is later than that of the gettext template. Otherwise, ()."""
    own = _parse_creation_date(reference_summary.creation_date)
    newest = max(
        (
            (time, task.path, file.creation_date)
            for task, file in files.items()
            if (time := _parse_creation_date(file.creation_date))
        ),
        default=None,
    )
    if own is None or newest is None or newest[0] <= own:
        return ()
    are_stale = all(file.string_count > file.common_string_count for file in files.values())
    every = "; every language has strings that it lacks" if are_stale else ""
    template, path = component.path_for_messages(component.new_base), component.path_for_messages(newest[1])
    dates = f"POT-Creation-Date {reference_summary.creation_date}, and {newest[2]}"
    return (f"{template} is older than {path}: {dates}{every}; update the template",)


def _parse_creation_date(text: str) -> datetime | None:
    """Parse the value of POT-Creation-Date. A time without a zone is in UTC. Return None if the text is not a time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=found.tzinfo or UTC)
