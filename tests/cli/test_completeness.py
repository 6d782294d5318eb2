"""Strings that a language's file lacks: `stats --completeness`, tables, `units --missing` and `units --todo`."""

import csv
import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
FIELDS = ["reference_total", "missing", "missing_words", "stale", "complete_percent"]


def format_po(**strings: str) -> str:
    return HEADER + "".join(f'\nmsgid "{source}"\nmsgstr "{target}"\n' for source, target in strings.items())


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """Project in which French lacks two of three strings, and has one stale string. German is complete."""
    return tree(
        {
            "demo/po/demo.pot": format_po(One="", Two="", Three=""),
            "demo/po/de.po": format_po(One="Eins", Two="Zwei", Three="Drei"),
            "demo/po/fr.po": format_po(One="Un", Old="Vieux"),
        }
    )


NAMES = ("demo", "po")
NOTE = (
    "note: complete: share of the template's strings; a server, which counts only the strings in each file, shows"
    " 100.0 %\n"
)


def test_the_table_shows_the_number_of_missing_strings(run: Run, project: Path) -> None:
    done = run("stats", *NAMES, "--format", "table", "--no-history", env={"COLUMNS": "120"})
    assert (done.status, done.stderr) == (0, NOTE)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0][:5] == ["Language", "Code", "Complete", "Missing", "Stale"]
    french = next(row for row in rows if row[0] == "French")
    assert [word for word in french if word[0].isdigit()][:2] == ["33.3%", "2"]


def test_markdown_shows_the_number_of_missing_strings(run: Run, project: Path) -> None:
    done = run("stats", *NAMES, "--format", "markdown")
    assert "| Complete | Missing | Stale |" in done.stdout
    assert "33.3%" in done.stdout


def test_without_the_option_records_lack_the_fields_of_completeness(run: Run, project: Path) -> None:
    for option in ("--extended", "--no-checks", "--verbose"):
        record = json.loads(run("stats", *NAMES, option).stdout)["results"][1]
        assert not {*FIELDS} & record.keys()
        assert record["total"] == 2


@pytest.mark.parametrize("options", [(), ("--extended",), ("--with-source",)])
def test_the_option_adds_five_fields_at_the_end_of_a_record(run: Run, project: Path, options: tuple[str, ...]) -> None:
    plain = json.loads(run("stats", *NAMES, *options).stdout)["results"]
    found = json.loads(run("stats", *NAMES, *options, "--completeness").stdout)["results"]
    assert [[*record][-5:] for record in found] == [FIELDS] * len(found)
    assert [dict([*record.items()][:-5]) for record in found] == plain
    assert [found[-1][field] for field in FIELDS] == [3, 2, 2, 1, 33.3]
    if options == ("--with-source",):
        assert [found[0][field] for field in FIELDS] == [3, 0, 0, 0, 100.0]


def test_the_share_that_tables_show_is_a_field_on_request(run: Run, project: Path) -> None:
    options = ("--fields", "code,percent,measure,translated_percent,words_left")
    rows = json.loads(run("stats", *NAMES, *options).stdout)["results"]
    assert [[*row.values()] for row in rows] == [
        ["de", 100.0, "complete", 100.0, 0],
        ["fr", 33.3, "complete", 100.0, 2],
    ]
    csv_text = run("stats", *options, "--totals", "--measure", "words", "--format", "csv").stdout
    assert sorted(csv_text.splitlines()[1:]) == ["de,100.0,words,100.0,0", "fr,100.0,words,100.0,0"]


def test_csv_and_ndjson_have_the_fields(run: Run, project: Path) -> None:
    done = run("stats", *NAMES, "--completeness", "--format", "csv")
    assert [[row[field] for field in FIELDS] for row in csv.DictReader(done.stdout.splitlines())] == [
        ["3", "0", "0", "0", "100.0"],
        ["3", "2", "2", "1", "33.3"],
    ]
    for _ in ("anew", "with a cache"):
        lines = run("stats", "--all", "--completeness", "--format", "ndjson").stdout.splitlines()
        assert [json.loads(line)["missing"] for line in lines] == [0, 2]
    assert "missing" not in run("stats", "--all", "--format", "ndjson").stdout


def test_a_template_that_cannot_be_read_leaves_the_fields_empty(run: Run, project: Path) -> None:
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    done = run("stats", *NAMES, "--completeness")
    assert {record["missing"] for record in json.loads(done.stdout)["results"]} == {None}
    assert "demo.pot" in done.stderr


def test_a_selected_language_is_compared_with_all_languages(run: Run, project: Path) -> None:
    (project / "demo/po/demo.pot").unlink()
    (record,) = json.loads(run("stats", *NAMES, "--completeness", "--language", "fr", "--no-checks").stdout)["results"]
    assert [record[field] for field in FIELDS] == [4, 2, 2, 0, 50.0]


