"""Checks that compare many strings."""

from hashlib import md5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli import flags, languages
from transtats_cli.checks import batch
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.plurals import PluralRule

ENGLISH = languages.language_by_code("en")
FORMS = PLURAL_SEPARATOR


def create_language_pair(code: str = "de", plural: PluralRule | None = None) -> LanguagePair:
    language = languages.language_by_code(code)
    return LanguagePair(language, ENGLISH, plural or language.plural, ENGLISH.plural)


def create_unit(source: str, target: str, flag_line: str = "", state: State = State.TRANSLATED) -> Unit:
    return Unit("", source, target, state, flags.parse_flags(flag_line))


def find_failing_sources(units: list[Unit], code: str = "de") -> list[str]:
    """Return the sources of the strings that fail."""
    (groups,) = batch.select_first_groups([batch.find_reused_targets(create_language_pair(code), units)])
    return [units[index].source for group in groups for index, _ in batch.reused(group)]


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        pytest.param([create_unit("a", "x"), create_unit("b", "x")], ["a", "b"], id="two sources"),
        pytest.param([create_unit("a", "x"), create_unit("a", "x")], [], id="the same source in two contexts"),
        pytest.param([create_unit("a", "x"), create_unit("b", "X")], [], id="another case"),
        pytest.param(
            [create_unit("a", "x"), create_unit("b", "x "), create_unit("c", "y")], [], id="different translations"
        ),
        pytest.param([create_unit("a", ""), create_unit("b", "")], [], id="no translation"),
        pytest.param(
            [create_unit("a", "x"), create_unit("b", "x", state=State.NEEDS_EDITING)],
            [],
            id="one of two that needs editing",
        ),
        pytest.param(
            [create_unit("a", "x"), create_unit("b", "x"), create_unit("c", "x", state=State.NEEDS_EDITING)],
            ["a", "b"],
            id="one of three that needs editing",
        ),
        pytest.param(
            [create_unit("a", "x", state=State.READ_ONLY), create_unit("b", "x")], ["a", "b"], id="a read-only string"
        ),
        pytest.param(
            [create_unit("a", "x", "ignore-reused"), create_unit("b", "x")], ["b"], id="a string that ignores the check"
        ),
        pytest.param(
            [create_unit("a", "x", "ignore-all-checks"), create_unit("b", "x")],
            ["b"],
            id="a string that ignores all checks",
        ),
        pytest.param(
            [create_unit(f"a{FORMS}as", f"x{FORMS}"), create_unit(f"b{FORMS}bs", "x")],
            [f"a{FORMS}as", f"b{FORMS}bs"],
            id="missing forms are empty",
        ),
        pytest.param(
            [create_unit(f"a{FORMS}as", f"x{FORMS}y{FORMS}z"), create_unit(f"b{FORMS}bs", f"x{FORMS}y")],
            [f"a{FORMS}as", f"b{FORMS}bs"],
            id="surplus forms are cut",
        ),
        pytest.param([create_unit("a", "x"), create_unit(f"a{FORMS}as", "x")], [], id="with plural forms and without"),
        pytest.param(
            [
                create_unit(f"a{FORMS}as", FORMS, state=State.READ_ONLY),
                create_unit(f"b{FORMS}bs", FORMS, state=State.READ_ONLY),
            ],
            [],
            id="plural forms that are all empty",
        ),
    ],
)
def test_different_sources_with_the_same_translation_fail(units: list[Unit], expected: list[str]) -> None:
    assert find_failing_sources(units) == expected


@pytest.mark.parametrize(
    ("code", "sources", "expected"),
    [
        pytest.param("ja", ["a", "b"], [], id="a single plural form"),
        pytest.param("ar", ["a", "A"], [], id="a script without case, and sources that differ only in case"),
        pytest.param("ar", ["a", "b"], ["a", "b"], id="a script without case, and different sources"),
        pytest.param("de", ["a", "A"], ["a", "A"], id="a script with case, and sources that differ only in case"),
    ],
)
def test_the_language_decides_which_sources_are_different(code: str, sources: list[str], expected: list[str]) -> None:
    assert find_failing_sources([create_unit(source, "x") for source in sources], code) == expected


def sort_by_digest(targets: list[str]) -> list[str]:
    return sorted(targets, key=lambda target: md5(target.lower().encode(), usedforsecurity=False).hexdigest())


def create_two_units_for_each(targets: list[str]) -> list[Unit]:
    return [create_unit(f"{target} {number}", target) for target in targets for number in (1, 2)]


def list_targets(groups: list[batch.ReusedTargetGroup]) -> list[str]:
    return [group.target for group in groups]


