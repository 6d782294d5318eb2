"""Control characters in strings of PO files: a server refuses the file, transtats counts the strings with a warning."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
CONTROLS = "\x01\x02\x04\x08\x0b\x0c\x1b[1m\x1c\x1d\x1e-\x1f\ufffe\uffff"
RAW = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
WARNING = (
    "warning: demo/app/de.po: control characters in strings, which a server refuses; remove them"
    " (U+001B in line 5, U+0008 in line 8)\n"
)
UNREADABLE = (
    "demo/app/de.po:5: the control character U+001B in a string (left out);"
    " mend the file, or leave out its folder with --exclude\n"
)
COMMANDS = [
    pytest.param(["stats", "demo", "app", "--no-history"], id="stats"),
    pytest.param(["stats", "demo", "app", "--no-checks", "--no-history"], id="stats --no-checks"),
    pytest.param(["stats", "demo", "app", "--with-source", "--no-history"], id="stats --with-source"),
    pytest.param(["stats", "--all", "--no-history"], id="stats --all"),
    pytest.param(["units", "demo", "app"], id="units"),
    pytest.param(["gate", "demo", "app", "--fail-under", "10"], id="gate"),
    pytest.param(["gate", "demo", "app", "--max-failing", "10"], id="gate with checks"),
]


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree(
        {
            "demo/app/de.po": f'{HEADER}msgid "bold"\nmsgstr "\x1b[1mfett"\n\nmsgid "b"\nmsgstr "\x08"\n',
            "demo/app/fr.po": f'{HEADER}msgid "bold"\nmsgstr "gras"\n\nmsgid "b"\nmsgstr ""\n',
        }
    )


@pytest.mark.parametrize("argv", COMMANDS)
def test_strings_with_control_characters_count_with_one_warning_for_each_file(
    run: Run, project: Path, argv: list[str]
) -> None:
    cold, warm = run(*argv), run(*argv)
    assert cold.stderr == WARNING
    assert cold.status == 0
    assert warm == cold


@pytest.mark.parametrize("argv", COMMANDS)
def test_strict_makes_a_file_with_control_characters_unreadable(run: Run, project: Path, argv: list[str]) -> None:
    run(*argv)  # The results that this run caches must not be used.
    done = run(*argv, "--strict")
    assert (done.status, done.stderr) == (3, UNREADABLE)


def test_the_option_no_strict_overrides_the_setting(run: Run, project: Path) -> None:
    (project / "transtats.toml").write_text("strict = true\n")
    assert run("stats", "demo", "app").stderr == UNREADABLE
    assert run("stats", "demo", "app", "--no-strict").stderr == WARNING
    (project / "transtats.toml").write_text("[project.demo]\nstrict = true\n")
    assert run("stats", "--all").stderr == UNREADABLE


def test_strings_with_control_characters_count_as_translated(run: Run, project: Path) -> None:
    found = json.loads(run("stats", "demo", "app", "--language", "de").stdout)["results"][0]
    assert (found["total"], found["translated"]) == (2, 2)


@pytest.mark.parametrize("place", ["msgid", "msgstr"])
def test_control_characters_in_a_template_cause_one_warning(run: Run, tree: WriteTree, place: str) -> None:
    texts = {"msgid": "a", "msgstr": "A"}
    texts[place] += "\x08"
    entry = f'{HEADER}msgid "{texts["msgid"]}"\nmsgstr "{texts["msgstr"]}"\n'
    tree(
        {
            "demo/app/en.po": entry,
            "demo/app/de.po": f'{HEADER}msgid "a"\nmsgstr "x"\n',
            "demo/app/fr.po": f'{HEADER}msgid "a"\nmsgstr "y"\n',
        }
    )
    options = ["--file-format", "po-mono", "--template", "en.po", "--filemask", "*.po", "--no-checks"]
    for _ in range(2):
        done = run("stats", "demo", "app", *options)
        assert done.stderr == (
            "warning: demo/app/en.po: control characters in strings, which a server refuses; remove them"
            f" (U+0008 in line {4 if place == 'msgid' else 5})\n"
        )


@pytest.fixture
def hostile(tree: WriteTree) -> Path:
    entry = f'# {CONTROLS}\nmsgctxt "{CONTROLS}"\nmsgid "Stop{CONTROLS} it."\nmsgstr "{CONTROLS} Halt"\n'
    return tree({"demo/app/de.po": HEADER + entry})


def test_the_warning_of_diff_about_both_revisions_names_the_file_once(run: Run, project: Path) -> None:
    git = ["git", "-C", str(project), "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    for argv in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *argv], check=True, capture_output=True)
    done = run("diff", "demo", "app")
    assert done.status == 0
    assert done.stderr == (
        "warning: demo/app/de.po: control characters in strings, which a server refuses; remove them"
        " (U+001B in line 5, U+0008 in line 8)\n"
    )
    done = run("diff", "demo", "app", "--strict")
    assert (done.status, done.stderr) == (3, UNREADABLE)
    done = run("history", "demo", "app", "--strict")
    assert (done.status, done.stderr.partition(" (")[0]) == (3, UNREADABLE.partition(" (")[0])


@pytest.mark.parametrize(
    "name",
    ["text", "concise", "table", "markdown", "json", "ndjson", "github", "gitlab", "junit", "sarif"],
)
def test_every_format_escapes_control_characters(run: Run, hostile: Path, name: str) -> None:
    done = run("units", "demo", "app", "--format", name)
    assert done.status == 0
    assert not RAW.search(done.stdout + done.stderr)
    if name == "junit":
        etree.fromstring(done.stdout.encode())
    if name in ("json", "gitlab", "sarif"):
        json.loads(done.stdout)
    if name == "json":
        [unit] = json.loads(done.stdout)["results"]
        assert unit["target"] == [f"{CONTROLS} Halt"]
