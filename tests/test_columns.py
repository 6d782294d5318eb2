"""Units that are stored as columns, and read as a sequence of units."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.flags import NO_FLAGS, parse_flags
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
        st.booleans(),
        st.sampled_from(["", "# note"]),
        has_suggestion=st.booleans(),
    )
)


@given(UNITS)
def test_columns_are_a_sequence_of_units(units: list[Unit]) -> None:
    columns = UnitColumns.from_units(units)
    assert columns == units
    assert [columns[place] for place in range(len(columns))] == units
    assert columns[1:3] == units[1:3]


@given(UNITS, st.data())
def test_selected_columns_are_the_selected_units(units: list[Unit], data: st.DataObject) -> None:
    indices = data.draw(st.permutations(range(len(units))))[1:]
    assert UnitColumns.from_units(units).select(indices) == [units[index] for index in indices]


def test_columns_with_other_sources_have_no_values_of_the_previous_sources() -> None:
    columns = UnitColumns.from_units([Unit("c", "a", "b", State.TRANSLATED)])
    assert (columns.identifying_texts, columns.plural_unit_indices) == (["ac"], [])
    changed = columns.replace(sources=["a\x1e\x1eas"])
    assert (changed.identifying_texts, changed.plural_unit_indices) == (["a\x1e\x1easc"], [0])


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


def test_columns_are_created_once() -> None:
    units = columns_of([Unit("", "a", "b", State.TRANSLATED)])
    assert columns_of(units) is columns_of(units)


def test_line_numbers_are_computed_at_the_first_access_to_a_line_number() -> None:
    calls: list[str] = []

    def find_lines() -> list[int]:
        calls.append("lines")
        return [3]

    table = UnitColumns(
        [""], ["a"], ["b"], bytes([20]), [NO_FLAGS], find_comments=["# note"].__getitem__, find_line_numbers=find_lines
    )
    assert table.comments_of_unit(0) == "# note"
    assert not calls
    assert [table[0].line, table[0].line] == [3, 3]
    assert calls == ["lines"]


def test_an_index_after_the_last_unit_is_an_error() -> None:
    with pytest.raises(IndexError):
        columns_of([])[0]


def test_a_negative_index_returns_a_unit_with_its_comments() -> None:
    units = [
        Unit("", "a", "b", State.TRANSLATED, comments="# first", line=1),
        Unit("", "c", "d", State.TRANSLATED, comments="# last", line=2, read_only=True),
    ]
    columns = columns_of(units)
    assert columns[-1] == units[1]
    with pytest.raises(IndexError):
        columns[-3]
