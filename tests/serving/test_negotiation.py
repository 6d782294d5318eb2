"""In which form an answer is wanted."""

import pytest

from transtats_cli.serving.negotiation import CSV, JSON, JSON_FLAT, Form, negotiate
from transtats_cli.serving.problems import Problem


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        pytest.param("", Form(JSON), id="nothing-said"),
        pytest.param("*/*", Form(JSON), id="anything"),
        pytest.param("application/*", Form(JSON), id="any-application"),
        pytest.param("APPLICATION/JSON", Form(JSON), id="capitals"),
        pytest.param("application/json;q=0.5", Form(JSON), id="liked-less"),
        pytest.param("application/json;q=0", Form(JSON), id="not-liked-at-all"),
        pytest.param("application/json;q=0.4, text/csv;q=0.9", Form(JSON), id="json-comes-first"),
        pytest.param("application/json, image/png", Form(JSON), id="one-of-several"),
        pytest.param("application/json; charset=utf-8", Form(JSON), id="charset"),
        pytest.param("text/csv", Form(CSV), id="csv"),
        pytest.param("text/*", Form(CSV), id="any-text"),
        pytest.param("text/csv, */*", Form(CSV), id="the-more-precise-one-counts"),
        pytest.param("text/html,application/xhtml+xml,*/*;q=0.8", Form(JSON), id="browser"),
        pytest.param("application/json; indent=4", Form(JSON, 4), id="indented"),
        pytest.param("application/json; indent=99", Form(JSON, 8), id="indented-at-most"),
        pytest.param("application/json; indent=0", Form(JSON), id="not-indented"),
        pytest.param("application/json; indent=x", Form(JSON), id="indented-by-nonsense"),
        pytest.param("*/*; indent=4", Form(JSON), id="a-type-left-open-has-no-indent"),
    ],
)
def test_the_header_says_which(accept: str, expected: Form) -> None:
    assert negotiate([], accept) == expected


@pytest.mark.parametrize(
    "accept", ["application/xml", "image/png", "garbage", "application/vnd.api+json", "application/json-flat", ","]
)
def test_a_header_that_takes_nothing_of_ours_is_a_problem(accept: str) -> None:
    with pytest.raises(Problem) as caught:
        negotiate([], accept)
    assert caught.value.status == 406


@pytest.mark.parametrize(
    ("query", "suffix", "accept", "expected"),
    [
        pytest.param([("format", "csv")], "", "", CSV, id="parameter"),
        pytest.param([("format", "json-flat")], "", "", JSON_FLAT, id="flat"),
        pytest.param([("format", "")], "", "", JSON, id="empty"),
        pytest.param([("format", "xml"), ("format", "csv")], "", "", CSV, id="the-last-one-counts"),
        pytest.param([], "csv", "", CSV, id="suffix"),
        pytest.param([("format", "csv")], "", "*/*", CSV, id="parameter-and-header"),
    ],
)
def test_a_name_says_which(query: list[tuple[str, str]], suffix: str, accept: str, expected: str) -> None:
    assert negotiate(query, accept, suffix).format == expected


def test_a_format_that_is_not_there_is_not_found() -> None:
    for query, suffix in ([("format", "api")], ""), ([], "xml"):
        with pytest.raises(Problem) as caught:
            negotiate(query, "", suffix)
        assert caught.value.status == 404


def test_a_format_that_the_header_does_not_take_is_not_acceptable() -> None:
    with pytest.raises(Problem) as caught:
        negotiate([("format", "csv")], "application/json")
    assert caught.value.status == 406
