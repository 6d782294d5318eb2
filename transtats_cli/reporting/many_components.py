"""Reports of many components, and cached texts of these reports. Callbacks receive errors and progress."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from itertools import chain, islice, tee
from typing import NamedTuple

from transtats_cli.caching.store import use_database
from transtats_cli.changes import with_git_dates
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions
from transtats_cli.reporting.text_cache import CachedText
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.component_batches import ScanOutcome, scan_components
from transtats_cli.scanning.pipeline.scan import outline_component

MIN_COMPONENTS_FOR_DATABASE = 16
"""Minimum number of components for which the cache becomes a database. Opening it takes longer than reading a file."""
_BATCH_SIZES = (MIN_COMPONENTS_FOR_DATABASE, 128, 1000)
"""Numbers of components in the first batches. All other batches have the last size.

The cached texts of a batch are looked up together, and the changes of its files in git.
"""
_SMALL_BATCH_SIZES = (MIN_COMPONENTS_FOR_DATABASE,)
"""Number of components in the later batches of a run with several jobs outside of git.

No result of a worker process is received while a batch is read, so large batches would take longer.
"""
_TEXTS_PER_PIECE = 8
"""Number of components after which their cached texts are yielded as one text, because each text is written separately.

The sizes of all batches are multiples of this number, so no text waits while the next batch is read.
"""


class RunCallbacks(NamedTuple):
    """Callbacks of a run over many components."""

    on_component_failed: Callable[[Component, TranstatsError], None]
    """Function that is called with each component that has no report, and with the error."""
    on_report_scanned: Callable[[Report], None]
    """Function that is called with each report of a scan before the report is yielded.

    The report may contain failures.
    """
    on_component_done: Callable[[Component], None]
    """Function that is called with each completed component after the component's report was used."""


def report_components(
    components: Iterable[Component], options: ReportOptions, callbacks: RunCallbacks
) -> Iterator[Report]:
    """Yield the report of each component. Components without a report are left out.

    If `components` is an iterator, it is read in batches, so that the first reports are yielded early.
    """
    lookup = ChangeLookup(options.cache_directory)
    batches = iter([components]) if isinstance(components, Sequence) else _read_in_batches(components, options, lookup)
    with _open_database(batches, options) as batches:
        found, ahead = tee(_announce(batches, lookup))
        for component, report in zip(found, _scan_components(ahead, options, lookup, callbacks), strict=True):
            if report is not None:
                yield report
                callbacks.on_component_done(component)


def render_components(
    components: Iterable[Component],
    render: Callable[[Report], str],
    render_key: str,
    options: ReportOptions,
    callbacks: RunCallbacks,
) -> Iterator[str]:
    """Yield the text of the report of each component. If no file has changed, the text comes from the cache.

    `render` returns the text of a report. `render_key` is a part of the key in the cache. It must contain all values
    other than the component that influence the text, such as the format. A component without a report has no text.
    Cached texts of several components may be yielded as one text.
    """
    lookup = ChangeLookup(options.cache_directory)
    with _open_database(_read_in_batches(components, options, lookup), options) as batches:
        entries, ahead = tee(_load_texts(batches, render_key, options, lookup))
        missing = (entry.component if entry.text is None else None for entry in ahead)
        scanned = _scan_components(missing, options, lookup, callbacks, with_stamps=options.cache_directory != "")
        cached_texts: list[str] = []
        with closing(scanned) as reports:
            for number, entry in enumerate(entries, 1):
                if entry.text is not None:
                    cached_texts.append(entry.text)
                if cached_texts and (entry.text is None or number % _TEXTS_PER_PIECE == 0):
                    yield "".join(cached_texts)
                    cached_texts.clear()
                report = next(reports)
                if report is not None:
                    text = render(report)
                    entry.save_text(report, text)
                    yield text
                callbacks.on_component_done(entry.component)
        if cached_texts:
            yield "".join(cached_texts)


