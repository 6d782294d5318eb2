"""JSON of statistics responses: keys, their order, pages and links."""

import json
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage, counts_and_dates, record_fields
from transtats_cli.languages import language_by_code
from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics

NO_STRINGS = Statistics()
COMPONENT = Component("demo", "app", "/", "*.po", base_url="https://example.org")
KEYS = (
    "total total_words total_chars last_change recent_changes translated translated_words "
    "translated_chars translated_percent translated_words_percent translated_chars_percent fuzzy "
    "fuzzy_percent failing failing_percent approved approved_percent readonly readonly_percent "
    "suggestions comments code name url translate_url"
).split()
EXTENDED_KEYS = (
    "total total_words total_chars last_change recent_changes translated translated_words "
    "translated_percent translated_words_percent translated_chars translated_chars_percent fuzzy "
    "fuzzy_percent fuzzy_words fuzzy_words_percent fuzzy_chars fuzzy_chars_percent failing "
    "failing_percent approved approved_percent approved_words approved_words_percent approved_chars "
    "approved_chars_percent readonly readonly_percent readonly_words readonly_words_percent "
    "readonly_chars readonly_chars_percent suggestions comments code name url translate_url"
).split()


def create_record(code: str = "cs", statistics: Statistics = NO_STRINGS) -> Record:
    return Record(language_by_code(code), f"{code}.po", statistics)


def test_a_record_has_the_keys_of_the_contract_in_their_order() -> None:
    assert list(record_fields(create_record(), COMPONENT)) == KEYS


def test_an_extended_record_has_the_keys_of_a_server_in_their_order() -> None:
    assert list(record_fields(create_record(), COMPONENT, extended=True)) == EXTENDED_KEYS


@pytest.mark.parametrize("extended", [False, True])
def test_an_empty_record_is_completely_translated(extended: bool) -> None:
    shown = record_fields(create_record(), COMPONENT, extended=extended)
    complete = {"translated_percent", "translated_words_percent", "translated_chars_percent"}
    assert {key for key, value in shown.items() if value == 100.0} == complete
    assert {shown[key] for key in shown if key.endswith("_percent")} == {0.0, 100.0}
    assert shown["last_change"] is None


def test_percentages_of_words_are_computed_from_words() -> None:
    statistics = Statistics(total=Counts(4, 10, 100), translated=Counts(1, 5, 99), fuzzy=Counts(2, 1, 1), failing=3)
    shown = record_fields(create_record(statistics=statistics), COMPONENT)
    assert shown["translated_percent"] == 25.0
    assert shown["translated_words_percent"] == 50.0
    assert shown["translated_chars_percent"] == 99.0
    assert (shown["fuzzy_percent"], shown["failing_percent"]) == (50.0, 75.0)


def test_record_urls_begin_with_the_base_url() -> None:
    shown = record_fields(create_record("ca@valencia"), COMPONENT)
    assert shown["url"] == "https://example.org/projects/demo/app/ca@valencia/"
    assert shown["translate_url"] == "https://example.org/translate/demo/app/ca@valencia/"


@pytest.mark.parametrize(
    ("code", "quoted"),
    [
        pytest.param("zh_HANS+X", "zh_HANS+X", id="a plus sign"),
        pytest.param("a!$&'()*+,;=~:@z", "a!$&'()*+,;=~:@z", id="characters that Django does not quote"),
        pytest.param("a b%c?d#e", "a%20b%25c%3Fd%23e", id="characters that would end the path"),
        pytest.param("ä", "%C3%A4", id="letters as UTF-8"),
        pytest.param("a\udce4", "a%5Cudce4", id="a byte that is not UTF-8"),
    ],
)
def test_codes_are_quoted_as_django_does(code: str, quoted: str) -> None:
    language = language_by_code("cs")._replace(code=code)
    shown = record_fields(Record(language, "x.po", NO_STRINGS), COMPONENT)
    assert shown["url"] == f"https://example.org/projects/demo/app/{quoted}/"
    assert shown["translate_url"] == f"https://example.org/translate/demo/app/{quoted}/"


def print_json(component: Component, codes: str, view: View) -> Any:
    report = Report(component, tuple(map(create_record, codes.split())))
    return json.loads("".join(OUTPUTS["json"].render([report], view)))


def test_folder_names_that_are_not_slugs_are_escaped() -> None:
    component = COMPONENT._replace(project="our shop", slug="a#b")
    response = print_json(component, "cs de", View(page=ResponsePage(1, 1)))
    assert response["results"][0]["url"] == "https://example.org/projects/our%20shop/a%23b/cs/"
    assert response["next"] == "https://example.org/api/components/our%20shop/a%2523b/statistics/?page=2"


def test_a_response_with_all_records_has_no_links() -> None:
    response = print_json(COMPONENT, "cs de", View())
    assert (response["count"], response["next"], response["previous"], len(response["results"])) == (2, None, None, 2)


def test_a_page_links_to_the_next_and_previous_page() -> None:
    query = [("page_size", "2"), ("extended", "true")]
    response = print_json(COMPONENT, "cs de fr it nl", View(page=ResponsePage(2, 2), page_link_parameters=query))
    address = "https://example.org/api/components/demo/app/statistics/"
    assert response["count"] == 5
    assert response["next"] == f"{address}?extended=true&page=3&page_size=2"
    assert response["previous"] == f"{address}?extended=true&page_size=2"
    assert [result["code"] for result in response["results"]] == ["fr", "it"]


def test_a_link_contains_repeated_parameters() -> None:
    query = [("with_source", "true"), ("language", "pt_BR"), ("language", "a b")]
    response = print_json(COMPONENT, "cs de", View(page=ResponsePage(1, 1), page_link_parameters=query))
    address = "https://example.org/api/components/demo/app/statistics/"
    assert response["next"] == f"{address}?language=pt_BR&language=a+b&page=2&with_source=true"


def test_a_category_is_escaped_twice_in_the_api_url() -> None:
    component = COMPONENT._replace(slug="docs/manual")
    response = print_json(component, "cs de", View(page=ResponsePage(1, 1)))
    assert response["next"] == "https://example.org/api/components/demo/docs%252Fmanual/statistics/?page=2"
    assert response["results"][0]["url"] == "https://example.org/projects/demo/docs/manual/cs/"


def test_whole_percentages_are_printed_with_a_decimal_point() -> None:
    assert '"translated_percent": 100.0' in json.dumps(record_fields(create_record(), COMPONENT))


def test_counts_and_dates_are_the_keys_before_code_name_and_urls() -> None:
    assert list(counts_and_dates(NO_STRINGS, None, 0)) == KEYS[: KEYS.index("code")]
    assert list(counts_and_dates(NO_STRINGS, None, 0, extended=True)) == EXTENDED_KEYS[: EXTENDED_KEYS.index("code")]
