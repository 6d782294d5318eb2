"""Index of the strings of a report: texts, places of strings on pages, and limits."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree
from tests.static_report.test_string_lists import format_po
from transtats_cli.scanning import scan
from transtats_cli.static_report.page_paths import make_page_paths
from transtats_cli.static_report.search_index import IndexedComponent, generate_index_files

CALL = re.compile(r'addIndex\("([\w/]+)",100,([0-9]+),\{(.*)\}\);\n', re.DOTALL)


def read_index(report: Path, name: str) -> tuple[int, dict[str, Any]]:
    """Return the number of components that a file of the index leaves out, and the parts of the others."""
    found = CALL.fullmatch((report / f"search/{name}.js").read_text(encoding="utf-8"))
    assert found is not None
    assert found[1] == name
    return int(found[2]), json.loads(re.sub(r"(?m)^(\d+):", r'"\1":', f"{{\n{found[3]}\n}}"))


@pytest.fixture
def root(tree: WriteTree) -> Path:
    german = (("Open", "Auf"), ("Close", ""), ("Save.", "Sichern"))
    plural = 'msgctxt "menu"\nmsgid "File"\nmsgid_plural "Files"\nmsgstr[0] "Datei"\nmsgstr[1] "Dateien"\n'
    return tree(
        {
            "shop/app/po/cs.po": format_po(("Save.", "Uložit."), ("Only Czech", "Jen česky"), ("Open", "Otevřít")),
            "shop/app/po/de.po": format_po(*german),
            "shop/web/po/de.po": plural,
        }
    )


def write_report(run: Run, root: Path, tmp_path: Path, *options: str) -> Path:
    assert run("report", "--root", root, "--output", tmp_path / "report", *options).status == 0
    return tmp_path / "report"


def test_the_texts_of_all_strings_are_in_the_same_order(run: Run, root: Path, tmp_path: Path) -> None:
    report = write_report(run, root, tmp_path)
    left_out, components = read_index(report, "sources")
    title, folder, *languages, keys, sources, checksums, translated_counts = components["0"]
    assert (left_out, title, folder, keys) == (0, "shop / app", "projects/shop/components/app", [])
    assert languages == ["en", "en", 2]
    assert translated_counts == [2, 1, 2, 0]
    assert sources == ["Save.", "Only Czech", "Open", "Close"]
    _, czech = read_index(report, "languages/cs")
    _, german = read_index(report, "languages/de")
    assert czech["0"][0] == ["Uložit.", "Jen česky", "Otevřít"]
    assert german["0"][0] == ["Sichern", 0, "Auf", ""]
    # Only the strings on pages have a checksum. These are the unfinished and the failing ones.
    assert german["0"][1] == {"unfinished": [3], "failing": [0]}
    assert [bool(each) for each in checksums] == [True, False, False, True]
    assert german["0"][2] == {"end_stop": [0]}
    page = (report / f"{folder}/de/unfinished.html").read_text(encoding="utf-8")
    assert f'id="s{checksums[3]}"' in page


def test_plural_forms_and_keys_are_in_the_index(run: Run, root: Path, tmp_path: Path) -> None:
    report = write_report(run, root, tmp_path)
    *_, keys, sources, checksums, _ = read_index(report, "sources")[1]["1"]
    assert (keys, sources, checksums) == (["menu"], ["File\nFiles"], [0])
    assert read_index(report, "languages/de")[1]["1"][0] == ["Datei\nDateien"]


def test_the_source_language_has_no_translations(run: Run, root: Path, tmp_path: Path) -> None:
    assert read_index(write_report(run, root, tmp_path), "languages/en")[1]["0"] == [
        ["", "", "", ""],
        {},
        {},
        {},
        "",
        [],
    ]


def test_notes_and_locations_stand_once_for_all_languages(run: Run, tree: WriteTree, tmp_path: Path) -> None:
    german = format_po(("Open", "Auf"), ("Close", "Zu"))
    root = tree(
        {
            "app/po/en.po": german.replace('msgid "Open"', '#. A verb\n#: a.c:1 b.c:2\nmsgid "Open"'),
            "app/po/fr.po": format_po(("Close", "Fermer")),
            "app/po/de.po": german.replace('msgid "Open"', '#. A verb\nmsgid "Open"'),
        }
    )
    report = write_report(run, root, tmp_path)
    number = read_index(report, "sources")[1]["0"][6].index("Open")
    assert read_index(report, "places")[1]["0"] == {str(number): ["A verb", "a.c:1\nb.c:2"]}
    assert read_index(report, "languages/fr")[1]["0"][0][number] == 1


def test_all_strings_of_a_complete_report_have_a_page(run: Run, root: Path, tmp_path: Path) -> None:
    report = write_report(run, root, tmp_path, "--all-strings")
    assert read_index(report, "languages/de")[1]["0"][1] == {"all": [2, 3, 0]}
    assert all(read_index(report, "sources")[1]["0"][7])


def test_a_string_has_its_state_and_its_line_in_the_file(run: Run, tree: WriteTree, tmp_path: Path) -> None:
    template = format_po(("Open", ""), ("Close", ""), ("Quit", ""), ("Save", ""))
    german = format_po(("Save", "Sichern"), ("Close", "Zu"), ("Open", "Auf")).replace(
        'msgid "Close"', '#, fuzzy\nmsgid "Close"'
    )
    root = tree({"app/po/app.pot": template, "app/po/de.po": german})
    report = write_report(run, root, tmp_path)
    targets, _, _, states, path, steps = read_index(report, "languages/de")[1]["0"]
    number = targets.index("Zu")
    assert (states, path) == ({"fuzzy": [number]}, "app/po/de.po")
    lines = german.splitlines()
    for text in ("Auf", "Zu", "Sichern"):
        line = sum(steps[: sum(isinstance(each, str) for each in targets[: targets.index(text) + 1])])
        assert f'msgstr "{text}"' in lines[line - 1 : line + 2]
    missing = read_index(report, "sources")[1]["0"][7][targets.index(1)]
    (page,) = report.rglob("de/unfinished.html")
    assert f'<li id="s{missing}"><bdi>Quit' in page.read_text(encoding="utf-8")


def test_a_file_that_is_too_long_counts_the_components_that_it_leaves_out(root: Path, tmp_path: Path) -> None:
    reports = [scan("shop", slug, root=str(root)) for slug in ("app", "web")]
    long_text = json.dumps([[], ["x" * 3_000_000], [0]])
    index = IndexedComponent(long_text, "{}", {"de": '[["kurz"],{}]'})
    for path, content in generate_index_files([(each, index) for each in reports], make_page_paths(reports)):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    left_out, parts = read_index(tmp_path, "sources")
    assert (left_out, [*parts]) == (1, ["0"])
    assert read_index(tmp_path, "languages/de")[0] == 0


def test_the_search_page_links_to_lists_for_readers_without_scripts(run: Run, root: Path, tmp_path: Path) -> None:
    html = (write_report(run, root, tmp_path) / "search/index.html").read_text(encoding="utf-8")
    (note,) = re.findall(r"<noscript><p>(.*?)</p></noscript>", html)
    assert re.findall(r'href="([^"]*)"', note) == ["../index.html", "../languages/index.html", "../checks/index.html"]
    assert re.findall(r'<option value="(\w*)"', html) == ["", "cs", "en", "de"]
