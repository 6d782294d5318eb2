"""Projects, components, translations and languages over HTTP: content, order and numbers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fixture_types import Run

NOT_THERE = (
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


def test_the_root_leads_to_every_list(ask: Any) -> None:
    assert ask("") == {
        name: f"https://example.org/api/{name}/" for name in ("projects", "components", "translations", "languages")
    }
    counts = {name: ask(f"{name}/")["count"] for name in ask("")}
    assert counts == {"projects": 2, "components": 2, "translations": 5, "languages": 3}


def test_projects_come_by_name_page_by_page(ask: Any) -> None:
    page = ask("projects/?page_size=1&page=2")
    assert [project["slug"] for project in ask("projects/")["results"]] == ["second", "first"]
    assert [project["name"] for project in page["results"]] == ["first"]
    assert (page["count"], page["next"]) == (2, None)
    assert page["previous"] == "https://example.org/api/projects/?page_size=1"
    assert ask("projects/second/")["name"] == "A second"


def test_a_project_leads_to_its_components_and_they_to_their_translations(ask: Any) -> None:
    (shown,) = ask("projects/second/components/")["results"]
    assert "project" not in shown
    assert shown["url"] == "https://example.org/api/components/second/docs%252Fsearch/"
    component = ask("components/second/docs%252Fsearch/")
    assert {key: component[key] for key in shown} == shown
    assert component["project"] == ask("projects/second/")
    translations = ask("components/second/docs%252Fsearch/translations/")
    assert [(each["language_code"], each["is_source"]) for each in translations["results"]] == [
        ("en", True),
        ("de", False),
    ]
    assert ask("translations/second/docs%252Fsearch/de/")["component"] == component


def test_all_components_come_by_project_and_slug(ask: Any) -> None:
    assert [component["name"] for component in ask("components/")["results"]] == ["Window", "docs/search"]


def test_a_translation_has_the_numbers_of_its_record(ask: Any) -> None:
    shown = ask("translations/first/window/zh_Hans/")
    assert (shown["language_code"], shown["language"]["code"], shown["filename"]) == ("zh_CN", "zh_Hans", "zh_CN.po")
    numbers = ask("translations/first/window/zh_Hans/statistics/")
    for key in ("total", "total_words", "translated", "translated_percent", "fuzzy", "fuzzy_percent", "last_change"):
        assert shown[key] == numbers[key]
    assert (shown["failing_checks"], shown["failing_checks_words"]) == (numbers["failing"], 1)
    (record,) = [each for each in ask("components/first/window/statistics/")["results"] if each["code"] == "zh_Hans"]
    assert record == numbers


def test_all_translations_come_component_by_component(ask: Any) -> None:
    page = ask("translations/?page_size=3&page=2")
    assert [(each["component"]["slug"], each["language_code"]) for each in page["results"]] == [
        ("docs/search", "en"),
        ("docs/search", "de"),
    ]
    first = ask("translations/?page_size=3")["results"]
    assert first[2] == ask("translations/first/window/zh_Hans/")


def test_languages_are_those_in_use_by_code(ask: Any) -> None:
    assert [language["code"] for language in ask("languages/")["results"]] == ["de", "en", "zh_Hans"]
    assert ask("languages/de/")["name"] == "German"


def test_totals_count_the_source_language_and_find_shares_from_sums(ask: Any) -> None:
    window = ask("components/first/window/statistics/?with_source=true&extended=true")["results"]
    total = ask("projects/first/statistics/?extended=true")
    for key in ("total", "total_words", "translated_chars", "fuzzy_words", "failing", "readonly", "recent_changes"):
        assert total[key] == sum(record[key] for record in window)
    assert (total["total"], total["translated"], total["translated_percent"]) == (9, 5, 55.5)
    assert total["last_change"] == "2026-01-05T09:00:00Z"
    assert (total["name"], total["url"]) == ("first", "https://example.org/projects/first/")


def test_a_language_is_added_up_over_all_projects(ask: Any) -> None:
    german = ask("languages/de/statistics/")
    assert (german["total"], german["translated"], german["fuzzy"]) == (5, 3, 1)
    assert (german["name"], german["url"]) == ("German", "https://example.org/languages/de/")
    assert ask("languages/de/statistics/?checks=false")["failing"] == 0


def test_the_languages_of_a_project_are_a_plain_list_by_english_name(ask: Any) -> None:
    listed = ask("projects/first/languages/")
    assert [record["name"] for record in listed] == ["Chinese (Simplified Han script)", "English", "German"]
    assert listed[2]["url"] == "https://example.org/projects/first/-/de/"
    assert ask("projects/first/languages/?extended=true")[0]["fuzzy_words"] == 3


def test_unknown_objects_are_not_found(ask: Any) -> None:
    answered = {path: ask.server.get(f"/api/{path}") for path in NOT_THERE}
    assert {path: reply.status for path, reply in answered.items()} == dict.fromkeys(NOT_THERE, 404)
    assert {reply.json["errors"][0]["code"] for reply in answered.values()} == {"not_found"}


def test_a_translation_whose_file_breaks_keeps_its_numbers(ask_own: Any, root: Path, until: Any) -> None:
    before = ask_own("translations/first/window/zh_Hans/")
    (root / "first/window/zh_CN.po").write_text('msgid "open\n')
    until(
        lambda: ask_own("components/first/window/statistics/") and ask_own.server.get("/healthz").json["broken"] != []
    )
    assert ask_own("translations/first/window/zh_Hans/") == before
    assert before["failing_checks_words"] == 1
    assert ask_own.server.get("/api/translations/first/window/zh_Hans/units/").status == 404


def test_the_totals_of_a_project_on_the_command_line_are_those_of_the_server(
    serve: Callable[..., Any], project: Path, run: Run
) -> None:
    served = serve(project, "--base-url", "https://l10n.example").get("/api/projects/demo/languages/").json
    done = run("stats", "demo", "--root", project, "--with-source", "--base-url", "https://l10n.example")
    assert json.loads(done.stdout) == served