def test_verbose_prints_the_numbers_of_present_and_missing_strings(run: Run, project: Path) -> None:
    done = run("stats", *NAMES, "-v")
    assert "note: demo/po/fr.po: has 1 of the 3 strings of demo/po/demo.pot, lacks 2, has 1 stale\n" in done.stderr


def test_verbose_prints_one_line_for_several_files_of_a_component(run: Run, project: Path) -> None:
    (project / "demo/po/de.po").write_bytes((project / "demo/po/fr.po").read_bytes())
    (project / "demo/po/cs.po").write_text("")
    line = "note: 3 files have other strings than demo/po/demo.pot, such as demo/po/{}: has 0 of the 3 strings, lacks 3"
    assert run("stats", *NAMES, "-v").stderr.splitlines()[0] == line.format("cs.po")


def test_the_option_is_an_error_with_a_format_that_cannot_show_the_fields(run: Run, project: Path) -> None:
    done = run("stats", *NAMES, "--completeness", "--format", "total")
    assert (done.status, done.stdout) == (2, "")
    assert "--completeness has no effect on the format total" in done.stderr


def test_missing_strings_are_listed_with_their_line_in_the_template(run: Run, project: Path) -> None:
    done = run("units", *NAMES, "--missing", "--format", "concise")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == "demo/po/demo.pot:7: [missing] Two\ndemo/po/demo.pot:10: [missing] Three\n"


@pytest.mark.parametrize("name", ["text", "json", "ndjson", "table", "markdown", "github", "gitlab", "sarif", "junit"])
def test_every_format_lists_missing_strings(run: Run, project: Path, name: str) -> None:
    done = run("units", *NAMES, "--missing", "--language", "fr", "--format", name)
    assert (done.status, done.stderr) == (0, "")
    assert "missing" in done.stdout
    assert "Two" in done.stdout
    assert "demo/po/demo.pot" in done.stdout.replace("\n", "")


def test_stale_strings_are_listed_with_their_line_in_the_file(run: Run, project: Path) -> None:
    done = run("units", *NAMES, "--stale", "--format", "concise")
    assert done == (0, "demo/po/fr.po:7: [stale] Old\n", "")
    assert run("units", "--stale", "--search", "old", "--format", "concise") == done
    assert run("units", "--stale", "--language", "de").stdout == "No strings.\n"
    # The gate counts the same strings.
    assert "the file has 1 string that the template no longer has" in run("gate", "--max-stale", "0").stdout
    assert run("gate", "--max-stale", "1").status == 0


def test_a_stale_string_of_a_monolingual_component_is_a_key_that_the_source_file_lacks(
    run: Run, tree: WriteTree
) -> None:
    tree(
        {"demo/locales/en.json": '{"one": "One"}', "demo/locales/fr.json": '{"one": "Un", "old": "Vieux", "empty": ""}'}
    )
    rows = json.loads(run("units", "--stale", "--json").stdout)["results"]
    shown = [(row["context"], row["target"], row["state"], row["file"]) for row in rows]
    assert shown == [
        ("old", ["Vieux"], "stale", "demo/locales/fr.json"),
        ("empty", [""], "stale", "demo/locales/fr.json"),
    ]
    assert json.loads(run("stats", "--completeness").stdout)["results"][-1]["stale"] == 2
    concise = run("units", "--stale", "--format", "concise").stdout.splitlines()
    assert [line.split()[1:] for line in concise] == [["[stale]", "old"], ["[stale]", "empty"]]


def test_without_a_template_no_string_is_stale_and_a_warning_says_why(run: Run, project: Path) -> None:
    (project / "demo/po/demo.pot").unlink()
    done = run("units", "--stale")
    assert (done.status, done.stdout) == (0, "No strings.\n")
    assert "demo: no file lists all strings, so none is stale; " in done.stderr


@pytest.mark.parametrize("other", ["--todo", "--missing", "--failing"])
def test_stale_strings_cannot_be_combined_with_other_choices(run: Run, project: Path, other: str) -> None:
    done = run("units", "--stale", other)
    assert (done.status, "cannot be combined with" in done.stderr) == (2, True)


def test_without_a_template_missing_strings_are_placed_in_the_first_file_that_has_them(run: Run, project: Path) -> None:
    (project / "demo/po/demo.pot").unlink()
    done = run("units", *NAMES, "--missing", "--language", "fr", "--format", "concise")
    assert done.stdout == "demo/po/de.po:7: [missing] Two\ndemo/po/de.po:10: [missing] Three\n"


