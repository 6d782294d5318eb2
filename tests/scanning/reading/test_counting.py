"""Statistics of units."""

from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading.strings import count_units
from transtats_cli.statistics import Counts, count_words

EMPTY, FUZZY, DONE, APPROVED, FIXED = (
    Unit("", "one", "", State.EMPTY),
    Unit("", "two words", "x", State.NEEDS_EDITING),
    Unit("", "three whole words", "x", State.TRANSLATED),
    Unit("", "four", "x", State.APPROVED),
    Unit("", "five", "", State.READ_ONLY),
)


def test_each_state_has_the_number_of_its_strings_and_of_their_source_words_and_characters() -> None:
    statistics = count_units([EMPTY, FUZZY, DONE, APPROVED, FIXED])
    assert statistics.total == Counts(5, 8, 3 + 9 + 17 + 4 + 4)
    assert statistics.fuzzy == Counts(1, 2, 9)
    assert statistics.approved == Counts(1, 1, 4)
    assert statistics.readonly == Counts(1, 1, 4)


def test_approved_and_read_only_strings_count_as_translated() -> None:
    assert count_units([EMPTY, FUZZY, DONE, APPROVED, FIXED]).translated == Counts(3, 5, 17 + 4 + 4)


def test_comments_and_suggestions_in_files_are_counted_only_with_the_option() -> None:
    units = [
        DONE._replace(comments="# why?"),
        DONE._replace(comments="#. from code"),
        DONE._replace(has_suggestion=True),
    ]
    with_notes, without_notes = count_units(units, file_notes=True), count_units(units)
    assert (with_notes.comments, with_notes.suggestions) == (1, 1)
    assert (without_notes.comments, without_notes.suggestions) == (0, 0)


@given(st.lists(st.text(st.sampled_from("ab é\n\t\x1e\u3000\u00a0本"), max_size=8), max_size=5), st.booleans())
def test_the_count_of_many_strings_equals_the_sum_of_single_counts(sources: list[str], cjk: bool) -> None:
    units = [DONE._replace(source=source) for source in sources]
    expected = Counts(len(units), sum(count_words(unit.source, cjk=cjk) for unit in units), sum(map(len, sources)))
    assert count_units(units, cjk=cjk).total == expected


def test_an_unused_singular_has_no_words() -> None:
    plural = DONE._replace(source="<unused singular (hash=1)>\x1e\x1etwo words")
    assert count_units([plural, DONE]).total.words == 5


def test_the_count_of_no_strings_is_zero() -> None:
    assert count_units([]).total == Counts(0, 0, 0)
