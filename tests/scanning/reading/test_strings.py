"""Strings of a component: selection, state and flags of units."""

import pytest

from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.flags import NO_FLAGS, READ_ONLY, parse_flags
from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading.strings import (
    drop_repeated_units,
    identify_by_first_text,
    identify_by_key,
    identify_by_text,
    make_units_effective,
    mark_unchanged_texts,
    pair_with_template,
    to_source_unit,
    to_template_units,
)


def make_unit(
    context: str = "", source: str = "a", target: str = "b", state: State = State.TRANSLATED, flags: str = ""
) -> Unit:
    return Unit(context, source, target, state, parse_flags(flags))


def test_only_the_first_of_repeated_strings_is_kept() -> None:
    first, other, again = make_unit(target="one"), make_unit(context="menu"), make_unit(target="two")
    assert list(drop_repeated_units([first, other, again], identify_by_text)) == [first, other]


def test_strings_with_the_same_joined_source_and_context_are_one_string() -> None:
    assert len(list(drop_repeated_units([make_unit("c", "ab"), make_unit("bc", "a")], identify_by_text))) == 1


def test_the_first_value_and_the_context_identify_a_string_with_values() -> None:
    units = [make_unit("c", "a"), make_unit("c", "a\x1e\x1eb"), make_unit("c", "b\x1e\x1ea"), make_unit("d", "a")]
    assert [*drop_repeated_units(units, identify_by_first_text)] == [units[0], units[2], units[3]]


def test_monolingual_strings_are_identified_by_their_keys() -> None:
    assert (
        len(list(drop_repeated_units([make_unit("k", "a"), make_unit("k", "b"), make_unit("l", "a")], identify_by_key)))
        == 2
    )


@pytest.mark.parametrize(
    ("string", "component_flags", "expected"),
    [
        pytest.param(make_unit(), "", State.TRANSLATED, id="state in the file"),
        *(
            pytest.param(make_unit(flags=flag), "", State.READ_ONLY, id=f"{flag} in the file")
            for flag in sorted(READ_ONLY)
        ),
        *(
            pytest.param(make_unit(state=State.EMPTY), flag, State.READ_ONLY, id=f"{flag} in the settings")
            for flag in sorted(READ_ONLY)
        ),
        pytest.param(
            make_unit(flags="discard:read-only"), "read-only", State.READ_ONLY, id="flag that the file cannot discard"
        ),
        pytest.param(make_unit()._replace(read_only=True), "", State.READ_ONLY, id="translate=no"),
        pytest.param(
            make_unit(state=State.NEEDS_EDITING, flags="read-only"), "", State.READ_ONLY, id="fuzzy and read-only"
        ),
    ],
)
def test_the_read_only_state_replaces_every_other_state(string: Unit, component_flags: str, expected: State) -> None:
    (result,) = make_units_effective([string], component_flags=parse_flags(component_flags), has_review=True)
    assert result.state is expected


def test_strings_with_the_same_flags_share_one_object() -> None:
    own = parse_flags("c-format")
    results = list(
        make_units_effective(
            [make_unit()._replace(flags=own)] * 3, component_flags=parse_flags("md-text"), has_review=True
        )
    )
    assert {str(result.flags) for result in results} == {"c-format, md-text"}
    assert len({id(result.flags) for result in results}) == 1


@pytest.mark.parametrize(("review", "expected"), [(True, State.APPROVED), (False, State.TRANSLATED)])
def test_approval_counts_only_with_reviews(review: bool, expected: State) -> None:
    (result,) = make_units_effective([make_unit(state=State.APPROVED)], has_review=review)
    assert result.state is expected


def test_a_generated_source_string_is_its_own_translation_and_read_only() -> None:
    source = to_source_unit(make_unit(source="a", target="b", flags="c-format"))
    assert (source.target, source.state, str(source.flags)) == ("a", State.READ_ONLY, "c-format, read-only")


