"""Render reports as Prometheus metrics: gauges in base units, with one sample per component and language.

The only module that imports prometheus_client.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.openmetrics import exposition as openmetrics
from prometheus_client.registry import Collector

from transtats_cli import __version__
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.scans import FailingUnitCounts

_OPENMETRICS_MEDIA_TYPE = "application/openmetrics-text"
_LABEL_NAMES = ("project", "component", "language")


class ComponentMetrics(NamedTuple):
    """Report of a component, and the numbers of failing strings by language code."""

    report: Report
    failing_unit_counts: Mapping[str, FailingUnitCounts]


class RenderedMetrics(NamedTuple):
    """Rendered metrics and their media type."""

    body: bytes
    media_type: str


def render_metrics(components: Iterable[ComponentMetrics], scrape_seconds: float, accept: str) -> RenderedMetrics:
    """Render metrics in OpenMetrics format if the Accept header contains this format, else in Prometheus format.

    `scrape_seconds` is the time in seconds that it took to read the components. It is one of the metrics.
    """
    registry = CollectorRegistry()
    registry.register(_GaugeCollector(components, scrape_seconds))
    # Text from the request is never sent back, not even the version in the Accept header.
    if _OPENMETRICS_MEDIA_TYPE in accept.lower():
        body: bytes = openmetrics.generate_latest(registry)  # type: ignore[no-untyped-call]
        return RenderedMetrics(body, openmetrics.CONTENT_TYPE_LATEST)
    return RenderedMetrics(generate_latest(registry), CONTENT_TYPE_PLAIN_0_0_4)


class _GaugeCollector(Collector):
    """Collector of all gauges. Records of the source language are included."""

    def __init__(self, components: Iterable[ComponentMetrics], scrape_seconds: float) -> None:
        def gauge(name: str, documentation: str, *labels: str) -> GaugeMetricFamily:
            return GaugeMetricFamily(f"transtats_{name}", documentation, labels=labels)

        self._build = gauge("build_info", "The version that answers.", "version")
        self._strings = gauge(
            "strings",
            "Strings by state; translated ones include the approved, not the read-only.",
            *_LABEL_NAMES,
            "state",
        )
        self._source_words = gauge("source_words", "Words of all source texts.", *_LABEL_NAMES)
        self._translated = gauge("translated_ratio", "Share of the strings that are translated, 0 to 1.", *_LABEL_NAMES)
        self._approved = gauge("approved_strings", "Approved strings.", *_LABEL_NAMES)
        self._failing = gauge("failing_strings", "Strings that fail at least one check.", *_LABEL_NAMES)
        self._checks = gauge("checks_failing", "Strings that fail a check.", *_LABEL_NAMES, "check")
        self._changed = gauge(
            "last_change_timestamp_seconds",
            "When the translation was last changed, in seconds since 1970.",
            *_LABEL_NAMES,
        )
        self._unreadable = gauge("unreadable_files", "Files that cannot be read.", "project", "component")
        self._duration = gauge("scrape_duration_seconds", "How long it took to find these numbers out.")
        self._build.add_metric([__version__], 1)
        self._duration.add_metric([], scrape_seconds)
        for component_metrics in components:
            self._add_component(component_metrics)

    def collect(self) -> Iterable[Metric]:
        return vars(self).values()

    def _add_component(self, metrics: ComponentMetrics) -> None:
        component = metrics.report.component
        owner = [_escape_invalid_utf_8(component.project), _escape_invalid_utf_8(component.slug)]
        for record in metrics.report.records:
            labels = [*owner, record.language.code]
            self._add_record(labels, record)
            failing = metrics.failing_unit_counts.get(record.language.code)
            if failing is not None and record.statistics.failing:
                for check, strings in failing.unit_counts_by_check.items():
                    self._checks.add_metric([*labels, check], strings)
        self._unreadable.add_metric(owner, len(metrics.report.failures))

    def _add_record(self, labels: list[str], record: Record) -> None:
        for state, strings in _count_strings_by_state(record).items():
            self._strings.add_metric([*labels, state], strings)
        statistics = record.statistics
        total = statistics.total
        self._source_words.add_metric(labels, total.words)
        self._translated.add_metric(labels, statistics.translated.strings / total.strings if total.strings else 1)
        self._approved.add_metric(labels, statistics.approved.strings)
        self._failing.add_metric(labels, statistics.failing)
        changed = _parse_unix_time(record.last_change)
        if changed is not None:
            self._changed.add_metric(labels, changed)


def _count_strings_by_state(record: Record) -> dict[str, int]:
    """Return the number of strings in each state. Each string has one state, so the sum of the numbers is the total."""
    statistics = record.statistics
    readonly, fuzzy = statistics.readonly.strings, statistics.fuzzy.strings
    return {
        "translated": statistics.translated.strings - readonly,
        "fuzzy": fuzzy,
        "empty": statistics.total.strings - statistics.translated.strings - fuzzy,
        "readonly": readonly,
    }


def _parse_unix_time(last_change: str | None) -> float | None:
    """Convert an ISO 8601 date to seconds since 1970. Return None if the date is missing or invalid."""
    try:
        return datetime.fromisoformat(last_change).timestamp() if last_change else None
    except ValueError:
        return None


def _escape_invalid_utf_8(name: str) -> str:
    """Return a name in which each byte that is not UTF-8 is written as a backslash escape."""
    return name.encode("utf-8", "backslashreplace").decode()
