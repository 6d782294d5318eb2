"""Requested pages, and links to the next and previous page."""

import pickle
from typing import Any

import pytest

from transtats_cli.envelope import ResponsePage, list_response
from transtats_cli.serving.http.content import (
    LAST_PAGE_NUMBER,
    LIST_PAGE_SIZES,
    STATISTICS_PAGE_SIZES,
    make_list_page,
    parse_page_request,
    select_page,
)
from transtats_cli.serving.http.problems import HttpProblem

URL = "https://weblate.example.org/api/languages/"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param([], (1, 50), id="no-parameters"),
        pytest.param([("page", "")], (1, 50), id="empty-page"),
        pytest.param([("page", "3")], (3, 50), id="page"),
        pytest.param([("page", "٢")], (2, 50), id="arabic-digit"),
        pytest.param([("page", "1"), ("page", "2")], (2, 50), id="last-of-two-pages"),
        pytest.param([("page", "last")], (LAST_PAGE_NUMBER, 50), id="last"),
        pytest.param([("page_size", "7")], (1, 7), id="size"),
        pytest.param([("page_size", "1000")], (1, 1_000), id="largest"),
        pytest.param([("page_size", "1001")], (1, 1_000), id="too-large"),
        pytest.param([("page_size", "9" * 9_000)], (1, 1_000), id="number-of-9000-digits"),
        pytest.param([("page_size", "0")], (1, 50), id="size-0"),
        pytest.param([("page_size", "-1")], (1, 50), id="negative-size"),
        pytest.param([("page_size", "abc")], (1, 50), id="size-of-letters"),
        pytest.param([("page_size", "")], (1, 50), id="empty-size"),
    ],
)
def test_page_and_size_come_from_the_query(query: list[tuple[str, str]], expected: tuple[int, int]) -> None:
    assert parse_page_request(query, LIST_PAGE_SIZES) == ResponsePage(*expected)


def test_statistics_have_a_larger_default_page_size() -> None:
    assert parse_page_request([], STATISTICS_PAGE_SIZES).size == 200
    assert parse_page_request([("page_size", "20000")], STATISTICS_PAGE_SIZES).size == 10_000


@pytest.mark.parametrize("page", ["0", "-1", "1.0", "abc", " ", "²", "LAST", "0x1"])
def test_an_invalid_page_is_an_error(page: str) -> None:
    with pytest.raises(HttpProblem) as caught:
        parse_page_request([("page", page)], LIST_PAGE_SIZES)
    assert (caught.value.status, caught.value.detail) == (404, "Invalid page.")


@pytest.mark.parametrize("number", [3, 10**18])
def test_a_page_after_the_last_is_an_error(number: int) -> None:
    with pytest.raises(HttpProblem, match="Invalid page"):
        select_page(range(4), ResponsePage(number, 2))


def test_the_last_page_of_an_empty_list_is_the_first() -> None:
    assert select_page((), ResponsePage(LAST_PAGE_NUMBER, 2)) == (0, ResponsePage(1, 2), ())
    assert select_page("abcde", ResponsePage(LAST_PAGE_NUMBER, 2)) == (5, ResponsePage(3, 2), "e")


def test_a_problem_can_be_pickled() -> None:
    with pytest.raises(HttpProblem) as caught:
        select_page(range(4), ResponsePage(9, 2))
    assert pickle.loads(pickle.dumps(caught.value)).body == caught.value.body  # noqa: S301  pickled by this test


def test_only_the_items_of_the_page_are_converted_to_json() -> None:
    converted: list[int] = []

    def convert_item(item: int) -> dict[str, Any]:
        converted.append(item)
        return {"item": item}

    listing = make_list_page((("page", "2"), ("page_size", "2")), range(100), convert_item)
    assert (listing.row_count, listing.page, listing.rows, converted) == (
        100,
        ResponsePage(2, 2),
        [{"item": 2}, {"item": 3}],
        [2, 3],
    )


@pytest.mark.parametrize(
    ("query", "number", "expected"),
    [
        pytest.param([], 1, (f"{URL}?page=2", None), id="first"),
        pytest.param([("page", "2")], 2, (f"{URL}?page=3", URL), id="middle"),
        pytest.param([("page", "last")], 3, (None, f"{URL}?page=2"), id="last"),
        pytest.param(
            [("page", "2"), ("q", "a b&c"), ("b", "ä"), ("a", "2"), ("a", "1")],
            2,
            (f"{URL}?a=2&a=1&b=%C3%A4&page=3&q=a+b%26c", f"{URL}?a=2&a=1&b=%C3%A4&q=a+b%26c"),
            id="other-parameters",
        ),
    ],
)
def test_links_lead_to_the_next_and_previous_page(
    query: list[tuple[str, str]], number: int, expected: tuple[str | None, str | None]
) -> None:
    response = list_response(URL, query, 5, ResponsePage(number, 2), [])
    assert (response["next"], response["previous"]) == expected
