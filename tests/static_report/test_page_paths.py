"""Relative addresses between pages."""

import pytest

from transtats_cli.static_report.page_paths import number_path, relative_address


@pytest.mark.parametrize(
    ("path", "page", "address"),
    [
        pytest.param("index.html", "index.html", "index.html", id="the page itself"),
        pytest.param("a/b/index.html", "index.html", "a/b/index.html", id="downward"),
        pytest.param("index.html", "a/b/index.html", "../../index.html", id="upward"),
        pytest.param("a/c/x.html", "a/b/index.html", "../c/x.html", id="beside"),
        pytest.param("a/x.html", "a/b/index.html", "../x.html", id="one upward"),
        pytest.param("a/a/x.html", "a/x.html", "a/x.html", id="the same name below"),
    ],
)
def test_addresses_are_relative_to_the_page(path: str, page: str, address: str) -> None:
    assert relative_address(path, page) == address


def test_the_paths_of_further_pages_contain_numbers() -> None:
    assert [number_path("a/index.html", number) for number in (1, 2, 10)] == [
        "a/index.html",
        "a/index-2.html",
        "a/index-10.html",
    ]
