"""Compare the file of each language with the reference of the component, and cache the results.

The results have their own cache document, so that the counts of files do not depend on the reference. If the component
has a reference file, a changed file is compared again. Without such a file, all files are compared again.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from transtats_cli.caching import shapes
from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import FileStamp, read_file_stamp
from transtats_cli.completeness import Completeness
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.scanning.pipeline.file_comparison import (
    ComparedFile,
    ComparedFiles,
    FileComparer,
    creation_date,
    merge,
    reference_words,
)
from transtats_cli.scanning.pipeline.file_scanner import PARALLEL_MIN_BYTES, FileTask, Plan, call_without_gc
from transtats_cli.scanning.pipeline.result_cache import StampIdentities
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import Reader

_FILE_SHAPE = ([int], int, int, int, int, str)
_SHAPES = ({str: [shapes.AnyOfShapes(([int], int, str))]}, shapes.AnyOfShapes((None, ([int], int, int, str))))


class ComparedComponent(NamedTuple):
    """Completeness of the languages of a component."""

    languages: Mapping[str, Completeness] = {}
    """Completeness by language code. Unreadable files are left out."""
    reference: str = ""
    """Path of the reference. Empty for the union of all languages."""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class _ReferenceSize(NamedTuple):
    """Number of strings in the reference, and their words."""

    stamp: FileStamp
    strings: int
    words: int
    creation_date: str = ""
    """Value of POT-Creation-Date. Empty for a union."""


class _Batch(NamedTuple):
    component: Component
    tasks: Sequence[FileTask]


class ReferenceComparison:
    """Comparison of the files of a component with the reference. Create an instance before the files are scanned."""

    def __init__(self, reader: Reader, tasks: Sequence[FileTask], cache: str = "") -> None:
        """Compute the stamps of the files. `tasks` are the files of all languages, `cache` is a directory or ''."""
        component = reader.component
        reference = component.template or component.new_base
        self._reader = reader
        self._component = component
        self._tasks = tasks
        self._reference_stamp = read_file_stamp(f"{component.root}/{reference}") if reference else []
        self._identities = identities = StampIdentities(component, tasks)
        self._stamps = {task.path: identities.of(task)[1] for task in tasks}
        facts = identities.key_parts(Plan(component, checks=False))
        self._document = CacheDocument(cache, "completeness", *facts, part_shapes=_SHAPES)

    def complete(self, codes: Collection[str], scanned: Sequence[ComparedFiles], jobs: int = 1) -> ComparedComponent:
        """Compare the files that are neither cached nor in `scanned`, and return the completeness of languages.

        `codes` are the languages to return. If the reference cannot be read, only a warning is returned.
        """
        files, size = self._load()
        if size is None or any(task.path not in files for task in self._tasks):
            try:
                size = self._size_of_file()
            except UnreadableFile as error:
                return self._without_reference(error)
            # The union changes with each file, so no cached result is valid.
            found = self._compare(files if size else {}, scanned, jobs)
            files = found.files
            size = size or _ReferenceSize(self._reference_stamp, len(found.union), sum(found.union.values()))
            self._save(files, size)
        return self._result(size, {task: files[task.path] for task in self._tasks if task.path in files}, codes)

    def _load(self) -> tuple[dict[str, ComparedFile], _ReferenceSize | None]:
        """Return the cached results of unchanged files. None if the reference has changed, or is not cached."""
        rows, size_row = self._document.take_part(0), self._document.take_part(1)
        if rows is None or size_row is None:
            return {}, None
        try:
            if not all(shapes.has_shape(row, _FILE_SHAPE) for row in rows.values()):
                return {}, None
            size = _ReferenceSize(*size_row)
        except shapes.DAMAGED_DOCUMENT_ERRORS:
            return {}, None
        stamps = self._stamps
        # Without a reference file, a file that was removed changes the union.
        if size.stamp != self._reference_stamp or not (size.stamp or rows.keys() <= stamps.keys()):
            return {}, None
        return {path: ComparedFile(*row) for path, (stamp, *row) in rows.items() if stamp == stamps.get(path)}, size

    def _save(self, files: Mapping[str, ComparedFile], size: _ReferenceSize) -> None:
        """Cache the results, unless one of the files may change without a change of its stamp."""
        stamps = [self._stamps[path] for path in files]
        if size.stamp:
            stamps.append(size.stamp)
        if all(map(self._identities.may_add, stamps)):
            self._document.save({path: [self._stamps[path], *file] for path, file in files.items()}, [*size])

    def _size_of_file(self) -> _ReferenceSize | None:
        """Return the size of the reference file, or None if there is no such file. Raises UnreadableFile."""
        sizes = reference_words(self._reader)
        if sizes is None:
            return None
        component = self._component
        date = "" if component.template else creation_date(safe_reading.read_bytes(component, component.new_base))
        return _ReferenceSize(self._reference_stamp, len(sizes), sum(sizes.values()), date)

    def _without_reference(self, error: UnreadableFile) -> ComparedComponent:
        component = self._component
        place = component.path_for_messages(component.template or component.new_base) + (
            f":{error.line}" if error.line else ""
        )
        return ComparedComponent(warnings=(f"{place}: {error.reason}; the files are not compared with it",))

    def _compare(self, cached: dict[str, ComparedFile], scanned: Sequence[ComparedFiles], jobs: int) -> ComparedFiles:
        """Compare the other files, and return the results of all files."""
        found = merge([ComparedFiles(cached, {}), *scanned])
        tasks = [task for task in self._tasks if task.path not in found.files]
        if jobs > 1 and sum(safe_reading.size(self._component, task.path) for task in tasks) >= PARALLEL_MIN_BYTES:
            # Imported late, because most components are compared in this process.
            from transtats_cli.scanning.pipeline.pool import workers

            batches = [_Batch(self._component, tasks[start::jobs]) for start in range(jobs)]
            with workers(jobs) as pool:
                return merge([found, *pool.map(_compare_in_worker, batches)])
        return merge([found, _compare_batch(self._reader, tasks)]) if tasks else found

    def _result(
        self, size: _ReferenceSize, files: Mapping[FileTask, ComparedFile], codes: Collection[str]
    ) -> ComparedComponent:
        component = self._component
        reference = component.template or (component.new_base if self._reader.has_reference else "")
        chosen = {task: file for task, file in files.items() if task.language.code in codes}
        languages = {task.language.code: _completeness(size, file) for task, file in chosen.items()}
        notes = tuple(
            f"{component.path_for_messages(task.path)}: {describe(component, languages[task.language.code], reference)}"
            for task in chosen
            if not languages[task.language.code].is_exact
        )
        return ComparedComponent(languages, reference, _age_warning(component, size, files), notes)


def _compare_in_worker(batch: _Batch) -> ComparedFiles:
    return _compare_batch(Reader(batch.component), batch.tasks)


def _compare_batch(reader: Reader, tasks: Sequence[FileTask]) -> ComparedFiles:
    """Read files and compare them."""
    comparer = FileComparer(reader)
    for task in tasks:
        # The scan reports unreadable files.
        with suppress(UnreadableFile):
            call_without_gc(partial(_compare_file, reader, comparer, task))
    return comparer.results


def _compare_file(reader: Reader, comparer: FileComparer, task: FileTask) -> None:
    content = safe_reading.read_bytes(reader.component, task.path, task.status)
    translation, keys = reader.translation_with_keys(task.path, task.language, content)
    comparer.compare(translation, keys, content)


def _completeness(size: _ReferenceSize, file: ComparedFile) -> Completeness:
    return Completeness(
        size.strings,
        size.strings - file.present,
        size.words - file.present_words,
        file.strings - file.present,
        file.translated,
    )


def describe(component: Component, found: Completeness, reference: str) -> str:
    """Return a phrase with the missing and stale strings of a file."""
    where = component.path_for_messages(reference) if reference else "all languages together"
    there = found.reference_total - found.missing
    lacks = f", lacks {found.missing}" if found.missing else ""
    stale = f", has {found.stale} stale" if found.stale else ""
    return f"has {there} of the {found.reference_total} strings of {where}{lacks}{stale}"


def _age_warning(component: Component, size: _ReferenceSize, files: Mapping[FileTask, ComparedFile]) -> tuple[str, ...]:
    """Return a warning if a file was made from a newer template than the template that is there."""
    own = _parse_time(size.creation_date)
    newest = max(
        (
            (time, task.path, file.creation_date)
            for task, file in files.items()
            if (time := _parse_time(file.creation_date))
        ),
        default=None,
    )
    if own is None or newest is None or newest[0] <= own:
        return ()
    are_stale = all(file.strings > file.present for file in files.values())
    every = "; every language has strings that it lacks" if are_stale else ""
    template, path = component.path_for_messages(component.new_base), component.path_for_messages(newest[1])
    dates = f"POT-Creation-Date {size.creation_date}, and {newest[2]}"
    return (f"{template} is older than {path}: {dates}{every}; update the template",)


def _parse_time(text: str) -> datetime | None:
    """Parse the value of POT-Creation-Date. Without a zone it is UTC. Return None if it is not a time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=found.tzinfo or UTC)
