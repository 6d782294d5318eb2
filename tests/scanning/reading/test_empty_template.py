"""Templates without strings beside filled translations."""

import json
from collections.abc import Mapping

import pytest

from tests.fixture_types import Run, WriteTree

COMMAND = ("stats", "--all", "--no-history")
NOT_USED = (
    "warning: {}: contains no strings, but the translations do, so it is not used as the template; add the strings,"
    " or name a template\n"
)
UNREADABLE = (
    "{}: contains no strings, but the translations do, and the format {} needs a template; add the strings"
    " (all languages depend on this template)\n"
)
JSON_FILES = {"locales/en.json": "{}", "locales/de.json": '{"a": "Eins", "b": ""}', "locales/fr.json": '{"a": "Un"}'}


def count_strings(stdout: str) -> dict[str, tuple[int, int]]:
    records = json.loads(stdout)["results"]
    return {record["code"]: (record["total"], record["translated"]) for record in records}


@pytest.mark.parametrize(
    ("files", "template"),
    [
        pytest.param(
            {
                "en.lproj/A.strings": '"" = "";\n',
                "de.lproj/A.strings": '"a" = "Eins";\n"b" = "";\n',
                "fr.lproj/A.strings": '"a" = "Un";\n',
            },
            "en.lproj/A.strings",
            id="strings",
        ),
        pytest.param(JSON_FILES, "locales/en.json", id="json"),
        pytest.param(
            {
                "l10n/app_en.arb": '{"@@locale": "en"}',
                "l10n/app_de.arb": '{"a": "Eins", "b": ""}',
                "l10n/app_fr.arb": '{"a": "Un"}',
            },
            "l10n/app_en.arb",
            id="arb",
        ),
        pytest.param(
            {"m.properties": "# none\n", "m_de.properties": "a=Eins\nb=\n", "m_fr.properties": "a=Un\n"},
            "m.properties",
            id="properties",
        ),
    ],
)
def test_a_found_template_without_strings_is_not_used_if_the_format_can_be_read_without_one(
    run: Run, tree: WriteTree, files: Mapping[str, str], template: str
) -> None:
    done = run("stats", "--no-history", cwd=tree(files))
    assert (done.status, done.stderr) == (0, NOT_USED.format(template))
    assert count_strings(done.stdout) == {"de": (2, 1), "fr": (1, 1)}


@pytest.mark.parametrize(
    ("files", "template", "file_format"),
    [
        pytest.param(
            {"locales/en.yml": "en: {}\n", "locales/de.yml": "de:\n  a: Eins\n", "locales/fr.yml": "fr:\n  a: Un\n"},
            "locales/en.yml",
            "ruby-yaml",
            id="ruby-yaml",
        ),
        pytest.param(
            {"_locales/en/messages.json": "{}", "_locales/de/messages.json": '{"a": {"message": "Eins"}}'},
            "_locales/en/messages.json",
            "webextension",
            id="webextension",
        ),
        pytest.param(
            {
                "res/values/strings.xml": "<resources></resources>\n",
                "res/values-de/strings.xml": '<resources><string name="a">Eins</string></resources>\n',
            },
            "res/values/strings.xml",
            "aresource",
            id="aresource",
        ),
    ],
)
def test_a_found_template_without_strings_is_unreadable_if_the_format_needs_a_template(
    run: Run, tree: WriteTree, files: Mapping[str, str], template: str, file_format: str
) -> None:
    done = run("stats", "--no-history", cwd=tree(files))
    assert (done.status, done.stderr) == (3, UNREADABLE.format(template, file_format))


@pytest.mark.parametrize("settings", [(), ("--template", "locales/en.json")], ids=["found", "configured"])
def test_empty_translations_of_an_empty_template_need_no_message(
    run: Run, tree: WriteTree, settings: tuple[str, ...]
) -> None:
    root = tree(dict.fromkeys(JSON_FILES, "{}"))
    done = run("stats", "web", "app", "--no-history", "--filemask", "locales/*.json", *settings, cwd=root)
    assert (done.status, done.stderr) == (0, "")
    assert count_strings(done.stdout) == {"de": (0, 0), "fr": (0, 0)}


def test_a_configured_template_without_strings_counts_as_on_a_server_with_a_warning(run: Run, tree: WriteTree) -> None:
    root = tree(JSON_FILES)
    options = ("--filemask", "locales/*.json", "--template", "locales/en.json")
    done = run("stats", "web", "app", "--no-history", *options, cwd=root)
    assert done.stderr == (
        "warning: locales/en.json: contains no strings, but the translations do, so each language has 0 strings; add"
        " the strings, or change the template\n"
    )
    assert count_strings(done.stdout) == {"de": (0, 0), "fr": (0, 0)}


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param(("units", "--language", "fr"), "source  a", id="units"),
        pytest.param(("units", "--missing"), "missing\n  source  b", id="missing"),
        pytest.param(("explain", "fr"), "1 of 1", id="explain a language"),
        pytest.param(("explain", "fr", "a"), "source      a", id="explain a string"),
        pytest.param(("gate", "--fail-under", "100"), "50.0%", id="gate"),
    ],
)
def test_each_command_reads_the_files_without_the_template(
    run: Run, tree: WriteTree, command: tuple[str, ...], expected: str
) -> None:
    root = tree(JSON_FILES)
    name, *options = command
    names = (root.name, "locales") if name == "explain" else ()
    done = run(name, *names, *options, cwd=root)
    assert expected in done.stdout


def test_an_empty_gettext_template_is_named_with_the_completeness(run: Run, tree: WriteTree) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    root = tree({"po/app.pot": header, "po/de.po": f'{header}\nmsgid "One"\nmsgstr "Eins"\n'})
    done = run("stats", "--no-history", "--completeness", cwd=root)
    assert done.stderr == "warning: po/app.pot: contains no strings, but the translations do; update the template\n"


def test_the_warning_is_kept_in_the_cache(run: Run, tree: WriteTree) -> None:
    root = tree(JSON_FILES)
    for _ in range(2):
        done = run("stats", "--no-history", "--completeness", "--cache-dir", root / "cache", cwd=root)
        assert done.stderr == NOT_USED.format("locales/en.json")
        assert [record["missing"] for record in json.loads(done.stdout)["results"]] == [0, 1]
