"""Options of `transtats stats` that select and sort languages, and that choose the columns."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def format_po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


ONE, TWO, FOUR = ("One", "x"), ("One two", "x"), ("One two three four", "x")


def clear_target(entry: tuple[str, str]) -> tuple[str, str]:
    return entry[0], ""


MONOLINGUAL_FILES = {
    "json": {
        "locales/en.json": '{"a": "Hello world", "b": "Good bye", "c": "x y z"}',
        "locales/de.json": '{"a": "Hallo", "z": "alt"}',
        "locales/fr.json": '{"a": "Bonjour", "b": "Au revoir", "c": "x y"}',
    },
    "android": {
        f"res/values{suffix}/strings.xml": f"<resources>{strings}</resources>"
        for suffix, strings in {
            "": '<string name="a">Hello world</string><string name="b">Go on</string><string name="c">x y z</string>',
            "-de": '<string name="a">Hallo</string><string name="z">alt</string>',
            "-fr": '<string name="a">Bonjour</string><string name="b">Au revoir</string><string name="c">x y</string>',
        }.items()
    },
    "rails": {
        "config/locales/en.yml": "en:\n  a: Hello world\n  b: Good bye\n  c: x y z\n",
        "config/locales/de.yml": "de:\n  a: Hallo\n  z: alt\n",
        "config/locales/fr.yml": "fr:\n  a: Bonjour\n  b: Au revoir\n  c: x y\n",
    },
}
"""Files of monolingual components. The German file lacks two of three strings, with five words."""


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """Project with a template of three strings, which have one, two and four words.

    German: all translated. French: 2 translated, 4 words left. Czech: 1 translated, 3 words left. Japanese: 2
    translated, and the file lacks the string of four words.
    """
    return tree(
        {
            "demo/app/app.pot": format_po(*map(clear_target, (ONE, TWO, FOUR))),
            "demo/app/de.po": format_po(ONE, TWO, FOUR),
            "demo/app/fr.po": format_po(ONE, TWO, clear_target(FOUR)),
            "demo/app/cs.po": format_po(clear_target(ONE), clear_target(TWO), FOUR),
            "demo/app/ja.po": format_po(ONE, TWO),
        }
    )


def read_csv_codes(stdout: str) -> list[str]:
    return [row["code"] for row in csv.DictReader(io.StringIO(stdout))]


def read_markdown_codes(stdout: str) -> list[str]:
    cells = [[cell.strip() for cell in line.split("|")] for line in stdout.splitlines()]
    return [row[2] for row in cells[2:-1]]


def read_table_codes(stdout: str) -> list[str]:
    return [word for line in stdout.splitlines() for word in line.split() if word in ("cs", "de", "fr", "ja")]


def read_json_codes(stdout: str) -> list[str]:
    return [record["code"] for record in json.loads(stdout)["results"]]


def read_ndjson_codes(stdout: str) -> list[str]:
    return [json.loads(line)["code"] for line in stdout.splitlines()]


READERS = {
    "json": read_json_codes,
    "ndjson": read_ndjson_codes,
    "csv": read_csv_codes,
    "markdown": read_markdown_codes,
    "table": read_table_codes,
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(["--sort", "name"], ["cs", "fr", "de", "ja"], id="by English name"),
        pytest.param(["--sort", "translated"], ["de", "ja", "fr", "cs"], id="most translated first"),
        pytest.param(["--sort", "worst"], ["cs", "fr", "ja", "de"], id="least translated first"),
        pytest.param(["--sort", "left"], ["fr", "ja", "cs", "de"], id="most words left first, missing ones included"),
        pytest.param(
            ["--below", "100", "--sort", "name"], ["cs", "fr", "ja"], id="with work left, also if it lacks some"
        ),
        pytest.param(["--below", "66.6", "--sort", "name"], ["cs"], id="exactly, not as it is shown"),
        pytest.param(["--below", "66.7%", "--sort", "name"], ["cs", "fr", "ja"], id="a percent sign"),
        pytest.param(["--above", "50", "--sort", "name"], ["fr", "de", "ja"], id="above"),
        pytest.param(["--above", "100"], [], id="nothing is above"),
        pytest.param(["--above", "40", "--below", "90", "--sort", "name"], ["fr", "ja"], id="between"),
    ],
)
def test_every_format_shows_the_same_languages_in_the_same_order(
    name: str, options: list[str], expected: list[str], run: Run, project: Path
) -> None:
    done = run("stats", "demo", "app", "--format", name, "--quiet", *options)
    assert (done.status, done.stderr) == (0, "")
    assert READERS[name](done.stdout) == expected


def test_json_counts_the_selected_records(run: Run, project: Path) -> None:
    found = json.loads(run("stats", "demo", "app", "--below", "100").stdout)
    assert (found["count"], found["next"], read_json_codes(json.dumps(found))) == (3, None, ["cs", "fr", "ja"])


def test_the_source_language_stays_first(run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", "--with-source", "--sort", "left")
    assert read_json_codes(done.stdout) == ["en", "fr", "ja", "cs", "de"]
    assert read_json_codes(run("stats", "demo", "app", "--with-source", "--below", "100").stdout) == ["cs", "fr", "ja"]


def test_the_total_contains_hidden_languages(run: Run, project: Path) -> None:
    whole, part = (run("stats", "demo", "app", "--format", "table", *more).stdout for more in ([], ["--below", "50"]))
    assert part.splitlines()[-1].split("%")[1] == whole.splitlines()[-1].split("%")[1]
    assert read_table_codes(part) == ["cs"]


def test_the_total_says_that_it_contains_hidden_languages(run: Run, project: Path, tree: WriteTree) -> None:
    def read_total(*options: str) -> str:
        table = run("stats", "--format", "markdown", *options).stdout.splitlines()
        return table[-1].strip("| ").partition(" |")[0].strip()

    assert [read_total(), read_total("--below", "100"), read_total("--above", "50")] == [
        "Total",
        "Total of all",
        "Total of all",
    ]
    # The limit hides no language.
    assert read_total("--below", "100", "--language", "cs,fr") == "Total"
    tree({"demo/web/cs.po": format_po(ONE)})
    assert read_total("--below", "100", "--language", "cs") == "Total of all"


def test_a_table_without_a_selected_language_is_one_sentence(run: Run, project: Path) -> None:
    for name in ("table", "markdown"):
        done = run("stats", "demo", "app", "--format", name, "--above", "100")
        assert done.stdout == "No language has a share in this range.\n"


def test_options_select_languages_and_their_totals_over_components(run: Run, project: Path, tree: WriteTree) -> None:
    tree({"demo/web/de.po": format_po(ONE), "demo/web/fr.po": format_po(ONE)})
    text = run("stats", "--all", "--format", "table", "--below", "100", "--sort", "name").stdout
    assert read_table_codes(text) == ["cs", "fr", "ja", "cs", "fr", "ja"]
    assert "demo/web" not in text
    assert read_json_codes(run("stats", "demo", "--below", "70").stdout) == ["cs", "ja"]


@pytest.mark.parametrize("name", ["table", "markdown", "csv", "json", "ndjson"])
def test_a_chosen_order_is_that_of_all_components_together(run: Run, tree: WriteTree, name: str) -> None:
    empty, both = clear_target(TWO), clear_target(FOUR)
    tree({"demo/app/de.po": format_po(empty), "demo/app/fr.po": format_po(ONE), "demo/web/nl.po": format_po(both)})
    tree({"demo/web/de.po": format_po(clear_target(ONE)), "demo/web/cs.po": format_po(both, TWO)})
    for order, expected in {"left": "webcs webnl appde webde appfr", "name": "webcs webnl appfr appde webde"}.items():
        text = run("stats", "--format", name, "--sort", order, "--fields", "component,code").stdout
        # Without the marks of each format, a row is the name and the code.
        assert re.findall("(?:app|web)[a-z]{2}", re.sub(r"component|code|[^a-z]", "", text)) == expected.split()


def test_a_narrow_table_of_one_project_shows_the_names_of_its_components(run: Run, tree: WriteTree) -> None:
    names = [f"application-of-garden-{number}" for number in (1, 2)]
    tree({f"a-long-project/{name}/de.po": format_po(ONE) for name in names})
    for width, shown in {
        "120": [f"a-long-project/{name}" for name in names],
        "80": names,
        "50": ["…garden-1", "…garden-2"],
    }.items():
        rows = run("stats", "--format", "table", env={"COLUMNS": width}).stdout.splitlines()
        assert [row.split()[0] for row in rows if "garden" in row] == shown


def test_a_table_in_a_chosen_order_has_components_without_languages_last(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": format_po(ONE), "demo/web/cs.po": format_po(ONE)})
    lines = run("stats", "--format", "table", "--sort", "left", "--language", "cs").stdout.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("demo/")] == ["demo/web", "demo/app"]


def test_the_remaining_work_includes_missing_strings(run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", "--format", "table", "--left", "--rate", "3", "--sort", "left")
    rows = [line.split()[-3:] for line in done.stdout.splitlines() if set(line) != {"─"}]
    assert rows == [
        ["Words", "left", "Hours"],
        ["1", "4", "1.4"],
        ["1", "4", "1.4"],
        ["2", "3", "1.0"],
        ["0", "0", "0.0"],
        ["4", "11", "3.7"],
    ]
    without_rate = run("stats", "demo", "app", "--format", "markdown", "--left").stdout.splitlines()[0]
    assert without_rate.split("|")[-3:-1] == [" Strings left ", " Words left "]
    assert "Fuzzy" not in without_rate


def read_markdown_rows(stdout: str) -> list[dict[str, str]]:
    titles, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in stdout.splitlines())
    return [dict(zip(titles, row, strict=True)) for row in rows]


@pytest.mark.parametrize("files", MONOLINGUAL_FILES.values(), ids=MONOLINGUAL_FILES)
def test_the_remaining_work_of_a_monolingual_component_contains_missing_strings_once(
    run: Run, tree: WriteTree, files: dict[str, str]
) -> None:
    tree(files)
    done = run("stats", "--left", "--rate", "10", "--format", "markdown")
    rows = read_markdown_rows(done.stdout)
    assert [(row["Code"], row["Strings left"], row["Words left"], row["Hours"]) for row in rows] == [
        ("fr", "0", "0", "0.0"),
        ("de", "2", "5", "0.5"),
        ("", "2", "5", "0.5"),
    ]
    plain = read_markdown_rows(run("stats", "--format", "markdown").stdout)
    assert [(row["Missing"], row["Words left"]) for row in plain] == [("0", "0"), ("2", "5"), ("2", "5")]


def test_the_most_words_left_are_first_in_a_monolingual_component(run: Run, tree: WriteTree) -> None:
    files = MONOLINGUAL_FILES["json"]
    tree(
        {**files, "locales/fr.json": '{"a": "", "b": "", "c": "x y"}', "locales/cs.json": '{"a": "", "b": "", "c": ""}'}
    )
    done = run("stats", "--format", "csv", "--sort", "left")
    assert read_csv_codes(done.stdout) == ["cs", "de", "fr"]


def test_totals_of_several_components_contain_each_missing_string_once(
    run: Run, project: Path, tree: WriteTree
) -> None:
    tree({f"demo/web/{path}": text for path, text in MONOLINGUAL_FILES["json"].items()})
    done = run("stats", "--all", "--root", "demo", "--left", "--format", "markdown")
    rows = read_markdown_rows(done.stdout)
    work = {(row["Component"], row["Code"]): (row["Strings left"], row["Words left"]) for row in rows}
    # German lacks strings in the monolingual component, and Japanese in the bilingual one.
    assert work["All components", "de"] == ("2", "5")
    assert work["All components", "ja"] == ("1", "4")
    assert work["Total", ""] == ("6", "16")
    assert work["Total", ""] == tuple(
        str(sum(int(cells[column]) for (name, _), cells in work.items() if name == "All components"))
        for column in (0, 1)
    )


@pytest.mark.parametrize("options", [[], ["--sort", "left"], ["--with-source"]], ids=["plain", "sorted", "source"])
def test_words_left_are_the_same_numbers_in_all_tables(run: Run, project: Path, options: list[str]) -> None:
    plain, left = (
        read_markdown_rows(run("stats", "demo", "app", "--format", "markdown", *options, *more).stdout)
        for more in ([], ["--left"])
    )
    words = [(row["Code"], row["Words left"]) for row in plain]
    assert words == [(row["Code"], row["Words left"]) for row in left]
    assert dict(words) == {"de": "0", "fr": "4", "ja": "4", "cs": "3", "": "11"} | (
        {"en": "0"} if "--with-source" in options else {}
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("csv", "code,missing\r\nde,0\r\n", id="csv"),
        pytest.param("ndjson", '{"code":"de","missing":0}\n', id="ndjson"),
        pytest.param(
            "json", '{"count":1,"next":null,"previous":null,"results":[{"code":"de","missing":0}]}\n', id="json"
        ),
        pytest.param("table", "code  missing\n─────────────\nde          0\n", id="table"),
        pytest.param("markdown", "| code | missing |\n| ---- | ------: |\n| de   |       0 |\n", id="markdown"),
    ],
)
def test_fields_are_chosen_by_their_keys(name: str, expected: str, run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", "--format", name, "--fields", "code, missing", "--above", "90")
    assert done.stdout == expected


def test_fields_of_components_and_extended_fields_can_be_chosen(run: Run, project: Path, tree: WriteTree) -> None:
    tree({"demo/web/de.po": format_po(ONE)})
    done = run("stats", "--all", "--format", "csv", "--fields", "component,approved_words,code", "--above", "90")
    assert done.stdout == "component,approved_words,code\r\napp,0,de\r\nweb,0,de\r\n"
    totals = run("stats", "demo", "--format", "csv", "--fields", "project,component,code", "--above", "90")
    assert totals.stdout == "project,component,code\r\ndemo,,de\r\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(["--fields", "translated_prcent"], "did you mean translated_percent or", id="a similar field"),
        pytest.param(
            ["--fields", "xyz"], "there is no field 'xyz'; there are: project, component, code", id="no field"
        ),
        pytest.param(["--fields", ""], "there is no field ''", id="an empty list"),
        pytest.param(["--fields", "code,code"], "code is given twice", id="a field twice"),
        pytest.param(["--fields", "code", "--extended"], "--fields cannot be combined with --extended", id="extended"),
        pytest.param(["--fields", "code", "--format", "total"], "no effect on the format total", id="fields of total"),
        pytest.param(["--sort", "name", "--format", "total"], "--sort has no effect on the format total", id="sort"),
        pytest.param(["--below", "9", "--format", "total"], "--below has no effect on the format total", id="below"),
        pytest.param(["--below", "101"], "'101' is not a percentage between 0 and 100", id="over 100 percent"),
        pytest.param(["--above", "nan"], "'nan' is not a percentage", id="no number"),
        pytest.param(["--sort", "size"], "'size' is not one of 'name', 'translated', 'worst'", id="no such order"),
        pytest.param(["--sort", "name", "--page", "1"], "--sort cannot be combined with --page", id="pages"),
        pytest.param(
            ["--left", "--format", "json"],
            "--left has no effect on the format json; use table or markdown",
            id="left in JSON",
        ),
        pytest.param(["--rate", "300", "--format", "table"], "--rate needs --left", id="a rate alone"),
        pytest.param(["--rate", "0", "--left", "--format", "table"], "--rate", id="no words in an hour"),
        pytest.param(
            ["--left", "--fields", "code", "--format", "table"],
            "--fields cannot be combined",
            id="two choices",
        ),
        pytest.param(["--sort", "name", "--show-settings"], "cannot be combined with --sort", id="settings"),
    ],
)
def test_options_that_would_be_ignored_are_errors(options: list[str], message: str, run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", *options)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("names", [["demo", "app"], ["demo"], ["--all"]], ids=" ".join)
def test_the_remaining_work_is_a_table_by_default(run: Run, project: Path, names: list[str]) -> None:
    done = run("stats", *names, "--left")
    assert (done.status, done) == (0, run("stats", *names, "--left", "--format", "table"))


def test_cached_lines_are_not_used_for_another_selection(run: Run, project: Path) -> None:
    argv = ("stats", "--all", "--format", "ndjson", "--no-history")
    assert read_ndjson_codes(run(*argv).stdout) == ["cs", "de", "fr", "ja"]
    assert read_ndjson_codes(run(*argv, "--below", "100").stdout) == ["cs", "fr", "ja"]
    assert read_ndjson_codes(run(*argv, "--fields", "code", "--below", "50").stdout) == ["cs"]
    assert run(*argv, "--fields", "code").stdout == '{"code":"cs"}\n{"code":"de"}\n{"code":"fr"}\n{"code":"ja"}\n'
    assert read_ndjson_codes(run(*argv).stdout) == ["cs", "de", "fr", "ja"]
