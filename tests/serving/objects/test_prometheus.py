"""Metrics: names, labels and units that scrapers require. The parsers of the library read them."""

from collections.abc import Mapping

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_text

from transtats_cli import __version__
from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.scans import FailingUnitCounts
from transtats_cli.serving.prometheus import ComponentMetrics, render_metrics
from transtats_cli.statistics import Counts, Statistics

STATISTICS = Statistics(
    total=Counts(10, 40),
    translated=Counts(6, 20),
    fuzzy=Counts(1, 4),
    approved=Counts(2, 6),
    readonly=Counts(1, 2),
    failing=3,
)
REPORT = Report(
    Component("demo", 'a"p\\p\n', "/", "*.po"),
    (Record(language_by_code("pt_BR"), "pt_BR.po", STATISTICS, "2026-01-01T00:00:00.5Z"),),
    Record(language_by_code("en"), "", Statistics()),
    (Problem("xx.po", "it is broken"),),
)
METRICS: ComponentMetrics = (REPORT, {"pt_BR": FailingUnitCounts({"same": 2, "end_stop": 1}, Counts(2, 9))})
OPENMETRICS = "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5"


def parse_samples(accept: str = "") -> dict[str, dict[frozenset[tuple[str, str]], float]]:
    body = render_metrics([METRICS], 0.25, accept).body.decode()
    read = read_openmetrics if accept else read_text
    found: dict[str, dict[frozenset[tuple[str, str]], float]] = {}
    for family in read(body):
        assert family.type == "gauge"
        assert family.documentation
        for sample in family.samples:
            found.setdefault(sample.name, {})[frozenset(sample.labels.items())] = sample.value
    return found


def make_labels(code: str, **labels: str) -> frozenset[tuple[str, str]]:
    return frozenset({"project": "demo", "component": 'a"p\\p\n', "language": code, **labels}.items())


@pytest.mark.parametrize("accept", ["", OPENMETRICS])
def test_states_are_exclusive_and_add_up_to_all_strings(accept: str) -> None:
    strings = parse_samples(accept)["transtats_strings"]
    states = {"translated": 5, "fuzzy": 1, "empty": 3, "readonly": 1}
    assert {state: strings[make_labels("pt_BR", state=state)] for state in states} == states


@pytest.mark.parametrize(
    ("name", "labels", "value"),
    [
        pytest.param("transtats_source_words", {}, 40, id="words"),
        pytest.param("transtats_translated_ratio", {}, 0.6, id="ratio"),
        pytest.param("transtats_approved_strings", {}, 2, id="approved"),
        pytest.param("transtats_failing_strings", {}, 3, id="failing"),
        pytest.param("transtats_checks_failing", {"check": "same"}, 2, id="failing check"),
        pytest.param("transtats_last_change_timestamp_seconds", {}, 1767225600.5, id="seconds since 1970"),
    ],
)
def test_a_translation_has_gauges(name: str, labels: Mapping[str, str], value: float) -> None:
    assert parse_samples()[name][make_labels("pt_BR", **labels)] == value


def test_a_translation_without_strings_has_ratio_1_and_no_last_change() -> None:
    assert parse_samples()["transtats_translated_ratio"][make_labels("en")] == 1
    assert make_labels("en") not in parse_samples()["transtats_last_change_timestamp_seconds"]


def test_the_metrics_contain_version_and_duration() -> None:
    found = parse_samples()
    assert found["transtats_build_info"] == {frozenset({("version", __version__)}): 1}
    assert found["transtats_scrape_duration_seconds"] == {frozenset(): 0.25}
    assert list(found["transtats_unreadable_files"].values()) == [1]


@pytest.mark.parametrize(
    ("accept", "media_type", "end"),
    [
        pytest.param("", "text/plain; version=0.0.4; charset=utf-8", b"\n", id="no header"),
        pytest.param("text/html", "text/plain; version=0.0.4; charset=utf-8", b"\n", id="browser"),
        pytest.param(
            OPENMETRICS, "application/openmetrics-text; version=1.0.0; charset=utf-8", b"\n# EOF\n", id="scraper"
        ),
        pytest.param(
            "application/openmetrics-text;version=9\u0663x",
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
            b"\n# EOF\n",
            id="invalid version",
        ),
    ],
)
def test_the_format_depends_on_the_accept_header(accept: str, media_type: str, end: bytes) -> None:
    found = render_metrics([METRICS], 0.25, accept)
    assert found.media_type == media_type
    assert found.body.endswith(end)


def test_names_that_are_not_utf_8_are_escaped() -> None:
    not_utf_8: ComponentMetrics = (REPORT._replace(component=Component("\udce4", "app", "/", "*.po")), {})
    assert b'project="\\\\udce4"' in render_metrics([not_utf_8], 0, "").body


def test_metrics_without_components_are_valid() -> None:
    assert b"transtats_build_info" in render_metrics([], 0, "").body


@pytest.mark.parametrize("last_change", ["10000-01-01T00:00:00Z", "500-01-01T00:00:00Z", "soon", "", None])
def test_an_invalid_date_leaves_out_only_its_own_sample(last_change: str | None) -> None:
    (record,) = REPORT.translations
    measured: ComponentMetrics = (REPORT._replace(translations=(record._replace(last_change=last_change),)), {})
    body = render_metrics([measured], 0.25, "").body.decode()
    assert "transtats_last_change_timestamp_seconds{" not in body
    assert "transtats_strings{" in body
