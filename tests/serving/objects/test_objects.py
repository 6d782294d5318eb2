"""JSON objects have all keys that clients need, with values from the files."""

import pytest
from wlc.base import LazyObject

wlc = pytest.importorskip("wlc", reason="the client is not installed")

from transtats_cli.component import Component  # noqa: E402
from transtats_cli.languages import language_by_code  # noqa: E402
from transtats_cli.report import Record  # noqa: E402
from transtats_cli.serving import objects  # noqa: E402
from transtats_cli.serving.data.scans import FailingUnitCounts  # noqa: E402
from transtats_cli.serving.objects import UrlBuilder  # noqa: E402
from transtats_cli.statistics import Counts, Statistics  # noqa: E402

URLS = UrlBuilder("https://example.org")
COMPONENT = Component("demo", "app", "/", "po/*.po", name="Our app", project_name="Demo", source_language="en")
RECORD = Record(
    language_by_code("ar"),
    "po/ar.po",
    Statistics(Counts(8, 20), Counts(4, 9), Counts(1, 3), failing=2),
    "2026-01-01T00:00:00Z",
)
COMPONENT_JSON = objects.component_to_json(COMPONENT, URLS)
TRANSLATION = objects.translation_to_json(RECORD, COMPONENT, URLS, failing={"ar": FailingUnitCounts({}, Counts(1, 5))})


@pytest.mark.parametrize(
    ("json_object", "kind"),
    [
        pytest.param(objects.project_to_json("demo", "Demo", URLS), wlc.Project, id="project"),
        pytest.param(objects.component_to_json(COMPONENT, URLS), wlc.Component, id="component"),
        pytest.param(TRANSLATION, wlc.Translation, id="translation"),
        pytest.param(objects.language_to_json(language_by_code("ar"), URLS), wlc.Language, id="language"),
    ],
)
def test_all_keys_that_the_official_client_reads_exist(json_object: dict[str, object], kind: type[LazyObject]) -> None:
    assert set(kind.PARAMS) - set(kind.OPTIONALS) <= set(json_object)


def test_a_known_language_has_the_values_of_the_language_tables() -> None:
    json_object = objects.language_to_json(language_by_code("ar"), URLS)
    assert (json_object["name"], json_object["direction"], json_object["plural"]["number"]) == ("Arabic", "rtl", 6)
    assert json_object["aliases"] == ["ar_aa", "ar_ar", "ara", "arb"]
    assert json_object["population"] > 0


def test_an_unknown_language_has_default_values() -> None:
    json_object = objects.language_to_json(language_by_code("xyz"), URLS)
    assert (json_object["code"], json_object["direction"], json_object["aliases"], json_object["population"]) == (
        "xyz",
        "ltr",
        [],
        0,
    )


def test_a_component_has_its_settings_and_its_project() -> None:
    json_object = objects.component_to_json(COMPONENT, URLS)
    assert (json_object["name"], json_object["slug"], json_object["filemask"]) == ("Our app", "app", "po/*.po")
    assert json_object["project"]["name"] == "Demo"
    assert json_object["source_language"]["code"] == "en"
    assert "project" not in objects.component_to_json(COMPONENT, URLS, with_project=False)


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
    assert TRANSLATION["component"] == COMPONENT_JSON
    assert "component" not in objects.translation_to_json(RECORD, COMPONENT, URLS, failing={}, with_component=False)


@pytest.mark.parametrize(
    ("template", "filename", "is_template"),
    [
        pytest.param("", "", False, id="no template"),
        pytest.param("po/en.po", "po/en.po", True, id="template"),
    ],
)
def test_the_source_language_has_a_file_only_with_a_template(template: str, filename: str, is_template: bool) -> None:
    record = RECORD._replace(language=language_by_code("en"), path=template or "po/app.pot")
    json_object = objects.translation_to_json(record, COMPONENT._replace(template=template), URLS, failing={})
    assert (json_object["is_source"], json_object["filename"], json_object["is_template"]) == (
        True,
        filename,
        is_template,
    )
