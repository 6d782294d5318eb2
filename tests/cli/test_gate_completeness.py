"""`transtats gate` with files that lack strings of the template."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.git_repositories import ScriptedRepository

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
NAMES = ("demo", "po")
TEMPLATE = {"One": "", "Two": "", "Three": "", "Four": ""}


def format_po(strings: dict[str, str]) -> str:
    return HEADER + "".join(f'\nmsgid "{source}"\nmsgstr "{target}"\n' for source, target in strings.items())


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """Project in which 3 of 4 German strings are translated. The French file contains only one string."""
    return tree(
        {
            "demo/po/demo.pot": format_po(TEMPLATE),
            "demo/po/de.po": format_po({"One": "Eins", "Two": "Zwei", "Three": "Drei", "Four": ""}),
            "demo/po/fr.po": format_po({"One": "Un"}),
        }
    )


@pytest.mark.parametrize(
    ("options", "status"),
    [
        pytest.param(["--max-missing", "3"], 0, id="as many missing as allowed"),
        pytest.param(["--max-missing", "2"], 1, id="one too many is missing"),
        pytest.param(["--max-missing", "de=0"], 0, id="nothing is missing in one language"),
        pytest.param(["--max-missing", "fr=0"], 1, id="a limit for one language"),
        pytest.param(["--max-missing", "2", "--language", "de"], 0, id="the other language is selected"),
        pytest.param(["--fail-under", "25", "--measure", "complete"], 0, id="complete enough"),
        pytest.param(["--fail-under", "25.1", "--measure", "complete"], 1, id="not complete enough, by a tenth"),
        pytest.param(
            ["--fail-under", "75", "--measure", "translated", "--max-missing", "9"],
            0,
            id="translated, and a limit on missing strings",
        ),
        pytest.param(
            ["--max-missing", "2", "--max-failing", "9", "--max-check", "same=9"], 1, id="with limits on strings"
        ),
    ],
)
@pytest.mark.parametrize("has_template", [True, False], ids=["template", "union"])
def test_the_exit_status_depends_on_limits_on_completeness(
    run: Run, project: Path, options: list[str], status: int, has_template: bool
) -> None:
    if not has_template:
        (project / "demo/po/demo.pot").unlink()
    for _ in ("anew", "with a cache"):
        done = run("gate", *NAMES, *options)
        assert (done.status, "warning" in done.stderr) == (status, False)


@pytest.mark.parametrize(
    ("options", "has_note"),
    [
        pytest.param(["--fail-under", "26"], True, id="a language is not complete enough"),
        pytest.param(["--fail-under", "total=60"], True, id="a component"),
        pytest.param(["--fail-under", "overall=60"], True, id="all components"),
        pytest.param(["--fail-under", "25"], False, id="the limit is met"),
        pytest.param(["--max-missing", "1"], False, id="another limit is not met"),
        pytest.param(["--fail-under", "80", "--measure", "translated"], False, id="the measure of a server"),
        pytest.param(["--fail-under", "26", "--format", "json"], False, id="a format for programs"),
        pytest.param(["--fail-under", "26", "--quiet"], False, id="quiet"),
    ],
)
def test_a_note_says_what_a_server_shows_if_a_share_is_too_low(
    run: Run, project: Path, options: list[str], has_note: bool
) -> None:
    note = "a server, which counts only the strings in each file, shows 80.0 %\n"
    assert (note in run("gate", *NAMES, *options).stderr) is has_note


def test_a_comparison_without_a_share_has_no_note(run: Run, project: Path) -> None:
    run("gate", *NAMES, "--baseline", "baseline", "--update-baseline")
    (project / "demo/po/fr.po").write_text(format_po({"One": ""}))
    done = run("gate", *NAMES, "--baseline", "baseline")
    assert (done.status, done.stderr) == (1, "")


def test_lines_of_unmet_limits_contain_the_numbers_of_strings(run: Run, project: Path) -> None:
    done = run("gate", *NAMES, "--fail-under", "50", "--measure", "complete", "--max-missing", "1", "--language", "fr")
    assert done.stdout.splitlines()[:2] == [
        "✗ French (fr): the file lacks 3 strings, at most 1 allowed: 2 strings to fix (--max-missing 1)",
        "✗ French (fr): 25.0% complete (1 of 4 strings), at least 50% wanted: 1 string to translate (--fail-under 50)",
    ]


@pytest.mark.parametrize(
    ("options", "status"),
    [
        pytest.param(["--max-stale", "2"], 0, id="as many stale as allowed"),
        pytest.param(["--max-stale", "1"], 1, id="one too many is stale"),
        pytest.param(["--max-stale", "de=0"], 0, id="nothing is stale in one language"),
        pytest.param(["--max-stale", "fr=0"], 1, id="a limit for one language"),
        pytest.param([], 1, id="a limit in the settings"),
    ],
)
@pytest.mark.parametrize("template", ["demo.pot", "en.json"])
def test_strings_that_the_template_no_longer_has_are_limited(
    run: Run, tree: WriteTree, template: str, options: list[str], status: int
) -> None:
    kept = {"One": "One file", "Two": "Two files"}
    all_strings = {**kept, "Old": "Old files", "Older": "Older files"}
    if template == "demo.pot":
        tree({f"po/{code}.po": format_po(each) for code, each in (("de", kept), ("fr", all_strings))})
        tree({"po/demo.pot": format_po(dict.fromkeys(kept, ""))})
    else:
        tree({f"locales/{code}.json": json.dumps(each) for code, each in (("de", kept), ("fr", all_strings))})
        tree({"locales/en.json": json.dumps(kept)})
    if not options:
        tree({"transtats.toml": "[gate]\nmax_stale = 1\n"})
    done = run("gate", *options)
    assert (done.status, done.stderr) == (status, "")
    if status:
        sentence = "✗ French (fr): the file has 2 strings that the template no longer has, at most "
        assert done.stdout.startswith(sentence)


@pytest.mark.parametrize("name", ["json", "ndjson", "table", "markdown", "github", "gitlab", "sarif", "junit"])
def test_every_format_shows_the_limit(run: Run, project: Path, name: str) -> None:
    done = run("gate", *NAMES, "--max-missing", "1", "--format", name)
    assert (done.status, done.stderr) == (1, "")
    assert "lacks 3 strings" in " ".join(done.stdout.split()) or "max-missing" in done.stdout


def test_sarif_contains_the_rule_and_the_language_of_an_unmet_limit(run: Run, project: Path) -> None:
    (report,) = json.loads(run("gate", *NAMES, "--max-missing", "2", "--format", "sarif").stdout)["runs"]
    (rule,) = (each for each in report["tool"]["driver"]["rules"] if each["id"] == "gate/max-missing")
    assert rule["shortDescription"]["text"] == "A file lacks at most the allowed number of strings of the template."
    assert [each["message"]["text"] for each in report["results"] if each["ruleId"] == rule["id"]] == [
        "demo/po: French (fr): the file lacks 3 strings, at most 2 allowed: 1 string to fix (--max-missing 2)"
    ]


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        pytest.param("2", "✗ French (fr): the file lacks 3 strings, at most 2 allowed: 1 string to fix", id="2"),
        pytest.param("3", "✓ French (fr): the file lacks 3 strings, at most 3 allowed", id="as many as allowed"),
    ],
)
def test_the_line_of_a_limit_contains_the_strings_over_the_limit(
    run: Run, project: Path, limit: str, expected: str
) -> None:
    done = run("gate", *NAMES, "--max-missing", limit, "--language", "fr", "-v")
    assert f"{expected} (--max-missing {limit})" in done.stdout.splitlines()


def test_settings_can_limit_completeness_and_missing_strings(run: Run, project: Path) -> None:
    (project / "transtats.toml").write_text(
        '[gate]\nmax_missing = 0\nmeasure = "complete"\n[gate.language.fr]\nmax_missing = 3\nfail_under = 25\n'
    )
    done = run("gate", *NAMES, "-v")
    assert done.status == 0
    assert done.stdout.count("✓") == 3


WARNING = (
    "warning: demo/po/fr.po: strings are missing that --fail-under does not count; --measure complete counts them"
    " (3 of the 4 strings of demo/po/demo.pot)\n"
)


def test_a_limit_on_the_strings_in_a_file_warns_in_one_line_if_the_file_lacks_strings(run: Run, project: Path) -> None:
    translated = ("--measure", "translated", "--fail-under")
    done = run("gate", *NAMES, *translated, "75")
    assert (done.status, done.stderr) == (0, WARNING)
    assert run("gate", *NAMES, *translated, "75", "--quiet").stderr == ""
    assert run("gate", *NAMES, *translated, "de=75").stderr == ""
    assert run("gate", *NAMES, *translated, "75", "--format", "json").stderr == WARNING


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--fail-under", "50"], id="languages"),
        pytest.param(["--fail-under", "total=50"], id="total"),
        pytest.param(["--fail-under", "overall=50"], id="overall"),
        pytest.param(["--fail-under", "50", "--measure", "words"], id="words"),
    ],
)
def test_limits_count_the_missing_strings_of_a_monolingual_component_without_a_warning(
    run: Run, tree: WriteTree, options: list[str]
) -> None:
    tree({"locales/en.json": '{"a": "Hello world", "b": "Bye", "c": "Yes"}', "locales/de.json": '{"a": "Hallo"}'})
    done = run("gate", *options)
    assert (done.status, done.stderr) == (0 if "words" in options else 1, "")
    assert run("gate", "--fail-under", "33", "--max-missing", "1").stdout.startswith("✗ German (de): the file lacks 2")


def test_a_language_that_lacks_strings_is_not_shipped(run: Run, project: Path) -> None:
    assert run("gate", *NAMES, "--enable-at", "75").stdout == "Ship: de\n"
    assert run("gate", *NAMES, "--enable-at", "25").stdout == "Ship: de fr\n"
    assert run("gate", *NAMES, "--enable-at", "25", "--measure", "complete").stdout == "Ship: de fr\n"


@pytest.mark.parametrize("options", [["--max-missing", "0"], ["--fail-under", "1"]])
def test_a_gate_that_needs_an_unreadable_template_does_not_pass(run: Run, project: Path, options: list[str]) -> None:
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    done = run("gate", *NAMES, *options)
    assert done.status == 3
    assert "demo.pot" in done.stderr


def test_an_unreadable_template_has_the_status_of_an_unreadable_file_whatever_limit_is_given(
    run: Run, project: Path
) -> None:
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    for limit in (("--fail-under", "10", "--measure", "translated"), ("--max-failing", "10")):
        done = run("gate", *NAMES, *limit, "-q")
        assert (done.status, done.stderr.startswith("demo/po/demo.pot:1: the byte 0xff")) == (3, True)


def test_no_baseline_is_written_with_an_unreadable_template(run: Run, project: Path) -> None:
    """Later, the same template would be compared with the baseline."""
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    done = run("gate", *NAMES, "--baseline", "b.txt", "--update-baseline")
    assert (done.status, "demo/po/demo.pot:1: the byte 0xff" in done.stderr) == (3, True)
    assert not (project / "b.txt").exists()


def test_a_string_that_is_removed_from_one_language_got_worse(run: Run, project: Path) -> None:
    assert run("gate", *NAMES, "--baseline", "b.txt", "--update-baseline").status == 0
    (project / "demo/po/de.po").write_text(format_po({"One": "Eins", "Two": "", "Four": ""}))
    done = run("gate", *NAMES, "--baseline", "b.txt")
    assert done.status == 1
    assert done.stdout.startswith(
        "✗ German (de): 2 strings got worse since b.txt, 1 of them missing from the file, at most 0 allowed"
        " (--allow-drop allows more): 2 strings"
        " to fix (--baseline b.txt)\n    demo/po/de.po:7: Two\n    demo/po/demo.pot:10: Three (missing)\n"
    )
    assert run("gate", *NAMES, "--baseline", "b.txt", "--allow-drop", "2").status == 0


@pytest.mark.parametrize(
    ("files", "status"),
    [
        pytest.param(
            {"demo/po/demo.pot": {"One": "", "Two": "", "Four": ""}}, 0, id="removed from the template as well"
        ),
        pytest.param({}, 1, id="in the template"),
    ],
)
def test_a_removed_string_got_worse_only_if_the_template_contains_the_string(
    run: Run, project: Path, files: dict[str, dict[str, str]], status: int
) -> None:
    run("gate", *NAMES, "--baseline", "b.txt", "--update-baseline")
    (project / "demo/po/de.po").write_text(format_po({"One": "Eins", "Two": "Zwei", "Four": ""}))
    for path, strings in files.items():
        (project / path).write_text(format_po(strings))
    done = run("gate", *NAMES, "--baseline", "b.txt", "--format", "json")
    assert done.status == status
    strings = json.loads(done.stdout)["verdicts"][0]["strings"]
    assert [(found["file"], found["source"], found["state"]) for found in strings] == [
        ("demo/po/demo.pot", ["Three"], "missing")
    ] * status


@pytest.mark.parametrize("options", [[], ["--language", "de"]], ids=["all languages", "one language"])
def test_without_a_template_a_removed_string_got_worse_if_another_language_contains_it(
    run: Run, repository: Callable[[str], ScriptedRepository], options: list[str]
) -> None:
    ours = repository("demo")
    words = {"One": "Eins", "Two": "Zwei"}
    ours.commit("begin", {"po/de.po": format_po(words), "po/fr.po": format_po(dict.fromkeys(words, ""))})
    ours.commit("cut", {"po/de.po": format_po({"One": "Eins"})})
    done = run("gate", *NAMES, "--base", "HEAD~1", *options, "--root", ours.path)
    assert done.status == 1
    assert "1 string got worse since HEAD~1, 1 of them missing from the file" in done.stdout
    ours.commit("both", {"po/fr.po": format_po({"One": ""})})
    assert run("gate", *NAMES, "--base", "HEAD~2", *options, "--root", ours.path).status == 0


def test_a_template_that_cannot_be_read_makes_a_comparison_incomplete(run: Run, project: Path) -> None:
    run("gate", *NAMES, "--baseline", "b.txt", "--update-baseline")
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    done = run("gate", *NAMES, "--baseline", "b.txt")
    assert done.status == 3
    assert "demo.pot" in done.stderr


@pytest.mark.parametrize("command", [("stats",), ("gate", "--fail-under", "1"), ("units",)])
def test_a_language_in_linguas_without_a_file_is_named(run: Run, project: Path, command: tuple[str, ...]) -> None:
    (project / "demo/po/LINGUAS").write_text("de fr sv\n")
    done = run(command[0], *NAMES, *command[1:])
    assert done.status == 0
    assert "warning: demo/po/LINGUAS: lists languages that have no file (sv)\n" in done.stderr
