"""Subtotals of folders in tables of many components."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixture_types import Run, WriteTree
from transtats_cli.output.folders import MAX_COMPONENTS_WITHOUT_SUBTOTALS, group_by_folder


@pytest.mark.parametrize(
    ("masks", "expected"),
    [
        pytest.param(["a/*.po", "b/*.po"] * 10, {}, id="few components"),
        pytest.param(["po/*.po"] * 30, {}, id="one folder"),
        pytest.param([f"{number}/*.po" for number in range(30)], {}, id="a folder each"),
        pytest.param(["a/x/*.po"] * 29 + ["b/*.po"], {"a": 29, "b": 1}, id="two folders"),
        pytest.param(["l/a/x/*.po"] * 20 + ["l/b.po"], {"l": 1, "l/a": 20}, id="below the folder that all share"),
        pytest.param(["a/*.po"] * 20 + ["x.po"], {"": 1, "a": 20}, id="one at the top"),
    ],
)
def test_components_are_grouped_by_the_first_folder_that_differs(masks: list[str], expected: dict[str, int]) -> None:
    groups = group_by_folder(masks, masks)
    assert {folder: len(group) for folder, group in groups.items()} == expected


@given(st.lists(st.sampled_from(["a/*.po", "a/b/*.po", "c/d/*.po", "*.po", "x.po"]), max_size=60))
def test_each_component_is_in_one_group(masks: list[str]) -> None:
    groups = group_by_folder([*range(len(masks))], masks)
    found = sorted(item for group in groups.values() for item in group)
    assert found in ([], [*range(len(masks))])
    assert not groups or len(masks) > MAX_COMPONENTS_WITHOUT_SUBTOTALS


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_tables_of_many_components_have_subtotals(run: Run, tree: WriteTree, name: str) -> None:
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "{}"\n'
    tree({f"one/{number}/de.po": po.format("x") for number in range(20)})
    tree({f"two/{number}/de.po": po.format("") for number in range(5)})
    lines = run("stats", "--all", "--format", name, env={"COLUMNS": "100"}).stdout.splitlines()
    rows = [[cell for cell in line.replace("|", " ").split() if cell[0] not in "━─"] for line in lines]
    assert ["one/", "20", "components", "100.0%"] in [row[:4] for row in rows]
    assert ["two/", "5", "components", "0.0%"] in [row[:4] for row in rows]
    assert ("20 of 25 rows are complete; --below 100 hides them." in lines) is (name == "table")
    components = run("components").stdout.splitlines()
    assert [line.split() for line in components[-2:]] == [["one", "20", "20"], ["two", "5", "5"]]
