"""Choice of the response format."""

import json

import pytest

from transtats_cli.serving.http.content import (
    CSV_FORMAT,
    JSON_FLAT_FORMAT,
    JSON_FORMAT,
    encode_json,
    negotiate_response_format,
)
from transtats_cli.serving.http.problems import HttpProblem


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        pytest.param("", JSON_FORMAT, id="no-header"),
        pytest.param("*/*", JSON_FORMAT, id="any-type"),
        pytest.param("application/*", JSON_FORMAT, id="any-application"),
        pytest.param("APPLICATION/JSON", JSON_FORMAT, id="upper-case"),
        pytest.param("application/json;q=0.5", JSON_FORMAT, id="quality-below-1"),
        pytest.param("application/json;q=0", JSON_FORMAT, id="quality-0"),
        pytest.param(
            "application/json;q=0.4, text/csv;q=0.9",
            JSON_FORMAT,
            id="json-before-csv-of-higher-quality",
        ),
        pytest.param("application/json, image/png", JSON_FORMAT, id="one-supported-type-of-two"),
        pytest.param("application/json; charset=utf-8", JSON_FORMAT, id="charset"),
        pytest.param("text/csv", CSV_FORMAT, id="csv"),
        pytest.param("text/*", CSV_FORMAT, id="any-text"),
        pytest.param("text/csv, */*", CSV_FORMAT, id="csv-before-any-type"),
        pytest.param("text/html,application/xhtml+xml,*/*;q=0.8", JSON_FORMAT, id="browser"),
    ],
)
def test_the_format_comes_from_the_accept_header(accept: str, expected: str) -> None:
    assert negotiate_response_format([], accept) == expected


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        pytest.param("", None, id="no header"),
        pytest.param("application/json", None, id="no indent"),
        pytest.param("application/json; indent=4", 4, id="indent"),
        pytest.param("text/csv, APPLICATION/JSON; charset=utf-8; indent=4", 4, id="two parameters"),
        pytest.param("application/json; indent=99", 8, id="above the maximum"),
        pytest.param("application/json; indent=00004", 4, id="leading zeros"),
        pytest.param("application/json; indent=" + "9" * 5000, 8, id="5000 digits"),
        pytest.param("application/json; indent=0", None, id="0"),
        pytest.param("application/json; indent=x", None, id="invalid"),
        pytest.param("*/*; indent=4", None, id="any type"),
        pytest.param("application/json, text/csv; indent=4", None, id="another type"),
    ],
)
def test_the_accept_header_determines_the_indentation(accept: str, expected: int | None) -> None:
    separators = (",", ":") if expected is None else (",", ": ")
    assert encode_json({"a": 1}, accept) == json.dumps({"a": 1}, indent=expected, separators=separators).encode()


@pytest.mark.parametrize(
    "accept", ["application/xml", "image/png", "garbage", "application/vnd.api+json", "application/json-flat", ","]
)
def test_an_accept_header_without_a_supported_type_is_an_error(accept: str) -> None:
    with pytest.raises(HttpProblem) as caught:
        negotiate_response_format([], accept)
    assert (caught.value.status, caught.value.detail) == (406, "Could not satisfy the request Accept header.")


@pytest.mark.parametrize(
    ("query", "suffix", "accept", "expected"),
    [
        pytest.param([("format", "csv")], "", "", CSV_FORMAT, id="parameter"),
        pytest.param([("format", "json-flat")], "", "", JSON_FLAT_FORMAT, id="flat-parameter"),
        pytest.param([("format", "")], "", "", JSON_FORMAT, id="empty-parameter"),
        pytest.param([("format", "xml"), ("format", "csv")], "", "", CSV_FORMAT, id="last-of-two-parameters"),
        pytest.param([], "csv", "", CSV_FORMAT, id="suffix"),
        pytest.param([("format", "csv")], "", "*/*", CSV_FORMAT, id="parameter-and-header"),
    ],
)
def test_the_format_comes_from_the_parameter_or_the_suffix(
    query: list[tuple[str, str]], suffix: str, accept: str, expected: str
) -> None:
    assert negotiate_response_format(query, accept, suffix) == expected


def test_an_unknown_format_is_not_found() -> None:
    for query, suffix in ([("format", "api")], ""), ([], "xml"):
        with pytest.raises(HttpProblem) as caught:
            negotiate_response_format(query, "", suffix)
        assert caught.value.status == 404


def test_a_format_that_contradicts_the_accept_header_is_not_acceptable() -> None:
    with pytest.raises(HttpProblem) as caught:
        negotiate_response_format([("format", "csv")], "application/json")
    assert caught.value.status == 406
