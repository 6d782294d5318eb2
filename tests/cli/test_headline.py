"""One number everywhere: the share that stands for a language, a component or more, and the option `--measure`."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.git_repositories import ScriptedRepository

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
NAMES = ("demo", "po")
POT = ("One", "Two", "Three", "Four")


def format_po(**targets: str) -> str:
    return HEADER + "".join(f'\nmsgid "{source}"\nmsgstr "{target}"\n' for source, target in targets.items())


@pytest.fixture
def demo(repository: Callable[[str], ScriptedRepository]) -> Path:
    """German has all strings of the template. French lacks three, is translated else, and has a stale one."""
    demo = repository("demo")
    files = {
        "po/demo.pot": format_po(**dict.fromkeys(POT, "")),
        "po/de.po": format_po(One="Eins", Two="Zwei", Three="Drei", Four=""),
        "po/fr.po": format_po(One="Un", Old="Vieux"),
        "README.md": "<!-- transtats demo po -->\n<!-- /transtats -->\n",
    }
    demo.commit("one", files)
    return demo.path


def read_headlines(run: Run, demo: Path, *options: str) -> dict[str, str]:
    """Return the share of the whole component in each place that shows one number."""

    def read(pattern: str, *argv: str) -> str:
        found = re.search(pattern, run(*argv, *options, "--quiet", cwd=demo).stdout)
        assert found, argv
        return found[1]

    run("report", "--output", "site", *options, cwd=demo)
    run("readme", "README.md", *options, cwd=demo)
    page = (demo / "site/projects/demo/components/po/index.html").read_text()
    readme = (demo / "README.md").read_text()
    found = {
        "total": read(r"(.*)", "stats", *NAMES, "--format", "total"),
        "table": read(r"Total .* ([0-9.]+)%", "stats", *NAMES, "--format", "table"),
        "markdown": read(r"Total .* ([0-9.]+)%", "stats", *NAMES, "--format", "markdown"),
        "history": read(r"Total .* ([0-9.]+)%", "history", *NAMES),
        "page": re.search(r"<strong>([0-9.]+)%</strong>", page)[1],  # type: ignore[index]
        "readme": re.search(r"Total .* ([0-9.]+)%", readme)[1],  # type: ignore[index]
        "gate": read(r"Total: ([0-9.]+)%", "gate", *NAMES, "--fail-under", "total=99"),
        "badge": read(r"demo/po: ([0-9.]+)%", "badge", *NAMES),
    }
    return found | {"badge": str(float(found["badge"]))}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param([], "50.0", id="complete, because the template lists all strings"),
        pytest.param(["--measure", "translated"], "83.3", id="translated, as a server computes it"),
    ],
)
def test_every_place_shows_the_same_share(run: Run, demo: Path, options: list[str], expected: str) -> None:
    assert read_headlines(run, demo, *options) == dict.fromkeys(read_headlines(run, demo, *options), expected)


def test_the_setting_chooses_the_measure_for_every_place(run: Run, demo: Path) -> None:
    (demo / "transtats.toml").write_text('measure = "translated"\n')
    assert {*read_headlines(run, demo).values()} == {"83.3"}


def test_json_stays_that_of_a_server(run: Run, demo: Path) -> None:
    for options in ([], ["--measure", "complete"]):
        records = json.loads(run("stats", *NAMES, *options, cwd=demo).stdout)["results"]
        assert [each["translated_percent"] for each in records] == [75.0, 100.0]


def test_a_measure_of_single_strings_is_for_the_gate_only(run: Run, demo: Path) -> None:
    (demo / "transtats.toml").write_text('measure = "translated-and-not-failing"\n')
    message = "transtats.toml:1: measure: translated-and-not-failing is a measure of limits; set it in [gate]"
    for command in (("stats", *NAMES), ("stats",), ("components",), ("badge",), ("gate", "--all")):
        done = run(*command, cwd=demo)
        assert (done.status, done.stderr) == (2, f"Error: {message}\n")


def test_without_a_file_that_lists_all_strings_the_share_is_that_of_the_files(run: Run, tree: WriteTree) -> None:
    tree({"demo/po/de.po": format_po(One="Eins", Two=""), "demo/po/fr.po": format_po(One="Un")})
    done = run("stats", *NAMES, "--format", "table")
    assert (done.stderr, "Translated" in done.stdout, "Missing" in done.stdout) == ("", True, False)
    assert run("stats", *NAMES, "--format", "total").stdout == "66.6\n"
    # All languages together are the reference if the user asks for it.
    assert run("stats", *NAMES, "--format", "total", "--measure", "complete").stdout == "50.0\n"


def test_the_number_of_a_server_is_that_of_all_components(run: Run, demo: Path, tree: WriteTree) -> None:
    tree({"demo/other/de.po": format_po(One="Eins", Two="Zwei", Three="")})
    done = run("stats", "--format", "total", cwd=demo)
    assert (done.stdout, done.stderr.split()[-2:]) == ("54.5\n", ["77.7", "%"])


def test_the_file_of_the_source_language_lists_all_strings(run: Run, tree: WriteTree) -> None:
    tree({"demo/po/en.po": format_po(One="", Two=""), "demo/po/de.po": format_po(One="Eins")})
    for _ in ("anew", "with a cache"):
        assert run("stats", *NAMES, "--format", "total").stdout == "50.0\n"
    tree({"demo/po/en.po": format_po(One="", Two="", Three="", Four="")})
    assert run("stats", *NAMES, "--format", "total").stdout == "25.0\n"
    assert "demo/po/en.po" in run("units", *NAMES, "--missing").stdout


def test_the_strings_of_a_component_are_those_that_its_share_counts(run: Run, demo: Path) -> None:
    (row,) = json.loads(run("components", "--json", cwd=demo).stdout)["results"]
    assert (row["component"], row["strings"]) == ("po", len(POT))


@pytest.mark.parametrize("template", [True, False], ids=["template", "no template"])
@pytest.mark.parametrize("content", [HEADER, ""], ids=["no strings", "no content"])
def test_an_emptied_file_is_0_percent_and_fails_the_gate(
    run: Run, tree: WriteTree, template: bool, content: str
) -> None:
    tree({"demo/po/de.po": format_po(One="Eins", Two="Zwei"), "demo/po/fr.po": content})
    if template:
        tree({"demo/po/demo.pot": format_po(One="", Two="")})
    assert run("stats", *NAMES, "--format", "total").stdout == "50.0\n"
    done = run("gate", *NAMES, "--fail-under", "90")
    assert done.status == 1
    assert done.stdout.startswith("✗ French (fr): 0.0% ")
    shields = json.loads(run("badge", *NAMES, "--language", "fr", "--kind", "shields").stdout)
    assert shields["message"] == "0%"


def test_the_source_language_never_counts(run: Run, tree: WriteTree) -> None:
    tree({"demo/po/de.po": format_po(One="Eins", Two="")})
    assert json.loads(run("badge", *NAMES, "--kind", "shields").stdout)["message"] == "50%"
    done = run("stats", *NAMES, "--with-source", "--format", "total")
    assert done.stdout == "50.0\n"


def test_components_with_and_without_a_template_are_summed_up(run: Run, tree: WriteTree) -> None:
    tree(
        {
            "demo/a/a.pot": format_po(One="", Two=""),
            "demo/a/de.po": format_po(One="Eins"),
            "demo/b/de.po": format_po(One="Eins", Two="Zwei"),
        }
    )
    assert run("stats", "--all", "--format", "total").stdout == "75.0\n"
    table = run("stats", "--all", "--left", "--format", "markdown").stdout.splitlines()
    assert [cell.strip() for cell in table[-1].split("|")][1:-1] == ["Total", "", "", "75.0%", "1", "1"]
    assert run("gate", "--all", "--fail-under", "overall=75").status == 0
    assert run("gate", "--all", "--fail-under", "overall=75.1").status == 1


def test_sums_of_measures_that_cannot_be_added_have_no_name(run: Run, tree: WriteTree) -> None:
    tree(
        {
            "m/a/de.po": format_po(One="Eins"),
            "m/b/de.po": format_po(One="Eins"),
            "transtats.toml": (
                '[project.m.component.a]\nmeasure = "words"\n[project.m.component.b]\nmeasure = "approved"\n'
            ),
        }
    )
    assert "Share" in run("stats", "--all", "--format", "table").stdout.splitlines()[0]
    assert "different measures" in run("gate", "--fail-under", "overall=1").stderr
