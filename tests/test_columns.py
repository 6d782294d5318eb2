"""Units and their columns have the same content."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.columns import UnitList, UnitTable, columns_of
from transtats_cli.flags import parse_flags
from transtats_cli.model import State, Unit

FLAGS = [parse_flags(""), parse_flags("c-format"), parse_flags("read-only")]
TEXTS = st.sampled_from(["", "a", "one\x1e\x1emany"])
UNITS = st.lists(
    st.builds(
        partial(Unit, line=7),
        st.sampled_from(["", "menu"]),
        TEXTS,
        TEXTS,
        st.sampled_from(State),
        st.sampled_from(FLAGS),
    )
)


def create_table(units: list[Unit]) -> UnitTable:
    return UnitTable(
        UnitList(units).columns, lambda place: units[place].comments, lambda: [unit.line for unit in units]
    )


@given(UNITS)
def test_a_table_contains_the_units_of_its_columns(units: list[Unit]) -> None:
    table = create_table(units)
    assert table == units
    assert [table[place] for place in range(len(table))] == units
    assert table[1:3] == units[1:3]
    assert [table.unit_without_line(place) for place in range(len(units))] == [unit._replace(line=0) for unit in units]
    assert [table.note_of_unit(place) for place in range(len(units))] == [unit.note for unit in units]


@given(UNITS)
def test_columns_contain_the_fields_of_the_units(units: list[Unit]) -> None:
    columns = columns_of(units)
    assert [*columns.identifying_texts] == [unit.source + unit.context for unit in units]
    assert [*columns.plural_unit_indices] == [
        place for place, unit in enumerate(units) if "\x1e\x1e" in unit.source + unit.target
    ]
    assert {*columns.distinct_flags} == {unit.flags for unit in units}
    for state in State:
        assert [*columns.indices_in_state(state)] == [place for place, unit in enumerate(units) if unit.state is state]


def test_columns_are_computed_once() -> None:
    units = UnitList([Unit("", "a", "b", State.TRANSLATED)])
    assert columns_of(units) is columns_of(units)


def test_line_numbers_are_computed_at_the_first_access_to_a_line_number() -> None:
    calls: list[str] = []

    def find_lines() -> list[int]:
        calls.append("lines")
        return [3]

    table = UnitTable(UnitList([Unit("", "a", "b", State.TRANSLATED)]).columns, lambda place: "# note", find_lines)
    assert table.unit_without_line(0).comments == "# note"
    assert not calls
    assert [table[0].line, table[0].line] == [3, 3]
    assert calls == ["lines"]


def test_an_index_after_the_last_unit_is_an_error() -> None:
    with pytest.raises(IndexError):
        create_table([])[0]


def test_a_negative_index_returns_a_unit_with_its_comments() -> None:
    comments = {0: "# first", 1: "# last"}
    units = [Unit("", "a", "b", State.TRANSLATED), Unit("", "c", "d", State.TRANSLATED, read_only=True)]
    table = UnitTable(UnitList(units).columns, lambda index: comments.get(index, ""), lambda: [1, 2])
    assert table[-1] == units[1]._replace(comments="# last", line=2)
    with pytest.raises(IndexError):
        table[-3]
