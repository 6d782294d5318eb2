"""`--where`: numbers, limits and strings of a part of a component, and named slices in the settings."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.git_repositories import ScriptedRepository

TEMPLATE = {
    "admin.title": "Admin",
    "admin.log.out": "Log out now",
    "shop.buy": "Buy",
    "shop.pay": "Pay",
    "shop.end": "Goodbye.",
}
GERMAN = {"admin.title": "Verwaltung", "shop.buy": "Kaufen", "shop.pay": "Zahlen", "shop.end": "Tschüss"}
SETTINGS = """\
[slices]
admin = "key:admin.*"
broken = "key:admin.* AND state:done"
"""


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree(
        {
            "demo/app/en.json": json.dumps(TEMPLATE),
            "demo/app/de.json": json.dumps(GERMAN),
            "demo/app/fr.json": json.dumps(TEMPLATE),
            "transtats.toml": SETTINGS,
        }
    )


def test_statistics_count_only_the_strings_of_the_query(run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", "--where", "key:admin.*", "--language", "de", "--completeness")
    assert (done.status, done.stderr) == (0, "")
    (record,) = json.loads(done.stdout)["results"]
    numbers = {key: record[key] for key in ("total", "total_words", "translated", "translated_percent", "failing")}
    assert numbers == {"total": 2, "total_words": 4, "translated": 1, "translated_percent": 50.0, "failing": 0}
    assert (record["reference_total"], record["missing"], record["missing_words"]) == (2, 1, 3)


def test_all_formats_and_totals_have_these_numbers(run: Run, project: Path) -> None:
    shown = run("stats", "--where", "key:admin.*", "--format", "table", "--language", "de")
    assert "50.0%" in shown.stdout
    assert run("stats", "--where", "key:admin.*", "--format", "total").stdout == "75.0\n"
    table = run("stats", "--totals", "--where", "key:admin.*", "--format", "csv", "--language", "de").stdout
    (row,) = csv.DictReader(table.splitlines())
    assert (row["total"], row["translated"]) == ("2", "1")
    assert "|    50.0% |" in run("stats", "--where", "key:admin.*", "--format", "markdown", "--language", "de").stdout


def test_a_slice_of_the_settings_is_named_with_its_mark(run: Run, project: Path) -> None:
    named, written = (run("stats", "demo", "app", "--where", text) for text in ("@admin", "key:admin.*"))
    assert named.stdout == written.stdout
    assert (named.status, named.stderr) == (0, "")


@pytest.mark.parametrize(
    "queries",
    [
        pytest.param(["@admin", "is:untranslated"], id="several options"),
        pytest.param(["@admin is:untranslated"], id="a name in a query"),
        pytest.param(["NOT (-@admin OR is:translated)"], id="a name in parentheses"),
    ],
)
def test_queries_and_names_are_combined(run: Run, project: Path, queries: list[str]) -> None:
    done = run("units", *(word for query in queries for word in ("--where", query)))
    assert [line for line in done.stdout.splitlines() if "context" in line] == ["  context  admin.log.out"]


def test_a_quoted_name_is_a_text(run: Run, project: Path) -> None:
    assert '--where "@admin": no string matches the query' in run("stats", "--where", '"@admin"').stderr


def test_an_invalid_query_of_the_settings_is_an_error_with_its_line(run: Run, project: Path) -> None:
    done = run("stats", "--where", "@broken")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: transtats.toml:3: slices.broken: there is no state:done; there are empty,")


@pytest.mark.parametrize("command", ["stats", "gate", "units"])
@pytest.mark.parametrize(
    ("query", "message"),
    [
        pytest.param('key:"a', "Error: --where 'key:\"a': syntax error in the query at character 1", id="syntax"),
        pytest.param("", "Error: --where '': the query is empty, so it would select all strings", id="empty"),
        pytest.param(
            "@admn", "the table [slices] of the settings does not contain @admn; did you mean @admin?", id="name"
        ),
    ],
)
def test_an_invalid_query_is_an_error(run: Run, project: Path, command: str, query: str, message: str) -> None:
    done = run(command, "--where", query)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_query_about_checks_needs_the_checks(run: Run, project: Path) -> None:
    done = run("stats", "--where", "check:end_stop", "--no-checks")
    assert (done.status, done.stderr) == (
        2,
        "Error: --where 'check:end_stop' needs the findings of checks, and these options have none\n",
    )
    assert json.loads(run("stats", "demo", "app", "--where", "check:end_stop").stdout)["results"][0]["total"] == 1


def test_limits_of_the_gate_apply_to_the_slice(run: Run, project: Path) -> None:
    done = run("gate", "--where", "@admin", "--fail-under", "80")
    assert done.status == 1
    assert "German (de): 50.0% complete (1 of 2 strings), at least 80% wanted" in done.stdout
    assert run("gate", "--where", "NOT @admin", "--fail-under", "80").status == 0
    assert run("gate", "--where", "@admin", "--max-failing", "de=0").status == 0
    assert run("gate", "--where", "key:shop.*", "--max-check", "end_stop=0").status == 1
    assert run("gate", "--where", "@admin", "--max-check", "end_stop=0").status == 0


def test_a_gate_on_a_slice_compares_no_earlier_state(run: Run, project: Path) -> None:
    for option in ("--base", "--baseline"):
        done = run("gate", "--where", "@admin", option, "main")
        reason = "--where cannot be combined with --base or --baseline: strings that left the part would count as lost."
        assert (done.status, done.stderr.endswith(f"Error: {reason}\n")) == (2, True)


def test_a_query_for_outdated_strings_names_the_options_that_select_them(run: Run, project: Path) -> None:
    done = run("gate", "--where", "is:outdated")
    assert done.status == 2
    assert "`stats --outdated` counts them, and `gate --max-outdated` limits their number" in done.stderr


@pytest.mark.parametrize(("command", "status"), [("stats", 0), ("units", 0), ("gate", 2)])
def test_a_query_without_strings_is_said_once(run: Run, project: Path, command: str, status: int) -> None:
    options = ["--fail-under", "80"] if command == "gate" else []
    done = run(command, "--where", "key:nothing", *options)
    assert done.status == status
    assert done.stderr.count("--where key:nothing: no string matches the query") == 1


def test_strings_of_the_source_language_alone_match_the_query(run: Run, project: Path) -> None:
    for folder in ("demo/app/it.json", "demo/app/es.json"):
        (project / folder).write_text(json.dumps(GERMAN), encoding="utf-8")
    done = run("units", "--with-source", "--where", "check:multiple_failures", "--format", "concise")
    assert "[multiple_failures]" in done.stdout
    assert done.stderr == ""


def test_units_without_a_translation_are_selected_too(run: Run, project: Path) -> None:
    done = run("units", "--todo", "--where", "@admin", "--language", "de")
    assert "Log out now" in done.stdout
    assert run("units", "--todo", "--where", "key:shop.*", "--language", "de").stdout.count("source") == 0
    assert run("units", "--todo", "--where", "check:same").status == 2


def test_outdated_strings_are_counted_in_the_slice(run: Run, repository: Callable[[str], ScriptedRepository]) -> None:
    made = repository("app")
    made.write({"transtats.toml": '[project.app.component.ui]\nfilemask = "*.json"\ntemplate = "en.json"\n'})
    made.commit("first", {"en.json": json.dumps(TEMPLATE), "de.json": json.dumps(GERMAN)})
    made.commit("second", {"en.json": json.dumps({**TEMPLATE, "admin.title": "Admins", "shop.buy": "Buy now"})})
    options = ["stats", "app", "ui", "--language", "de", "--outdated"]
    counts = [
        json.loads(run(*options, *where, cwd=made.path).stdout)["results"][0]["outdated"]
        for where in ([], ["--where", "key:admin.*"], ["--where", "NOT key:admin.*"])
    ]
    assert counts == [2, 1, 1]
    assert "needs the findings of checks" in run(*options, "--where", "check:same", cwd=made.path).stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[slices]\nadmin = 3\n", "transtats.toml:2: slices.admin: must be a text", id="number"),
        pytest.param("[slices]\nadmin = ''\n", "transtats.toml:2: slices.admin: is empty", id="empty"),
        pytest.param("[slices]\n'a b' = 'x'\n", "transtats.toml:2: slices.a b: 'a b' is no name", id="name"),
        pytest.param("slices = 'x'\n", "transtats.toml:1: slices: must be a table", id="text"),
    ],
)
def test_an_invalid_slice_in_the_settings_is_an_error(run: Run, project: Path, text: str, message: str) -> None:
    (project / "transtats.toml").write_text(text)
    done = run("stats")
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


ONE_STRING = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'


def test_a_slice_cannot_contain_another_one(run: Run, tree: WriteTree) -> None:
    tree({"po/de.po": ONE_STRING, "transtats.toml": '[slices]\nx = "@y"\ny = "source:a"\n'})
    done = run("stats", "--where", "@x")
    assert (done.status, done.stdout) == (2, "")
    assert "transtats.toml:2: slices.x: a slice cannot contain another one; write the query of @y" in done.stderr


@pytest.mark.parametrize("query", ['has:"check"', "NOT has:check", "(source:*)-has:check", "(source:a)check:same"])
def test_a_condition_on_findings_is_recognised_anywhere_in_a_query(run: Run, tree: WriteTree, query: str) -> None:
    tree({"po/de.po": ONE_STRING})
    done = run("stats", "--no-checks", "--where", query)
    assert (done.status, "needs the findings of checks" in done.stderr) == (2, True)