def _read_in_batches(
    components: Iterable[Component], options: ReportOptions, lookup: ChangeLookup
) -> Iterator[Sequence[Component]]:
    """Yield the components in batches. The first batches are small, so that they are yielded early."""
    left = iter(components)
    sizes = iter(_BATCH_SIZES)
    size = next(sizes)
    while batch := [*islice(left, size)]:
        yield batch
        if size == _BATCH_SIZES[0] and options.jobs > 1 and not _is_in_git(batch[0], options, lookup):
            sizes = iter(_SMALL_BATCH_SIZES)
        size = next(sizes, size)


def _is_in_git(component: Component, options: ReportOptions, lookup: ChangeLookup) -> bool:
    """Return True if the folder of a component is in a git repository, and if dates from git are requested."""
    return options.with_git_dates and lookup.repository_finder.is_folder_in_git(component.root)


@contextmanager
def _open_database(
    batches: Iterator[Sequence[Component]], options: ReportOptions
) -> Iterator[Iterator[Sequence[Component]]]:
    """Provide the batches. If the first batch has many components, the cache is a database in the block."""
    first = next(batches, ())
    is_many = len(first) >= MIN_COMPONENTS_FOR_DATABASE
    with use_database(options.cache_directory) if is_many else nullcontext():
        yield chain([first], batches)


def _announce(batches: Iterable[Sequence[Component]], lookup: ChangeLookup) -> Iterator[Component]:
    """Yield the components of all batches. The changes of the files of a batch are looked up together."""
    for batch in batches:
        lookup.announce_components(batch)
        yield from batch


def _load_texts(
    batches: Iterable[Sequence[Component]],
    render_key: str,
    options: ReportOptions,
    lookup: ChangeLookup,
) -> Iterator[CachedText]:
    """Yield the cached text of each component. The changes of the files without a text are looked up together."""
    directory, with_template = options.cache_directory, options.with_source
    git_lookup = lookup if options.with_git_dates else None
    for batch in batches:
        entries = [
            CachedText(directory, component, render_key, git_lookup, with_template=with_template) for component in batch
        ]
        CachedText.look_up(entries)
        lookup.announce_components(entry.component for entry in entries if entry.text is None)
        yield from entries


def outline_components(components: Iterable[Component], callbacks: RunCallbacks) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics.

    Components without a report are left out.
    """
    for batch in _read_in_batches(components, ReportOptions(), ChangeLookup()):
        folders = FolderListings()
        for component in batch:
            try:
                report = outline_component(component, folders)
            except TranstatsError as error:
                callbacks.on_component_failed(component, error)
                continue
            callbacks.on_report_scanned(report)
            yield report
            callbacks.on_component_done(component)


def _scan_components(
    components: Iterable[Component | None],
    options: ReportOptions,
    lookup: ChangeLookup,
    callbacks: RunCallbacks,
    *,
    with_stamps: bool = False,
) -> Generator[Report | None, None, None]:
    """Yield the report of each component. Yield None for None, and for a component that cannot be scanned."""
    components, ahead = tee(components)
    for component, outcome in zip(components, _scan_from_first(ahead, options, with_stamps=with_stamps), strict=True):
        if component is None or outcome is None:
            yield None
            continue
        if isinstance(outcome, TranstatsError):
            callbacks.on_component_failed(component, outcome)
            yield None
        else:
            report = with_git_dates(outcome, lookup=lookup) if options.with_git_dates else outcome
            callbacks.on_report_scanned(report)
            yield report
        lookup.withdraw_component(component)


def _scan_from_first(
    components: Iterator[Component | None], options: ReportOptions, *, with_stamps: bool
) -> "Iterator[ScanOutcome]":
    """Yield the outcome of the scan of each component. The outcome for None is None."""
    for component in components:
        if component is not None:
            scan_options = options.to_scan_options(languages_must_exist=False)._replace(with_stamps=with_stamps)
            yield from scan_components(chain([component], components), scan_options)
        else:
            yield None
