"""`--exclude` and the setting `exclude`: folders that are not searched, and the message if nothing else is found."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
NOTHING = "Error: no translation files are found in {}; {}\n"


@pytest.fixture
def app(tree: WriteTree) -> Path:
    """A project with a component in each of three folders."""
    return (
        tree({f"app/{name}/po/{code}.po": PO for name in ("shop", "demo", "lib/demo") for code in ("de", "fr")}) / "app"
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param((), {"shop", "demo", "lib/demo"}, id="none"),
        pytest.param(("--exclude", "lib"), {"shop", "demo"}, id="name"),
        pytest.param(("--exclude", "/demo"), {"shop", "lib/demo"}, id="path"),
        pytest.param(("--exclude", "dem*", "--exclude", "nothing"), {"shop"}, id="two patterns"),
    ],
)
def test_folders_of_the_option_are_not_searched(
    run: Run, app: Path, options: tuple[str, ...], expected: set[str]
) -> None:
    (app / ".git").mkdir()
    done = run("components", "--no-strings", "--format", "ndjson", *options, cwd=app)
    assert {json.loads(line)["mask"].removesuffix("/po/*.po") for line in done.stdout.splitlines()} == expected


@pytest.mark.parametrize("command", [("stats", "--all", "--no-history"), ("units", "--all")])
def test_all_commands_accept_the_option(run: Run, app: Path, command: tuple[str, ...]) -> None:
    whole, part = run(*command, cwd=app), run(*command, "--exclude", "demo", cwd=app)
    assert (part.stdout != whole.stdout, part.stderr) == (True, "")


def test_the_option_adds_to_the_setting(run: Run, app: Path) -> None:
    (app / "transtats.toml").write_text('exclude = ["shop"]\n')
    done = run("components", "--no-strings", "--format", "ndjson", "--exclude", "lib", cwd=app)
    assert done.stdout.count("\n") == 1
    assert '"mask":"demo/po/*.po"' in done.stdout


def test_files_that_other_tools_describe_are_excluded_too(run: Run, tree: WriteTree) -> None:
    """Their folders may be in a .gitignore, because such a tool downloads them. Only patterns exclude them."""
    resources = (
        f"[o:app:p:app:r:{name}]\nfile_filter = {name}/po/<lang>.po\nsource_lang = en\n" for name in ("a", "b")
    )
    root = tree(
        {
            ".git/HEAD": "",
            ".gitignore": "po/\n",
            ".tx/config": "[main]\nhost = https://www.transifex.com\n\n" + "\n".join(resources),
            **{f"{name}/po/{code}.po": PO for name in ("a", "b") for code in ("de", "fr")},
        }
    )

    def list_languages(*options: str) -> dict[str, int]:
        done = run("components", "--format", "ndjson", *options, cwd=root)
        assert (done.status, done.stderr) == (0, "")
        rows = map(json.loads, done.stdout.splitlines())
        return {row["component"]: row["languages"] for row in rows}

    assert list_languages() == {"a": 2, "b": 2}
    assert list_languages("--exclude", "a") == {"b": 2}
    assert "leaves out a/po/*.po and 1 more component" in run("components", "--exclude", "*/po", cwd=root).stderr
    (root / "transtats.toml").write_text('exclude = ["a/*"]\n')
    assert list_languages() == {"b": 2}


def test_a_pattern_that_matches_no_folder_is_a_warning(run: Run, app: Path) -> None:
    """A folder that the search skips anyway, such as a hidden one, counts as a match."""
    (app / ".venv").mkdir()
    (app / "transtats.toml").write_text('project = "app"\nexclude = [".venv", "shpo", "demo", "dmo"]\n')
    expected = (
        "warning: transtats.toml:2: no folder that is searched matches 'shpo', 'dmo'\n"
        "warning: --exclude: no folder that is searched matches 'libs/*'\n"
    )
    for command in ("stats", "gate --fail-under 0", "components", "badge"):
        done = run(*command.split(), "--exclude", "libs/*", "--exclude", "lib", cwd=app)
        assert (command, done.status, done.stderr) == (command, 0, expected)
    assert run("stats", "-q", "--exclude", "libs", cwd=app).stderr == ""


SETTING = "`exclude` in transtats.toml:2 leaves out demo/po/*.po and 2 more components"


@pytest.mark.parametrize("command", [("components",), ("stats",), ("stats", "--all"), ("gate",), ("units", "--all")])
def test_the_setting_is_named_if_it_leaves_out_everything(run: Run, app: Path, command: tuple[str, ...]) -> None:
    (app / "transtats.toml").write_text('project = "app"\nexclude = ["demo", "shop"]\n')
    done = run(*command, cwd=app)
    assert (done.status, done.stderr) == (2, NOTHING.format(app, SETTING))
    assert run("stats", "app", "demo", cwd=app).stderr == f"Error: app/demo: no translation files in {app}: {SETTING}\n"


def test_the_option_is_named_if_it_leaves_out_everything(run: Run, app: Path) -> None:
    done = run("components", "--exclude", "*", cwd=app)
    assert done.stderr == NOTHING.format(app, "--exclude leaves out demo/po/*.po and 2 more components")


def test_links_to_folders_that_are_not_followed_are_named(run: Run, app: Path, tree: WriteTree) -> None:
    root = tree({"web/README.md": ""}) / "web"
    (root / "po").symlink_to(app / "shop/po")
    assert run("components", cwd=root).stderr == NOTHING.format(root, "links to folders are not followed, such as po")


def test_other_folders_without_files_have_no_such_reason(run: Run, tree: WriteTree) -> None:
    root = tree({"web/README.md": "", "web/transtats.toml": 'exclude = ["demo"]\n', "web/demo/a.txt": ""}) / "web"
    assert run("components", cwd=root).stderr == NOTHING.format(root, "--root names another directory")
