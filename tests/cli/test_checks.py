"""`transtats checks`: the list, and the page of one check."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Golden, Run, WriteTree
from transtats_cli.checks import CHECKS, UNDECIDABLE_CHECKS


def test_the_list_contains_all_checks_and_those_that_need_a_server(run: Run) -> None:
    done = run("checks", env={"COLUMNS": ""})
    assert (done.status, done.stderr) == (0, "")
    marked = [line for line in done.stdout.splitlines() if line[:2] in ("✓ ", "  ")]
    listed = {line[2:].split()[0]: line for line in marked[:-1]}
    assert listed.keys() == {check.id for check in CHECKS} | UNDECIDABLE_CHECKS.keys()
    assert listed["newline-count"].endswith("Source and translation have the same number of lines.")
    assert listed["url"].endswith("[url]")
    assert listed["check_glossary"].endswith("Needs the project's glossary.")


@pytest.mark.parametrize("width", ["80", "40"])
def test_the_list_fits_the_width_of_the_terminal(run: Run, golden: Golden, width: str) -> None:
    stdout = run("checks", env={"COLUMNS": width}).stdout
    golden(f"checks-{width}.txt", stdout)
    assert max(map(len, stdout.splitlines())) <= int(width)


def test_the_settings_of_the_root_turn_checks_on_and_off(run: Run, tree: WriteTree) -> None:
    root = tree({"transtats.toml": '[checks]\nselect = ["same", "end_stop"]\nignore = ["same"]\n'})
    pages = json.loads(run("checks", "--root", root, "--format", "json").stdout)["results"]
    assert [page["id"] for page in pages if page["on"]] == ["end_stop"]
    assert {page["id"] for page in pages if page["on"] is None} == UNDECIDABLE_CHECKS.keys()
    assert "– same " in run("checks", "--root", root).stdout
    assert "Here  off by the settings" in run("checks", "same", "--root", root).stdout


def test_an_unknown_check_in_the_settings_is_an_error_with_a_suggestion(run: Run, tree: WriteTree) -> None:
    done = run("checks", "--root", tree({"transtats.toml": '[checks]\nignore = ["smae"]\n'}))
    assert (done.status, done.stdout) == (2, "")
    assert "did you mean 'same'?" in done.stderr


def test_the_page_of_a_check_has_examples_flags_and_notes(run: Run) -> None:
    done = run("checks", "java_format")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        "java_format\n"
        "  Java MessageFormat: a translation has the placeholders of its source, in any\n"
        "  order, and paired apostrophes.\n"
        "\n"
        '  Good  "{0} of {1,number}"  ->  "{1,number,integer}: {0}"\n'
        '  Bad   "{0} of {1}"         ->  "{0} z {2}"\n'
        '  Bad   "The file of {0}"    ->  "Le fichier d\'{0}"\n'
        "  For   translations with a flag: java-format or auto-java-messageformat\n"
        "  Off   the flag `ignore-java-format`\n"
        "  Here  on\n"
        "\n"
        "  Checked where the flag `java-format` is set, or `auto-java-messageformat` and\n"
        "  the source has such a placeholder. Only the numbers count; in these messages\n"
        "  an apostrophe of the text is written twice.\n"
    )


def test_the_page_of_a_check_can_be_printed_as_json(run: Run) -> None:
    page: dict[str, Any] = json.loads(run("checks", "end_stop", "--format", "json").stdout)
    assert list(page) == ["id", "on", "finds", "strings", "flags", "ignore", "good", "bad", "off", "notes"]
    assert (page["id"], page["on"], page["ignore"]) == ("end_stop", True, "ignore-end-stop")


@pytest.mark.parametrize("check", UNDECIDABLE_CHECKS)
def test_the_page_of_a_check_that_needs_a_server_contains_the_reason(run: Run, check: str) -> None:
    done = run("checks", check, env={"COLUMNS": ""})
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{check}\n  A server checks this by default. Files alone cannot decide it: it ")
    assert done.stdout.count("\n") == 2


def test_the_error_for_an_unknown_check_names_a_similar_check(run: Run, tmp_path: Path) -> None:
    done = run("checks", "end-stop")
    assert (done.status, done.stdout) == (2, "")
    assert "there is no check 'end-stop'; did you mean 'end_stop'?" in done.stderr
    assert "`transtats checks` lists them" in run("checks", "qqqqqq").stderr


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param('[checks]\nignore = ["end-stop"]\n', id="ignore"),
        pytest.param('[checks]\nselect = ["end-stop"]\n', id="select"),
        pytest.param('[gate]\nmax_check = { "end-stop" = 3 }\n', id="limit"),
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param("stats --all", id="stats of all"),
        pytest.param("stats demo one --no-checks", id="stats without checks"),
        pytest.param("units demo one", id="units"),
        pytest.param("gate --all --fail-under 1", id="gate"),
        pytest.param("history demo one", id="history"),
        pytest.param("components", id="components"),
        pytest.param("checks", id="checks"),
    ],
)
def test_a_wrong_id_in_the_settings_is_one_error_with_its_line(
    run: Run, tree: WriteTree, settings: str, words: str
) -> None:
    tree({"demo/one/de.po": "", "demo/two/de.po": "", "transtats.toml": settings})
    done = run(*words.split())
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("Error: transtats.toml:2: ")
    assert "there is no check 'end-stop'; did you mean 'end_stop'?" in done.stderr
