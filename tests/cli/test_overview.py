"""`transtats` without arguments: commands under headings, and a headline of the current directory."""

from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from transtats_cli.cli.group import COMMANDS

PO = 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "{}"\n\nmsgid "b"\nmsgstr "c"\n'
NEXT = "`transtats stats` shows each language, and `transtats units --todo` the strings that are left."


@pytest.fixture
def shop(tree: WriteTree) -> Path:
    return tree({"shop/app/de.po": PO.format(""), "shop/app/fr.po": PO.format("x"), "shop/web/de.po": PO.format("x")})


def list_headings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.endswith(":") and not line.startswith((" ", "Usage", "Options"))]


def test_the_commands_are_printed_under_five_headings(run: Run, tmp_path: Path) -> None:
    done = run()
    nothing = f"warning: no translation files are found in {tmp_path}; --root names another directory\n"
    assert (done.status, done.stderr) == (0, nothing)
    assert list_headings(done.stdout) == ["See:", "Check:", "Compare:", "Publish:", "Set up:"]
    assert [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")][:-1] == [*COMMANDS]
    # The help also has the usage and the options.
    assert run("--help").stdout.endswith(done.stdout)
    assert list_headings(run("--help").stdout) == list_headings(done.stdout)


def test_two_more_lines_contain_the_total_and_the_next_commands(run: Run, shop: Path) -> None:
    assert run().stdout.splitlines()[-2:] == ["2 components in 2 languages: 83.3% translated (5 of 6 strings).", NEXT]
    assert run("stats", "--format", "total").stdout == "83.3\n"


def test_a_language_without_strings_is_counted(run: Run, tree: WriteTree) -> None:
    tree({"shop/app/de.po": 'msgid ""\nmsgstr ""\n'})
    assert run().stdout.splitlines()[-2] == "1 component in 1 language."


def test_files_that_cannot_be_read_are_counted(run: Run, tree: WriteTree) -> None:
    tree({"shop/app/de.po": PO, "shop/app/fr.po": 'msgid "'})
    assert run().stdout.splitlines()[-2].endswith(" strings), without 1 file that cannot be read.")


def test_the_headline_has_the_unit_of_the_measure(run: Run, tree: WriteTree) -> None:
    tree({"shop/app/de.po": PO, "transtats.toml": 'measure = "words"\n'})
    assert run().stdout.splitlines()[-2].endswith(" words).")


def test_of_many_files_the_headline_names_the_command_that_counts_their_strings(run: Run, tree: WriteTree) -> None:
    tree({f"shop/app{number}/de.po": PO for number in range(1001)})
    headline = "1001 components in 1 language; `transtats stats --format total` counts the strings of their 1001 files."
    assert run().stdout.splitlines()[-2:] == [headline, NEXT]


def test_a_note_says_what_a_server_shows(run: Run, tree: WriteTree) -> None:
    tree({"shop/app/app.pot": PO.format(""), "shop/app/de.po": 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "x"\n'})
    done = run()
    assert done.stdout.splitlines()[-2] == "1 component in 1 language: 50.0% complete (1 of 2 strings)."
    assert done.stderr.startswith("note: complete: ")
    assert done.stderr.endswith(" shows 100.0 %\n")
    assert run("-q") == (0, done.stdout, "")


@pytest.mark.parametrize("options", [["-q"], ["-v"], ["--no-cache"], ["-q", "--jobs", "1"]])
def test_options_without_a_command_are_those_of_the_headline(run: Run, shop: Path, options: list[str]) -> None:
    assert run(*options) == run(*options, "--root", ".") == run()
    assert "1 component in 1 language: 100.0%" in run(*options, "--root", "shop/web").stdout


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(["-q", "stats"], "Options follow the command: `transtats stats -q`.", id="before a command"),
        pytest.param(["-v", "stats"], "-v follows the command: `transtats stats -v`.", id="verbose before a command"),
        pytest.param(["--rot", "."], "No such option '--rot'. Did you mean '--root'?", id="mistyped"),
        pytest.param(["--verion"], "'--version'", id="mistyped version"),
    ],
)
def test_other_options_are_errors(run: Run, shop: Path, argv: list[str], message: str) -> None:
    done = run(*argv)
    assert (done.status, done.stdout, message in done.stderr) == (2, "", True)


def test_a_large_directory_tree_is_not_searched(run: Run, tmp_path: Path) -> None:
    for number in range(5000):
        (tmp_path / str(number)).mkdir()
    done = run()
    assert (done.status, list_headings(done.stdout)[0]) == (0, "See:")
    assert done.stderr == "warning: more than 5000 folders; `transtats components` searches all of them\n"


def test_wrong_settings_are_named_in_a_line(run: Run, shop: Path) -> None:
    (shop / "transtats.toml").write_text("nonsense\n")
    done = run()
    assert (done.status, list_headings(done.stdout)[0]) == (0, "See:")
    assert done.stderr.startswith("warning: transtats.toml:1: ")
    assert done.stderr.count("\n") == 1


def test_the_root_of_the_environment_is_used(run: Run, shop: Path) -> None:
    assert "1 component in 1 language: 100.0%" in run(env={"TRANSTATS_ROOT": "shop/web"}).stdout
    assert run(env={"TRANSTATS_ROOT": "nowhere"}).status == 0
    assert "`transtats stats shop app`" in run("app", cwd=shop / "shop/web", env={"TRANSTATS_ROOT": str(shop)}).stderr
    assert "`transtats stats --root shop/app`" in run("shop/app", env={"TRANSTATS_ROOT": "nowhere"}).stderr
