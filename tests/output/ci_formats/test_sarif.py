"""SARIF: rules of its readers, an independent library, and the official schema if it is installed."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest

from transtats_cli import __version__
from transtats_cli.output.ci_formats import Annotation, AnnotationLevel

ROOT = Path(__file__).parent.parent.parent.parent
OFFICIAL_SCHEMA = ROOT / "node_modules" / "@microsoft" / "sarif-multitool-linux" / "sarif-2.1.0.json"
"""`npm install --no-save @microsoft/sarif-multitool-linux` brings the schema."""


@pytest.fixture
def schema() -> Any:
    path = Path(os.environ.get("TRANSTATS_SARIF_SCHEMA", OFFICIAL_SCHEMA))
    if not path.is_file():
        pytest.skip("needs the official schema: npm install --no-save @microsoft/sarif-multitool-linux")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture
def sarif_run(renderer: Callable[[str, list[Annotation]], str]) -> Callable[[list[Annotation]], dict[str, Any]]:
    def sarif_run(annotations: list[Annotation]) -> dict[str, Any]:
        log = json.loads(renderer("sarif", annotations))
        assert log["version"] == "2.1.0"
        assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
        run: dict[str, Any]
        (run,) = log["runs"]
        return run

    return sarif_run


def test_the_log_is_valid_by_the_official_schema(
    annotations: list[Annotation],
    many_annotations: Callable[[int, AnnotationLevel], list[Annotation]],
    renderer: Callable[[str, list[Annotation]], str],
    schema: Any,
) -> None:
    validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
    for found in ([], annotations, many_annotations(3, AnnotationLevel.ERROR)):
        assert list(validator.iter_errors(json.loads(renderer("sarif", found)))) == []


def test_an_independent_library_reads_the_log(
    annotations: list[Annotation], renderer: Callable[[str, list[Annotation]], str]
) -> None:
    # It takes half a second to import, which each process that collects tests would spend.
    from sarif_pydantic import Sarif

    log = Sarif.model_validate_json(renderer("sarif", annotations))
    (run,) = log.runs
    assert (run.tool.driver.name, run.tool.driver.version) == ("transtats", __version__)
    assert [result.level.value for result in run.results] == ["error", "error", "warning", "warning", "note"]
    assert run.results[0].locations[0].physical_location.region.start_line == 3


def test_results_name_rules_that_are_described(
    annotations: list[Annotation], sarif_run: Callable[[list[Annotation]], dict[str, Any]]
) -> None:
    run = sarif_run(annotations)
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) == 3
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
    assert all(rule["shortDescription"]["text"].endswith(".") for rule in rules)
    assert all(rule["defaultConfiguration"]["level"] in ("error", "warning", "note") for rule in rules)


def test_locations_have_relative_uris_and_lines_count_from_one(
    annotations: list[Annotation], sarif_run: Callable[[list[Annotation]], dict[str, Any]]
) -> None:
    for result in sarif_run(annotations)["results"]:
        (location,) = result["locations"]
        place = location["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not urlsplit(uri).scheme
        assert not uri.startswith(("/", "./"))
        assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
        assert place["region"]["startLine"] >= 1
    assert unquote(
        sarif_run(annotations)["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    ) == ("po/x y/ü%.po")


def test_a_file_outside_of_the_repository_has_an_absolute_uri(
    annotation: Callable[..., Annotation], sarif_run: Callable[[list[Annotation]], dict[str, Any]]
) -> None:
    (result,) = sarif_run([annotation(path="/elsewhere/fr.po")])["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///elsewhere/fr.po"}


def test_every_result_has_a_fingerprint_of_its_own(
    annotations: list[Annotation], sarif_run: Callable[[list[Annotation]], dict[str, Any]]
) -> None:
    prints = [result["partialFingerprints"]["transtats/v1"] for result in sarif_run(annotations)["results"]]
    assert len(set(prints)) == len(prints)


def test_a_run_with_an_unreadable_file_is_not_successful(
    annotations: list[Annotation], sarif_run: Callable[[list[Annotation]], dict[str, Any]]
) -> None:
    assert sarif_run(annotations)["invocations"] == [{"executionSuccessful": False}]
    assert sarif_run(annotations[:3])["invocations"] == [{"executionSuccessful": True}]


@pytest.mark.slow
def test_above_the_limit_the_worst_results_are_kept_and_the_rest_is_counted(
    many_annotations: Callable[[int, AnnotationLevel], list[Annotation]],
    sarif_run: Callable[[list[Annotation]], dict[str, Any]],
) -> None:
    run = sarif_run(many_annotations(25_001, AnnotationLevel.WARNING) + many_annotations(3, AnnotationLevel.ERROR))
    assert [result["level"] for result in run["results"]] == ["error"] * 3 + ["warning"] * 24_997
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["message"]["text"].startswith("4 more results are left out")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        pytest.param("see [here](https://example.org)", r"see \[here\](https://example.org)", id="a link"),
        pytest.param("[a\\](https://example.org)", r"\[a\\\](https://example.org)", id="a bracket after a backslash"),
        pytest.param("[[a]](1)", r"\[\[a\]\](1)", id="a link to a location, with brackets in it"),
        pytest.param("[%s] (not) a \\ link", "[%s] (not) a \\ link", id="no link"),
        pytest.param("{0} is missing", "{{0}} is missing", id="a placeholder of a message"),
    ],
)
def test_links_and_placeholders_in_texts_of_files_are_escaped(
    text: str,
    escaped: str,
    annotation: Callable[..., Annotation],
    sarif_run: Callable[[list[Annotation]], dict[str, Any]],
) -> None:
    """A link is `[text](destination)` after JSON is decoded, and a backslash before a bracket makes it plain text.

    `{0}` is an argument of the message, and `{{0}}` is plain text.
    """
    (result,) = sarif_run([annotation(title="fr", message=text)])["results"]
    assert result["message"]["text"] == f"fr: {escaped}"


def test_a_link_cannot_begin_in_the_title_and_end_in_the_message(
    annotation: Callable[..., Annotation], sarif_run: Callable[[list[Annotation]], dict[str, Any]]
) -> None:
    (result,) = sarif_run([annotation(title="[a", message="b](https://example.org)")])["results"]
    assert result["message"]["text"] == r"\[a: b\](https://example.org)"
