"""Metrics of a project have the bytes of a Weblate server, except for the times of the last update."""

import re
import time
from pathlib import Path

import pytest

from tests.serving.conftest import Serve, Server, write_files

DATA = Path(__file__).parents[2] / "data" / "project_metrics"
PATH = "/api/projects/metr/metrics/"
JSON = (DATA / "metrics.json").read_text(encoding="utf-8").rstrip()
OPENMETRICS = (DATA / "metrics.txt").read_text(encoding="utf-8")
PROMETHEUS = (
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.1"
)


@pytest.fixture(scope="module")
def server(serve_all: Serve) -> Server:
    return serve_all(DATA / "tree")


@pytest.mark.parametrize(
    ("path", "accept"), [(PATH, ""), (PATH, "*/*"), (PATH + "?format=json", ""), (PATH, "application/json")]
)
def test_json_has_the_values_by_component_and_by_name_of_the_language(server: Server, path: str, accept: str) -> None:
    reply = server.get(path, {"Accept": accept} if accept else {})
    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert reply.body.decode() == JSON


@pytest.mark.parametrize(("path", "accept"), [(PATH + "?format=csv", ""), (PATH, "text/csv"), (PATH[:-1] + ".csv", "")])
def test_csv_has_a_line_for_each_metric(server: Server, path: str, accept: str) -> None:
    reply = server.get(path, {"Accept": accept} if accept else {})
    assert (reply.status, reply.headers["content-type"]) == (200, "text/csv; charset=utf-8")
    lines = reply.body.decode().split("\r\n")
    assert lines[:3] == [
        "component,language,metric,name,value",
        "app,cs,translated,Czech,0",
        "app,cs,translated_words,Czech,0",
    ]
    assert lines[-3:] == ["web,pl,approved_words_percent,Polish,0.0", "web,pl,approved_chars_percent,Polish,0.0", ""]
    assert len(lines) == 1 + 7 * 23 + 1


@pytest.mark.parametrize(
    ("path", "accept"),
    [(PATH + "?format=openmetrics", ""), (PATH, "application/openmetrics-text"), (PATH, PROMETHEUS)],
)
def test_openmetrics_has_the_same_values_and_the_time_of_counting(server: Server, path: str, accept: str) -> None:
    reply = server.get(path, {"Accept": accept} if accept else {})
    media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8"
    assert (reply.status, reply.headers["content-type"]) == (200, media_type)
    times = re.findall(r"(?m)^weblate_last_update_timestamp\{.*\} (.*)$", reply.body.decode())
    assert len(times) == 7
    assert all(0 < float(each) <= time.time() for each in times)
    assert re.sub(r"(?m)^(weblate_last_update_timestamp\{.*\}) .*$", r"\1 0", reply.body.decode()) == OPENMETRICS


@pytest.mark.parametrize(
    ("query", "media_type", "body"),
    [
        (
            "?format=csv",
            "text/csv; charset=utf-8",
            "errors.0.attr,errors.0.code,errors.0.detail,type\r\n,not_found,Not found.,client_error\r\n",
        ),
        ("?format=openmetrics", "application/openmetrics-text; charset=utf-8", "# EOF\n"),
        (
            "",
            "application/json",
            '{"type":"client_error","errors":[{"code":"not_found","detail":"Not found.","attr":null}]}',
        ),
    ],
)
def test_an_unknown_project_is_404_in_the_requested_format(
    server: Server, query: str, media_type: str, body: str
) -> None:
    reply = server.get(f"/api/projects/unknown/metrics/{query}")
    assert (reply.status, reply.headers["content-type"], reply.body.decode()) == (404, media_type, body)


@pytest.mark.parametrize(("query", "accept", "status"), [("?format=xml", "", 404), ("", "text/plain", 406)])
def test_other_formats_are_errors(server: Server, query: str, accept: str, status: int) -> None:
    assert server.get(PATH + query, {"Accept": accept} if accept else {}).status == status


def test_options_names_the_formats(server: Server) -> None:
    described = server.get(PATH, method="OPTIONS").json
    assert described["name"] == "Metrics"
    assert described["renders"] == ["application/json", "text/html", "text/csv", "application/openmetrics-text"]


def test_only_projects_have_metrics(server: Server) -> None:
    for path in ("/api/components/metr/app/metrics/", "/api/languages/de/metrics/"):
        assert server.get(path).status == 404


def test_components_are_in_the_order_of_their_names(serve: Serve, tmp_path: Path) -> None:
    names = "".join(
        f'[project.p.component.{slug}]\nname = "{name}"\nfilemask = "{slug}/*.po"\nfile_format = "po"\n'
        for slug, name in (("a", "b"), ("b", "Z"), ("c", "a"))
    )
    text = 'msgid "Open"\nmsgstr "x"\n'
    files = {"transtats.toml": names, **{f"{slug}/de.po": text for slug in "abc"}}
    assert list(serve(write_files(tmp_path / "root", files)).get("/api/projects/p/metrics/").json) == ["b", "c", "a"]
