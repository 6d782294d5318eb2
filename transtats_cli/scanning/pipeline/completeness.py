"""Compare the file of each language with the reference of the component, in a pass of its own over the files.

The pass is separate from the scan, so that the numbers of a server neither depend on it nor wait for it. Its results
have their own cache document: with a template, a changed file is compared again, and without one all files are.
"""

import re
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

from transtats_cli.caching import shapes
from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import Stamp, stamp_of
from transtats_cli.columns import columns_of
from transtats_cli.completeness import Completeness
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.model import State
from transtats_cli.scanning.pipeline.file_scanner import FileTask, Plan, call_without_gc
from transtats_cli.scanning.pipeline.result_cache import StampIdentities
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import Reader, Translation
from transtats_cli.statistics import count_words

_WORTHWHILE = 8_000_000
"""Bytes of translation files below which starting processes costs more than it saves."""
_HEADER = 65_536
"""Bytes at the beginning of a file in which its header is searched."""
_CREATED = re.compile(rb'"POT-Creation-Date: *([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?:[+-][0-9]{4})?)')
_NUMBERS = ({str: [shapes.Either(([int], int, str))]}, shapes.Either((None, ([int], int, int, str))))


class ComparedComponent(NamedTuple):
    """Completeness of the languages of a component."""

    languages: Mapping[str, Completeness] = {}
    """Completeness by language code. Unreadable files are left out."""
    reference: str = ""
    """Path of the reference. Empty for the union of all languages."""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class _Whole(NamedTuple):
    """Size of the reference."""

    stamp: Stamp
    strings: int
    words: int
    created: str = ""
    """Value of POT-Creation-Date. Empty for a union."""


class _FilePart(NamedTuple):
    """Strings of one file."""

    stamp: Stamp
    strings: int
    present: int
    """Number of strings that the reference has."""
    present_words: int
    translated: int
    """Number of translated strings that the reference has."""
    created: str = ""


class _Batch(NamedTuple):
    component: Component
    tasks: Sequence[FileTask]
    has_reference: bool


class _BatchParts(NamedTuple):
    parts: list[tuple[str, _FilePart]]
    union: Mapping[bytes, int]
    """Words of each string by its digest. Empty if the component has a reference."""


def compare_files(
    component: Component, tasks: Sequence[FileTask], codes: Collection[str], *, jobs: int = 1, cache: str = ""
) -> ComparedComponent:
    """Compare the files of a component with its reference. `tasks` are all files, `codes` the languages to return.

    If the reference cannot be read, no language is returned, and a warning is.
    """
    reader = Reader(component)
    reference = component.template or component.new_base
    identities = StampIdentities(component, tasks)
    stamp = stamp_of(f"{component.root}/{reference}") if reference else []
    document = CacheDocument(
        cache, "completeness", *identities.key_parts(Plan(component, checks=False)), parts=_NUMBERS
    )
    known, whole = _load(document)
    stamps = {task.path: identities.of(task)[1] for task in tasks}
    # Without a template, a file that is gone changes the union.
    if whole is not None and (whole.stamp != stamp or not (stamp or known.keys() <= stamps.keys())):
        known, whole = {}, None
    known = {path: part for path, part in known.items() if part.stamp == stamps.get(path)}
    missing = [task for task in tasks if task.path not in known]
    if whole is None or missing:
        try:
            found = _size_of_reference(reader, stamp)
        except UnreadableFile as error:
            place = component.path_for_messages(reference) + (f":{error.line}" if error.line else "")
            return ComparedComponent(warnings=(f"{place}: {error.reason}; the files are not compared with it",))
        # The union changes with each file.
        compared = _compare(component, missing if found else tasks, has_reference=found is not None, jobs=jobs)
        known = {**(known if found else {}), **dict(compared.parts)}
        known = {path: part._replace(stamp=stamps[path]) for path, part in known.items()}
        whole = found or _Whole(stamp, len(compared.union), sum(compared.union.values()))
        if all(map(identities.may_add, [part.stamp for part in known.values()])) and (
            not stamp or identities.may_add(stamp)
        ):
            document.save({path: [*part] for path, part in known.items()}, [*whole])
    return _compared(component, reader, whole, {task: known[task.path] for task in tasks if task.path in known}, codes)


def _load(document: CacheDocument) -> tuple[dict[str, _FilePart], _Whole | None]:
    parts, whole = document.take(0), document.take(1)
    if parts is None or whole is None:
        return {}, None
    try:
        return {path: _part(values) for path, values in parts.items()}, _Whole(*whole)
    except shapes.IS_DAMAGED:
        return {}, None


def _part(values: list[Any]) -> _FilePart:
    if not shapes.fits(values, ([int], int, int, int, int, str)):
        raise ValueError("another shape")
    return _FilePart(*values)


def _size_of_reference(reader: Reader, stamp: Stamp) -> _Whole | None:
    """Return the size of the reference file, or None if there is no such file. Raises UnreadableFile."""
    sizes = _reference_words(reader)
    if sizes is None:
        return None
    component = reader.component
    created = "" if component.template else _created(safe_reading.read_bytes(component, component.new_base))
    return _Whole(stamp, len(sizes), sum(sizes.values()), created)


def _reference_words(reader: Reader) -> dict[str, int] | None:
    """Return the words of each string of the reference file by identity. None if there is no such file."""
    template = reader.template()
    if template is None:
        return None
    columns = columns_of(template.units)
    cjk = reader.source_language.is_cjk
    return {
        key: count_words(source, cjk=cjk) for key, source in zip(reader.identity(columns), columns.sources, strict=True)
    }


