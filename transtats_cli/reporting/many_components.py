"""Reports of many components, and cached texts of these reports. Callbacks receive errors and progress."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
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
    components: Sequence[Component], options: ReportOptions, callbacks: RunCallbacks
) -> Iterator[Report]:
    """Yield the report of each component. Components without a report are left out."""
    with _use_database_for_many(components, options):
        reports = _scan_components(components, options, ChangeLookup(options.cache_directory), callbacks)
        for component, report in zip(components, reports, strict=True):
            if report is not None:
                yield report
                callbacks.on_component_done(component)


def render_components(
    components: Sequence[Component],
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
    with _use_database_for_many(components, options):
        for start in range(0, len(components), BATCH_SIZE):
            batch = components[start : start + BATCH_SIZE]
            yield from _render_batch(batch, render, render_key, options, callbacks, lookup)


def _use_database_for_many(components: Sequence[Component], options: ReportOptions) -> AbstractContextManager[None]:
    is_many = len(components) >= MIN_COMPONENTS_FOR_DATABASE
    return use_database(options.cache_directory) if is_many else nullcontext()


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


def outline_components(components: Sequence[Component], callbacks: RunCallbacks) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics.

    Components without a report are left out.
    """
    # Imported late, because cached text needs no scan.
    from transtats_cli.scanning.pipeline.scan import outline_component

    folders = FolderListings()
    for component in components:
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
