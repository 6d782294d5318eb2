"""Units of a translation over HTTP: pages and search."""

from typing import Any
from urllib.parse import quote

UNITS = "translations/first/window/de/units/"


def test_units_are_listed_in_pages(client: Any) -> None:
    page = client.get_json(f"{UNITS}?page_size=2&page=last")
    assert (page["count"], page["next"]) == (3, None)
    assert page["previous"] == f"https://example.org/api/{UNITS}?page_size=2"
    (unit,) = page["results"]
    assert (unit["position"], unit["source"], unit["target"], unit["context"]) == (3, ["Close"], [""], "menu")
    assert client.server.get(f"/api/{UNITS}?page=2").status == 404


def test_links_to_other_pages_contain_the_query(client: Any) -> None:
    page = client.get_json(f"{UNITS}?page_size=1&q={quote('NOT is:fuzzy')}")
    assert (page["count"], page["results"][0]["source"]) == (2, ["Save."])
    assert page["next"] == f"https://example.org/api/{UNITS}?page=2&page_size=1&q=NOT+is%3Afuzzy"


def test_the_number_of_found_units_agrees_with_the_statistics(client: Any) -> None:
    numbers = client.get_json("translations/first/window/zh_Hans/statistics/")
    for query, key in (("", "total"), ("is:translated", "translated"), ("is:fuzzy", "fuzzy"), ("has:check", "failing")):
        assert client.get_json(f"translations/first/window/zh_Hans/units/?q={query}")["count"] == numbers[key]
    assert client.get_json("translations/first/window/en/units/?q=state:read-only")["count"] == 3


def test_a_search_after_a_change_finds_the_new_text(own_client: Any, root: Any, until: Any) -> None:
    assert own_client.get_json(f"{UNITS}?q=Sichern")["count"] == 1
    path = root / "first/window/de.po"
    path.write_text(path.read_text().replace("Sichern.", "Speichern."))
    until(lambda: own_client.get_json(f"{UNITS}?q=Speichern")["count"] == 1, 3.0)
    assert own_client.get_json(f"{UNITS}?q=target:=sichern.")["count"] == 0


def test_a_malformed_query_is_a_bad_request(client: Any) -> None:
    for query in ("state:", "has:luck", "(", "%22", "x" * 1001):
        reply = client.server.get(f"/api/{UNITS}?q={query}")
        (error,) = reply.json["errors"]
        assert (reply.status, reply.json["type"], error["code"]) == (400, "client_error", "parse_error"), query
        assert error["detail"].endswith(".")
