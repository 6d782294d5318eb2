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
    assert (done.status, done.stderr) == (0, "")
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


def test_the_strings_of_many_files_are_not_counted(run: Run, tree: WriteTree) -> None:
    tree({f"shop/app{number}/de.po": PO for number in range(1001)})
    assert run().stdout.splitlines()[-2:] == ["1001 components in 1 language.", NEXT]


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