def test_the_texts_of_a_template_become_sources() -> None:
    key, fallback, empty = (
        make_unit("k", "", "Hello"),
        make_unit("l", "Only a source", "", State.EMPTY),
        make_unit("m", "", "", State.EMPTY),
    )
    sources = [(string.source, string.target, string.state) for string in to_template_units([key, fallback, empty], 2)]
    assert sources == [
        ("Hello", "Hello", State.TRANSLATED),
        ("Only a source", "Only a source", State.TRANSLATED),
        ("", "", State.EMPTY),
    ]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        pytest.param(
            make_unit("k", "", "", State.EMPTY), make_unit("k", "", "b"), ("", "b", State.TRANSLATED), id="text"
        ),
        pytest.param(
            make_unit("k", "", "a"), make_unit("k", "", "", State.EMPTY), ("a", "", State.EMPTY), id="no text"
        ),
        pytest.param(
            make_unit("k", "", "a"),
            make_unit("k", "", "b", State.NEEDS_EDITING),
            ("a", "b", State.NEEDS_EDITING),
            id="fuzzy",
        ),
    ],
)
def test_a_repeated_key_of_a_template_has_its_last_state(
    first: Unit, last: Unit, expected: tuple[str, str, State]
) -> None:
    (found,) = to_template_units([first, last], 2)
    assert (found.source, found.target, found.state) == expected


def test_a_translation_has_exactly_the_keys_of_the_template() -> None:
    template = [make_unit("k", "Hello", "Hello", flags="url"), make_unit("l", "Bye", "Bye")]
    translation = [make_unit("k", "", "Hallo", State.NEEDS_EDITING), make_unit("own", "", "Eigen")]
    pairs = [
        (string.context, string.source, string.target, string.state)
        for string in pair_with_template(template, translation, 2)
    ]
    assert pairs == [("k", "Hello", "Hallo", State.NEEDS_EDITING), ("l", "Bye", "", State.EMPTY)]
    assert str(pair_with_template(template, translation, 2)[0].flags) == "url"


def test_all_values_of_a_string_are_kept() -> None:
    template = to_template_units([make_unit("k", "", "a\x1e\x1eb\x1e\x1ec")], 0)
    (pair,) = pair_with_template(template, [make_unit("k", "", "x\x1e\x1ey")], 0)
    assert (template[0].target, pair.target) == ("a\x1e\x1eb\x1e\x1ec", "x\x1e\x1ey")


def test_effective_units_need_no_line_numbers() -> None:
    def find_line_numbers() -> list[int]:
        pytest.fail("line numbers were searched")

    written = UnitColumns(
        ["a"],
        [""],
        ["x"],
        bytes([State.TRANSLATED]),
        [NO_FLAGS],
        find_comments=[""].__getitem__,
        find_line_numbers=find_line_numbers,
        read_only_indices=[0],
    )
    paired = pair_with_template(to_template_units(written, 2), written, 2)
    effective = make_units_effective(paired, component_flags=parse_flags("java-format"), has_review=False)
    assert effective.states == bytes([State.READ_ONLY])


def test_a_paired_string_has_the_line_of_the_translation_and_the_suggestion_of_the_template() -> None:
    template = to_template_units([make_unit("k", "", "a")._replace(line=3, has_suggestion=True)], 2)
    (pair,) = pair_with_template(template, [make_unit("k", "", "x")._replace(line=5)], 2)
    assert (pair.line, pair.has_suggestion) == (5, True)


def test_a_text_that_equals_its_source_needs_rewriting_unless_a_flag_allows_it() -> None:
    same, other, fuzzy, allowed = (
        make_unit(target="a"),
        make_unit(),
        make_unit(target="a", state=State.NEEDS_EDITING),
        make_unit(target="a", flags="ignore-same"),
    )
    columns = columns_of([same, other, fuzzy, allowed])
    marked = mark_unchanged_texts(columns, parse_flags(""))
    assert [unit.state for unit in marked] == [
        State.NEEDS_REWRITING,
        State.TRANSLATED,
        State.NEEDS_EDITING,
        State.TRANSLATED,
    ]
    assert mark_unchanged_texts(columns, parse_flags("ignore-same")) == columns
