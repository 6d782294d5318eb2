"""Results of views as JSON and CSV."""

import json
from typing import Any

import pytest

from transtats_cli.envelope import ResponsePage
from transtats_cli.serving.http.content import (
    CSV_FORMAT,
    JSON_FLAT_FORMAT,
    JSON_FORMAT,
    render_result,
)
from transtats_cli.serving.view_types import JsonObject, JsonValue, ListPage

URL = "https://weblate.example.org/api/x/"
LISTING: ListPage[JsonObject] = ListPage(
    3, ResponsePage(2, 1), [{"name": "Čeština", "percent": 66.6, "last_change": None}]
)


def render_text(result: JsonValue | ListPage[JsonObject], response_format: str) -> str:
    return render_result(result, response_format, URL, [("page", "2"), ("page_size", "1")])[0].decode()


def test_a_list_has_an_envelope_and_compact_json() -> None:
    assert render_text(LISTING, JSON_FORMAT) == (
        f'{{"count":3,"next":"{URL}?page=3&page_size=1","previous":"{URL}?page_size=1",'
        '"results":[{"name":"Čeština","percent":66.6,"last_change":null}]}'
    )


def test_json_is_indented_on_request() -> None:
    body, _ = render_result({"a": [1]}, JSON_FORMAT, URL, [], "application/json; indent=4")
    assert body == b'{\n    "a": [\n        1\n    ]\n}'


def test_a_flat_list_has_no_envelope() -> None:
    assert json.loads(render_text(LISTING, JSON_FLAT_FORMAT)) == LISTING.rows


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"a": "\u2028\u2029"}, '{"a":"\\u2028\\u2029"}', id="line-separators"),
        pytest.param({"a": "\udcff"}, '{"a":"\\udcff"}', id="lone-surrogate"),
        pytest.param([{"a": 1}], '[{"a":1}]', id="plain-list"),
    ],
)
def test_documents_have_no_envelope(value: Any, expected: str) -> None:
    assert render_text(value, JSON_FORMAT) == expected
    assert render_text(value, JSON_FLAT_FORMAT) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param(LISTING, "last_change,name,percent\r\n,Čeština,66.6\r\n", id="list"),
        pytest.param({"b": True, "a": 1}, "a,b\r\n1,True\r\n", id="object"),
        pytest.param(ListPage(0, ResponsePage(), []), "", id="empty-list"),
        pytest.param(
            {"plural": {"number": 2}, "aliases": ["x", "y"]},
            "aliases.0,aliases.1,plural.number\r\nx,y,2\r\n",
            id="nested-values",
        ),
        pytest.param([{"a": 1}, {"b": 2}], "a,b\r\n1,\r\n,2\r\n", id="different-rows"),
        pytest.param(
            {"last_change": "2026-11-20T11:18:32.940395Z"},
            "last_change\r\n2026-11-20 11:18:32.940395+00:00\r\n",
            id="time",
        ),
        pytest.param({"code": "=1+1", "n": -1}, "code,n\r\n'=1+1,-1\r\n", id="formula"),
        pytest.param({"name": 'a,"b"\n'}, 'name\r\n"a,""b""\n"\r\n', id="quotes"),
    ],
)
def test_csv_has_a_column_for_each_key(result: JsonValue | ListPage[JsonObject], expected: str) -> None:
    assert render_text(result, CSV_FORMAT) == expected
    assert render_result(result, CSV_FORMAT, URL, [])[1] == "text/csv; charset=utf-8"
