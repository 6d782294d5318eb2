"""Reports of many components, and cached texts of these reports. Callbacks receive errors and progress."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import chain, islice, repeat
from typing import NamedTuple

from transtats_cli.caching.store import load_together, use_database
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions, add_git_dates
from transtats_cli.reporting.text_cache import CachedText
from transtats_cli.scanning.filemask.folders import FolderListings

BATCH_SIZE = 1000
"""Number of components whose cached texts are looked up together.

After each lookup, the components without a cached text are scanned.
"""
MIN_COMPONENTS_FOR_DATABASE = 16
"""Minimum number of components for which the cache becomes a database. Opening it takes longer than reading a file."""
_FIRST_BATCH_SIZES = (MIN_COMPONENTS_FOR_DATABASE, 128)
"""Number of components in the first batches of an iterator. All other batches have the size BATCH_SIZE."""


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
    batches = iter([components]) if isinstance(components, Sequence) else _read_in_batches(components)
    for batch in _use_database_for_batches(batches, options):
        reports = _scan_components(batch, options, lookup, callbacks)
        for component, report in zip(batch, reports, strict=True):
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
    other than the component that influence the text, such as the format. The text of a component without a report is
    empty.
    """
    lookup = ChangeLookup(options.cache_directory)
    for batch in _use_database_for_batches(_read_in_batches(components), options):
        yield from _render_batch(batch, render, render_key, options, callbacks, lookup)


def _read_in_batches(components: Iterable[Component]) -> Iterator[Sequence[Component]]:
    """Yield the components in batches. If they are an iterator, the first batches are small, and so read early."""
    left = iter(components)
    sizes = () if isinstance(components, Sequence) else _FIRST_BATCH_SIZES
    for size in chain(sizes, repeat(BATCH_SIZE)):
        batch = [*islice(left, size)]
        if not batch:
            return
        yield batch


def _use_database_for_batches(
    batches: Iterator[Sequence[Component]], options: ReportOptions
) -> Iterator[Sequence[Component]]:
    """Yield the batches. If the first batch has many components, the cache is a database meanwhile."""
    first = next(batches, ())
    is_many = len(first) >= MIN_COMPONENTS_FOR_DATABASE
    with use_database(options.cache_directory) if is_many else nullcontext():
        yield first
        yield from batches


def _render_batch(
    components: Sequence[Component],
    render: Callable[[Report], str],
    render_key: str,
    options: ReportOptions,
    callbacks: RunCallbacks,
    lookup: ChangeLookup,
) -> Iterator[str]:
    listings = FolderListings()
    git_lookup = lookup if options.with_git_dates else None
    with load_together(options.cache_directory):
        entries = [
            CachedText(
                options.cache_directory, component, render_key, git_lookup, listings, with_template=options.with_source
            )
            for component in components
        ]
    missing = [entry.component for entry in entries if entry.text is None]
    reports = _scan_components(missing, options, lookup, callbacks, listings)
    for entry in entries:
        text = entry.text
        if text is None:
            report = next(reports)
            text = "" if report is None else render(report)
            if report is not None:
                entry.save_text(report, text)
        yield text
        callbacks.on_component_done(entry.component)


def outline_components(components: Iterable[Component], callbacks: RunCallbacks) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics.

    Components without a report are left out.
    """
    # Imported late, because cached text needs no scan.
    from transtats_cli.scanning.pipeline.scan import outline_component

    for batch in _read_in_batches(components):
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
    components: Sequence[Component],
    options: ReportOptions,
    lookup: ChangeLookup,
    callbacks: RunCallbacks,
    listings: FolderListings | None = None,
) -> Iterator[Report | None]:
    """Yield the report of each component, or None for a component that cannot be scanned."""
    from transtats_cli.scanning.pipeline.component_batches import scan_components

    lookup.announce_components(components)
    results = scan_components(components, options.to_scan_options(languages_must_exist=False), listings)
    for component, result in zip(components, results, strict=True):
        if isinstance(result, TranstatsError):
            callbacks.on_component_failed(component, result)
            yield None
            continue
        report = add_git_dates(result, lookup, options)
        callbacks.on_report_scanned(report)
        yield report
