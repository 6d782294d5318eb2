"""Units of a translation over HTTP: pages and search."""

from typing import Any
from urllib.parse import quote

UNITS = "translations/first/window/de/units/"


def test_strings_come_page_by_page(ask: Any) -> None:
    page = ask(f"{UNITS}?page_size=2&page=last")
    assert (page["count"], page["next"]) == (3, None)
    assert page["previous"] == f"https://example.org/api/{UNITS}?page_size=2"
    (unit,) = page["results"]
    assert (unit["position"], unit["source"], unit["target"], unit["context"]) == (3, ["Close"], [""], "menu")
    assert ask.server.get(f"/api/{UNITS}?page=2").status == 404


def test_a_query_is_kept_in_the_links(ask: Any) -> None:
    page = ask(f"{UNITS}?page_size=1&q={quote('NOT is:fuzzy')}")
    assert (page["count"], page["results"][0]["source"]) == (2, ["Save."])
    assert page["next"] == f"https://example.org/api/{UNITS}?page=2&page_size=1&q=NOT+is%3Afuzzy"


def test_the_number_of_found_units_agrees_with_the_statistics(ask: Any) -> None:
    numbers = ask("translations/first/window/zh_Hans/statistics/")
    for query, key in (("", "total"), ("is:translated", "translated"), ("is:fuzzy", "fuzzy"), ("has:check", "failing")):
        assert ask(f"translations/first/window/zh_Hans/units/?q={query}")["count"] == numbers[key]
    assert ask("translations/first/window/en/units/?q=state:read-only")["count"] == 3


def test_changed_files_are_searched_again(ask_own: Any, root: Any, until: Any) -> None:
    assert ask_own(f"{UNITS}?q=Sichern")["count"] == 1
    path = root / "first/window/de.po"
    path.write_text(path.read_text().replace("Sichern.", "Speichern."))
    until(lambda: ask_own(f"{UNITS}?q=Speichern")["count"] == 1, 3.0)
    assert ask_own(f"{UNITS}?q=target:=sichern.")["count"] == 0


def test_a_query_that_cannot_be_read_is_a_bad_request(ask: Any) -> None:
    for query in ("state:", "has:luck", "(", "%22", "x" * 1001):
        reply = ask.server.get(f"/api/{UNITS}?q={query}")
        (error,) = reply.json["errors"]
        assert (reply.status, reply.json["type"], error["code"]) == (400, "client_error", "parse_error"), query
        assert error["detail"].endswith(".")
