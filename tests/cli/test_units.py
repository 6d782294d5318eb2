"""`transtats units`: selected strings, formats, exit statuses and errors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.processes import start_process

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def format_po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree(
        {
            "demo/app/de.po": format_po(("Stop.", "Halt"), ("Close", "Zu"), ("Shut", "Zu"), ("Wait...", "")),
            "demo/app/pt_BR.po": format_po(("Stop.", "Pare."), ("Close", "Fechar")),
        }
    )


def read_lines(stdout: str) -> list[str]:
    return [line.removeprefix("demo/app/") for line in stdout.splitlines()]


def test_all_strings_are_printed_by_file(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", "--language", "pt-br")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        "── Portuguese (Brazil) (pt_BR) ─────────────────────────────────────────────────\n\n"
        "demo/app/pt_BR.po:4  translated\n  source  Stop.\n  target  Pare.\n\n"
        "demo/app/pt_BR.po:7  translated\n  source  Close\n  target  Fechar\n\n"
        "2 strings in 1 file\n"
    )


def test_the_concise_format_has_one_line_for_each_finding(run: Run, project: Path) -> None:
    done = run("units", "demo/app", "--failing", "--format", "concise")
    assert (done.status, done.stderr) == (0, "")
    assert read_lines(done.stdout) == [
        "de.po:4: [end_stop] the source ends with a full stop, the translation does not",
        "de.po:7: [reused] 'Shut' has the same translation",
        "de.po:10: [reused] 'Close' has the same translation",
    ]


def test_annotations_begin_with_the_gravest_findings(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": format_po(("Stop.", "Halt"), ("<b>Go</b>", "Los"))})
    lines = run("units", "--failing", "--format", "github").stdout.splitlines()
    assert ["xml-tags" in line for line in lines] == [True, False]


@pytest.fixture
def mistakes(tree: WriteTree) -> Path:
    """Eighteen translations without a full stop, of which twelve lack a placeholder, in two languages."""
    entry = '\n#, python-format\nmsgid "Copy %%s to %d."\nmsgstr "%s %d"\n'
    entries = {code: "".join(entry % (place, code, place) for place in range(6)) for code in ("de", "fr")}
    stops = "\n" + format_po(*((f"Stop {place}.", f"Halt {place}") for place in range(3))).removeprefix(HEADER)
    return tree({f"demo/app/{code}.po": HEADER + stops + text for code, text in entries.items()})


SUMMARY = [
    ["Check", "About", "Strings", "Languages", "Example"],
    ["python_format", "placeholders", "12", "2", "demo/app/de.po:15"],
    ["end_stop", "text", "18", "2", "demo/app/de.po:5"],
]


def test_the_format_summary_counts_the_strings_by_check_the_gravest_first(run: Run, mistakes: Path) -> None:
    lines = run("units", "--failing", "--format", "summary").stdout.splitlines()
    assert [line.split() for line in lines if "─" not in line] == SUMMARY
    lines = run("units", "--check", "end_stop", "--language", "fr", "--format", "summary").stdout.splitlines()
    assert lines[2].split() == ["end_stop", "text", "9", "1", "demo/app/fr.po:5"]


def test_a_long_text_ends_with_the_summary(run: Run, mistakes: Path) -> None:
    lines = run("units", "--failing").stdout.splitlines()
    assert [line.split() for line in lines[-6:-2] if "─" not in line] == SUMMARY
    assert lines[-1] == "--check ID prints the strings of one check, and --format summary only this table."
    assert run("units", "--failing", "--language", "de").stdout.endswith("9 strings in 1 file, 15 failing checks\n")


def test_many_strings_in_other_formats_end_with_a_hint_at_the_summary(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": format_po(*((f"Word {number}", "") for number in range(20)))})
    done = run("units", "--format", "concise")
    assert "summary" not in done.stdout
    assert done.stderr == "note: 20 strings; --format summary counts them\n"
    assert run("units").stdout.endswith("--format summary counts them.\n")


def test_a_table_in_a_pipe_has_a_limited_width(run: Run, project: Path, tree: WriteTree) -> None:
    tree({"demo/menu/de.po": format_po((f"{'long ' * 22}text.", f"{'lang ' * 40}text"), ("a" * 300, "b"))})
    lines = run("units", "--format", "table").stdout.splitlines()
    assert max(map(len, lines)) <= 220


def test_the_name_placeholders_stands_for_all_checks_about_placeholders(run: Run, mistakes: Path) -> None:
    assert len(run("units", "--check", "placeholders", "--format", "concise").stdout.splitlines()) == 12
    done = run("gate", "--max-check", "placeholders=5")
    assert "6 strings failing placeholders, at most 5 allowed: 1 string to fix" in done.stdout


def test_the_gravest_findings_are_the_first_in_tables(run: Run, mistakes: Path) -> None:
    for name in ("table", "markdown"):
        text = run("units", "--failing", "--format", name).stdout
        assert text.rindex("python_format") < text.index("end_stop")


def test_a_summary_of_strings_without_findings_has_their_states(run: Run, project: Path) -> None:
    lines = run("units", "--todo", "--format", "summary").stdout.splitlines()
    assert [line.split() for line in lines if "─" not in line] == [
        ["State", "Strings", "Languages", "Example"],
        ["missing", "2", "1", "demo/app/de.po:10"],
        ["empty", "1", "1", "demo/app/de.po:13"],
    ]
    assert run("units", "--state", "fuzzy", "--format", "summary").stdout == "No strings.\n"


def test_strings_without_findings_show_their_state(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", "--state", "empty", "--state", "fuzzy", "--format", "concise")
    assert read_lines(done.stdout) == ["de.po:13: [empty] Wait..."]


def test_the_concise_format_has_a_line_for_each_string_unless_findings_are_requested(run: Run, project: Path) -> None:
    done = run("units", "demo/app", "--language", "de", "--format", "concise")
    assert [line.split()[1] for line in read_lines(done.stdout)] == ["[translated]"] * 3 + ["[empty]"]
    done = run("units", "demo/app", "--language", "de", "--where", "has:check", "--format", "concise")
    assert [line.split()[1] for line in read_lines(done.stdout)] == ["[end_stop]", "[reused]", "[reused]"]


def test_the_option_check_selects_the_findings_of_checks(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", "--check", "reused", "--check", "ellipsis", "--format", "concise")
    assert read_lines(done.stdout) == [
        "de.po:7: [reused] 'Shut' has the same translation",
        "de.po:10: [reused] 'Close' has the same translation",
        "de.po:13: [ellipsis] the source has three dots (...) instead of an ellipsis (…)",
    ]


def test_the_option_with_source_adds_the_source_language(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", "--with-source", "--failing", "--language", "en", "--format", "ndjson")
    (string,) = map(json.loads, done.stdout.splitlines())
    assert string == {
        "project": "demo",
        "component": "app",
        "language": "en",
        "file": "demo/app/de.po",
        "line": 13,
        "context": "",
        "source": ["Wait..."],
        "target": ["Wait..."],
        "state": "readonly",
        "flags": "read-only",
        "checks": [
            {"id": "ellipsis", "message": "the source has three dots (...) instead of an ellipsis (…)"},
        ],
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(["--check", "end_stpo"], "did you mean 'end_stop'?", id="an unknown check"),
        pytest.param(["--check", "ai_style"], "files alone cannot decide ai_style", id="a check of a server"),
        pytest.param(["--language", "pt_BZ"], "did you mean 'pt_BR'?", id="an unknown language"),
        pytest.param(["--state", "done"], "'done' is not one of", id="an unknown state"),
        pytest.param(["--no-checks", "--failing"], "--failing cannot be combined with --no-checks", id="nothing fails"),
        pytest.param(["--no-checks", "--check", "same"], "--check cannot be combined", id="no check runs"),
        pytest.param(["--search", ""], "an empty text is in every string", id="an empty text"),
        pytest.param(["--todo", "--missing"], "--todo cannot be combined with --missing", id="missing is to do"),
        pytest.param(["--format", "total"], "there is no format 'total' here", id="a format of stats"),
        pytest.param(["--format", "svg"], "`transtats badge` and `transtats history --format svg`", id="an image"),
        pytest.param(["--format", "text", "--format", "json"], "cannot both go to standard output", id="two at once"),
    ],
)
def test_wrong_options_are_errors(run: Run, project: Path, options: list[str], message: str) -> None:
    done = run("units", "demo", "app", *options)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        pytest.param("CLOSE", [], ["de.po:7: [translated] Close", "pt_BR.po:7: [translated] Close"], id="source"),
        pytest.param("fech", [], ["pt_BR.po:7: [translated] Close (target: Fechar)"], id="target"),
        pytest.param("close", ["--language", "de"], ["de.po:7: [translated] Close"], id="of one language"),
        pytest.param(
            "zu",
            ["--failing", "--check", "reused"],
            [
                "de.po:7: [reused] 'Shut' has the same translation",
                "de.po:10: [reused] 'Close' has the same translation",
            ],
            id="that fails",
        ),
        pytest.param("(", [], ["menu/de.po:4: [empty] Save (context: menu ()"], id="context, literally"),
        pytest.param("w", ["--todo"], ["de.po:13: [empty] Wait...", "de.po:13: [missing] Wait..."], id="to do"),
        pytest.param("state:empty", [], [], id="no query"),
    ],
)
def test_a_text_is_searched_in_all_components(
    text: str, options: list[str], expected: list[str], run: Run, project: Path, tree: WriteTree
) -> None:
    tree({"demo/menu/de.po": f'{HEADER}msgctxt "menu ("\nmsgid "Save"\nmsgstr ""\n'})
    done = run("units", "--search", text, *options, "--format", "concise")
    lines = [line.replace("demo/menu", "menu") for line in read_lines(done.stdout)]
    assert (done.status, lines) == (0, expected)


def test_the_excerpt_of_a_long_text_contains_the_searched_text_in_bold(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": format_po((f"{'word ' * 50}Needle{' end' * 50}", ""))})
    command = ("units", "--search", "needle", "--format", "concise", "--color")
    excerpt = run(*command, "never").stdout.partition("[empty] ")[2]
    assert (excerpt[:5], " Needle end" in excerpt, excerpt[-5:]) == ("…word", True, "end…\n")
    assert " \x1b[1mNeedle\x1b[0m end" in run(*command, "always").stdout


def test_a_search_runs_the_checks_on_request(run: Run, project: Path) -> None:
    assert "✗" not in run("units", "--search", "Stop").stdout
    assert "✗ end_stop" in run("units", "--search", "Stop", "--checks").stdout


def test_the_option_no_checks_skips_the_checks(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", "--no-checks", "--format", "json")
    assert [string["checks"] for string in json.loads(done.stdout)["results"]] == [[]] * 6


def test_checks_that_the_settings_turn_off_do_not_run(run: Run, project: Path) -> None:
    (project / "transtats.toml").write_text('[checks]\nselect = ["end_stop"]\n')
    assert len(read_lines(run("units", "demo", "app", "--failing", "--format", "concise").stdout)) == 1
    done = run("units", "demo", "app", "--check", "reused")
    assert (done.status, done.stdout) == (2, "")
    assert "reused is switched off by the settings" in done.stderr


def test_a_broken_file_omits_only_its_own_strings(run: Run, project: Path) -> None:
    (project / "demo/app/de.po").write_text(HEADER + 'msgid "One two"\nmsgstr "never closed\n')
    done = run("units", "demo", "app", "--format", "concise")
    assert done.status == 3
    assert len(read_lines(done.stdout)) == 2
    assert done.stderr.startswith("demo/app/de.po:5: ")


def test_several_formats_are_written_in_one_run(run: Run, project: Path, tmp_path: Path) -> None:
    files = ["--format", "concise", "--format", f"json:{tmp_path / 'all.json'}", "--format", f"text:{tmp_path / 'all'}"]
    done = run("units", "demo", "app", "--failing", *files)
    assert len(read_lines(done.stdout)) == 3
    assert json.loads((tmp_path / "all.json").read_text())["count"] == 3
    assert (tmp_path / "all").read_text().endswith("\n3 strings in 1 file, 3 failing checks\n")


def test_the_output_can_be_written_to_a_file(run: Run, project: Path, tmp_path: Path) -> None:
    done = run("units", "demo", "app", "--format", "concise", "--output", tmp_path / "list")
    assert done.stdout == ""
    assert len((tmp_path / "list").read_text().splitlines()) == 6


def test_failing_strings_are_those_that_stats_counts(run: Run, project: Path) -> None:
    strings = json.loads(run("units", "demo/app", "--failing", "--json").stdout)["results"]
    failing = [each["language"] for each in strings]
    records = json.loads(run("stats", "demo/app").stdout)["results"]
    assert {record["code"]: record["failing"] for record in records} == {
        code: failing.count(code) for code in ("de", "pt_BR")
    }


@pytest.mark.slow
def test_the_first_lines_are_printed_before_the_last_file_is_read(tree: WriteTree) -> None:
    # The output exceeds the buffer of a pipe, so the command waits for its reader before the last file.
    many = format_po(*((f"Stop {number}.", "Halt") for number in range(30_000)))
    root = tree({"demo/app/de.po": many, "demo/app/fr.po": format_po(("Stop.", "Halte"))})
    command = [sys.executable, "-m", "transtats_cli", "units", "demo", "app", "--failing", "--format", "concise"]
    with start_process(command, cwd=root, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("demo/app/de.po:4: [end_stop]")
        (root / "demo/app/fr.po").write_text(HEADER + "\n" * 96 + 'msgid "Stop."\nmsgstr "Halte"\n')
        rest = process.stdout.read().splitlines()
    assert process.returncode == 0
    assert "demo/app/fr.po:100: [end_stop] the source ends with a full stop, the translation does not" in rest


def test_a_closed_pipe_ends_the_run_without_a_message(project: Path) -> None:
    command = f"{sys.executable} -m transtats_cli units demo app | head -c 0; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=project, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_fingerprint_does_not_change_when_lines_move(run: Run, project: Path) -> None:
    def findings() -> dict[str, int]:
        done = run("units", "demo", "app", "--failing", "--format", "gitlab")
        return {each["fingerprint"]: each["location"]["lines"]["begin"] for each in json.loads(done.stdout)}

    before = findings()
    path = project / "demo/app/de.po"
    path.write_text(path.read_text().replace('msgid "Stop."', '# A note.\n#: app.c:7\nmsgid "Stop."'))
    after = findings()
    assert after.keys() == before.keys()
    assert {after[key] - before[key] for key in before} == {2}


def test_github_and_junit_contain_errors_for_files_that_cannot_be_read(run: Run, project: Path, tmp_path: Path) -> None:
    (project / "demo/app/de.po").write_text(HEADER + 'msgid "One two"\nmsgstr "never closed\n')
    done = run("units", "demo", "app", "--failing", "--format", f"junit:{tmp_path / 'junit'}", "--format", "github")
    assert done.status == 3
    assert done.stdout.startswith("::error file=demo/app/de.po,line=5,title=cannot be read::")
    assert 'errors="1"' in (tmp_path / "junit").read_text()


def test_the_step_summary_lists_the_strings(run: Run, project: Path, tmp_path: Path) -> None:
    environment = {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    done = run("units", "demo", "app", "--failing", "--step-summary", "--format", "concise", env=environment)
    assert len(read_lines(done.stdout)) == 3
    assert (tmp_path / "summary").read_text().count("| demo/app/de.po:") == 3


def test_an_unknown_check_is_an_error_of_the_command_line(run: Run, tree: WriteTree) -> None:
    tree({"demo/one/de.po": "", "demo/two/de.po": ""})
    done = run("units", "--check", "end-stop")
    assert (done.status, done.stdout) == (2, "")
    assert "there is no check 'end-stop'; did you mean 'end_stop'?" in done.stderr
