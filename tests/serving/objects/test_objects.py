"""JSON objects have all keys that clients need, with the values that files provide."""

import pytest
from wlc.base import LazyObject

wlc = pytest.importorskip("wlc", reason="the client that reads our objects")

from transtats_cli.component import Component  # noqa: E402
from transtats_cli.languages import language_by_code  # noqa: E402
from transtats_cli.report import Record  # noqa: E402
from transtats_cli.serving.objects import components, languages, projects, translations  # noqa: E402
from transtats_cli.serving.objects.urls import UrlBuilder  # noqa: E402
from transtats_cli.statistics import Counts, Statistics  # noqa: E402

ADDRESSES = UrlBuilder("https://example.org")
COMPONENT = Component("demo", "app", "/", "po/*.po", name="Our app", project_name="Demo", source_language="en")
RECORD = Record(
    language_by_code("ar"),
    "po/ar.po",
    Statistics(Counts(8, 20), Counts(4, 9), Counts(1, 3), failing=2),
    "2026-01-01T00:00:00Z",
)
OWNER = components.component_to_json(COMPONENT, ADDRESSES)
TRANSLATION = translations.translation_to_json(RECORD, COMPONENT, ADDRESSES, failing_words=5, component_json=OWNER)


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        pytest.param(projects.project_to_json("demo", "Demo", ADDRESSES), wlc.Project, id="project"),
        pytest.param(components.component_to_json(COMPONENT, ADDRESSES), wlc.Component, id="component"),
        pytest.param(TRANSLATION, wlc.Translation, id="translation"),
        pytest.param(languages.language_to_json(language_by_code("ar"), ADDRESSES), wlc.Language, id="language"),
    ],
)
def test_all_keys_that_the_official_client_reads_exist(shown: dict[str, object], kind: type[LazyObject]) -> None:
    assert set(kind.PARAMS) - set(kind.OPTIONALS) <= set(shown)


def test_a_known_language_has_the_values_of_the_tables() -> None:
    shown = languages.language_to_json(language_by_code("ar"), ADDRESSES)
    assert (shown["name"], shown["direction"], shown["plural"]["number"]) == ("Arabic", "rtl", 6)
    assert shown["aliases"] == ["ar_aa", "ar_ar", "ara", "arb"]
    assert shown["population"] > 0


def test_an_unknown_language_has_default_values() -> None:
    shown = languages.language_to_json(language_by_code("xyz"), ADDRESSES)
    assert (shown["code"], shown["direction"], shown["aliases"], shown["population"]) == ("xyz", "ltr", [], 0)


def test_a_component_has_its_settings_and_its_owner() -> None:
    shown = components.component_to_json(COMPONENT, ADDRESSES)
    assert (shown["name"], shown["slug"], shown["filemask"]) == ("Our app", "app", "po/*.po")
    assert shown["project"]["name"] == "Demo"
    assert shown["source_language"]["code"] == "en"
    assert "project" not in components.component_to_json(COMPONENT, ADDRESSES, with_project=False)


def test_a_translation_has_its_numbers_and_links() -> None:
    assert {key: TRANSLATION[key] for key in ("total", "translated_percent", "fuzzy_words", "failing_checks")} == {
        "total": 8,
        "translated_percent": 50.0,
        "fuzzy_words": 3,
        "failing_checks": 2,
    }
    assert TRANSLATION["failing_checks_words"] == 5
    assert TRANSLATION["filename"] == "po/ar.po"
    assert TRANSLATION["is_source"] is False
    assert TRANSLATION["units_list_url"] == "https://example.org/api/translations/demo/app/ar/units/"
    assert TRANSLATION["component"] == OWNER
    assert "component" not in translations.translation_to_json(RECORD, COMPONENT, ADDRESSES, failing_words=0)


@pytest.mark.parametrize(
    ("template", "filename", "is_template"),
    [
        pytest.param("", "", False, id="generated"),
        pytest.param("po/en.po", "po/en.po", True, id="template"),
    ],
)
def test_the_source_language_has_a_file_only_with_a_template(template: str, filename: str, is_template: bool) -> None:
    record = RECORD._replace(language=language_by_code("en"), path=template or "po/app.pot")
    shown = translations.translation_to_json(record, COMPONENT._replace(template=template), ADDRESSES, failing_words=0)
    assert (shown["is_source"], shown["filename"], shown["is_template"]) == (True, filename, is_template)
