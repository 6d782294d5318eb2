"""Different sources do not have the same translation; a server looks at twenty cases at most."""

from hashlib import md5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli import flags, languages
from transtats_cli.checks.batch import reused
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.plurals import PluralRule

ENGLISH = languages.language_by_code("en")
FORMS = PLURAL_SEPARATOR


def translation(code: str = "de", plural: PluralRule | None = None) -> LanguagePair:
    language = languages.language_by_code(code)
    return LanguagePair(language, ENGLISH, plural or language.plural, ENGLISH.plural)


def unit(source: str, target: str, flag_line: str = "", state: State = State.TRANSLATED) -> Unit:
    return Unit("", source, target, state, flags.parse_flags(flag_line))


def reported(units: list[Unit], code: str = "de") -> list[str]:
    """The sources of the strings that fail."""
    (groups,) = reused.select_first_groups([reused.find_reused_targets(translation(code), units)])
    return [units[index].source for group in groups for index, _ in reused.find_problems_of_group(group)]


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        pytest.param([unit("a", "x"), unit("b", "x")], ["a", "b"], id="two sources"),
        pytest.param([unit("a", "x"), unit("a", "x")], [], id="the same source in two contexts"),
        pytest.param([unit("a", "x"), unit("b", "X")], [], id="another case"),
        pytest.param([unit("a", "x"), unit("b", "x "), unit("c", "y")], [], id="different translations"),
        pytest.param([unit("a", ""), unit("b", "")], [], id="no translation"),
        pytest.param(
            [unit("a", "x"), unit("b", "x", state=State.NEEDS_EDITING)], [], id="one of two that needs editing"
        ),
        pytest.param(
            [unit("a", "x"), unit("b", "x"), unit("c", "x", state=State.NEEDS_EDITING)],
            ["a", "b"],
            id="one of three that needs editing",
        ),
        pytest.param(
            [unit("a", "x", state=State.READ_ONLY), unit("b", "x")], ["a", "b"], id="a read-only string counts"
        ),
        pytest.param([unit("a", "x", "ignore-reused"), unit("b", "x")], ["b"], id="an ignored string counts only"),
        pytest.param([unit("a", "x", "ignore-all-checks"), unit("b", "x")], ["b"], id="so does one without checks"),
        pytest.param(
            [unit(f"a{FORMS}as", f"x{FORMS}"), unit(f"b{FORMS}bs", "x")],
            [f"a{FORMS}as", f"b{FORMS}bs"],
            id="missing forms are empty",
        ),
        pytest.param(
            [unit(f"a{FORMS}as", f"x{FORMS}y{FORMS}z"), unit(f"b{FORMS}bs", f"x{FORMS}y")],
            [f"a{FORMS}as", f"b{FORMS}bs"],
            id="surplus forms are cut",
        ),
        pytest.param([unit("a", "x"), unit(f"a{FORMS}as", "x")], [], id="with plural forms and without"),
        pytest.param(
            [unit(f"a{FORMS}as", FORMS, state=State.READ_ONLY), unit(f"b{FORMS}bs", FORMS, state=State.READ_ONLY)],
            [],
            id="plural forms that are all empty",
        ),
    ],
)
def test_translations_of_several_sources_are_found(units: list[Unit], expected: list[str]) -> None:
    assert reported(units) == expected


@pytest.mark.parametrize(
    ("code", "sources", "expected"),
    [
        pytest.param("ja", ["a", "b"], [], id="a single plural form"),
        pytest.param("ar", ["a", "A"], [], id="no capitals, and sources that differ in them"),
        pytest.param("ar", ["a", "b"], ["a", "b"], id="no capitals, and sources that differ"),
        pytest.param("de", ["a", "A"], ["a", "A"], id="capitals"),
    ],
)
def test_languages_differ(code: str, sources: list[str], expected: list[str]) -> None:
    assert reported([unit(source, "x") for source in sources], code) == expected


def in_order(targets: list[str]) -> list[str]:
    return sorted(targets, key=lambda target: md5(target.lower().encode(), usedforsecurity=False).hexdigest())


def doubled(targets: list[str]) -> list[Unit]:
    return [unit(f"{target} {number}", target) for target in targets for number in (1, 2)]


def targets_of(groups: list[reused.ReusedTargetGroup]) -> list[str]:
    return [group.target for group in groups]


def test_the_first_twenty_count_over_all_languages() -> None:
    targets = [f"target {number}" for number in range(30)]
    german, czech = doubled(targets[::2]), doubled(targets[1::2])
    found = reused.select_first_groups(
        [reused.find_reused_targets(translation("de"), german), reused.find_reused_targets(translation("cs"), czech)]
    )
    assert sorted(targets_of(found[0]) + targets_of(found[1])) == sorted(in_order(targets)[:20])


def test_languages_that_are_not_reported_use_up_places() -> None:
    targets = [f"target {number}" for number in range(30)]
    japanese = [
        reused.find_reused_targets(translation("ja"), doubled(targets[:20])),
        reused.find_reused_targets(translation("de"), []),
    ]
    german = [
        reused.find_reused_targets(translation("ja"), []),
        reused.find_reused_targets(translation("de"), doubled(targets)),
    ]
    assert [list(reused.find_problems_of_group(group)) for group in reused.select_first_groups(japanese)[0]] == [
        []
    ] * 20
    assert targets_of(reused.select_first_groups(german)[1]) == in_order(targets)[:20]


def test_equal_translations_go_by_their_text_and_then_by_language() -> None:
    units = [unit(f"{target} {number}", target) for target in ("Word", "word") for number in (1, 2)]
    many = [translation(code) for code in ("zu", "de", "cs", "af", "bg", "da", "eo", "et", "fi", "he", "nl")]
    found = reused.select_first_groups([reused.find_reused_targets(one, units) for one in many])
    # 22 groups of one digest: all of "Word" come first, then those of the languages that the table lists first.
    assert [targets_of(groups) for groups in found].count(["Word", "word"]) == 9
    assert targets_of(found[0]) == ["Word"]
    assert targets_of(found[3]) == ["Word", "word"]


def test_another_source_is_named() -> None:
    units = [unit("Close", "zu"), unit(f"Quit{FORMS}Quits", f"zu{FORMS}"), unit("Shut", "zu")]
    (group,) = reused.find_reused_targets(translation(plural=PluralRule(2, "n != 1")), units)
    assert list(reused.find_problems_of_group(group)) == [
        (0, "'Shut' has the same translation"),
        (2, "'Close' has the same translation"),
    ]


# Texts of one character are the same object wherever they come from, longer ones are not.
@given(st.lists(st.sampled_from(["", "x", "y", "long", "longer"]), max_size=12))
def test_all_strings_with_a_translation_that_comes_again_are_found(targets: list[str]) -> None:
    units = [unit(str(number), "".join([*target])) for number, target in enumerate(targets)]
    found = {
        group.target: [member.unit_index for member in group.members]
        for group in reused.find_reused_targets(translation(), units)
    }
    assert found == {
        target: [index for index, other in enumerate(targets) if other == target]
        for target in targets
        if target and targets.count(target) > 1
    }
