"""SARIF: rules of its readers, an independent library, and the official schema if it is installed."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
from sarif_pydantic import Sarif

from transtats_cli import __version__
from transtats_cli.output.remarks.remark import Remark, RemarkLevel

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
def sarif_run(renderer: Callable[[str, list[Remark]], str]) -> Callable[[list[Remark]], dict[str, Any]]:
    def sarif_run(remarks: list[Remark]) -> dict[str, Any]:
        log = json.loads(renderer("sarif", remarks))
        assert log["version"] == "2.1.0"
        assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
        run: dict[str, Any]
        (run,) = log["runs"]
        return run

    return sarif_run


def test_the_log_is_valid_by_the_official_schema(
    remarks: list[Remark],
    many_remarks: Callable[[int, RemarkLevel], list[Remark]],
    renderer: Callable[[str, list[Remark]], str],
    schema: Any,
) -> None:
    validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
    for found in ([], remarks, many_remarks(3, RemarkLevel.ERROR)):
        assert list(validator.iter_errors(json.loads(renderer("sarif", found)))) == []


def test_an_independent_library_reads_the_log(
    remarks: list[Remark], renderer: Callable[[str, list[Remark]], str]
) -> None:
    log = Sarif.model_validate_json(renderer("sarif", remarks))
    (run,) = log.runs
    assert (run.tool.driver.name, run.tool.driver.version) == ("transtats", __version__)
    assert [result.level.value for result in run.results] == ["error", "error", "warning", "warning", "note"]
    assert run.results[0].locations[0].physical_location.region.start_line == 3


def test_results_name_rules_that_are_described(
    remarks: list[Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    run = sarif_run(remarks)
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) == 3
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
    assert all(rule["shortDescription"]["text"].endswith(".") for rule in rules)
    assert all(rule["defaultConfiguration"]["level"] in ("error", "warning", "note") for rule in rules)


def test_locations_have_relative_uris_and_lines_count_from_one(
    remarks: list[Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    for result in sarif_run(remarks)["results"]:
        (location,) = result["locations"]
        place = location["physicalLocation"]
        uri = place["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not urlsplit(uri).scheme
        assert not uri.startswith(("/", "./"))
        assert place["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
        assert place["region"]["startLine"] >= 1
    assert unquote(sarif_run(remarks)["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) == (
        "po/x y/ü%.po"
    )


def test_a_file_outside_of_the_repository_has_an_absolute_uri(
    remark: Callable[..., Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    (result,) = sarif_run([remark(path="/elsewhere/fr.po")])["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///elsewhere/fr.po"}


def test_every_result_has_a_fingerprint_of_its_own(
    remarks: list[Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    prints = [result["partialFingerprints"]["transtats/v1"] for result in sarif_run(remarks)["results"]]
    assert len(set(prints)) == len(prints)


def test_a_run_with_an_unreadable_file_is_not_successful(
    remarks: list[Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    assert sarif_run(remarks)["invocations"] == [{"executionSuccessful": False}]
    assert sarif_run(remarks[:3])["invocations"] == [{"executionSuccessful": True}]


@pytest.mark.slow
def test_above_the_limit_the_worst_results_are_kept_and_the_rest_is_counted(
    many_remarks: Callable[[int, RemarkLevel], list[Remark]], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    run = sarif_run(many_remarks(25_001, RemarkLevel.WARNING) + many_remarks(3, RemarkLevel.ERROR))
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
    ],
)
def test_links_in_texts_of_files_are_escaped(
    text: str, escaped: str, remark: Callable[..., Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    """A link is `[text](destination)` after JSON is decoded, and a backslash before a bracket makes it plain text."""
    (result,) = sarif_run([remark(title="fr", message=text)])["results"]
    assert result["message"]["text"] == f"fr: {escaped}"


def test_a_link_cannot_begin_in_the_title_and_end_in_the_message(
    remark: Callable[..., Remark], sarif_run: Callable[[list[Remark]], dict[str, Any]]
) -> None:
    (result,) = sarif_run([remark(title="[a", message="b](https://example.org)")])["results"]
    assert result["message"]["text"] == r"\[a: b\](https://example.org)"