def _compare(component: Component, tasks: Sequence[FileTask], *, has_reference: bool, jobs: int) -> _BatchParts:
    batch = _Batch(component, tasks, has_reference)
    if jobs > 1 and sum(safe_reading.size(component, task.path) for task in tasks) >= _WORTHWHILE:
        # Imported late, because most components are compared in this process.
        from transtats_cli.scanning.pipeline.pool import workers

        with workers(jobs) as pool:
            return _merged(pool.map(_compare_batch, [batch._replace(tasks=tasks[n::jobs]) for n in range(jobs)]))
    return _compare_batch(batch)


def _merged(results: Iterable[_BatchParts]) -> _BatchParts:
    merged: list[tuple[str, _FilePart]] = []
    union: dict[bytes, int] = {}
    for parts, of_batch in results:
        merged += parts
        union.update(of_batch)
    return _BatchParts(merged, union)


def _compare_batch(batch: _Batch) -> _BatchParts:
    """Compare the files of a batch. Runs in a worker process if there is much to read."""
    reader = Reader(batch.component)
    reference = _reference_words(reader) if batch.has_reference else None
    union: dict[bytes, int] = {}
    parts: list[tuple[str, _FilePart]] = []
    for task in batch.tasks:
        try:
            content = safe_reading.read_bytes(batch.component, task.path, task.status)
            part = call_without_gc(partial(_file_part, reader, task, content, reference, union))
        except UnreadableFile:
            # The scan reports it.
            continue
        parts.append((task.path, part))
    return _BatchParts(parts, union)


def _file_part(
    reader: Reader, task: FileTask, content: bytes, reference: Mapping[str, int] | None, union: dict[bytes, int]
) -> _FilePart:
    translation, keys = reader.translation_with_keys(task.path, task.language, content)
    if reference is None:
        return _add_to_union(reader, translation, keys, union)
    own = set(keys)
    present = own & reference.keys()
    columns = columns_of(translation.units)
    translated = sum(
        state >= State.TRANSLATED and key in present
        for key, state in zip(reader.identity(columns), columns.states, strict=True)
    )
    present_words = sum(map(reference.__getitem__, present))
    created = "" if reader.component.template else _created(content)
    return _FilePart([], len(own), len(present), present_words, translated, created)


def _add_to_union(reader: Reader, translation: Translation, keys: Sequence[str], union: dict[bytes, int]) -> _FilePart:
    """Add the strings of a bilingual file to the union, which has all of them afterwards."""
    columns = columns_of(translation.units)
    cjk = reader.source_language.is_cjk
    sizes = array("Q")
    for key, source in zip(keys, columns.sources, strict=True):
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        size = union.get(digest)
        if size is None:
            size = union[digest] = count_words(source, cjk=cjk)
        sizes.append(size)
    translated = sum(state >= State.TRANSLATED for state in columns.states)
    return _FilePart([], len(sizes), len(sizes), sum(sizes), translated)


def _created(content: bytes) -> str:
    """Return the POT-Creation-Date of a PO file, or '' if its header has none."""
    found = _CREATED.search(content, 0, _HEADER)
    return found[1].decode() if found else ""


def _compared(
    component: Component,
    reader: Reader,
    whole: _Whole,
    parts: Mapping[FileTask, _FilePart],
    codes: Collection[str],
) -> ComparedComponent:
    reference = component.template or (component.new_base if reader.has_reference else "")
    languages = {
        task.language.code: Completeness(
            whole.strings,
            whole.strings - part.present,
            whole.words - part.present_words,
            part.strings - part.present,
            part.translated,
        )
        for task, part in parts.items()
        if task.language.code in codes
    }
    notes = tuple(
        f"{component.path_for_messages(task.path)}: {describe(component, languages[task.language.code], reference)}"
        for task in parts
        if task.language.code in codes and not languages[task.language.code].is_exact
    )
    warnings = _age_warning(component, whole, parts)
    return ComparedComponent(languages, reference, warnings, notes)


def describe(component: Component, found: Completeness, reference: str) -> str:
    """Return a phrase with the missing and stale strings of a file."""
    where = component.path_for_messages(reference) if reference else "all languages together"
    there = found.reference_total - found.missing
    stale = f"; {found.stale} of its strings are not there any more" if found.stale else ""
    return f"has {there} of the {found.reference_total} strings of {where}, lacks {found.missing}{stale}"


def _age_warning(component: Component, whole: _Whole, parts: Mapping[FileTask, _FilePart]) -> tuple[str, ...]:
    """Return a warning if a file was made from a newer template than the one that is there."""
    own = _time(whole.created)
    newest = max(
        ((time, task.path, part.created) for task, part in parts.items() if (time := _time(part.created))), default=None
    )
    if own is None or newest is None or newest[0] <= own:
        return ()
    stale = all(part.strings > part.present for part in parts.values())
    every = "; every language has strings that it lacks" if stale else ""
    template, file = component.path_for_messages(component.new_base), component.path_for_messages(newest[1])
    dates = f"POT-Creation-Date {whole.created}, and {newest[2]}"
    return (f"{template} is older than {file}: {dates}{every}; update the template",)


def _time(text: str) -> datetime | None:
    """Parse the value of POT-Creation-Date. Without a zone it is UTC. Return None if it is not a time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.replace(tzinfo=found.tzinfo or UTC)
