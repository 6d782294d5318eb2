"""`transtats gate`: limits, baselines, languages to ship, formats and errors."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.fixture_types import Golden, Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def format_po(*entries: tuple[str, str]) -> str:
    """Return a PO file. A translation that begins with `?` is fuzzy."""
    return HEADER + "\n".join(
        f'{"#, fuzzy" + chr(10) if target[:1] == "?" else ""}msgid "{source}"\nmsgstr "{target.removeprefix("?")}"\n'
        for source, target in entries
    )


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """Project with two languages of four strings each.

    German: 3 strings are translated, and one of these fails a check. Portuguese: 1 string is translated, and 1 is
    fuzzy.
    """
    return tree(
        {
            "demo/app/de.po": format_po(("Stop.", "Halt"), ("Close", "Zu"), ("Open it all", "Alles auf"), ("Wait", "")),
            "demo/app/pt_BR.po": format_po(("Stop.", "Pare."), ("Close", ""), ("Open it all", "?Abra"), ("Wait", "")),
        }
    )


def test_an_unmet_limit_is_printed_with_its_numbers_and_its_option(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--fail-under", "75")
    assert (done.status, done.stderr) == (1, "")
    assert done.stdout == (
        "✗ Portuguese (Brazil) (pt_BR): 25.0% translated (1 of 4 strings), at least 75% wanted: 2 strings to translate"
        " (--fail-under 75)\n"
        "✓ 1 limit met; -v lists it\n"
        "1 of 2 limits is not met.\n"
    )


MET_LINE = "✓ German (de): 75.0% translated (3 of 4 strings), at least {0}% wanted (--fail-under {0})"
UNMET_LINE = (
    "✗ Portuguese (Brazil) (pt_BR): 25.0% translated (1 of 4 strings), at least 75% wanted: 2 strings to translate"
    " (--fail-under 75)"
)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(
            ["75", "-v"], [UNMET_LINE, MET_LINE.format(75), "1 of 2 limits is not met."], id="all, failures first"
        ),
        pytest.param(["75", "-q"], [UNMET_LINE], id="failures alone"),
        pytest.param(["20"], ["2 limits, all met."], id="met limits are one line"),
        pytest.param(["75", "-q", "--enable-at", "70"], [UNMET_LINE, "Ship: de"], id="languages to ship are printed"),
    ],
)
def test_unmet_limits_come_first_and_met_limits_are_one_line(
    run: Run, project: Path, options: list[str], expected: list[str]
) -> None:
    assert run("gate", "demo", "app", "--fail-under", *options).stdout.splitlines() == expected


def test_a_table_has_unmet_limits_first_and_with_quiet_only_unmet_limits(run: Run, project: Path) -> None:
    table = ["gate", "demo", "app", "--fail-under", "75", "--format", "table"]
    _, _, first, second, _, summary = run(*table).stdout.splitlines()
    assert (first[0], second[0], summary) == ("✗", "✓", "1 of 2 limits is not met.")
    _, _, *rows = run(*table, "-q").stdout.splitlines()
    assert rows == [first]


@pytest.mark.parametrize("name", ["text", "table", "github"])
def test_with_quiet_nothing_is_printed_if_all_limits_are_met(run: Run, project: Path, name: str) -> None:
    assert run("gate", "demo", "app", "--fail-under", "20", "-q", "--format", name) == (0, "", "")
    assert "Portuguese" in run("gate", "demo", "app", "--fail-under", "75", "-q", "--format", name).stdout


@pytest.mark.parametrize("name", ["text", "table", "markdown", "json", "ndjson", "github", "gitlab", "sarif"])
def test_every_format_has_the_worst_verdict_first(run: Run, tree: WriteTree, name: str) -> None:
    strings = [(f"String {number}", "x") for number in range(4)]
    for language, done in (("cs", 3), ("de", 4), ("fr", 1), ("ja", 2)):
        tree({f"demo/app/{language}.po": format_po(*strings[:done], *((source, "") for source, _ in strings[done:]))})
    text = run("gate", "demo", "app", "--fail-under", "100", "--require", "sv", "-v", "--format", name).stdout
    languages = ["Swedish", "French", "Japanese", "Czech", "German"]
    if name in ("json", "ndjson"):
        languages = [f'"language":"{code}"' for code in ("sv", "fr", "ja", "cs", "de")]
    elif name in ("github", "gitlab", "sarif"):
        # Only unmet limits have annotations.
        languages.remove("German")
    places = [text.find(each) for each in languages]
    assert -1 not in places
    assert places == sorted(places)


def test_the_ten_annotations_for_github_are_of_the_worst_languages(run: Run, tree: WriteTree) -> None:
    sources = [f"String {number}" for number in range(12)]
    codes = "ar bg cs da de el es et fi fr he hu".split()
    for done, code in enumerate(reversed(codes)):
        tree({f"demo/app/{code}.po": format_po(*((each, "x" if each in sources[:done] else "") for each in sources))})
    lines = run("gate", "demo", "app", "--fail-under", "100", "--format", "github").stdout.splitlines()
    shown = [re.findall(r"^::error file=demo/app/(..)\.po,", line) for line in lines]
    assert shown == [*([code] for code in reversed(codes[2:])), []]
    assert "2 more" in lines[-1]


@pytest.mark.parametrize("width", ["80", "120"])
def test_the_table_divides_no_word_at_the_usual_widths(run: Run, project: Path, width: str) -> None:
    table = ["gate", "demo", "app", "--fail-under", "75", "--max-failing-percent", "10", "--format", "table"]
    wide = run(*table, env={"COLUMNS": "500"}).stdout
    lines = run(*table, env={"COLUMNS": width}).stdout.splitlines()
    assert max(map(len, lines)) <= int(width)
    # A line may end after a hyphen.
    words = {*wide.split(), *re.findall(r"[^\s-]+-?", wide), "max-failing-"}
    assert {word for line in lines if "─" not in line for word in line.split()} <= words


@pytest.mark.parametrize(
    ("options", "status"),
    [
        pytest.param(["--fail-under", "25"], 0, id="all languages meet the limit"),
        pytest.param(["--fail-under", "25.1"], 1, id="one language misses the limit by a tenth"),
        pytest.param(["--fail-under", "pt-br=26", "--fail-under", "20"], 1, id="higher limit for one language"),
        pytest.param(["--fail-under", "pt_BR=25", "--fail-under", "75"], 0, id="lower limit for one language"),
        pytest.param(["--fail-under", "de,pt_BR=25"], 0, id="one limit for two languages"),
        pytest.param(["--fail-under", "75", "--language", "de"], 0, id="one language is selected"),
        pytest.param(["--fail-under", "85", "--measure", "words", "--language", "de"], 1, id="words: 5 of 6"),
        pytest.param(["--fail-under", "83", "--measure", "words", "--language", "de"], 0, id="words: 83.3 %"),
        pytest.param(["--fail-under", "1", "--measure", "approved"], 1, id="nothing is approved"),
        pytest.param(
            ["--fail-under", "50", "--measure", "translated-and-not-failing", "--language=de"],
            0,
            id="50 percent not failing",
        ),
        pytest.param(
            ["--fail-under", "51", "--measure", "translated-and-not-failing", "--language=de"],
            1,
            id="51 percent not failing",
        ),
        pytest.param(["--max-failing", "1"], 0, id="one failing string is allowed"),
        pytest.param(["--max-failing", "0"], 1, id="no failing string is allowed"),
        pytest.param(["--max-failing", "pt_BR=0"], 0, id="no failing string in one language"),
        pytest.param(["--max-failing-percent", "25"], 0, id="25 percent may fail"),
        pytest.param(["--max-failing-percent", "24.9"], 1, id="24.9 percent may fail"),
        pytest.param(["--max-fuzzy", "1"], 0, id="one fuzzy string is allowed"),
        pytest.param(["--max-fuzzy", "0"], 1, id="no fuzzy string is allowed"),
        pytest.param(["--max-check", "end_stop=0"], 1, id="no finding of a check is allowed"),
        pytest.param(
            ["--max-check", "end_stop=1", "--max-check", "same=0"], 0, id="two checks are within their limits"
        ),
        pytest.param(["--require", "de,pt-BR"], 0, id="the required languages exist"),
        pytest.param(["--require", "de", "--require", "ja"], 1, id="a required language is missing"),
    ],
)
def test_the_exit_status_depends_on_the_limits(run: Run, project: Path, options: list[str], status: int) -> None:
    done = run("gate", "demo/app", *options)
    assert (done.status, done.stderr) == (status, "")
    assert run("gate", "demo/app", *options, "--exit-zero").status == 0


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--require", ""], id="no language"),
        pytest.param(["--require", "de", "--require", " , "], id="only commas"),
        pytest.param(["--baseline", "", "--update-baseline"], id="no file for a baseline"),
        pytest.param(["--enable-at", "50", "--write-linguas", ""], id="no file for LINGUAS"),
    ],
)
def test_an_empty_value_of_an_option_is_an_error(run: Run, project: Path, options: list[str]) -> None:
    done = run("gate", "demo", "app", "--fail-under", "10", *options)
    assert (done.status, done.stdout) == (2, "")
    assert "needs a value" in done.stderr


def test_a_limit_on_words_contains_the_smallest_number_of_strings_to_translate(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--fail-under", "60", "--measure", "words", "--format", "json")
    verdict, _ = json.loads(done.stdout)["verdicts"]
    assert (verdict["figure"], verdict["total"], verdict["unit"]) == (1, 6, "words")
    assert (verdict["missing"], verdict["missing_strings"]) == (3, 1)


def test_strings_that_fail_a_limited_check_are_listed_with_their_lines(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--max-check", "end_stop=0")
    assert "    demo/app/de.po:4: Stop. (the source ends with a full stop, the translation does not)\n" in done.stdout


def test_a_limit_on_a_check_whose_flag_no_string_has_is_named(run: Run, three_components: Path) -> None:
    options = ("gate", "--max-check", "c_format=0", "--max-check", "placeholders=0", "--max-check", "same=9", "-q")
    flags = {"c_format": "c-format", "placeholders": "of a check about placeholders"}
    end = ", so nothing is checked; check_flags in the settings sets it\n"
    warnings = [f"warning: --max-check {check}=0: no string has the flag {flags[check]}{end}" for check in flags]
    assert run(*options) == (0, "", "".join(warnings))
    (three_components / "transtats.toml").write_text('[project.demo.component.app]\ncheck_flags = "c-format"\n')
    assert run(*options) == (0, "", "")


def test_a_missing_required_language_gets_a_suggestion(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--require", "pt_BT")
    assert done.status == 1
    assert "required: there is no file of it; did you mean 'pt_BR'? (--require pt_BT)" in done.stdout


def test_a_required_language_with_an_unknown_code_is_an_error(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--require", "germ")
    assert (done.status, done.stdout) == (2, "")
    assert "--require germ: there is no language 'germ'" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param([], "no limit applies to any language here", id="no limit"),
        pytest.param(["--fail-under", "101"], "101 is more than 100 percent", id="over 100"),
        pytest.param(["--fail-under", "ed=90"], "no language 'ed' here; did you mean 'de'?", id="no such language"),
        pytest.param(["--fail-under", "9", "--fail-under", "8"], "contradict each other", id="contradictory limits"),
        pytest.param(["--fail-under", "overal=90"], "'overal' here; did you mean 'overall'?", id="no such total"),
        pytest.param(["--max-check", "end_stpo=0"], "did you mean 'end_stop'?", id="no such check"),
        pytest.param(["--max-check", "ellipsis=0"], "checks the source language", id="a check of the source"),
        pytest.param(
            ["--max-check", "inconsistent=0"], "files alone cannot decide inconsistent", id="a server's check"
        ),
        pytest.param(["--max-check", "same"], "give a check and a number, like end_newline=0", id="no number"),
        pytest.param(["--max-check", "same:0"], "did you mean same=0?", id="a colon before the number"),
        pytest.param(["--measure", "wrods"], "'wrods' is not one of", id="no such measure"),
        pytest.param(
            ["--fail-under", "9", "--measure", "approved", "--no-review"], "no string can be approved", id="no reviews"
        ),
        pytest.param(["--allow-drop", "5"], "--allow-drop needs --base or --baseline", id="a drop without a base"),
        pytest.param(["--only-compare"], "--only-compare needs --base", id="no comparison"),
        pytest.param(["--count-new"], "--count-new needs --base or --baseline", id="new strings without a base"),
        pytest.param(["--base", "x", "--baseline", "y"], "--base cannot be combined with", id="base and baseline"),
        pytest.param(["--baseline", "y"], "file y does not exist; create it with --update-baseline", id="no baseline"),
        pytest.param(["--update-baseline"], "needs --baseline", id="no file to update"),
        pytest.param(["--base", "HEAD", "--allow-drop", "lots"], "neither a number of strings", id="no number"),
        pytest.param(["--base", "HEAD"], "is not in a git repository", id="no repository"),
        pytest.param(["--disable-at", "60"], "--disable-at needs --enable-at", id="disable without enable"),
        pytest.param(
            ["--enable-at", "60", "--disable-at", "70"], "must not be greater than", id="disable above enable"
        ),
        pytest.param(["--write-linguas", "LINGUAS"], "--enable-at", id="LINGUAS without enable"),
        pytest.param(
            ["--language", "fr", "--fail-under", "3"],
            "there is no language 'fr'",
            id="the selected language is missing",
        ),
        pytest.param(["--fail-under", "3", "--format", "xml"], "there is no format 'xml' here", id="no such format"),
    ],
)
def test_wrong_options_are_errors_even_with_exit_zero(
    run: Run, project: Path, options: list[str], message: str
) -> None:
    done = run("gate", "demo", "app", *options)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
    assert run("gate", "demo", "app", *options, "--exit-zero").status == 2


def test_an_unreadable_file_sets_the_exit_status_before_any_limit(run: Run, project: Path) -> None:
    (project / "demo/app/de.po").write_text(HEADER + 'msgid "never closed\n')
    for options in (["--fail-under", "90"], ["--fail-under", "90", "--exit-zero"], ["--fail-under", "de=90"]):
        done = run("gate", "demo", "app", *options)
        assert done.status == 3
        assert done.stderr.startswith("demo/app/de.po:4: ")
    assert run("gate", "demo", "app").status == 2


def test_limits_in_the_settings_are_shown_with_their_lines(run: Run, project: Path) -> None:
    (project / "transtats.toml").write_text(
        "[gate]\nmax_fuzzy = 0\n[gate.language.de]\nfail_under = 70\n[project.demo.gate]\nfail_under = 20\n"
    )
    done = run("gate", "demo", "app", "-v")
    assert done.status == 1
    assert sorted(line.rpartition("(")[2] for line in done.stdout.splitlines()[:-1]) == [
        "transtats.toml:2)",
        "transtats.toml:2)",
        "transtats.toml:4)",
        "transtats.toml:6)",
    ]
    assert run("gate", "demo", "app", "--max-fuzzy", "1").status == 0
    shown = run("stats", "demo", "app", "--show-settings").stdout
    assert "gate.(de).fail_under = 70  # transtats.toml:4\n" in shown


def test_the_limit_of_a_transifex_project_is_used(run: Run, tree: WriteTree) -> None:
    config = "[o:o:p:demo:r:app]\nfile_filter = po/<lang>.po\ntype = PO\nminimum_perc = 80\n"
    tree({".tx/config": config, "po/de.po": format_po(("a", "b"), ("c", "")), ".git/HEAD": ""})
    done = run("gate", "demo", "app")
    assert done.status == 1
    assert "at least 80% wanted: 1 string to translate (.tx/config [o:o:p:demo:r:app])" in done.stdout
    assert run("gate", "demo", "app", "--fail-under", "50").status == 0


@pytest.fixture
def three_components(project: Path, tree: WriteTree) -> Path:
    return tree({"demo/web/de.po": format_po(("a", "b")), "shop/app/fr.po": format_po(("a", ""))})


@pytest.mark.parametrize(
    ("words", "status", "owners"),
    [
        pytest.param(["--all"], 1, ["demo/app", "demo/web", "shop/app"], id="all components"),
        pytest.param(["demo/*"], 1, ["demo/app", "demo/web"], id="components of one project"),
        pytest.param(["demo", "w*"], 0, ["demo/web"], id="two words"),
        pytest.param(["*", "app"], 1, ["demo/app", "shop/app"], id="components of one name"),
        pytest.param(["s*"], 1, ["shop/app"], id="pattern of a project"),
    ],
)
def test_limits_apply_to_all_selected_components(
    run: Run, three_components: Path, words: list[str], status: int, owners: list[str]
) -> None:
    done = run("gate", *words, "--fail-under", "50", "--format", "json")
    assert (done.status, done.stderr) == (status, "")
    verdicts = json.loads(done.stdout)["verdicts"]
    assert sorted({f"{verdict['project']}/{verdict['component']}" for verdict in verdicts}) == owners


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["demo/x*"], "demo/x* matches no component", id="a pattern without a match"),
        pytest.param(["demo", "aap"], "did you mean app?", id="a component that is not there"),
        pytest.param(["--all", "demo"], "demo cannot be combined with --all", id="all, and a name"),
        pytest.param(["--all", "--filemask", "*.po"], "--filemask applies to one component", id="a mask for all"),
        pytest.param(
            ["--all", "--fail-under", "ja=3"], "there is no language 'ja' here", id="a language of no component"
        ),
        pytest.param(
            ["--all", "--require", "fr,sv"],
            "--require fr,sv: there is no language 'sv' here. There are: de, fr, pt_BR",
            id="a required language of no component",
        ),
        pytest.param(["--all", "--language", "sv"], "there is no language 'sv' here", id="a selected language of none"),
        pytest.param(["--all", "--root", "demo/app/none"], "no such directory", id="a root that is not there"),
    ],
)
def test_an_argument_without_a_match_is_an_error(
    run: Run, three_components: Path, words: list[str], message: str
) -> None:
    done = run("gate", *words, "--fail-under", "0")
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_gate_over_no_component_is_an_error(run: Run, tmp_path: Path) -> None:
    done = run("gate", "--all", "--fail-under", "0")
    assert (done.status, done.stdout) == (2, "")
    assert "no translation files are found" in done.stderr


def test_an_unknown_check_is_one_error_for_all_components(run: Run, three_components: Path) -> None:
    done = run("gate", "--all", "--max-check", "end_stp=0")
    message = "Error: --max-check end_stp=0: there is no check 'end_stp'; did you mean 'end_stop'?\n"
    assert (done.status, done.stdout, done.stderr) == (2, "", message)


def test_a_limit_for_a_language_skips_components_without_the_language(run: Run, three_components: Path) -> None:
    done = run("gate", "--all", "--fail-under", "fr=0", "-v")
    assert (done.status, done.stdout.count("\n")) == (0, 2)


def test_wrong_settings_of_one_component_do_not_stop_the_others(run: Run, three_components: Path) -> None:
    (three_components / "shop/app/component.json").write_text('{"filemask": "po/*.po", "file_format": "po"}')
    done = run("gate", "--all", "--fail-under", "25", "-v")
    assert (done.status, done.stderr.count("shop/app: ")) == (2, 1)
    assert done.stdout.count("✓") == 3


def test_several_formats_are_written_in_one_run(run: Run, project: Path, tmp_path: Path) -> None:
    names = ["table", "json", "ndjson", "markdown", "gitlab", "sarif", "junit"]
    files = [f"--format={name}:{tmp_path / name}" for name in names]
    done = run("gate", "demo", "app", "--fail-under", "90", *files, "--format", "github")
    assert done.status == 1
    assert done.stdout.count("::error file=demo/app/") == 2
    assert all((tmp_path / name).stat().st_size for name in names)


def test_unmet_limits_are_warnings_with_exit_zero(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--fail-under", "70", "--exit-zero", "--format", "github")
    assert done.stdout == (
        "::warning file=demo/app/pt_BR.po,title=demo/app%3A Portuguese (Brazil) (pt_BR)::25.0%25 translated (1 of 4"
        " strings), at least 70%25 wanted: 2 strings to translate (--fail-under 70)\n"
    )


def test_the_option_step_summary_appends_to_the_file(run: Run, project: Path, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("# Before\n")
    options = ["gate", "demo", "app", "--fail-under", "70"]
    run(*options, "--step-summary", env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert summary.read_text().startswith("# Before\n<!-- transtats gate -->\n**1 of 2 limits is not met.**\n\n| ")
    text = summary.read_text()
    run(*options, env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert summary.read_text() == text
    assert run(*options, "--step-summary").status == 1


def test_a_step_summary_that_is_a_pipe_does_not_block(run: Run, project: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run(
        *("gate", "demo", "app", "--fail-under", "0", "--step-summary"),
        env={"GITHUB_STEP_SUMMARY": str(tmp_path / "pipe")},
    )
    assert (done.status, done.stderr) == (0, "")


def test_a_step_summary_that_cannot_be_written_is_an_error(run: Run, project: Path, tmp_path: Path) -> None:
    environment = {"GITHUB_STEP_SUMMARY": str(tmp_path / "no" / "folder")}
    done = run("gate", "demo", "app", "--fail-under", "0", "--step-summary", env=environment)
    assert (done.status, done.stdout) == (2, "")
    assert "GITHUB_STEP_SUMMARY" in done.stderr


@pytest.mark.parametrize(
    ("before", "options", "ships"),
    [
        pytest.param(None, ["--enable-at", "70"], "de", id="above the limit"),
        pytest.param(None, ["--enable-at", "80"], "nothing", id="below the limit"),
        pytest.param(
            "# ours\nde pt_BR\n",
            ["--enable-at", "80", "--disable-at", "20"],
            "de pt_BR",
            id="shipped and above the lower limit",
        ),
        pytest.param(
            "pt_BR # Brazil\n", ["--enable-at", "80", "--disable-at", "20"], "pt_BR", id="one of two was shipped"
        ),
        pytest.param(
            "de\npt_BR\n", ["--enable-at", "80", "--disable-at", "70"], "de", id="shipped and below the lower limit"
        ),
        pytest.param("pt_BR\n", ["--enable-at", "de=70"], "de pt_BR", id="shipped without a limit"),
        pytest.param("pt_BR\n", ["--enable-at", "70", "--language", "de"], "de pt_BR", id="shipped and not selected"),
        pytest.param(None, ["--enable-at", "50", "--measure", "translated-and-not-failing"], "de", id="not failing"),
        pytest.param(None, ["--enable-at", "51", "--measure", "translated-and-not-failing"], "nothing", id="failing"),
        pytest.param(
            "de\npt_BR\n", ["--enable-at", "80", "--enable-at", "pt_BR=25"], "pt_BR", id="lower limit for one language"
        ),
    ],
)
def test_the_languages_to_ship_are_printed(
    run: Run, project: Path, before: str | None, options: list[str], ships: str
) -> None:
    if before is not None:
        (project / "demo/app/LINGUAS").write_text(before)
    done = run("gate", "demo", "app", *options)
    assert (done.status, done.stdout) == (0, f"Ship: {ships}\n")


def test_the_languages_to_ship_are_written_to_the_linguas_file(run: Run, project: Path) -> None:
    linguas = project / "demo/app/LINGUAS"
    linguas.write_text("# What we ship.\npt_BR\n")
    options = ["gate", "demo", "app", "--enable-at", "70", "--disable-at", "20", "--write-linguas", str(linguas)]
    for _ in range(2):
        assert run(*options).status == 0
        assert linguas.read_text() == "# What we ship.\nde\npt_BR\n"
    assert run("stats", "demo", "app", "-v", "--format", "total").stderr == ""


def test_a_comment_of_the_linguas_file_may_contain_a_form_feed(run: Run, project: Path) -> None:
    linguas = project / "demo/app/LINGUAS"
    linguas.write_bytes(b"# Ours.\x0c More.\r\n# Second.\r\npt_BR\r\n")
    assert run("gate", "demo", "app", "--enable-at", "70", "--write-linguas", linguas).status == 0
    assert linguas.read_bytes() == b"# Ours.\x0c More.\n# Second.\nde\n"
    assert "lists the language" not in run("stats", "demo", "app", "--format", "total").stderr


def test_no_language_is_already_shipped_if_the_linguas_file_to_write_is_empty(
    run: Run, project: Path, tmp_path: Path
) -> None:
    (project / "demo/app/LINGUAS").write_text("pt_BR\n")
    linguas = tmp_path / "LINGUAS"
    linguas.write_text("")
    done = run("gate", "demo", "app", "--enable-at", "70", "--disable-at", "20", "--write-linguas", linguas)
    assert (done.status, linguas.read_text()) == (0, "de\n")


def test_the_languages_to_ship_are_not_written_if_a_file_cannot_be_read(
    run: Run, project: Path, tmp_path: Path
) -> None:
    (project / "demo/app/de.po").write_text(HEADER + 'msgid "never closed\n')
    done = run("gate", "demo", "app", "--enable-at", "20", "--write-linguas", tmp_path / "LINGUAS")
    assert done.status == 3
    assert not (tmp_path / "LINGUAS").exists()


def test_the_languages_to_ship_cannot_be_written_for_several_components(run: Run, three_components: Path) -> None:
    done = run("gate", "--all", "--enable-at", "20", "--write-linguas", "LINGUAS")
    assert (done.status, done.stdout) == (2, "")
    assert "the languages of one component" in done.stderr


BASELINE = "baseline.txt"


@pytest.fixture
def baseline(run: Run, project: Path) -> Path:
    done = run("gate", "demo", "app", "--baseline", BASELINE, "--update-baseline")
    assert (done.status, done.stdout, done.stderr) == (0, f"{BASELINE} written (1 component, 2 languages).\n", "")
    return project / BASELINE


def test_the_summary_names_the_baseline_that_is_written_after_the_limits(run: Run, baseline: Path) -> None:
    words = ("gate", "demo", "app", "--baseline", BASELINE, "--update-baseline", "--fail-under", "10")
    assert run(*words).stdout == f"2 limits, all met; {BASELINE} written (1 component, 2 languages).\n"
    assert run(*words, "--language", "de", "-q").stdout == ""


def replace_text(project: Path, old: str, new: str, name: str = "demo/app/de.po") -> None:
    text = (project / name).read_text()
    assert old in text
    (project / name).write_text(text.replace(old, new))


def test_a_baseline_is_sorted_and_the_same_after_each_update(run: Run, baseline: Path) -> None:
    text = baseline.read_text()
    sections = [section.splitlines() for section in text.split("\n\n")[1:]]
    assert [section[0] for section in sections] == ["[demo/app de]", "[demo/app pt_BR]"]
    assert all(section[1:] == sorted(section[1:]) for section in sections)
    assert sorted(line[17:] for line in sections[0][1:]) == ["empty", "translated", "translated", "translated failing"]
    assert run("gate", "demo", "app", "--baseline", BASELINE, "--update-baseline").status == 0
    assert baseline.read_text() == text


@pytest.mark.parametrize(
    ("old", "new", "options", "status"),
    [
        pytest.param("Zu", "Schließen", [], 0, id="another translation"),
        pytest.param('"Zu"', '""', [], 1, id="a translation is lost"),
        pytest.param('"Zu"', '""', ["--allow-drop", "1"], 0, id="an allowed loss"),
        pytest.param('"Zu"', '""', ["--allow-drop", "25%"], 0, id="an allowed share"),
        pytest.param('"Zu"', '""', ["--allow-drop", "24.9%"], 1, id="a share that is too small"),
        pytest.param('"Alles auf"', '""', ["--allow-drop", "49%", "--measure", "words"], 1, id="3 of 6 words"),
        pytest.param(
            '"Alles auf"', '""', ["--allow-drop", "50%", "--measure", "words"], 0, id="exactly half the words"
        ),
        pytest.param('msgid "Close"', '#, fuzzy\nmsgid "Close"', [], 1, id="a translation became fuzzy"),
        pytest.param('msgid "Close"\n', 'msgid "New"\nmsgstr ""\n\nmsgid "Close"\n', [], 0, id="a new string"),
        pytest.param(
            'msgid "Close"\n', 'msgid "New"\nmsgstr ""\n\nmsgid "Close"\n', ["--count-new"], 1, id="a new string counts"
        ),
        pytest.param('msgid "Wait"\nmsgstr ""', "", ["--count-new"], 0, id="a removed string"),
        pytest.param('"Zu"', '" Zu."', [], 0, id="a new finding"),
        pytest.param('"Zu"', '"Zu."', ["--count-failing"], 1, id="a new finding counts"),
        pytest.param('"Halt"', '"Stop"', ["--count-failing"], 0, id="a string that failed before"),
        pytest.param(
            '"Zu"', '"Zu."', ["--measure", "translated-and-not-failing"], 1, id="a new finding counts with the measure"
        ),
    ],
)
def test_the_gate_fails_if_strings_got_worse_since_the_baseline(
    run: Run, project: Path, baseline: Path, old: str, new: str, options: list[str], status: int
) -> None:
    replace_text(project, old, new)
    done = run("gate", "demo", "app", "--baseline", BASELINE, *options, "-v")
    assert (done.status, done.stderr) == (status, "")
    (first, *_) = done.stdout.splitlines()
    assert ("1 string got worse since baseline.txt" in first) or (status == 0 and "nothing got worse" in first)


def test_strings_that_begin_to_fail_are_in_a_note_or_count_as_worse(run: Run, project: Path, baseline: Path) -> None:
    replace_text(project, '"Zu"', '"Zu."')
    options = ("gate", "demo", "app", "--baseline", BASELINE, "--max-failing", "9", "--fail-under", "de=75")
    note = "note: demo/app: translations began to fail checks; --count-failing counts them as worse (strings: 1)\n"
    assert run(*options)[::2] == (0, note)
    (project / "transtats.toml").write_text("[gate]\ncount_failing = true\n")
    done = run(*options, "-q")
    assert (done.status, done.stderr, done.stdout.count("✗")) == (1, "", 1)
    assert "de.po:7: Close (the translation ends with a full stop, the source does not)" in done.stdout


def test_the_parentheses_of_a_finding_are_no_code_in_markdown(run: Run, project: Path, baseline: Path) -> None:
    replace_text(project, 'msgid "Close"\nmsgstr "Zu"', '#, python-format\nmsgid "Close"\nmsgstr "%(a_b)s"')
    options = ("--baseline", BASELINE, "--count-failing", "--format", "markdown")
    assert "`Close` (`%(a_b)s` is not in the source)" in run("gate", "demo", "app", *options).stdout


def test_a_comparison_can_ignore_the_limits_in_the_settings(run: Run, project: Path, baseline: Path) -> None:
    (project / "transtats.toml").write_text('[gate]\nfail_under = 90\nrequire = ["ja"]\nallow_drop = 1\n')
    options = ("gate", "demo", "app", "--baseline", BASELINE)
    assert (run(*options).status, run(*options, "--only-compare").status) == (1, 0)
    replace_text(project, '"Zu"', '""')
    assert run(*options, "--only-compare", "-q") == (0, "", "")
    assert run(*options, "--only-compare", "--fail-under", "50").status == 1
    replace_text(project, '"Alles auf"', '""')
    done = run(*options, "--only-compare", "-q")
    assert (done.status, done.stdout.count("✗"), "2 strings got worse" in done.stdout) == (1, 1, True)


def test_a_removed_language_is_worse_than_the_baseline(run: Run, project: Path, baseline: Path) -> None:
    (project / "demo/app/pt_BR.po").unlink()
    done = run("gate", "demo", "app", "--baseline", BASELINE)
    assert done.status == 1
    assert (
        "Portuguese (Brazil) (pt_BR): there is no file any more, and 1 translation of baseline.txt is lost"
        in done.stdout
    )


def test_a_removed_language_that_is_not_selected_is_not_compared_with_the_baseline(
    run: Run, project: Path, baseline: Path
) -> None:
    (project / "demo/app/pt_BR.po").unlink()
    assert run("gate", "demo", "app", "--baseline", BASELINE).status == 1
    assert run("gate", "demo", "app", "--baseline", BASELINE, "--language", "DE").status == 0


def test_a_new_language_is_not_worse_than_the_baseline(run: Run, project: Path, baseline: Path) -> None:
    (project / "demo/app/fr.po").write_text(format_po(("Stop.", "")))
    assert run("gate", "demo", "app", "--baseline", BASELINE, "--count-new").status == 0


def test_a_baseline_can_contain_several_components(run: Run, three_components: Path) -> None:
    for words in (["demo", "app"], ["demo", "web"]):
        assert run("gate", *words, "--baseline", BASELINE, "--update-baseline").status == 0
    done = run("gate", "--all", "--baseline", BASELINE)
    assert done.status == 0
    assert done.stderr == "warning: shop/app: has no section in baseline.txt, so it is not compared\n"
    alone = run("gate", "shop", "app", "--baseline", BASELINE)
    assert (alone.status, alone.stdout) == (2, "")


def test_warnings_about_the_baseline_are_printed_before_an_error(run: Run, three_components: Path) -> None:
    assert run("gate", "demo/*", "--baseline", BASELINE, "--update-baseline").status == 0
    done = run("gate", "--all", "--baseline", BASELINE, "--fail-under", "fr=9", "--fail-under", "fr=8")
    warning, error = done.stderr.splitlines()
    assert warning == "warning: shop/app: has no section in baseline.txt, so it is not compared"
    assert "contradict each other" in error


RENAMED = (
    "warning: baseline.txt: was written for the project demo, so components of fork are compared with sections of demo;"
    " --update-baseline writes the new name\n"
)


def test_a_baseline_applies_to_a_project_with_another_name(run: Run, three_components: Path) -> None:
    assert run("gate", "--all", "--baseline", BASELINE, "--update-baseline").status == 0
    (three_components / "demo").rename(three_components / "fork")
    for words in (["--all"], ["fork", "app"]):
        done = run("gate", *words, "--baseline", BASELINE)
        assert (done.status, done.stderr) == (0, RENAMED)
    replace_text(three_components, '"Zu"', '""', "fork/app/de.po")
    done = run("gate", "--all", "--baseline", BASELINE)
    assert (done.status, done.stderr) == (1, RENAMED)
    assert "fork/app" in done.stdout
    assert "1 string got worse since baseline.txt" in done.stdout


def test_an_updated_baseline_has_the_present_name_of_the_project(run: Run, three_components: Path) -> None:
    update = ["--baseline", BASELINE, "--update-baseline"]
    assert run("gate", "--all", *update).status == 0
    assert run("gate", "demo", "app", *update, "--enable-at", "70").status == 0
    before = (three_components / BASELINE).read_text()
    assert "[demo/app de shipped]" in before
    (three_components / "demo").rename(three_components / "fork")
    assert run("gate", "fork", "app", *update, "--language", "de").status == 0
    assert (three_components / BASELINE).read_text().count("[demo/") == 1
    assert run("gate", "--all", *update).status == 0
    after = (three_components / BASELINE).read_text()
    assert sorted(after.split("\n\n")) == sorted(before.replace("[demo/", "[fork/").split("\n\n"))


def test_the_languages_shipped_before_come_from_the_section_with_another_name(
    run: Run, project: Path, baseline: Path
) -> None:
    ship = ["--baseline", BASELINE, "--disable-at", "20", "--enable-at"]
    assert run("gate", "demo", "app", *ship, "25", "--update-baseline").status == 0
    (project / "demo").rename(project / "fork")
    assert run("gate", "fork", "app", *ship, "80").stdout.splitlines()[-2] == "Ship: de pt_BR"


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"demo/app/de.po": format_po(("a", "b"))}, id="its component exists"),
        pytest.param({"more/app/de.po": format_po(("a", "b"))}, id="two components of the name"),
        pytest.param({"more/web/component.json": "{"}, id="an error hides a component"),
    ],
)
def test_a_section_of_another_project_is_not_used_if_it_may_belong_to_another_component(
    run: Run, project: Path, baseline: Path, tree: WriteTree, files: dict[str, str]
) -> None:
    (project / "demo").rename(project / "fork")
    tree(files)
    text = baseline.read_text()
    done = run("gate", "fork", "app", "--baseline", BASELINE)
    assert (done.status, done.stdout) == (2, "")
    assert "baseline.txt has no section for fork/app; add it with --update-baseline" in done.stderr
    assert run("gate", "fork", "app", "--baseline", BASELINE, "--update-baseline").status == 0
    assert baseline.read_text().startswith(text)


def test_no_section_is_used_if_two_other_projects_have_one(run: Run, three_components: Path) -> None:
    assert run("gate", "--all", "--baseline", BASELINE, "--update-baseline").status == 0
    (three_components / "demo").rename(three_components / "fork")
    (three_components / "shop").rename(three_components / "other")
    assert run("gate", "fork", "app", "--baseline", BASELINE).status == 2


def test_a_component_without_the_selected_language_stays_unchanged_in_the_baseline(
    run: Run, three_components: Path
) -> None:
    update = ["gate", "--all", "--baseline", BASELINE, "--update-baseline"]
    assert run(*update).status == 0
    baseline = three_components / BASELINE
    before = baseline.read_text()
    (three_components / "shop/app/fr.po").write_text(format_po(("a", "A")))
    assert run(*update, "--language", "de").status == 0
    assert baseline.read_text() == before
    assert run(*update).status == 0
    assert baseline.read_text() != before


def test_the_baseline_contains_the_shipped_languages(run: Run, project: Path, baseline: Path) -> None:
    ship = ["gate", "demo", "app", "--baseline", BASELINE, "--disable-at", "20", "--enable-at"]
    assert run(*ship, "25", "--update-baseline").status == 0
    assert "[demo/app pt_BR shipped]" in baseline.read_text()
    assert run(*ship, "80").stdout.splitlines()[-2] == "Ship: de pt_BR"


def test_shipped_languages_stay_in_a_baseline_that_is_updated_without_a_threshold(
    run: Run, project: Path, baseline: Path
) -> None:
    update = ["gate", "demo", "app", "--baseline", BASELINE, "--update-baseline"]
    assert run(*update, "--enable-at", "70").status == 0
    before = baseline.read_text()
    assert "[demo/app de shipped]" in before
    assert run(*update).status == 0
    assert baseline.read_text() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("nonsense\n", "baseline.txt:1: not a baseline file", id="another file"),
        pytest.param(
            "# transtats baseline 1\n\n<<<<<<< ours\n", "baseline.txt:3: not a valid baseline line", id="a conflict"
        ),
        pytest.param(
            "# transtats baseline 1\n\n[a/b de]\n0123456789abcdef done\n", "baseline.txt:4", id="an unknown state"
        ),
    ],
)
def test_a_damaged_baseline_is_named_with_its_line(run: Run, project: Path, text: str, message: str) -> None:
    (project / BASELINE).write_text(text)
    done = run("gate", "demo", "app", "--baseline", BASELINE)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("name", ["text", "table", "json", "ndjson", "markdown", "github", "gitlab", "junit"])
def test_each_format_matches_its_golden_file(run: Run, project: Path, golden: Golden, name: str) -> None:
    limits = ["--fail-under", "50", "--max-check", "end_stop=0", "--require", "de,ja", "--enable-at", "70"]
    done = run("gate", "demo", "app", *limits, "--max-failing-percent", "25", "--max-fuzzy", "0", "--format", name)
    assert (done.status, done.stderr) == (1, "")
    golden(f"gate/{name}.txt", done.stdout)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "[gate.language.de]\nmax_check = { end_stpo = 0 }\n",
            "toml:2: gate.language.de.max_check: there is no check",
            id="check",
        ),
        pytest.param("[gate.language.xde]\nfail_under = 3\n", "toml:2: there is no language 'xde'", id="language"),
        pytest.param("[gate]\nfail_under = 300\n", "toml:2: gate.fail_under: 300 is no percentage", id="percentage"),
        pytest.param('[checks]\nignore = ["same"]\n[gate]\nmax_check = { same = 0 }\n', "switched off", id="ignored"),
        pytest.param("[gate.language.fr]\nfail_under = 90\n", "no limit applies", id="language without a file"),
        pytest.param(
            "[gate]\ndisable_at = 60\n", "no effect without enable_at (--enable-at)", id="disable without enable"
        ),
    ],
)
def test_wrong_limits_in_the_settings_are_errors(run: Run, project: Path, text: str, message: str) -> None:
    (project / "transtats.toml").write_text(text)
    for words in (["demo", "app"], ["--all"]):
        done = run("gate", *words)
        assert (done.status, done.stdout) == (2, "")
        assert message in done.stderr


@pytest.mark.parametrize("name", ["text", "table", "markdown", "github", "junit"])
def test_control_characters_and_workflow_commands_in_files_are_escaped(run: Run, tree: WriteTree, name: str) -> None:
    tree(
        {
            "demo/app/de.po": format_po(("Stop\u202e::error::\x9b31m now.", "Halt")),
            "demo/app/x\x9b31m.po": format_po(("a", "")),
        }
    )
    done = run("gate", "demo", "app", "--max-check", "end_stop=0", "--fail-under", "100", "--format", name)
    assert (done.status, "\\u202e" in done.stdout) == (1, name != "table")
    assert set("\u202e\x9b").isdisjoint(done.stdout)
    assert not any(line.startswith("::error::") for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        pytest.param("50", "1 of 1 limit met, but 1 file could not be read.", id="met"),
        pytest.param("100", "1 of 1 limit is not met, and 1 file could not be read.", id="not met"),
        pytest.param(
            "fr=1", "No limit could be checked, because a file could not be read: demo/app/fr.po.", id="no limit"
        ),
    ],
)
def test_the_last_line_contains_the_number_of_files_that_could_not_be_read(
    run: Run, tree: WriteTree, limit: str, line: str
) -> None:
    half = 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr ""\n'
    tree({"demo/app/de.po": half, "demo/app/fr.po": 'msgid "\n'})
    done = run("gate", "demo", "app", "--fail-under", limit)
    assert done.status == 3
    assert done.stdout.splitlines()[-1] == line


def test_masks_that_match_nothing_are_wrong_settings_and_named_once(run: Run, tree: WriteTree) -> None:
    tree(
        {
            "po/de.po": 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n',
            "transtats.toml": (
                '[project.p.component.app]\nfilemask = "po/*.po"\n[project.p.component.gone]\nfilemask = "old/*.po"\n'
            ),
        }
    )
    for options in ((), ("--exit-zero",), ("p", "gone")):
        done = run("gate", *options, "--fail-under", "90")
        assert (done.status, done.stderr.count("p/gone")) == (2, 1)
        assert "p/gone: no translation file: nothing matches 'old/*.po' in " in done.stderr
