"""Python API: components of a directory, and the numbers of their languages by name."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from transtats_cli.api import create_total_report, find_components, scan, statistics_by_language
from transtats_cli.errors import TranstatsError

PO = """msgid ""
msgstr ""

msgid "Open"
msgstr "Öffnen"

msgid "Close"
msgstr ""
"""
POT = PO.replace("Öffnen", "") + '\nmsgid "Quit"\nmsgstr ""\n'
TREE = {"shop/app/de.po": PO, "shop/app/app.pot": POT, "shop/docs/de.po": PO, "shop/docs/cs.po": PO}


def test_all_components_of_a_directory_are_found(tree: WriteTree) -> None:
    assert [each.full_name for each in find_components(str(tree(TREE)))] == ["shop/app", "shop/docs"]


def test_the_numbers_of_a_language_have_the_keys_and_values_of_the_command(tree: WriteTree, run: Run) -> None:
    folder = tree(TREE)
    component = find_components(str(folder))[0]
    printed = json.loads(run("stats", "shop", "app", "--completeness", cwd=folder).stdout)["results"]
    found = statistics_by_language(scan(component))
    assert [{**each, "last_change": None} for each in found.values()] == [
        {"percent": 33.3, **each, "last_change": None} for each in printed
    ]
    assert found["de"]["translated_percent"] == 50.0
    assert found["de"]["complete_percent"] == 33.3


def test_the_total_of_a_directory_is_that_of_the_command(tree: WriteTree, run: Run) -> None:
    folder = tree(TREE)
    total = create_total_report(map(scan, find_components(str(folder))))
    assert total is not None
    assert run("stats", "--format", "total", cwd=folder).stdout == f"{total.share.percent_done}\n"
    printed = json.loads(run("stats", "--totals", "--fields", "code,percent", cwd=folder).stdout)["results"]
    found = statistics_by_language(total)
    assert {each["code"]: each["percent"] for each in printed} == {code: found[code]["percent"] for code in found}
    assert (total.share.percent_done, found["de"]["percent"], total.measure) == (42.8, 40.0, "complete")
    assert create_total_report([]) is None


def test_a_component_can_be_scanned_by_its_names(tree: WriteTree) -> None:
    folder = str(tree(TREE))
    assert scan("shop", "docs", root=folder) == scan("shop/docs", root=folder) == scan(find_components(folder)[1])


def test_a_file_that_cannot_be_read_is_a_failure_in_the_report(tree: WriteTree) -> None:
    (component,) = find_components(str(tree({"shop/app/de.po": PO, "shop/app/cs.po": PO + "\nmsgid\n"})))
    report = scan(component)
    assert [failure.path for failure in report.failures] == ["cs.po"]
    assert list(statistics_by_language(report)) == ["de"]


def test_settings_of_another_tool_that_cannot_be_used_cause_a_warning(tree: WriteTree) -> None:
    folder = str(tree({**TREE, "shop/web/component.json": "{"}))
    with pytest.warns(UserWarning, match=r"component\.json:1: "):
        components = find_components(folder)
    assert [each.full_name for each in components] == ["shop/app", "shop/docs"]


@pytest.mark.parametrize(
    ("files", "root"),
    [
        pytest.param({"transtats.toml": "["}, ".", id="settings that are no TOML"),
        pytest.param({"a.txt": ""}, "missing", id="no such directory"),
    ],
)
def test_wrong_settings_and_a_missing_directory_are_errors(files: dict[str, str], root: str, tree: WriteTree) -> None:
    with pytest.raises(TranstatsError):
        find_components(str(Path(tree(files)) / root))
