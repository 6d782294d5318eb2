"""Totals of the languages over several components: of a project, and of all projects."""

import csv
import io
import json
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
TRANSLATED_PO = HEADER + 'msgid "One two"\nmsgstr "x"\n'
UNTRANSLATED_PO = HEADER + 'msgid "One two"\nmsgstr ""\n'
HALF_TRANSLATED_PO = HEADER + 'msgid "One two"\nmsgstr "x"\n\nmsgid "Three"\nmsgstr ""\n'


@pytest.fixture
def projects(tree: WriteTree) -> Path:
    """Two projects.

    `demo` has two components: 2 of 3 German strings are translated, and 0 of 1 French string of one component. `shop`
    has one component: 1 of 1 French string is translated, and 0 of 1 Czech string.
    """
    return tree(
        {
            "demo/app/de.po": TRANSLATED_PO,
            "demo/app/fr.po": UNTRANSLATED_PO,
            "demo/web/de.po": HALF_TRANSLATED_PO,
            "shop/site/fr.po": TRANSLATED_PO,
            "shop/site/cs.po": UNTRANSLATED_PO,
        }
    )


def run_stats(run: Run, *argv: str) -> Any:
    done = run("stats", *argv)
    assert (done.status, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert document == {"count": len(document["results"]), "next": None, "previous": None, "results": ANY}
    return document["results"]


def read_counts(records: Any) -> list[tuple[str, int, int, float]]:
    return [(each["code"], each["total"], each["translated"], each["translated_percent"]) for each in records]


def test_a_project_has_the_total_of_each_language(run: Run, projects: Path) -> None:
    assert read_counts(run_stats(run, "demo")) == [("fr", 1, 0, 0.0), ("de", 3, 2, 66.6)]
    assert read_counts(run_stats(run, "demo", "--totals")) == read_counts(run_stats(run, "demo"))


def test_the_totals_of_a_project_have_the_urls_of_a_server(run: Run, projects: Path) -> None:
    _, german = run_stats(run, "demo", "--base-url", "https://l10n.example")
    assert german["url"] == "https://l10n.example/projects/demo/-/de/"
    assert german["translate_url"] == "https://l10n.example/translate/demo/-/de/"


def test_the_totals_of_all_projects_are_added(run: Run, projects: Path) -> None:
    totals = run_stats(run, "--all", "--totals", "--format", "json")
    assert read_counts(totals) == [("cs", 1, 0, 0.0), ("fr", 2, 1, 50.0), ("de", 3, 2, 66.6)]
    assert totals[0]["url"] == "http://127.0.0.1:8000/languages/cs/"
    assert "translate_url" not in totals[0]


def test_all_formats_have_the_same_totals(run: Run, projects: Path) -> None:
    argv = ("stats", "demo", "--format")
    expected = read_counts(run_stats(run, "demo"))
    lines = run(*argv, "ndjson").stdout.splitlines()
    assert read_counts(map(json.loads, lines)) == expected
    rows = list(csv.DictReader(io.StringIO(run(*argv, "csv").stdout)))
    assert [(row["code"], int(row["total"]), int(row["translated"])) for row in rows] == [
        (code, total, translated) for code, total, translated, _ in expected
    ]
    table = [line.split()[:2] for line in run(*argv, "table", env={"COLUMNS": "120"}).stdout.splitlines()]
    assert table[2:4] == [["German", "de"], ["French", "fr"]]
    assert run(*argv, "table").stdout.splitlines()[-1].startswith("Total")
    assert "| Total    |      |      50.0% |" in run(*argv, "markdown").stdout
    assert run(*argv, "total").stdout == "50.0\n"


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_a_table_of_all_components_ends_with_the_totals_of_the_languages(name: str, run: Run, projects: Path) -> None:
    lines = run("stats", "--all", "--format", name, env={"COLUMNS": "120"}).stdout.splitlines()
    first = next(place for place, line in enumerate(lines) if "All components" in line)
    assert [word in line for line, word in zip(lines[first:], ["German", "French", "Czech"], strict=False)] == [
        True
    ] * 3
    assert "shop/site" not in "".join(lines[first:])
    assert lines[-1].strip("| ").startswith("Total")
    only = run("stats", "--all", "--totals", "--format", name, env={"COLUMNS": "120"}).stdout
    assert "demo/app" not in only
    assert "German" in only


def test_a_table_of_totals_names_the_number_of_components_that_have_a_language(run: Run, projects: Path) -> None:
    lines = run("stats", "demo", "--format", "markdown").stdout.splitlines()
    assert [[cell.strip() for cell in line.split("|")[1:6]] for line in lines if "|" in line] == [
        ["Language", "Code", "Translated", "Of all strings", "Components"],
        [ANY] * 5,
        ["German", "de", "66.6%", "", ""],
        ["French", "fr", "0.0%", "0.0%", "1 of 2"],
        ["Total", "", "50.0%", "", ""],
    ]


def test_the_worst_language_lacks_the_most_strings_of_all_components(run: Run, tree: WriteTree) -> None:
    tree({f"demo/{name}/de.po": HALF_TRANSLATED_PO for name in ("app", "web", "api")})
    tree({"demo/app/fr.po": TRANSLATED_PO})
    fields = "code,percent,percent_of_all,words_not_begun"
    french = {"code": "fr", "percent": 100.0, "percent_of_all": 20.0, "words_not_begun": 6}
    assert run_stats(run, "demo", "--language", "fr", "--fields", fields) == [french]
    assert run_stats(run, "demo", "--sort", "worst", "--fields", fields) == [
        french,
        {"code": "de", "percent": 50.0, "percent_of_all": 50.0, "words_not_begun": 0},
    ]


def test_the_share_of_all_strings_is_unknown_if_the_other_components_have_no_readable_file(
    run: Run, tree: WriteTree
) -> None:
    tree({"demo/app/fr.po": TRANSLATED_PO, "demo/web/de.po": 'msgid "a'})
    assert "Of all strings" not in run("stats", "demo", "--format", "markdown").stdout


def test_a_single_component_needs_no_totals_of_languages(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": TRANSLATED_PO})
    assert "All components" not in run("stats", "--all", "--format", "table").stdout


def test_json_of_all_components_is_one_list_of_records_with_names(run: Run, projects: Path) -> None:
    found = run_stats(run, "--all")
    assert [(each.pop("project"), each.pop("component"), each["code"]) for each in found] == [
        *(("demo", "app", "de"), ("demo", "app", "fr"), ("demo", "web", "de")),
        *(("shop", "site", "cs"), ("shop", "site", "fr")),
    ]
    assert found[:2] == run_stats(run, "demo", "app")
    assert run("stats", "--all", "--json").stdout.count("\n") == len(found)


def test_the_source_language_has_a_total_and_is_not_counted_in_the_last_row(run: Run, projects: Path) -> None:
    found = read_counts(run_stats(run, "demo", "--with-source"))
    assert found == [("en", 3, 3, 100.0), ("fr", 1, 0, 0.0), ("de", 3, 2, 66.6)]
    for options in (["demo", "--format", "table"], ["--all", "--format", "table"]):
        with_source, without = (
            run("stats", *options, *more, env={"COLUMNS": "120"}).stdout.splitlines()
            for more in (["--with-source"], [])
        )
        assert with_source[-1].startswith(without[-1])


def test_a_language_that_is_source_and_translation_counts_in_both(run: Run, tree: WriteTree) -> None:
    tree(
        {
            "transtats.toml": '[project.demo.component.web]\nfilemask = "*.po"\nsource_language = "de"\n',
            "demo/app/de.po": UNTRANSLATED_PO,
            "demo/web/fr.po": TRANSLATED_PO,
        }
    )
    found = read_counts(run_stats(run, "demo", "--with-source"))
    assert found == [("en", 1, 1, 100.0), ("fr", 1, 1, 100.0), ("de", 2, 1, 50.0)]


def test_completeness_is_added_to_totals_if_all_files_are_compared(run: Run, projects: Path, tree: WriteTree) -> None:
    template = HEADER + 'msgid "One two"\nmsgstr ""\n\nmsgid "Four words of it"\nmsgstr ""\n'
    tree({"demo/app/app.pot": template})
    french, german = run_stats(run, "demo", "--completeness")
    assert (german["reference_total"], german["missing"], german["complete_percent"]) == (4, 1, 50.0)
    assert (french["reference_total"], french["missing_words"]) == (2, 4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(["demo", "--page", "1"], "--page applies to one component", id="a page of totals"),
        pytest.param(["demo", "--template", "a.po"], "--template applies to one component", id="a template"),
        pytest.param(["dem"], "did you mean", id="no such project"),
    ],
)
def test_options_that_totals_cannot_use_are_errors(options: list[str], message: str, run: Run, projects: Path) -> None:
    done = run("stats", *options)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_file_that_cannot_be_read_is_missing_from_the_total(run: Run, projects: Path) -> None:
    (projects / "demo/web/de.po").write_text('msgid "never closed\n')
    done = run("stats", "demo")
    assert done.status == 3
    assert "demo/web/de.po:1" in done.stderr
    assert read_counts(json.loads(done.stdout)["results"]) == [("fr", 1, 0, 0.0), ("de", 1, 1, 100.0)]


def test_totals_of_one_component_are_those_of_its_languages(run: Run, tree: WriteTree) -> None:
    tree({"po/de.po": 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n'})
    found = json.loads(run("stats", "--totals", "--json").stdout)
    assert [(each["code"], each["total"]) for each in found["results"]] == [("de", 1)]
