"""Limits of `transtats gate` on the total of all languages."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def format_po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


LONG_SOURCE = "One two three four"


@pytest.fixture
def projects(tree: WriteTree) -> Path:
    """demo/app has 3 of 4 strings (6 of 10 words), demo/web 1 of 4 (1 of 4 words). Together 4 of 8 (7 of 14 words)."""
    return tree(
        {
            "demo/app/de.po": format_po(("One", "x"), (LONG_SOURCE, "x")),
            "demo/app/fr.po": format_po(("One", "x"), (LONG_SOURCE, "")),
            "demo/web/de.po": format_po(("One", "x"), ("Two", "")),
            "demo/web/fr.po": format_po(("One", ""), ("Two", "")),
        }
    )


def test_the_total_of_a_component_is_compared_with_its_limit(run: Run, projects: Path) -> None:
    done = run("gate", "demo", "app", "--fail-under", "total=75")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == "1 limit, all met.\n"
    assert run("gate", "demo", "app", "--fail-under", "total=75", "-v").stdout == (
        "✓ Total: 75.0% translated (3 of 4 strings), at least 75% wanted (--fail-under total=75)\n1 limit, all met.\n"
    )
    done = run("gate", "demo", "app", "--fail-under", "total=75.1")
    assert done.status == 1
    assert done.stdout.startswith(
        "✗ Total: 75.0% translated (3 of 4 strings), at least 75.1% wanted: 1 string to translate"
    )


@pytest.mark.parametrize(
    ("options", "status", "figures"),
    [
        pytest.param(["--fail-under", "total=25"], 0, [("demo", "app", 3, 4), ("demo", "web", 1, 4)], id="each total"),
        pytest.param(
            ["--fail-under", "total=26"],
            1,
            [("demo", "web", 1, 4), ("demo", "app", 3, 4)],
            id="one total is below the limit",
        ),
        pytest.param(["--fail-under", "overall=50"], 0, [(None, None, 4, 8)], id="overall total"),
        pytest.param(["--fail-under", "overall=50.1"], 1, [(None, None, 4, 8)], id="overall total below the limit"),
        pytest.param(
            ["--fail-under", "total,overall=25"],
            0,
            [("demo", "app", 3, 4), ("demo", "web", 1, 4), (None, None, 4, 8)],
            id="each total and the overall total",
        ),
        pytest.param(["--fail-under", "overall=50", "--measure", "words"], 0, [(None, None, 7, 14)], id="words"),
        pytest.param(["--fail-under", "overall=75", "--language", "de"], 0, [(None, None, 3, 4)], id="a language"),
        pytest.param(["--fail-under", "overall=50", "--measure", "complete"], 0, [(None, None, 4, 8)], id="complete"),
    ],
)
def test_limits_apply_to_totals_of_components_and_to_the_overall_total(
    options: list[str], status: int, figures: list[tuple[str | None, str | None, int, int]], run: Run, projects: Path
) -> None:
    done = run("gate", "--all", "--format", "json", *options)
    assert (done.status, done.stderr) == (status, "")
    verdicts = json.loads(done.stdout)["verdicts"]
    assert [(each["project"], each["component"], each["figure"], each["total"]) for each in verdicts] == figures
    assert {each["language"] for each in verdicts} == {None}
    assert json.loads(done.stdout)["met"] is (status == 0)
    assert run("gate", "--all", *options, "--exit-zero").status == 0


def test_missing_words_of_a_total_are_counted(run: Run, projects: Path) -> None:
    options = ("--fail-under", "total,overall=90", "--measure", "words")
    lines = run("gate", "--all", *options).stdout.splitlines()
    assert "demo/app  Total: 60.0% of the words translated (6 of 10 words)" in lines[2]
    assert "3 words to translate, in 1 string at least (--fail-under total,overall=90)" in lines[2]
    assert lines[0] == (
        "✗ All components: 50.0% of the words translated (7 of 14 words), at least 90% wanted: 6 words to translate"
        " (--fail-under total,overall=90)"
    )


@pytest.mark.parametrize("name", ["text", "table", "markdown", "ndjson", "github", "gitlab", "sarif", "junit"])
def test_every_format_shows_both_totals(name: str, run: Run, projects: Path) -> None:
    limits = ("--fail-under", "total=90", "--fail-under", "overall=80")
    done = run("gate", "--all", "--format", name, *limits, env={"COLUMNS": "120"})
    assert done.status == 1
    assert "()" not in done.stdout
    assert "demo/app" in done.stdout or '"app"' in done.stdout
    assert "fail-under-overall" in done.stdout or "All components" in done.stdout


def test_settings_limit_totals(run: Run, projects: Path) -> None:
    (projects / "transtats.toml").write_text(
        "[gate]\nfail_under_overall = 51\nfail_under_total = 20\n"
        "[project.demo.component.app.gate]\nfail_under_total = 70\n"
    )
    done = run("gate", "--all", "-v")
    assert done.status == 1
    lines = [line for line in done.stdout.splitlines() if line[0] in "✓✗"]
    assert [(line[0], line.rpartition("(")[2]) for line in lines] == [
        ("✗", "transtats.toml:2)"),
        ("✓", "transtats.toml:5)"),
        ("✓", "transtats.toml:3)"),
    ]
    one = run("gate", "demo", "app")
    assert (one.status, "All components" in one.stdout) == (0, False)
    assert run("gate", "--all", "--fail-under", "overall=50").status == 0


def test_components_with_different_measures_have_no_common_total(run: Run, projects: Path) -> None:
    (projects / "transtats.toml").write_text('[project.demo.component.app.gate]\nmeasure = "words"\n')
    done = run("gate", "--all", "--fail-under", "overall=5")
    assert (done.status, done.stdout) == (2, "")
    assert "the components have different measures (translated, words)" in done.stderr
    assert run("gate", "--all", "--fail-under", "total=5").status == 0


def test_a_file_that_lacks_strings_gets_a_warning(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/app.pot": format_po(("a", ""), ("b", "")), "demo/app/de.po": format_po(("a", "x"))})
    assert (
        "(1 of the 2 strings of "
        in run("gate", "demo", "app", "--fail-under", "total=90", "--measure", "translated").stderr
    )
    done = run("gate", "demo", "app", "--fail-under", "total=90")
    assert (done.status, "warning" in done.stderr) == (1, False)
    assert "Total: 50.0% complete (1 of 2 strings)" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(["--max-failing", "total=3"], "only --fail-under can limit a total", id="another limit"),
        pytest.param(["--fail-under", "total=101"], "101 is more than 100 percent", id="over 100 percent"),
        pytest.param(
            ["--fail-under", "overall=9", "--measure", "approved", "--no-review"],
            "no string can be approved",
            id="no reviews",
        ),
        pytest.param(["--fail-under", "total=9", "--fail-under", "total=8"], "contradict each other", id="two limits"),
    ],
)
def test_wrong_limits_on_totals_are_errors(options: list[str], message: str, run: Run, projects: Path) -> None:
    done = run("gate", "--all", *options)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_total_that_lacks_an_unreadable_file_is_incomplete(run: Run, projects: Path) -> None:
    (projects / "demo/web/de.po").write_text('msgid "never closed\n')
    assert run("gate", "--all", "--fail-under", "overall=5").status == 3