def test_keys_that_a_monolingual_file_lacks_are_missing(run: Run, tree: WriteTree) -> None:
    tree(
        {
            "a/en.po": format_po(**{"k.a": "One", "k.b": "Two"}),
            "a/de.po": format_po(**{"k.a": "Eins"}),
            "transtats.toml": '[project.p.component.c]\nfilemask = "a/*.po"\ntemplate = "a/en.po"\n'
            'file_format = "po-mono"\n',
        }
    )
    done = run("units", "p", "c", "--missing", "--format", "json")
    (found,) = json.loads(done.stdout)["results"]
    assert (found["file"], found["line"], found["source"], found["state"]) == ("a/en.po", 7, ["Two"], "missing")


def test_the_strings_to_do_are_empty_fuzzy_and_missing_ones_in_the_order_of_the_template(
    run: Run, project: Path
) -> None:
    (project / "demo/po/fr.po").write_text(
        format_po(Three="", Old="", One="Un").replace('msgid "One"', '#, fuzzy\nmsgid "One"')
    )
    done = run("units", "--todo", "--format", "concise")
    assert (done.status, done.stderr) == (0, "")
    # The template lacks the string `Old`.
    assert done.stdout.splitlines() == [
        "demo/po/fr.po:11: [fuzzy] One",
        "demo/po/demo.pot:7: [missing] Two",
        "demo/po/fr.po:4: [empty] Three",
    ]
    assert run("units", "--todo", "--language", "de").stdout == "No strings.\n"


def test_without_a_template_the_strings_of_any_language_are_to_do(run: Run, project: Path) -> None:
    (project / "demo/po/demo.pot").unlink()
    done = run("units", "--todo", "--language", "de", "--format", "concise")
    assert done.stdout == "demo/po/fr.po:7: [missing] Old\n"


def test_a_key_that_a_monolingual_file_lacks_is_to_do_once(run: Run, tree: WriteTree) -> None:
    tree({"locales/en.json": '{"a": "One",\n"b": "Two"}', "locales/de.json": '{"a": ""}'})
    done = run("units", "--todo", "--format", "concise")
    assert done.stdout == "locales/de.json:1: [empty] One\nlocales/en.json:2: [missing] Two\n"


@pytest.mark.parametrize("name", ["--missing", "--todo"])
@pytest.mark.parametrize("option", ["--failing", "--check=same", "--state=empty", "--with-source"])
def test_missing_strings_cannot_be_combined_with_other_filters(run: Run, project: Path, name: str, option: str) -> None:
    done = run("units", *NAMES, name, option)
    assert (done.status, done.stdout) == (2, "")
    assert f"{name} cannot be combined with" in done.stderr


def test_an_unreadable_file_is_named_and_has_no_missing_strings(run: Run, project: Path) -> None:
    (project / "demo/po/fr.po").write_bytes(b"msgid \xff")
    done = run("units", *NAMES, "--missing")
    assert (done.status, done.stdout) == (3, "No strings.\n")
    assert "fr.po" in done.stderr


def test_an_unreadable_template_has_the_status_of_an_unreadable_file(run: Run, project: Path) -> None:
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    for command in (("stats", "--format", "table"), ("badge",), ("gate", "--max-failing", "9"), ("units", "--todo")):
        done = run(*command, "-q")
        # A badge is not written, which another line says.
        lines = 2 if command == ("badge",) else 1
        assert (done.status, len(done.stderr.splitlines())) == (3, lines)
        assert done.stderr.count("demo.pot:1: the byte 0xff") == 1


def test_an_unreadable_file_of_the_source_language_has_this_status_as_well(run: Run, tree: WriteTree) -> None:
    tree({"demo/po/en.po": "msgid broken", "demo/po/de.po": format_po(One="Eins")})
    for command in (("stats", "--format", "table"), ("badge",)):
        done = run(*command, "-q")
        assert (done.status, done.stderr.count("demo/po/en.po:1: ")) == (3, 1)
    # The JSON of a server does not depend on this file.
    done = run("stats", "demo", "po")
    assert (done.status, done.stderr) == (0, "")


def test_a_note_names_the_fields_if_the_json_has_another_share_than_tables(run: Run, project: Path) -> None:
    for name in ("json", "ndjson"):
        assert "--fields code,percent,measure" in run("stats", *NAMES, "--format", name).stderr
    assert run("stats", *NAMES, "--language", "de").stderr == ""
    assert run("stats", *NAMES, "--quiet").stderr == ""
    (project / "demo/po/demo.pot").write_bytes(b"msgid \xff")
    done = run("stats", *NAMES)
    assert (done.status, done.stderr) == (0, "")
