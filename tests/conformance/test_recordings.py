"""The records and strings of the components in `tests/data/server` are those of a server.

Unlike the other tests of this folder, these tests do not need `../shared`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conformance.comparison import (
    assert_records_are_equal,
    assert_responses_are_equal,
    group_recorded_strings,
    read_strings,
)
from tests.fixture_types import Run
from transtats_cli.component import Component
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.settings.layers import make_overrides

RECORDED = Path(__file__).parent.parent / "data" / "server"
COMPONENTS = RECORDED / "components"
SITE = "https://weblate.example.org"
KNOWN_DIFFERENCES = {
    "enforced-checks": "only a server has the setting `enforced_checks`: strings that fail these checks need editing",
}
"""Components whose records do not agree, with the reason."""
PRINTED_FIELDS = ("context", "source", "target", "state", "flags", "checks")
"""Fields of a string that `units` prints."""
PRINTED_STATES = {0: "empty", 10: "fuzzy", 11: "fuzzy", 20: "translated", 30: "approved", 100: "readonly"}
"""Names that `units` prints for the states of a server."""


class Recording(NamedTuple):
    """Answers of a server about the component `main` of a project."""

    name: str
    """Name of the project."""
    statistics: Mapping[str, Any]
    project_statistics: Mapping[str, Any]
    units: list[dict[str, Any]]

    def locate(self, reader: str | None = None) -> Component:
        return locate_component(str(COMPONENTS), self.name, "main", make_overrides(reader=reader, base_url=SITE))


@pytest.fixture(
    params=[
        pytest.param(
            path,
            id=path.stem,
            marks=[pytest.mark.xfail(reason=KNOWN_DIFFERENCES[path.stem])] if path.stem in KNOWN_DIFFERENCES else [],
        )
        for path in sorted(RECORDED.glob("answers/*.json"))
    ]
)
def recording(request: pytest.FixtureRequest) -> Recording:
    return Recording(request.param.stem, **json.loads(request.param.read_text(encoding="utf-8")))


def test_each_component_is_recorded() -> None:
    components = {path.parents[1].name for path in COMPONENTS.glob("*/main/component.json")}
    assert components == {path.stem for path in RECORDED.glob("answers/*.json")}
    assert len(components) >= 20


@pytest.mark.parametrize("reader", [None, "reference"], ids=["fast", "reference"])
def test_records_and_strings_of_each_reader_are_those_of_a_server(recording: Recording, reader: str | None) -> None:
    component = recording.locate(reader)
    assert_records_are_equal(component, recording.statistics)
    assert read_strings(component) == group_recorded_strings(recording.units)


def test_stats_without_checks_prints_the_other_numbers_of_a_server(recording: Recording, run: Run) -> None:
    arguments = (recording.name, "main", "--root", COMPONENTS, "--with-source", "--extended", "--quiet")
    done = run("stats", *arguments, "--base-url", SITE, "--no-checks")
    assert (done.status, done.stderr) == (0, "")
    no_failures = {"failing": 0, "failing_percent": 0.0}
    records = [record | no_failures for record in recording.statistics["results"]]
    assert_responses_are_equal(json.loads(done.stdout), {**recording.statistics, "results": records})


def test_units_prints_the_strings_of_a_server(recording: Recording, run: Run) -> None:
    done = run("units", recording.name, "main", "--root", COMPONENTS, "--with-source", "--format", "json", "--quiet")
    assert (done.status, done.stderr) == (0, "")
    printed = [
        unit
        | {key: PLURAL_SEPARATOR.join(unit[key]) for key in ("source", "target")}
        | {"checks": [finding["id"] for finding in unit["checks"]]}
        for unit in json.loads(done.stdout)["results"]
    ]
    expected = [unit | {"state": PRINTED_STATES[unit["state"]]} for unit in recording.units]
    assert group_recorded_strings(printed, PRINTED_FIELDS) == group_recorded_strings(expected, PRINTED_FIELDS)
