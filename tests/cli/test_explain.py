"""`transtats explain`: reasons for the numbers of a component, a language, and a string."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
SETTINGS = """\
[checks]
ignore = ["end_colon"]

[project.shop.component.app]
filemask = "po/*.po"
check_flags = "python-format, max-length:90"
review = false
"""
GERMAN = (
    HEADER
    + """\
#, c-format, ignore-end-stop
msgid "Stop %d."
msgstr "Halt %d"

#, fuzzy
#: manual.rst:3
msgid "Close"
msgstr "Zu"

#: manual.rst:7
#, read-only, discard:rst-text, discard:max-length
msgctxt "name"
msgid "Shop"
msgstr "Shop"

msgid "Open the door!"
msgstr ""

msgid "Wait..."
msgstr "Warten"
"""
)


@pytest.fixture
def shop(tree: WriteTree) -> Path:
    return tree(
        {
            "transtats.toml": SETTINGS,
            "po/de.po": GERMAN,
            "po/pt-br.po": HEADER + 'msgid "Close"\nmsgstr "Fechar"\n',
            "po/en.po": HEADER,
            "po/shop.pot": GERMAN + '\nmsgid "New"\nmsgstr ""\n',
        }
    )


def explain(run: Run, *arguments: str) -> dict[str, Any]:
    done = run("explain", *arguments, "--format", "json")
    assert (done.status, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def read_outcomes(explained: dict[str, Any]) -> dict[str, str]:
    return {check["id"]: check["outcome"] for check in explained["checks"]}


def test_the_settings_of_a_component_have_origins(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app")
    origins = {each["key"]: (each["value"], each["origin"], each["rule"]) for each in explained["settings"]}
    assert origins["project"] == ("shop", "transtats.toml", "the table of the component")
    assert origins["filemask"] == ("po/*.po", "transtats.toml:5", None)
    assert origins["review"] == (False, "transtats.toml:7", None)
    assert origins["file_format"][:2] == ("po", "found")
    assert origins["new_base"][:2] == ("po/shop.pot", "found")
    assert origins["source_language"] == ("en", "default", None)
    assert origins["checks.ignore"] == (["end_colon"], "transtats.toml:2", None)
    assert origins["checks.select"] == ([], "default", "all checks run")
    # A setting of a table has the name of the table.
    assert "ignore" not in origins


def test_the_folder_of_a_component_has_the_line_of_its_setting(run: Run, tree: WriteTree) -> None:
    table = '[project.shop.component.app]\nfilemask = "*.po"\n\npath = "work"\n'
    tree({"transtats.toml": table, "work/de.po": HEADER})
    origins = {each["key"]: each["origin"] for each in explain(run, "shop", "app")["settings"]}
    assert (origins["filemask"], origins["path"]) == ("transtats.toml:2", "transtats.toml:4")
    (shown,) = (line for line in run("stats", "--show-settings").stdout.splitlines() if line.startswith("path = "))
    assert shown.endswith("  # transtats.toml:4")


@pytest.mark.parametrize(
    ("files", "names", "origin", "rule"),
    [
        pytest.param(
            {"work/.tx/config": "[o:org:p:shop:r:app]\nfile_filter = po/<lang>.po\n", "work/po/de.po": HEADER},
            "shop app",
            "work/.tx/config [o:org:p:shop:r:app]",
            "the names in the configuration of another tool",
            id="another tool",
        ),
        pytest.param(
            {"work/shop/app/de.po": HEADER},
            "shop app",
            "found",
            "the folders PROJECT/COMPONENT below the root",
            id="folders",
        ),
        pytest.param(
            {"work/app/po/de.po": HEADER, "work/x/po/de.po": HEADER},
            "work app",
            "found",
            "the path of the file mask without folders for translations",
            id="path of the mask",
        ),
    ],
)
def test_the_names_of_project_and_component_have_an_origin(
    run: Run, tree: WriteTree, files: dict[str, str], names: str, origin: str, rule: str
) -> None:
    tree({path: text + 'msgid "a"\nmsgstr "b"\n' if path.endswith(".po") else text for path, text in files.items()})
    explained = explain(run, *names.split(), "--root", "work")
    component = next(each for each in explained["settings"] if each["key"] == "component")
    assert (component["origin"], component["rule"]) == (origin, rule)


def test_the_files_of_a_component_are_counted_or_left_out(run: Run, shop: Path) -> None:
    explained = explain(run, "shop/app")
    assert [(each["file"], each["written"], each["code"]) for each in explained["files"]] == [
        ("po/de.po", "de", "de"),
        ("po/pt-br.po", "pt-br", "pt_BR"),
    ]
    assert explained["left_out"] == [{"file": "po/en.po", "reason": "in the source language (en), so no translation"}]
    assert explained["source"] == {"code": "en", "name": "English", "file": "po/shop.pot"}


def test_the_numbers_of_a_language_have_reasons(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "de")
    assert explained["states"] == {"readonly": 1, "translated": 2, "fuzzy": 1, "empty": 1}
    assert explained["percentage_reason"] == "3 of 5 strings are translated: 60.0 %."
    assert explained["complete_percent"] == 50.0
    assert (
        "complete      3 of 6 strings of the template or the source: 50.0 %"
        in run("explain", "shop", "app", "de").stdout
    )
    assert [(each["line"], each["state"]) for each in explained["not_translated"]] == [(10, "fuzzy"), (19, "empty")]
    assert [each["source"] for each in explained["missing"]] == [["New"]]
    assert explained["language"] == {"written": "de", "rule": "a code in the table of languages"}
    assert explained["plural"]["origin"] == "the table of languages, because the file has no Plural-Forms header"
    stats = json.loads(run("stats", "shop", "app", "--language", "de").stdout)["results"][0]
    assert explained["statistics"].items() <= stats.items()


def test_the_language_may_be_an_option(run: Run, shop: Path) -> None:
    assert explain(run, "--language", "de") == explain(run, "shop", "app", "de")
    assert explain(run, "shop/app", "4", "--language", "de") == explain(run, "shop", "app", "de", "4")


def test_the_spelling_of_a_language_has_a_rule(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "pt-br")
    assert (explained["code"], explained["language"]["written"]) == ("pt_BR", "pt-br")
    assert explained["language"]["rule"] == "another spelling of a code in the table of languages"


@pytest.mark.parametrize(
    ("argument", "state", "rule"),
    [
        pytest.param("5", "translated", "translated", id="line of a string"),
        pytest.param("po/de.po:11", "fuzzy", "marked-as-needing-editing", id="file and a later line"),
        pytest.param("8", "fuzzy", "marked-as-needing-editing", id="comment above a string"),
        pytest.param("name", "readonly", "read-only-flag", id="context"),
        pytest.param("Open the door!", "empty", "empty-target", id="source"),
    ],
)
def test_the_state_of_a_string_has_a_rule(run: Run, shop: Path, argument: str, state: str, rule: str) -> None:
    explained = explain(run, "shop", "app", "de", argument)
    assert (explained["state"], explained["state_rule"]) == (state, rule)
    again = explain(run, "shop", "app", "de", f"#{explained['hash']}")
    assert again == explained


def test_a_comment_with_a_line_separator_is_one_line(run: Run, tree: WriteTree) -> None:
    first = 'msgid "One"\nmsgstr "Eins"\n\n'
    root = tree({"shop/app/de.po": HEADER + first + '#. a\u2028b\x85c\nmsgid "Two"\nmsgstr "Zwei"\n'})
    lines = (root / "shop/app/de.po").read_bytes().split(b"\n")
    assert explain(run, "shop", "app", "de", str(lines.index(b'msgid "Two"') + 1))["source"] == ["Two"]
    assert explain(run, "shop", "app", "de", str(lines.index(b'msgid "Two"') - 1))["source"] == ["One"]


def test_the_file_of_a_string_names_its_language(run: Run, shop: Path) -> None:
    assert explain(run, "shop", "app", "po/de.po:5") == explain(run, "shop", "app", "de", "po/de.po:5")
    assert explain(run, "shop/app", "./po/de.po:5") == explain(run, "shop", "app", "de", "5")
    assert explain(run, "po/de.po:5") == explain(run, "shop", "app", "de", "5")


def test_the_last_line_of_a_file_belongs_to_the_last_string(run: Run, shop: Path) -> None:
    assert explain(run, "shop", "app", "de", "23")["source"] == ["Wait..."]


def test_a_file_in_several_components_needs_the_name_of_one(run: Run, tree: WriteTree) -> None:
    tables = [f'[project.demo.component.{name}]\npath = "po"\nfilemask = "*.po"\n' for name in ("app", "web")]
    tree({"transtats.toml": "".join(tables), "po/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    done = run("explain", "po/de.po:4")
    assert (done.status, done.stderr.splitlines()) == (
        2,
        [
            "Error: no component of po/de.po is given; there are:",
            "  transtats explain demo app",
            "  transtats explain demo web",
        ],
    )


def test_flags_have_origins(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "de", "po/de.po:5")
    assert explained["flags"] == [
        {"flag": "c-format", "origin": "comment", "place": "the comment in po/de.po"},
        {"flag": "ignore-end-stop", "origin": "comment", "place": "the comment in po/de.po"},
        {"flag": "max-length:90", "origin": "settings", "place": "transtats.toml:6"},
        {"flag": "python-format", "origin": "settings", "place": "transtats.toml:6"},
    ]
    explained = explain(run, "shop", "app", "de", "Close")
    assert {
        "flag": "rst-text",
        "origin": "reference",
        "place": "the references of the string in po/de.po",
    } in explained["flags"]


def test_a_flag_that_a_string_removes_from_itself_is_listed(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "de", "name")
    assert explained["removed_flags"] == [
        {
            "flag": "rst-text",
            "origin": "reference",
            "place": "the references of the string in po/de.po, removed by discard:rst-text",
        }
    ]
    # A string cannot remove a flag of the settings.
    assert "max-length:90" in [flag["flag"] for flag in explained["flags"]]


def test_each_check_has_an_outcome(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "de", "5")
    found = read_outcomes(explained)
    assert [found[check] for check in ("end_stop", "c_format", "end_colon", "php_format", "check_glossary")] == [
        "ignored",
        "passed",
        "off",
        "not-run",
        "server-only",
    ]
    assert read_outcomes(explain(run, "shop", "app", "de", "Open the door!"))["same"] == "not-run"
    ellipsis = read_outcomes(explain(run, "shop", "app", "de", "Wait..."))
    assert [check for check, outcome in ellipsis.items() if outcome == "failed"] == ["end_stop"]


def test_the_counted_words_of_a_string_are_listed(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "de", "Open the door!")
    assert (explained["words"], explained["word_list"], explained["chars"]) == (3, ["Open", "the", "door!"], 14)


def test_strings_of_the_source_language_are_explained(run: Run, shop: Path) -> None:
    explained = explain(run, "shop", "app", "en", "Wait...")
    assert (explained["state"], explained["state_rule"]) == ("readonly", "source-language")
    found = read_outcomes(explained)
    assert (found["ellipsis"], found["end_stop"]) == ("failed", "not-run")
    assert {"flag": "read-only", "origin": "source-language"}.items() <= explained["flags"][-1].items()


def test_a_string_that_a_monolingual_file_lacks_is_empty(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/en.json": '{"a": "One", "b": "Two"}', "demo/app/de.json": '{"a": "Eins"}'})
    explained = explain(run, "demo", "app", "de", "b")
    assert (explained["line"], explained["state"], explained["state_rule"]) == (None, "empty", "not-in-file")
    assert explain(run, "demo", "app", "de")["missing"] is None


@pytest.mark.parametrize("arguments", [["shop", "app"], ["shop", "app", "de"], ["shop", "app", "de", "5"]])
def test_a_table_fits_the_terminal(run: Run, shop: Path, arguments: list[str]) -> None:
    done = run("explain", *arguments, env={"COLUMNS": "80"})
    assert (done.status, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["shop", "app", "xx"], "xx", id="unknown language"),
        pytest.param(["shop", "app", "de", "nothing"], "'nothing' is no string in de", id="unknown string"),
        pytest.param(["shop", "app", "de", "file5"], "'file5' is no string in de", id="line without a colon"),
        pytest.param(["shop", "app", "de", "2"], "'2' is no string in de", id="line above all strings"),
        pytest.param(["shop", "app", "de", "30"], "po/de.po has no line 30: it has 23 lines", id="line after the end"),
        pytest.param(["shop", "app", "po/de.po:99999"], "po/de.po has no line 99999", id="file and line after the end"),
        pytest.param(["shop", "app", "de", "po/fr.po:9"], "po/fr.po is not the file of de", id="another file"),
        pytest.param(["shop/app", "de", "5", "more"], "unexpected extra argument (more)", id="one argument too many"),
    ],
)
def test_a_wrong_argument_is_named(run: Run, shop: Path, arguments: list[str], message: str) -> None:
    done = run("explain", *arguments)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        pytest.param("nofile.po:25", "nofile.po is no file of shop/app. Its files are:", id="no such file"),
        pytest.param("web/de.po:4", "web/de.po is no file of shop/app. Its files are:", id="file of another component"),
        pytest.param("web/de.po", "web/de.po is no file of shop/app. Its files are:", id="other file without a line"),
        pytest.param(
            "po/de.po", "po/de.po: a line is missing; give FILE:LINE, such as po/de.po:12", id="file without a line"
        ),
        pytest.param("po/de.po:abc", "po/de.po:abc: 'abc' is no line; give FILE:LINE", id="no number"),
        pytest.param("po/de.po:", "po/de.po:: '' is no line; give FILE:LINE", id="no text after the colon"),
        pytest.param("po/de.po:0", "po/de.po:0: '0' is no line; give FILE:LINE", id="line 0"),
    ],
)
def test_a_wrong_place_without_a_language_is_named(
    run: Run, shop: Path, tree: WriteTree, argument: str, message: str
) -> None:
    tree({"web/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    done = run("explain", "shop", "app", argument)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {message}")
    if "Its files are:" in message:
        assert done.stderr.splitlines()[1:] == ["  po/de.po", "  po/pt-br.po", "  po/shop.pot"]


def test_a_line_of_the_gettext_template_names_a_string_of_the_source_language(run: Run, shop: Path) -> None:
    assert explain(run, "shop", "app", "po/shop.pot:5")["code"] == "en"


def test_a_line_of_a_file_without_strings_is_no_string(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": HEADER, "demo/app/fr.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    done = run("explain", "demo", "app", "demo/app/de.po:1")
    assert done.status == 2
    assert done.stderr.startswith("Error: 'demo/app/de.po:1' is no string in de")


def test_a_file_that_has_no_string_of_the_source_language_is_named(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    done = run("explain", "demo", "app", "en", "demo/app/fr.po:1")
    assert (done.status, done.stderr) == (2, "Error: demo/app/fr.po is not the file of en\n")


def test_an_ambiguous_string_is_listed_with_its_places(run: Run, tree: WriteTree) -> None:
    entry = 'msgctxt "{}"\nmsgid "Open"\nmsgstr "Offen"\n\n'
    tree({"demo/app/de.po": HEADER + entry.format("a") + entry.format("b")})
    done = run("explain", "demo", "app", "de", "Open")
    assert done.status == 2
    assert "2 strings; name one by its line" in done.stderr
    assert "demo/app/de.po:8  b" in done.stderr


@pytest.mark.parametrize(
    ("language", "origin"),
    [
        pytest.param(
            "de", "from the table of languages, because the file has no Plural-Forms header", id="translation"
        ),
        pytest.param("en", "from the table of languages, because the template is unreadable", id="source"),
    ],
)
def test_an_unreadable_gettext_template_is_named(run: Run, tree: WriteTree, language: str, origin: str) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n', "demo/app/app.pot": "<<<<<<<\n"})
    done = run("explain", "demo", "app", language)
    assert (done.status, done.stderr.count("demo/app/app.pot:1: ")) == (3, 1)
    assert origin in " ".join(done.stdout.split())
    assert "Missing" not in done.stdout


def test_an_unreadable_file_is_named(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "a"\n', "demo/app/fr.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    done = run("explain", "demo", "app", "de")
    assert (done.status, done.stdout) == (2, "")
    assert "demo/app/de.po:" in done.stderr
    # As for `stats --language`, files of other languages make no difference.
    done = run("explain", "demo", "app", "fr")
    assert (done.status, done.stderr) == (0, "")


def make_damaged_file(path: Path) -> None:
    path.write_text('de:\n  a: "x\n')


def make_utf16_file(path: Path) -> None:
    path.write_bytes("de:\n  a: x\n".encode("utf-16"))


@pytest.mark.parametrize(
    ("create_file", "reason"),
    [
        pytest.param(make_damaged_file, "unexpected end of stream", id="damaged file"),
        pytest.param(make_utf16_file, "the file is not in the encoding UTF-8", id="UTF-16"),
        pytest.param(lambda path: path.symlink_to("/etc/hosts"), "a link that leads out of", id="link out of the root"),
        pytest.param(os.mkfifo, "a pipe, not a file", id="pipe"),
    ],
)
def test_an_unreadable_file_of_a_component_is_left_out(
    run: Run, tree: WriteTree, create_file: Callable[[Path], None], reason: str
) -> None:
    root = tree({"demo/app/en.yml": "en:\n  a: One\n", "demo/app/fr.yml": "fr:\n  a: Un\n"})
    create_file(root / "demo/app/de.yml")
    done = run("explain", "demo", "app", "--format", "json")
    explained = json.loads(done.stdout)
    assert (done.status, [each["file"] for each in explained["files"]]) == (3, ["demo/app/fr.yml"])
    (failure,) = explained["failures"]
    assert failure["file"] == "demo/app/de.yml"
    assert reason in failure["reason"]
    assert "demo/app/de.yml" in done.stderr
    table = run("explain", "demo", "app").stdout
    assert "demo/app/de.yml" in table.partition("Files that are left out")[2]


def test_all_files_are_left_out_if_the_template_is_unreadable(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/en.yml": 'en:\n  a: "One\n', "demo/app/fr.yml": "fr:\n  a: Un\n"})
    done = run("explain", "demo", "app", "--format", "json")
    explained = json.loads(done.stdout)
    assert (done.status, explained["files"], [each["file"] for each in explained["failures"]]) == (
        3,
        [],
        ["demo/app/en.yml"],
    )
    assert explained["left_out"] == [
        {"file": "demo/app/fr.yml", "reason": "the template demo/app/en.yml cannot be read"}
    ]


def test_control_characters_do_not_reach_the_terminal(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": HEADER + 'msgctxt "\x1b[31m"\nmsgid "a\x1b[2J"\nmsgstr "b"\n'})
    done = run("explain", "demo", "app", "de", "4")
    assert "\x1b" not in done.stdout
    assert "\\x1b[2J" in done.stdout


def test_checks_that_do_not_apply_are_in_a_verbose_text_and_in_json(shop: Path, run: Run) -> None:
    arguments = ("explain", "shop", "app", "de", "Close", "--root", shop)
    shown = run(*arguments).stdout
    assert "Checks that pass" in shown
    assert "php_format" not in shown
    assert "other checks do not apply to this string, or need a server; -v lists them." in shown
    verbose = run(*arguments, "-v").stdout
    outcomes = {
        each["id"]: each["outcome"] for each in json.loads(run(*arguments, "--format", "json").stdout)["checks"]
    }
    left_out = [check for check, outcome in outcomes.items() if outcome in ("not-run", "server-only")]
    assert {"php_format", "ai_style"} <= set(left_out)
    assert all(check in verbose for check in left_out)
    assert "-v lists them" not in verbose
