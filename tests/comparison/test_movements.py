"""Movements of strings between two snapshots."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixture_types import WriteTree
from transtats_cli.comparison.movements import Comparison, Movement, compare_snapshots
from transtats_cli.comparison.snapshot import (
    LanguageStrings,
    Snapshot,
    SnapshotString,
    take_snapshot,
)
from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.model import Finding, State, Unit
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.statistics import Statistics

FINDING = (Finding("same", "the source again"),)


def build_string(state: State, findings: tuple[Finding, ...] = ()) -> SnapshotString:
    return SnapshotString(Unit("", "One two", "", state), findings)


def build_snapshot(
    *failures: Problem, reference_keys: Iterable[str] = (), **languages: dict[str, SnapshotString]
) -> Snapshot:
    component = Component("demo", "app", "/demo", "po/*.po")
    strings = {
        code: LanguageStrings(Record(language_by_code(code), f"po/{code}.po", Statistics()), texts)
        for code, texts in languages.items()
    }
    return Snapshot(
        Report(component, (), failures=failures),
        strings,
        reference=dict.fromkeys(reference_keys, ("po/app.pot", EMPTY.unit)),
    )


def find_movements(before: SnapshotString | None, after: SnapshotString | None) -> set[Movement]:
    texts = ({"1": each} if each else {} for each in (before, after))
    (language,) = compare_snapshots(*(build_snapshot(fr=each) for each in texts)).languages
    return {each.movement for each in language.movements}


EMPTY, FUZZY, TRANSLATED = build_string(State.EMPTY), build_string(State.NEEDS_EDITING), build_string(State.TRANSLATED)
APPROVED, READ_ONLY = build_string(State.APPROVED), build_string(State.READ_ONLY)


@pytest.mark.parametrize(
    ("before", "after", "movements"),
    [
        pytest.param(None, EMPTY, {Movement.SOURCE_GREW}, id="new"),
        pytest.param(None, TRANSLATED, {Movement.SOURCE_GREW}, id="new and translated"),
        pytest.param(EMPTY, None, {Movement.SOURCE_SHRANK}, id="removed"),
        pytest.param(TRANSLATED, None, {Movement.SOURCE_SHRANK}, id="removed with its translation"),
        pytest.param(EMPTY, TRANSLATED, {Movement.TRANSLATED}, id="translated"),
        pytest.param(FUZZY, TRANSLATED, {Movement.TRANSLATED}, id="fuzzy string translated"),
        pytest.param(EMPTY, APPROVED, {Movement.TRANSLATED}, id="approved at once"),
        pytest.param(EMPTY, READ_ONLY, {Movement.TRANSLATED}, id="read-only"),
        pytest.param(TRANSLATED, EMPTY, {Movement.LOST}, id="lost"),
        pytest.param(APPROVED, FUZZY, {Movement.BECAME_FUZZY}, id="approved, and fuzzy now"),
        pytest.param(TRANSLATED, FUZZY, {Movement.BECAME_FUZZY}, id="fuzzy"),
        pytest.param(TRANSLATED, APPROVED, set(), id="still translated"),
        pytest.param(EMPTY, FUZZY, set(), id="still not translated"),
        pytest.param(FUZZY, EMPTY, set(), id="fuzzy string emptied"),
        pytest.param(TRANSLATED, build_string(State.TRANSLATED, FINDING), {Movement.BEGAN_FAILING}, id="fails"),
        pytest.param(build_string(State.TRANSLATED, FINDING), TRANSLATED, {Movement.FIXED}, id="fixed"),
        pytest.param(
            build_string(State.TRANSLATED, FINDING),
            FUZZY,
            {Movement.BECAME_FUZZY},
            id="failing and fuzzy now",
        ),
        pytest.param(
            None,
            build_string(State.TRANSLATED, FINDING),
            {Movement.SOURCE_GREW, Movement.BEGAN_FAILING},
            id="new and failing",
        ),
        pytest.param(
            build_string(State.TRANSLATED, FINDING),
            None,
            {Movement.SOURCE_SHRANK},
            id="failing and removed",
        ),
        pytest.param(build_string(State.TRANSLATED, FINDING), EMPTY, {Movement.LOST}, id="failing and lost"),
        pytest.param(
            build_string(State.TRANSLATED, FINDING),
            build_string(State.TRANSLATED, (Finding("end_stop", "another"),)),
            set(),
            id="another check fails",
        ),
    ],
)
def test_a_changed_string_has_movements(
    before: SnapshotString | None, after: SnapshotString | None, movements: set[Movement]
) -> None:
    assert find_movements(before, after) == movements


@pytest.mark.parametrize("string", [EMPTY, FUZZY, TRANSLATED])
def test_a_string_that_only_one_language_lost_has_vanished(string: SnapshotString) -> None:
    (language,) = compare_snapshots(
        build_snapshot(fr={"1": string, "2": EMPTY, "3": EMPTY}), build_snapshot(reference_keys="13", fr={"3": EMPTY})
    ).languages
    assert [each.movement for each in language.movements] == [Movement.VANISHED, Movement.SOURCE_SHRANK]
    translated = language.translated_by_movement[Movement.VANISHED].strings
    assert (language.counts_by_movement[Movement.VANISHED].strings, translated) == (1, string is TRANSLATED)


def test_the_strings_of_a_deleted_file_vanish_as_far_as_the_source_has_them() -> None:
    strings = {"1": TRANSLATED, "2": TRANSLATED}
    before, after = build_snapshot(fr=strings), build_snapshot(reference_keys="1", de={"1": EMPTY})
    _, french = compare_snapshots(before, after).languages
    assert [each.movement for each in french.movements] == [Movement.VANISHED, Movement.SOURCE_SHRANK]


@pytest.mark.parametrize(
    ("references", "files", "movements"),
    [
        pytest.param(("", "1"), ("", ""), [Movement.SOURCE_GREW], id="new in the template only"),
        pytest.param(("", "1"), ("", "1"), [Movement.SOURCE_GREW], id="new in the template and in the file"),
        pytest.param(("", "1"), ("1", "1"), [Movement.SOURCE_GREW], id="new in the template, and known to the file"),
        pytest.param(("1", ""), ("", ""), [Movement.SOURCE_SHRANK], id="removed from the template only"),
        pytest.param(("1", ""), ("1", ""), [Movement.SOURCE_SHRANK], id="removed from the template and the file"),
        pytest.param(("1", ""), ("1", "1"), [Movement.SOURCE_SHRANK], id="removed from the template only, in the file"),
        pytest.param(("1", "1"), ("", ""), [], id="still missing"),
        pytest.param(("1", "1"), ("", "1"), [Movement.TRANSLATED], id="the file followed the template"),
        pytest.param(("1", "1"), ("1", ""), [Movement.VANISHED], id="cut from the file"),
        pytest.param(("2", "2"), ("2", "21"), [], id="new in the file only"),
        pytest.param(("2", "2"), ("21", "2"), [], id="removed from the file only"),
    ],
)
def test_shares_of_the_reference_have_its_changes(
    references: tuple[str, str], files: tuple[str, str], movements: list[Movement]
) -> None:
    before, after = (
        build_snapshot(reference_keys=keys, fr=dict.fromkeys(strings, TRANSLATED))
        for keys, strings in zip(references, files, strict=True)
    )
    complete = (each._replace(report=each.report._replace(measure="complete")) for each in (before, after))
    (french,) = compare_snapshots(*complete).languages
    assert [each.movement for each in french.movements] == movements


@given(
    st.sampled_from([EMPTY, FUZZY, TRANSLATED, APPROVED, READ_ONLY]),
    st.sampled_from([EMPTY, FUZZY, TRANSLATED, APPROVED]),
)
def test_the_movements_of_a_reversed_comparison_are_the_opposites(one: SnapshotString, other: SnapshotString) -> None:
    there, back = find_movements(one, other), find_movements(other, one)
    assert (Movement.TRANSLATED in there) == bool(back & {Movement.LOST, Movement.BECAME_FUZZY})


def test_sizes_count_words_of_the_source() -> None:
    (language,) = compare_snapshots(
        build_snapshot(fr={"1": TRANSLATED, "2": TRANSLATED}), build_snapshot(fr={"1": EMPTY, "2": EMPTY})
    ).languages
    assert language.counts_by_movement[Movement.LOST] == (2, 4, 14)


def test_an_unreadable_language_is_left_out() -> None:
    broken = Problem("po/fr.po", "damaged")
    assert compare_snapshots(build_snapshot(fr={"1": TRANSLATED}), build_snapshot(broken)).languages == ()
    assert compare_snapshots(build_snapshot(broken), build_snapshot(fr={"1": TRANSLATED})).languages == ()


def test_strings_do_not_begin_to_fail_because_a_file_of_another_language_is_unreadable() -> None:
    reused = build_string(State.TRANSLATED, (Finding("reused", "'x' has the same translation"),))
    after = build_snapshot(Problem("po/fr.po", "damaged"), de={"1": reused})
    (language,) = compare_snapshots(build_snapshot(de={"1": TRANSLATED}), after).languages
    assert language.movements == ()


def test_new_and_removed_languages_are_marked() -> None:
    comparison = compare_snapshots(build_snapshot(fr={"1": TRANSLATED}), build_snapshot(de={"1": TRANSLATED}))
    german, french = comparison.languages
    assert (german.is_new, german.is_gone, french.is_new, french.is_gone) == (True, False, False, True)
    assert french.translated_by_movement[Movement.SOURCE_SHRANK].strings == 1


def test_strings_of_a_monolingual_component_are_compared_by_key(tree: WriteTree) -> None:
    def component(name: str, text: str, translation: str) -> Component:
        root = tree(
            {f"{name}/en.po": f'msgid "k"\nmsgstr "{text}"\n', f"{name}/de.po": f'msgid "k"\nmsgstr "{translation}"\n'}
        )
        return Component("demo", "app", str(root / name), "*.po", file_format="po-mono", template="en.po")

    comparison: Comparison = compare_snapshots(
        take_snapshot(component("a", "One", "Eins")),
        take_snapshot(component("b", "One more word", ""), ScanOptions(runs_checks=False)),
    )
    (german,) = comparison.languages
    assert [(each.movement, each.string.unit.source) for each in german.movements] == [
        (Movement.LOST, "One more word"),
        (Movement.SOURCE_REWORDED, "One more word"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(("One", "Eins"), ("Two", "Eins"), ["source reworded*: One → Two"], id="outdated translation"),
        pytest.param(
            ("One", "Eins"),
            ("Two", "Zwei"),
            ["translation reworded: Eins → Zwei", "source reworded: One → Two"],
            id="source and translation",
        ),
        pytest.param(("One", "Eins"), ("One", "Zwei"), ["translation reworded: Eins → Zwei"], id="translation only"),
        pytest.param(("One", "Eins"), ("One", "Eins"), [], id="nothing"),
        pytest.param(("One", ""), ("Two", ""), ["source reworded: One → Two"], id="no translation"),
        pytest.param(
            ("One", ""), ("Two", "Zwei"), ["translated: One → Two", "source reworded: One → Two"], id="translated now"
        ),
    ],
)
def test_reworded_texts_are_movements_of_a_key(
    tree: WriteTree, old: tuple[str, str], new: tuple[str, str], expected: list[str]
) -> None:
    """A star marks a translation that is still that of the old source text."""
    snapshots = []
    for name, texts in (("a", old), ("b", new)):
        files = zip(("en", "de"), texts, strict=True)
        root = tree({f"{name}/{code}.po": f'msgid "k"\nmsgstr "{text}"\n' for code, text in files})
        component = Component("demo", "app", str(root / name), "*.po", file_format="po-mono", template="en.po")
        snapshots.append(take_snapshot(component, ScanOptions(runs_checks=False)))
    (german,) = compare_snapshots(*snapshots).languages
    assert [
        f"{each.movement.value}{'*' * each.is_outdated}: {' → '.join(each.texts)}" for each in german.movements
    ] == expected


def test_an_unreadable_template_leaves_no_language(tree: WriteTree) -> None:
    root: Path = tree({"en.po": "<<<<<<<\n", "de.po": 'msgid "k"\nmsgstr "x"\n'})
    component = Component("demo", "app", str(root), "*.po", file_format="po-mono", template="en.po")
    taken = take_snapshot(component)
    assert (dict(taken.languages), [failure.path for failure in taken.report.failures]) == ({}, ["en.po"])
    tree({"en.po": 'msgid "k"\nmsgstr "y"\n'})
    readable = take_snapshot(component)
    assert [*readable.languages] == ["de"]
    assert compare_snapshots(taken, readable).languages == compare_snapshots(readable, taken).languages == ()