def test_the_first_twenty_reused_translations_of_all_languages_are_selected() -> None:
    targets = [f"target {number}" for number in range(30)]
    german, czech = create_two_units_for_each(targets[::2]), create_two_units_for_each(targets[1::2])
    found = batch.select_first_groups(
        [
            batch.find_reused_targets(create_language_pair("de"), german),
            batch.find_reused_targets(create_language_pair("cs"), czech),
        ]
    )
    assert sorted(list_targets(found[0]) + list_targets(found[1])) == sorted(sort_by_digest(targets)[:20])


def test_translations_of_languages_without_problems_are_among_the_first_twenty() -> None:
    targets = [f"target {number}" for number in range(30)]
    japanese = [
        batch.find_reused_targets(create_language_pair("ja"), create_two_units_for_each(targets[:20])),
        batch.find_reused_targets(create_language_pair("de"), []),
    ]
    german = [
        batch.find_reused_targets(create_language_pair("ja"), []),
        batch.find_reused_targets(create_language_pair("de"), create_two_units_for_each(targets)),
    ]
    assert [list(batch.reused(group)) for group in batch.select_first_groups(japanese)[0]] == [[]] * 20
    assert list_targets(batch.select_first_groups(german)[1]) == sort_by_digest(targets)[:20]


def test_translations_with_the_same_digest_are_sorted_by_text_and_then_by_language() -> None:
    units = [create_unit(f"{target} {number}", target) for target in ("Word", "word") for number in (1, 2)]
    many = [create_language_pair(code) for code in ("zu", "de", "cs", "af", "bg", "da", "eo", "et", "fi", "he", "nl")]
    found = batch.select_first_groups([batch.find_reused_targets(one, units) for one in many])
    # 22 groups of one digest: all of "Word" come first, then those of the languages that the table lists first.
    assert [list_targets(groups) for groups in found].count(["Word", "word"]) == 9
    assert list_targets(found[0]) == ["Word"]
    assert list_targets(found[3]) == ["Word", "word"]


def test_the_message_contains_the_beginning_of_a_long_source() -> None:
    units = [create_unit("a" * 1000, "x"), create_unit("b", "x")]
    (group,) = batch.find_reused_targets(create_language_pair(), units)
    messages = [message for _, message in batch.reused(group)]
    assert messages == ["'b' has the same translation", f"'{'a' * 200}…' has the same translation"]


def test_the_message_contains_another_source_with_the_same_translation() -> None:
    units = [create_unit("Close", "zu"), create_unit(f"Quit{FORMS}Quits", f"zu{FORMS}"), create_unit("Shut", "zu")]
    (group,) = batch.find_reused_targets(create_language_pair(plural=PluralRule(2, "n != 1")), units)
    assert list(batch.reused(group)) == [
        (0, "'Shut' has the same translation"),
        (2, "'Close' has the same translation"),
    ]


# Python has one object for each text of one character, but not for longer texts.
@given(st.lists(st.sampled_from(["", "x", "y", "long", "longer"]), max_size=12))
def test_all_strings_with_a_repeated_translation_are_found(targets: list[str]) -> None:
    units = [create_unit(str(number), "".join([*target])) for number, target in enumerate(targets)]
    found = {
        group.target: [member.unit_index for member in group.members]
        for group in batch.find_reused_targets(create_language_pair(), units)
    }
    assert found == {
        target: [index for index, other in enumerate(targets) if other == target]
        for target in targets
        if target and targets.count(target) > 1
    }


FAILURES = "checks fail in 2 of its translations: same in 2 (cs, de); end_colon in 1 (de)"


@pytest.mark.parametrize(
    ("translations", "flag_line", "expected"),
    [
        pytest.param(1, "", None, id="one"),
        pytest.param(2, "", FAILURES, id="two"),
        pytest.param(2, "read-only", FAILURES, id="a read-only source"),
        pytest.param(2, "ignore-multiple-failures", None, id="ignored"),
        pytest.param(2, "ignore-all-checks", None, id="all checks ignored"),
    ],
)
def test_a_source_with_two_failing_translations_fails(translations: int, flag_line: str, expected: str | None) -> None:
    codes = [("same", ["cs", "de"]), ("end_colon", ["de"])]
    assert batch.multiple_failures(translations, flags.parse_flags(flag_line), codes) == expected


def test_a_source_whose_translations_fail_in_many_languages_names_the_first_ones() -> None:
    codes = [f"l{number}" for number in range(11)]
    message = batch.multiple_failures(11, flags.parse_flags(""), [("same", codes)])
    assert message == f"checks fail in 11 of its translations: same in 11 ({', '.join(codes[:10])}, …)"
