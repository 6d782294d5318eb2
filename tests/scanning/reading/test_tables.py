"""Units in a table get the same effective states and texts as units in a list, without a search for line numbers."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.columns import UnitList, UnitTable
from transtats_cli.flags import READ_ONLY, parse_flags
from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading.strings import make_units_effective, pair_with_template, to_template_units

FLAGS = [
    parse_flags(""),
    parse_flags("java-format"),
    *map(parse_flags, sorted(READ_ONLY)),
    parse_flags("xml-text"),
    parse_flags("discard:java-format"),
]
TEXTS = st.sampled_from(["", "x", "one\x1e\x1emany"])


def build_units(sources: st.SearchStrategy[str]) -> st.SearchStrategy[Unit]:
    return st.builds(
        Unit,
        st.sampled_from(["a", "b", "c"]),
        sources,
        TEXTS,
        st.sampled_from([State.EMPTY, State.NEEDS_EDITING, State.TRANSLATED, State.APPROVED]),
        st.sampled_from(FLAGS),
        st.booleans(),
        has_suggestion=st.just(False),
    )


UNITS = st.lists(build_units(st.just("")), unique_by=lambda unit: unit.context)


def make_table(units: list[Unit]) -> UnitTable:
    def find_lines() -> Sequence[int]:
        return [unit.line for unit in units]

    return UnitTable(UnitList(units).columns, lambda place: units[place].comments, find_lines)


@given(UNITS, st.sampled_from(FLAGS), st.booleans())
def test_the_effective_units_of_a_table_are_those_of_a_list(units: list[Unit], flags: object, review: bool) -> None:
    from_list = make_units_effective(UnitList(units), component_flags=flags, has_review=review)  # type: ignore[arg-type]
    from_table = make_units_effective(make_table(units), component_flags=flags, has_review=review)  # type: ignore[arg-type]
    assert [*from_table] == [*from_list]


@given(UNITS, UNITS, st.booleans())
def test_a_table_is_paired_with_its_template_like_a_list(
    template: list[Unit],
    units: list[Unit],
    adds_flags: bool,
) -> None:
    units = [unit._replace(read_only=False) for unit in units]
    from_list = pair_with_template(UnitList(template), UnitList(units), 2, adds_flags=adds_flags)
    from_table = pair_with_template(UnitList(template), make_table(units), 2, adds_flags=adds_flags)
    assert [*from_table] == [*from_list]


@given(st.lists(build_units(TEXTS)), st.sampled_from([0, 1, 2, 3]))
def test_a_template_from_a_table_equals_a_template_from_a_list(units: list[Unit], form_count: int) -> None:
    from_list = to_template_units(UnitList(units), form_count)
    from_table = to_template_units(make_table(units), form_count)
    assert [*from_table] == [*from_list]
    assert [*from_table.columns.plural_unit_indices] == [*from_list.columns.plural_unit_indices]


def test_effective_units_need_no_line_numbers() -> None:
    def find_lines() -> Sequence[int]:
        pytest.fail("line numbers were searched")

    units = [Unit("a", "", "x", State.TRANSLATED, read_only=True)]
    table = UnitTable(UnitList(units).columns, lambda _: "", find_lines)
    effective_units = make_units_effective(to_template_units(table, 2), component_flags=FLAGS[1], has_review=False)
    assert effective_units.columns.states == bytes([State.READ_ONLY])
