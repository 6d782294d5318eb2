"""Render reports as Prometheus metrics: gauges in base units, with one sample per component and language.

The only module that imports prometheus_client.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime

from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.openmetrics import exposition as openmetrics
from prometheus_client.registry import Collector

from transtats_cli import __version__
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.scans import FailingUnitCounts
from transtats_cli.serving.view_types import RawContent

_OPENMETRICS_MEDIA_TYPE = "application/openmetrics-text"
_LABELS = ("project", "component", "language")
_GAUGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "build_info": ("The version that answers.", ("version",)),
    "strings": ("Strings by state; translated ones include the approved, not the read-only.", (*_LABELS, "state")),
    "source_words": ("Words of all source texts.", _LABELS),
    "translated_ratio": ("Share of the strings that are translated, 0 to 1.", _LABELS),
    "approved_strings": ("Approved strings.", _LABELS),
    "failing_strings": ("Strings that fail at least one check.", _LABELS),
    "checks_failing": ("Strings that fail a check.", (*_LABELS, "check")),
    "last_change_timestamp_seconds": ("When the translation was last changed, in seconds since 1970.", _LABELS),
    "unreadable_files": ("Files that cannot be read.", ("project", "component")),
    "scrape_duration_seconds": ("How long it took to find these numbers out.", ()),
}
"""Documentation and names of the labels of each gauge."""

ComponentMetrics = tuple[Report, Mapping[str, FailingUnitCounts]]
"""Report of a component, and the numbers of failing strings by language code."""


def render_metrics(components: Iterable[ComponentMetrics], scrape_seconds: float, accept: str) -> RawContent:
    """Render metrics in OpenMetrics format if the Accept header contains this format, else in Prometheus format.

    `scrape_seconds` is the time in seconds that it took to read the components. It is one of the metrics.
    """
    collector = _GaugeCollector(components, scrape_seconds)
    # Text from the request is never sent back, not even the version in the Accept header.
    if _OPENMETRICS_MEDIA_TYPE in accept.lower():
        body: bytes = openmetrics.generate_latest(collector)  # type: ignore[no-untyped-call]
        return RawContent(body, openmetrics.CONTENT_TYPE_LATEST)
    return RawContent(generate_latest(collector), CONTENT_TYPE_PLAIN_0_0_4)


class _GaugeCollector(Collector):
    """Collector of all gauges. Records of the source language are included."""

    def __init__(self, components: Iterable[ComponentMetrics], scrape_seconds: float) -> None:
        self._families = {
            name: GaugeMetricFamily(f"transtats_{name}", documentation, labels=labels)
            for name, (documentation, labels) in _GAUGES.items()
        }
        self._add("build_info", [__version__], 1)
        self._add("scrape_duration_seconds", [], scrape_seconds)
        for report, failing_unit_counts in components:
            # Each byte of a name that is not UTF-8 is written as a backslash escape.
            names = (report.component.project, report.component.slug)
            owner = [name.encode("utf-8", "backslashreplace").decode() for name in names]
            for record in report.records:
                labels = [*owner, record.language.code]
                self._add_record(labels, record)
                failing = failing_unit_counts.get(record.language.code)
                if failing is not None and record.statistics.failing:
                    for check, strings in failing.unit_counts_by_check.items():
                        self._add("checks_failing", [*labels, check], strings)
            self._add("unreadable_files", owner, len(report.failures))

    def collect(self) -> Iterable[Metric]:
        return self._families.values()

    def _add(self, name: str, labels: list[str], value: float) -> None:
        self._families[name].add_metric(labels, value)

    def _add_record(self, labels: list[str], record: Record) -> None:
        statistics = record.statistics
        total, translated = statistics.total.strings, statistics.translated.strings
        readonly, fuzzy = statistics.readonly.strings, statistics.fuzzy.strings
        # Each string has one state, so the sum of the numbers is the total.
        self._add("strings", [*labels, "translated"], translated - readonly)
        self._add("strings", [*labels, "fuzzy"], fuzzy)
        self._add("strings", [*labels, "empty"], total - translated - fuzzy)
        self._add("strings", [*labels, "readonly"], readonly)
        self._add("source_words", labels, statistics.total.words)
        self._add("translated_ratio", labels, translated / total if total else 1)
        self._add("approved_strings", labels, statistics.approved.strings)
        self._add("failing_strings", labels, statistics.failing)
        if record.last_change:
            # A date that is invalid in the file is left out.
            with suppress(ValueError):
                changed = datetime.fromisoformat(record.last_change).timestamp()
                self._add("last_change_timestamp_seconds", labels, changed)
