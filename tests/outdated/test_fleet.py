"""`transtats fleet --outdated`: a column of the records and of the reports."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from tests.outdated.test_finder import to_json

SETTINGS = '[project.app.component.ui]\nfilemask = "locales/*.json"\ntemplate = "locales/en.json"\n'


@pytest.mark.parametrize(
    ("options", "counts", "is_in_report"),
    [pytest.param(["--outdated"], [1], True, id="requested"), pytest.param([], [None], False, id="not requested")],
)
def test_the_records_and_the_reports_have_the_number_of_outdated_strings(
    run: Run,
    repository: Callable[[str], ScriptedRepository],
    tmp_path: Path,
    options: list[str],
    counts: list[int | None],
    is_in_report: bool,
) -> None:
    made = repository("app")
    files = {"locales/de.json": to_json({"a": "Eins"}), "transtats.toml": SETTINGS}
    made.commit("first", {**files, "locales/en.json": to_json({"a": "One"})})
    made.commit("second", {"locales/en.json": to_json({"a": "Two"})})
    output = tmp_path / "statistics"
    run("fleet", made.path, "--output", output, "--format", "ndjson", "--quiet", "--jobs", "1", *options)
    files_of_records = output.glob("ndjson/records/*")
    rows = [json.loads(line) for path in files_of_records for line in path.read_text().splitlines()]
    assert [row.get("outdated") for row in rows] == counts
    assert ("Outdated" in run("fleet", "report", output).stdout) == is_in_report
    document = json.loads(run("fleet", "report", output, "--json").stdout)
    assert document["total"].get("outdated") == counts[0]
