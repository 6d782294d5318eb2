"""Relative addresses between pages, and names of directories for projects, components and languages."""

import re

import pytest

from transtats_cli.static_report.page_paths import make_file_names, number_path, relative_address


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


HOSTILE_NAMES = [
    "",
    ".",
    "..",
    "../../etc",
    "a/b",
    "a\\b",
    "a\nb",
    'a"b',
    "a'b",
    "a<b>",
    "a b",
    "größe",
    "日本語",
    "a\udc80b",
    "con",
    "CON",
    "lpt1",
    "a.",
    "index.html",
    "-rf",
    "_static",
    "x" * 300,
    "a%2Fb",
    "a?b#c",
    "\u202eabc",
]


@pytest.mark.parametrize("name", ["app", "pt_BR", "sr@latin", "zh-Hans", "docs2", "a" * 60])
def test_a_safe_name_is_used_unchanged(name: str) -> None:
    assert make_file_names([name]) == {name: name}


def test_hostile_names_become_different_safe_names() -> None:
    names = make_file_names(HOSTILE_NAMES)
    assert len({each.casefold() for each in names.values()}) == len(HOSTILE_NAMES)
    for each in names.values():
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}~[0-9a-f]{12}", each), each


def test_names_that_differ_only_in_case_get_different_names() -> None:
    names = make_file_names(["App", "app", "other"])
    assert names["other"] == "other"
    assert len({each.casefold() for each in names.values()}) == 3


def test_a_name_that_imitates_a_hashed_name_gets_another_name() -> None:
    (imitated,) = make_file_names(["a b"]).values()
    assert len(set(make_file_names(["a b", imitated]).values())) == 2


def test_the_name_of_a_component_does_not_depend_on_other_components() -> None:
    assert make_file_names(["a/b"])["a/b"] == make_file_names(["x", "a/b", "y"])["a/b"]
