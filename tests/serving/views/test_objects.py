"""Projects, components, translations and languages over HTTP: content, order and numbers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fixture_types import Run

UNKNOWN_PATHS = (
    "projects/third/",
    "projects/third/components/",
    "projects/third/languages/",
    "projects/third/statistics/",
    "projects/first/repository/",
    "components/first/third/",
    "components/second/search/",
    "components/first/third/translations/",
    "translations/first/window/fr/",
    "translations/first/window/zh_CN/",
    "translations/first/window/fr/statistics/",
    "translations/first/window/fr/units/",
    "translations/first/window/fr/file/",
    "translations/first/third/de/",
    "languages/fr/",
    "languages/../",
    "languages/fr/statistics/",
    "projects/?page=2",
)


def test_the_root_of_the_api_links_to_every_list(client: Any) -> None:
    assert client.get_json("") == {
        name: f"https://example.org/api/{name}/" for name in ("projects", "components", "translations", "languages")
    }
    counts = {name: client.get_json(f"{name}/")["count"] for name in client.get_json("")}
    assert counts == {"projects": 2, "components": 2, "translations": 5, "languages": 3}


def test_projects_are_sorted_by_name_and_listed_in_pages(client: Any) -> None:
    page = client.get_json("projects/?page_size=1&page=2")
    assert [project["slug"] for project in client.get_json("projects/")["results"]] == ["second", "first"]
    assert [project["name"] for project in page["results"]] == ["first"]
    assert (page["count"], page["next"]) == (2, None)
    assert page["previous"] == "https://example.org/api/projects/?page_size=1"
    assert client.get_json("projects/second/")["name"] == "A second"


def test_a_project_lists_its_components_and_a_component_its_translations(client: Any) -> None:
    (shown,) = client.get_json("projects/second/components/")["results"]
    assert "project" not in shown
    assert shown["url"] == "https://example.org/api/components/second/docs%252Fsearch/"
    component = client.get_json("components/second/docs%252Fsearch/")
    assert {key: component[key] for key in shown} == shown
    assert component["project"] == client.get_json("projects/second/")
    translations = client.get_json("components/second/docs%252Fsearch/translations/")
    assert [(each["language_code"], each["is_source"]) for each in translations["results"]] == [
        ("en", True),
        ("de", False),
    ]
    assert client.get_json("translations/second/docs%252Fsearch/de/")["component"] == component


def test_components_are_sorted_by_project_and_slug(client: Any) -> None:
    assert [component["name"] for component in client.get_json("components/")["results"]] == ["Window", "docs/search"]


def test_a_translation_has_the_numbers_of_its_record(client: Any) -> None:
    shown = client.get_json("translations/first/window/zh_Hans/")
    assert (shown["language_code"], shown["language"]["code"], shown["filename"]) == ("zh_CN", "zh_Hans", "zh_CN.po")
    numbers = client.get_json("translations/first/window/zh_Hans/statistics/")
    for key in ("total", "total_words", "translated", "translated_percent", "fuzzy", "fuzzy_percent", "last_change"):
        assert shown[key] == numbers[key]
    assert (shown["failing_checks"], shown["failing_checks_words"]) == (numbers["failing"], 1)
    (record,) = [
        each for each in client.get_json("components/first/window/statistics/")["results"] if each["code"] == "zh_Hans"
    ]
    assert record == numbers


def test_translations_are_sorted_by_component(client: Any) -> None:
    page = client.get_json("translations/?page_size=3&page=2")
    assert [(each["component"]["slug"], each["language_code"]) for each in page["results"]] == [
        ("docs/search", "en"),
        ("docs/search", "de"),
    ]
    first = client.get_json("translations/?page_size=3")["results"]
    assert first[2] == client.get_json("translations/first/window/zh_Hans/")


def test_used_languages_are_sorted_by_code(client: Any) -> None:
    assert [language["code"] for language in client.get_json("languages/")["results"]] == ["de", "en", "zh_Hans"]
    assert client.get_json("languages/de/")["name"] == "German"


def test_totals_include_the_source_language_and_have_percentages_of_sums(client: Any) -> None:
    window = client.get_json("components/first/window/statistics/?with_source=true&extended=true")["results"]
    total = client.get_json("projects/first/statistics/?extended=true")
    for key in ("total", "total_words", "translated_chars", "fuzzy_words", "failing", "readonly", "recent_changes"):
        assert total[key] == sum(record[key] for record in window)
    assert (total["total"], total["translated"], total["translated_percent"]) == (9, 5, 55.5)
    assert total["last_change"] == "2026-01-05T09:00:00Z"
    assert (total["name"], total["url"]) == ("first", "https://example.org/projects/first/")


def test_the_totals_of_a_language_are_sums_over_all_projects(client: Any) -> None:
    german = client.get_json("languages/de/statistics/")
    assert (german["total"], german["translated"], german["fuzzy"]) == (5, 3, 1)
    assert (german["name"], german["url"]) == ("German", "https://example.org/languages/de/")
    assert client.get_json("languages/de/statistics/?checks=false")["failing"] == 0


def test_the_languages_of_a_project_are_a_list_sorted_by_english_name(client: Any) -> None:
    listed = client.get_json("projects/first/languages/")
    assert [record["name"] for record in listed] == ["Chinese (Simplified Han script)", "English", "German"]
    assert listed[2]["url"] == "https://example.org/projects/first/-/de/"
    assert client.get_json("projects/first/languages/?extended=true")[0]["fuzzy_words"] == 3


def test_unknown_objects_are_not_found(client: Any) -> None:
    replies = {path: client.server.get(f"/api/{path}") for path in UNKNOWN_PATHS}
    assert {path: reply.status for path, reply in replies.items()} == dict.fromkeys(UNKNOWN_PATHS, 404)
    assert {reply.json["errors"][0]["code"] for reply in replies.values()} == {"not_found"}


def test_a_translation_with_a_broken_file_keeps_its_last_numbers(own_client: Any, root: Path, until: Any) -> None:
    before = own_client.get_json("translations/first/window/zh_Hans/")
    (root / "first/window/zh_CN.po").write_text('msgid "open\n')
    until(
        lambda: (
            own_client.get_json("components/first/window/statistics/")
            and own_client.server.get("/healthz").json["broken"] != []
        )
    )
    assert own_client.get_json("translations/first/window/zh_Hans/") == before
    assert before["failing_checks_words"] == 1
    assert own_client.server.get("/api/translations/first/window/zh_Hans/units/").status == 404


def test_stats_and_the_server_have_the_same_language_totals_of_a_project(
    serve: Callable[..., Any], project: Path, run: Run
) -> None:
    served = serve(project, "--base-url", "https://l10n.example").get("/api/projects/demo/languages/").json
    done = run("stats", "demo", "--root", project, "--with-source", "--base-url", "https://l10n.example")
    assert json.loads(done.stdout)["results"] == served


def test_the_urls_of_totals_lead_to_web_pages(client: Any) -> None:
    site = "https://example.org"
    assert client.get_json("projects/first/statistics/")["url"] == f"{site}/projects/first/"
    assert client.get_json("languages/de/statistics/")["url"] == f"{site}/languages/de/"
    german = next(each for each in client.get_json("projects/first/languages/") if each["code"] == "de")
    assert list(german)[-4:] == ["code", "name", "url", "translate_url"]
    assert german["url"] == f"{site}/projects/first/-/de/"
    assert german["translate_url"] == f"{site}/translate/first/-/de/"
