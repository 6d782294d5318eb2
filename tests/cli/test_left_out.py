"""Files that are left out are named with the reason: once by default, in full with -v and --ignored."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
COMPONENT = ("shop", "po", "--no-history")
FOLDER_NOTE = (
    "note: 1 component in folders of tests, examples and other projects left out;"
    " `transtats components --all-folders` lists all\n"
)
NO_LANGUAGE = "note: {}: left out: its path names no language\n"
NOT_ACCEPTED = "note: {0}/{1}.po: left out: {1!r} is not accepted as a language\n"


@pytest.mark.parametrize(
    "command",
    [("components",), ("stats", "--all", "--no-history"), ("stats", "shop", "po", "--no-history")],
    ids=" ".join,
)
def test_a_file_that_is_a_component_of_its_own_is_not_left_out(
    run: Run, tree: WriteTree, command: tuple[str, ...]
) -> None:
    declared = PO.replace("msgstr ", 'msgstr ""\n"Language: fr\\n"\n', 1)
    tree({"shop/.git/HEAD": "", "shop/po/de.po": PO, "shop/po/fr.po": PO, "shop/po/notes.po": declared})
    done = run(*command)
    assert ("po/notes" in done.stdout, done.stderr) == (command[1:2] != ("shop",), "")


@pytest.fixture
def shop(tree: WriteTree) -> Path:
    """A project with a file of each kind that is left out."""
    tree({f"shop/{path}": PO for path in ("po/de.po", "po/fr.po", "po/README.po", "po/en.po", "list.po")})
    return tree({"shop/.git/HEAD": "", "shop/tests/po/it.po": PO, "shop/po/de_DE.po": PO}) / "shop"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("stats", *COMPONENT), id="stats"),
        pytest.param(("units", *COMPONENT[:2]), id="units"),
        pytest.param(("gate", *COMPONENT[:2], "--fail-under", "1"), id="gate"),
    ],
)
def test_the_files_that_one_component_leaves_out_are_named_once(run: Run, shop: Path, command: tuple[str, ...]) -> None:
    (shop / "po/de_DE.po").unlink()
    assert run(*command).stderr == NOT_ACCEPTED.format("shop/po", "README")
    assert run(*command, "-q").stderr == ""
    assert run(*command, "-v").stderr.startswith(
        NOT_ACCEPTED.format("shop/po", "README")
        + "note: shop/po/en.po: left out: in the source language (en), so no translation\n"
    )


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("components",), id="components"),
        pytest.param(("components", "--no-strings"), id="components without strings"),
        pytest.param(("stats", "--all", "--no-history"), id="stats"),
        pytest.param(("gate", "--all", "--fail-under", "1"), id="gate"),
    ],
)
def test_a_run_over_all_components_also_names_the_files_in_no_component(
    run: Run, shop: Path, command: tuple[str, ...]
) -> None:
    (shop / "po/de_DE.po").unlink()
    expected = FOLDER_NOTE + NO_LANGUAGE.format("shop/list.po") + NOT_ACCEPTED.format("shop/po", "README")
    assert [run(*command).stderr, run(*command).stderr] == [expected, expected]
    assert run(*command, "-q").stderr == ""


def test_all_commands_print_the_same_reason_for_a_file(run: Run, tree: WriteTree) -> None:
    tree({"setup.py": "", **{f"po/{name}.po": PO for name in ("de", "fr", "chapter1")}})
    expected = NOT_ACCEPTED.format("po", "chapter1")
    commands = [("components",), ("stats", "--no-history"), ("stats", "--all", "--no-history")]
    assert [run(*command).stderr for command in commands] == [expected] * 3
    assert "'chapter1' is not accepted as a language" in run("components", "--ignored", env={"COLUMNS": "160"}).stdout


def test_many_left_out_files_are_one_line_with_their_number(run: Run, tree: WriteTree) -> None:
    tree({f"shop/po/{name}.po": PO for name in ("de", "fr", "it.1", "it.2", "it.3", "it.4")})
    assert run("stats", "shop", "app", "--filemask", "shop/po/*.po").stderr == (
        "note: 4 translation files are left out, such as shop/po/it.1.po ('it.1' is not accepted as a language);"
        " `transtats components --ignored` lists them\n"
    )


def test_with_verbose_many_left_out_files_are_one_line_for_each_reason(run: Run, tree: WriteTree) -> None:
    tree({f"shop/part{number}/po/{code}.po": PO for number in range(5) for code in ("de", "de_DE", "en")})
    tree({"shop/.git/HEAD": ""})
    paths = [f"shop/part{number}/po/en.po" for number in range(5)]
    *warnings, note = run("stats", "--no-history", "-v").stderr.splitlines()
    # The second files of German are named by warnings, and not again.
    assert [line.partition(": left out, because")[0] for line in warnings] == [
        f"warning: shop/part{number}/po/de_DE.po" for number in range(5)
    ]
    assert note == (
        f"note: {', '.join(paths[:3])} and 2 more: left out: in the source language (en), so no translation;"
        " `transtats components --ignored` lists them"
    )
    lines = run("components", "-v").stderr.splitlines()
    assert [line for line in lines if line.startswith("note")] == [
        f"note: {path}: left out: in the source language (en), so no translation" for path in paths
    ]


def test_a_file_that_another_component_counts_is_not_left_out(run: Run, tree: WriteTree) -> None:
    tree({"setup.py": "", **{f"po/{name}.po": PO for name in ("de", "fr", "app.de", "app.fr")}})
    assert run("stats", "--all", "--no-history").stderr == ""
    assert run("components", "--ignored").stdout == "No translation file is left out.\n"


def test_ignored_lists_every_file_with_reason_and_component(run: Run, shop: Path) -> None:
    done = run("components", "--ignored", "--format", "ndjson")
    listed = {each.pop("file"): each for each in map(json.loads, done.stdout.splitlines())}
    none, po = {"project": None, "component": None}, {"project": "shop", "component": "po"}
    assert done.status == 0
    assert listed == {
        "shop/list.po": {"reason": "its path names no language", **none},
        "shop/po/README.po": {"reason": "'README' is not accepted as a language", **po},
        "shop/po/de_DE.po": {"reason": "shop/po/de.po has the code of the language table", **po},
        "shop/po/en.po": {"reason": "in the source language (en), so no translation", **po},
        "shop/tests/po/*.po": {"reason": "a component in a folder of tests, examples or other projects", **none},
    }
    assert json.loads(run("components", "--ignored", "--json").stdout)["results"][0]["file"] == "shop/list.po"


def test_ignored_lists_files_that_cannot_be_read_with_the_status_of_components(run: Run, tree: WriteTree) -> None:
    root = tree({"setup.py": "", **{f"po/{name}.po": PO for name in ("de", "fr", "README")}})
    (root / "po/cs.po").symlink_to("nowhere.po")
    (root / "po/es.po").symlink_to("cs.po")
    (root / "po/it.po").write_bytes(b'x\xff"')
    done = run("components", "--ignored", "--format", "ndjson")
    assert {each["file"]: each["reason"] for each in map(json.loads, done.stdout.splitlines())} == {
        "po/README.po": "'README' is not accepted as a language",
        "po/cs.po": "a link to 'nowhere.po', which does not exist",
        "po/es.po": "a link to 'cs.po', which does not exist",
        "po/it.po": "line 1: the byte 0xff is not valid in the charset utf-8",
    }
    assert done.status == run("components").status == 3


def test_ignored_is_a_table_by_default_and_works_without_a_component(run: Run, tree: WriteTree) -> None:
    tree({"setup.py": "", "doc/list.po": PO})
    done = run("components", "--ignored")
    assert (done.status, done.stderr) == (0, "")
    assert [line.split("  ")[0] for line in done.stdout.splitlines()][::2] == ["File", "doc/list.po"]
    assert "its path names no language" in run("components").stderr


def test_ignored_cannot_be_combined_with_the_number_of_strings(run: Run, shop: Path) -> None:
    done = run("components", "--ignored", "--no-strings")
    assert (done.status, "--ignored cannot be combined with --no-strings." in done.stderr) == (2, True)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(("Base.lproj/A.strings", "en.lproj/A.strings", "de.lproj/A.strings"), id="Base beside English"),
        pytest.param(("Base.lproj/A.strings", "fr.lproj/A.strings", "de.lproj/A.strings"), id="Base is the template"),
    ],
)
def test_the_file_of_the_source_language_needs_no_message(run: Run, tree: WriteTree, files: tuple[str, ...]) -> None:
    root = tree({f"app/{path}": '"a" = "A";\n' for path in files}) / "app"
    for command in (("stats", "--no-history"), ("components",)):
        assert run(*command, cwd=root).stderr == ""


def test_the_template_is_not_left_out_if_its_name_is_no_language(run: Run, tree: WriteTree) -> None:
    root = tree({f"app/lang/{name}.json": '{"a": "A"}' for name in ("source", "de")}) / "app"
    options = ("--filemask", "lang/*.json", "--template", "lang/source.json", "--no-history")
    assert run("stats", "app", "lang", *options, cwd=root).stderr == ""


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        pytest.param(
            "de.lproj/A.strings", b"bplist00\xd1\xff", ": the file is a binary property list;", id="binary plist"
        ),
        pytest.param("de.lproj/A.strings", b'"a" = "\xe9";', ":1: the file is not in the encoding UTF-8", id="strings"),
        pytest.param("de.json", b'{\n"a": "\xe9"}', ":2: the file is not in the encoding UTF-8", id="JSON"),
        pytest.param("de.yml", b"de:\n\n  a: \xe9\n", ":3: the file is not in the encoding UTF-8", id="YAML"),
    ],
)
def test_a_file_in_another_encoding_is_explained_and_has_the_same_status_in_each_command(
    run: Run, tree: WriteTree, path: str, content: bytes, message: str
) -> None:
    sources = {"strings": '"a" = "A";\n', "json": '{"a": "A"}', "yml": "en:\n  a: A\n"}
    source = sources[path.rpartition(".")[2]]
    names: dict[str, str | bytes] = {path: content}
    names |= {path.replace("de", code, 1): source for code in ("en", "fr")}
    root = tree({f"app/locales/{name}": text for name, text in names.items()}) / "app"
    for command in (("stats", "--no-history"), ("components",), ("components", "--ignored")):
        done = run(*command, cwd=root)
        assert done.status == 3
        assert f"locales/{path}{message}" in done.stderr


@pytest.fixture
def uncovered(tree: WriteTree) -> Path:
    """A project with a component, and with files of four masks that are in no component, for two reasons."""
    tree({f"app/po/{code}.po": PO for code in ("de", "fr", "it")})
    tree({f"app/{name}/lang/{code}.json": "[1]" for name in "wxyz" for code in ("de", "fr", "es")})
    return tree({f"app/docs/{code}/a.md": "# A\n" for code in ("de", "fr", "es", "pt")}) / "app"


CONTENT = "the content is no known format of .json files"
DOCUMENTS = "documents are found only by `filemask` in the settings"
SOME_MASKS = "w/lang/*.json, x/lang/*.json, y/lang/*.json and 1 more mask"


def test_components_names_masks_of_files_in_no_component_once_for_each_reason(run: Run, uncovered: Path) -> None:
    lines = (
        f"note: 4 files are in no component, because {DOCUMENTS}: docs/*/a.md",
        f"note: 12 files are in no component, because {CONTENT}: {SOME_MASKS}",
    )
    assert run("components", cwd=uncovered).stderr.splitlines() == list(lines)
    assert run("components", "-q", cwd=uncovered).stderr == ""
    detailed = run("components", "-v", cwd=uncovered).stderr.splitlines()
    assert f"note: z/lang/*.json: left out: 3 files: {CONTENT}" in detailed
    for file in (uncovered / "po").iterdir():
        file.unlink()
    nothing = run("components", cwd=uncovered).stderr.splitlines()
    assert nothing == [
        f"Error: no translation files are found in {uncovered}; --root names another directory",
        *(line[6:] for line in lines),
    ]


@pytest.mark.parametrize("command", [("stats", "--all", "--no-history"), ("gate", "--all", "--fail-under", "1")])
def test_other_commands_sum_up_the_files_in_no_component(run: Run, uncovered: Path, command: tuple[str, ...]) -> None:
    assert run(*command, cwd=uncovered).stderr == (
        f"note: 16 files with languages in their paths are in no component, such as docs/*/a.md ({DOCUMENTS});"
        " `transtats components` gives all reasons\n"
    )


def test_ignored_lists_the_masks_of_files_in_no_component(run: Run, uncovered: Path) -> None:
    listed = json.loads(run("components", "--ignored", "--json", cwd=uncovered).stdout)["results"]
    assert {each["file"]: each["reason"] for each in listed} == {
        **{f"{name}/lang/*.json": f"3 files: {CONTENT}" for name in "wxyz"},
        "docs/*/a.md": f"4 files: {DOCUMENTS}",
    }
