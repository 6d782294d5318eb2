"""Health and metrics over HTTP."""

from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from transtats_cli import __version__


def test_health_lists_unreadable_files_and_has_status_ok(own_client: Any, root: Path, until: Any) -> None:
    healthy = own_client.server.get("/healthz")
    assert (healthy.status, healthy.json) == (200, {"status": "ok", "version": __version__, "broken": []})
    before = own_client.get_json("components/first/window/statistics/")
    (root / "first/window/de.po").write_text('msgid "open\n')
    until(
        lambda: (
            own_client.get_json("components/first/window/statistics/")
            and own_client.server.get("/healthz").json["broken"] != []
        )
    )
    (broken,) = own_client.server.get("/healthz").json["broken"]
    assert (broken["project"], broken["component"], broken["path"]) == ("first", "window", "de.po")
    assert str(root) not in own_client.server.get("/healthz").body.decode()
    assert own_client.get_json("components/first/window/statistics/") == before


def test_metrics_contain_every_translation(client: Any) -> None:
    reply = client.server.get("/metrics")
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


def test_metrics_have_the_openmetrics_format_on_request(client: Any) -> None:
    plain = client.server.get("/metrics")
    scraped = client.server.get("/metrics", {"Accept": "application/openmetrics-text;version=1.0.0"})
    assert scraped.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
    assert scraped.body.endswith(b"# EOF\n")
    assert not plain.body.endswith(b"# EOF\n")
