"""Health, metrics and schema over HTTP."""

from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from transtats_cli import __version__


def test_health_lists_unreadable_files_and_stays_ok(ask_own: Any, root: Path, until: Any) -> None:
    healthy = ask_own.server.get("/healthz")
    assert (healthy.status, healthy.json) == (200, {"status": "ok", "version": __version__, "broken": []})
    before = ask_own("components/first/window/statistics/")
    (root / "first/window/de.po").write_text('msgid "open\n')
    until(
        lambda: ask_own("components/first/window/statistics/") and ask_own.server.get("/healthz").json["broken"] != []
    )
    (broken,) = ask_own.server.get("/healthz").json["broken"]
    assert (broken["project"], broken["component"], broken["path"]) == ("first", "window", "de.po")
    assert str(root) not in ask_own.server.get("/healthz").body.decode()
    assert ask_own("components/first/window/statistics/") == before


def test_metrics_contain_every_translation(ask: Any) -> None:
    reply = ask.server.get("/metrics")
    assert reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    samples = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(reply.body.decode())
        for sample in family.samples
    }
    assert samples["transtats_strings", "de", "first", "fuzzy", "window"] == 1
    assert samples["transtats_strings", "docs/search", "en", "readonly", "second"] == 2
    assert samples["transtats_checks_failing", "end_stop", "first", "window", "zh_Hans"] == 1
    assert samples["transtats_scrape_duration_seconds",] > 0


def test_a_scraper_that_asks_for_openmetrics_gets_it(ask: Any) -> None:
    plain = ask.server.get("/metrics")
    scraped = ask.server.get("/metrics", {"Accept": "application/openmetrics-text;version=1.0.0"})
    assert scraped.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
    assert scraped.body.endswith(b"# EOF\n")
    assert not plain.body.endswith(b"# EOF\n")
