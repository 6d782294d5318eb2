"""Reports of many components, and cached texts of these reports. Callbacks receive errors and progress."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions, add_git_dates
from transtats_cli.reporting.text_cache import CachedText
from transtats_cli.scanning.filemask.folders import Folders

BATCH_SIZE = 1000
"""Number of components whose cached texts are looked up together.

After each lookup, the components without a cached text are scanned.
"""


class Callbacks(NamedTuple):
    """Callbacks of a run over many components."""

    failed: Callable[[Component, TranstatsError], None]
    """Function that is called with each component that has no report, and with the error."""
    read: Callable[[Report], None]
    """Function that is called with each report of a scan before the report is yielded.

    The report may contain failures.
    """
    done: Callable[[Component], None]
    """Function that is called with each completed component after the component's report was used."""


def component_reports(
    components: Sequence[Component], options: ReportOptions, callbacks: Callbacks
) -> Iterator[Report]:
    """Yield the report of each component. Components without a report are left out."""
    reports = _scan(components, options, ChangeLookup(options.cache), callbacks)
    for component, report in zip(components, reports, strict=True):
        if report is not None:
            yield report
            callbacks.done(component)


def component_texts(
    components: Sequence[Component],
    render: Callable[[Report], str],
    key: str,
    options: ReportOptions,
    callbacks: Callbacks,
) -> Iterator[str]:
    """Yield the rendered report of each component. If nothing has changed, the text comes from the cache.

    `key` is different for each combination of other values that influence the text, such as the format.
    """
    lookup = ChangeLookup(options.cache)
    for start in range(0, len(components), BATCH_SIZE):
        entries = _cached_texts(components[start : start + BATCH_SIZE], key, options, lookup)
        missing = [entry.component for entry in entries if entry.text is None]
        reports = _scan(missing, options, lookup, callbacks)
        for entry in entries:
            text = entry.text
            if text is None:
                report = next(reports)
                text = "" if report is None else render(report)
                if report is not None:
                    entry.save(report, text)
            yield text
            callbacks.done(entry.component)


def component_outlines(components: Sequence[Component], callbacks: Callbacks) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics."""
    # Imported late, because cached text needs no scan.
    from transtats_cli.scanning.pipeline.scan import outline

    folders = Folders()
    for component in components:
        try:
            report = outline(component, folders)
        except TranstatsError as error:
            callbacks.failed(component, error)
            continue
        callbacks.read(report)
        yield report
        callbacks.done(component)


def _cached_texts(
    components: Sequence[Component], key: str, options: ReportOptions, lookup: ChangeLookup
) -> list[CachedText]:
    folders = Folders()
    git_lookup = lookup if options.git_dates else None
    with_template = options.with_source
    return [
        CachedText(options.cache, component, key, git_lookup, folders, with_template=with_template)
        for component in components
    ]


def _scan(
    components: Sequence[Component], options: ReportOptions, lookup: ChangeLookup, callbacks: Callbacks
) -> Iterator[Report | None]:
    """Yield the report of each component, or None for a component that cannot be scanned."""
    from transtats_cli.scanning.pipeline.component_batches import scan_components

    lookup.announce_components(components)
    results = scan_components(components, options.scan_options(languages_must_exist=False))
    for component, result in zip(components, results, strict=True):
        if isinstance(result, TranstatsError):
            callbacks.failed(component, result)
            yield None
            continue
        report = add_git_dates(result, lookup, options)
        callbacks.read(report)
        yield report
