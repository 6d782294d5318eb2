"""Pages of the changes since a date: the numbers of `transtats diff` for each language, and changed texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from transtats_cli.comparison.movements import (
    WORDS_BY_MOVEMENT,
    Comparison,
    LanguageMovements,
    Movement,
    StringMovement,
    group_by_language,
    read_percentages,
    sum_strings,
)
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.languages import Language, language_by_code
from transtats_cli.measures import describe_measure, format_change, join_measures
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.pages.history import StringChange, StringVersion
from transtats_cli.pages.links import DEFAULT_SINCE, Links
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.tables import ChangeRow, Table, TableBuilder
from transtats_cli.pages.translations import OUTDATED
from transtats_cli.pages.visible_text import ADDED, REMOVED, VisibleText, find_changed_spans, make_visible_text
from transtats_cli.report import NO_COMPONENT
from transtats_cli.unit_queries.checksums import unit_checksum

_COMPONENT_DEPTH = 2
"""Number of names of the place of a component."""
_OUTDATED_WORD = "outdated"
_MAX_STRINGS, _MAX_STRINGS_OF_LANGUAGE = 200, 20
_MAX_PAGE_TEXT_BYTES, _MAX_TEXT_BYTES = 120_000, 2_000
_MAX_CONTEXT_LENGTH = 200


class Period(NamedTuple):
    """Time until now whose changes a page shows."""

    since: str = DEFAULT_SINCE
    """Beginning as in the option `diff --since`."""
    date: str = ""
    """Day of the beginning."""
    commit: str = ""
    """Id of the last commit at or before the beginning. Empty if there is none."""
    note: str = ""
    """Reason why there is no commit."""


class ListedString(NamedTuple):
    """Changed string of a language whose texts a page shows."""

    title: str
    change: StringChange
    is_source: bool
    """True if the texts are those of the source."""


class ComponentChanges(NamedTuple):
    """Changes of a component, reduced to the numbers and texts that pages show."""

    languages: Sequence[LanguageMovements] = ()
    """Compared languages with their numbers, without their strings."""
    strings_by_language: Mapping[str, tuple[int, Sequence[ListedString]]] = {}
    """Number of strings with changed texts, and the first of them, by language code."""
    note: str = ""
    """Reason why some languages, or all of them, are not compared."""


PENDING_PERIOD = Period(note="The changes are being computed.")
FAILED_PERIOD = Period(note="The changes cannot be read. The log of the server contains the reason.")
NO_PERIOD = Period(note="There are no changes, because the served directory is not in a git repository.")
NO_COMMITS = Period(note="There are no changes, because the git repository has no commits yet.")
FAILED_COMPARISON = ComponentChanges(note="cannot be compared; the log contains the reason")


def make_component_changes(compared: Comparison | TranstatsError) -> ComponentChanges:
    """Return the changes of a component. Raises the error that prevented the comparison.

    If the error is that the component is new, the result has a note.
    """
    if isinstance(compared, UnknownComponentError):
        return ComponentChanges(note="did not exist then, so it is not compared")
    if isinstance(compared, TranstatsError):
        raise compared
    listed = {each.language.code: _list_movements(each) for each in compared.languages}
    limit = max(1, min(_MAX_STRINGS_OF_LANGUAGE, _MAX_STRINGS // max(1, sum(map(bool, listed.values())))))
    shown = {code: movements[:limit] for code, movements in listed.items() if movements}
    text_limit = min(_MAX_TEXT_BYTES, _MAX_PAGE_TEXT_BYTES // max(1, 3 * sum(map(len, shown.values()))))
    failures = {each.path for snapshot in (compared.before, compared.after) for each in snapshot.report.failures}
    return ComponentChanges(
        [each._replace(movements=()) for each in compared.languages],
        {
            code: (len(listed[code]), [_make_listed_string(each, text_limit) for each in movements])
            for code, movements in shown.items()
        },
        f"{len(failures)} files cannot be read, then or now, so their languages are not compared" if failures else "",
    )


def _list_movements(language: LanguageMovements) -> list[StringMovement]:
    """Return the changes whose texts are worth reading, such that each kind of change is among the first."""
    kinds: list[list[StringMovement]] = [
        [moved for moved in language.movements if moved.movement is movement and _has_texts(moved)]
        for movement in WORDS_BY_MOVEMENT
    ]
    return [moved for row in zip_longest(*kinds) for moved in row if moved is not None]


def _has_texts(moved: StringMovement) -> bool:
    """Return True if the translation of a string is new, lost, has other words, or is that of an old source."""
    match moved.movement:
        case Movement.SOURCE_GREW:
            return bool(moved.string.unit.target)
        case Movement.SOURCE_REWORDED:
            return moved.is_outdated
        case Movement.SOURCE_SHRANK | Movement.VANISHED | Movement.BEGAN_FAILING | Movement.FIXED:
            return False
    return True


def _make_listed_string(moved: StringMovement, limit: int) -> ListedString:
    unit, old = moved.string.unit, moved.before.unit if moved.before else None
    is_source = moved.movement is Movement.SOURCE_REWORDED
    texts = moved.texts if is_source else (old.target if old else "", unit.target)
    before, after = _mark_changed_words(*texts, limit)
    change = StringChange(
        date="",
        commit="",
        context=unit.context[:_MAX_CONTEXT_LENGTH],
        sources=[make_visible_text(text, limit=limit) for text in ([] if is_source else unit.sources)],
        is_added=old is None,
        before=StringVersion(before, ""),
        after=StringVersion(after, ""),
        checksum=unit_checksum(unit),
    )
    outdated = "; its translation is the old one" if is_source else ""
    return ListedString(f"{WORDS_BY_MOVEMENT[moved.movement]}{outdated}", change, is_source)


def _mark_changed_words(before: str, after: str, limit: int) -> tuple[list[VisibleText], list[VisibleText]]:
    """Return the texts of both versions, with the words that only one of them has marked. Empty texts are left out."""
    marked: tuple[list[VisibleText], list[VisibleText]] = ([], [])
    for pair in zip_longest(before.split(PLURAL_SEPARATOR), after.split(PLURAL_SEPARATOR), fillvalue=""):
        spans = find_changed_spans(*pair) if all(pair) else ((), ())
        for versions, text, mark, changed in zip(marked, pair, (REMOVED, ADDED), spans, strict=True):
            if text:
                versions.append(make_visible_text(text, limit=limit, changes=(mark, changed)))
    return marked


def make_changes_page(
    components: Sequence[Component],
    changes_by_name: Mapping[str, ComponentChanges],
    period: Period,
    links: Links,
    tables: TableBuilder,
    place: tuple[str, ...] = (),
    *,
    shows_outdated: bool = False,
) -> Page:
    """Return the page of the changes of all projects, of a project, or of a component.

    `components` are those of the page. `changes_by_name` contains the changes of those that have been compared, by full
    name. `place` is the project, or the project and the component, of the page. The page has a table of the languages,
    and one of the projects or the components.
    """
    compared = [(each, changes_by_name[each.full_name]) for each in components if each.full_name in changes_by_name]
    languages = [language for _, changes in compared for language in changes.languages]
    groups = group_by_language(languages)
    total = _make_row("", "", "", languages)
    measure = describe_measure(join_measures(each.measure for each in languages))
    words = [word for word, count in total.counts.items() if count and (shows_outdated or word != _OUTDATED_WORD)]

    sources = {language_by_code(component.source_language).code for component in components}

    def make_table(builder: TableBuilder, rows: Iterable[ChangeRow]) -> Table[ChangeRow]:
        return builder.make_change_table(
            [row for row in rows if row.is_changed], f"{measure.title} now", words, sources
        )

    parts = make_table(TableBuilder(has_script=False), _make_part_rows(compared, period, links, place))
    rows = (
        _make_language_row(group, links, place, components[0])._replace(language=group[0].language.code)
        for group in groups
    )
    table = make_table(tables, rows)
    component = components[0] if len(place) == _COMPONENT_DEPTH else None
    crumbs = [(components[0].project_title, links.project(place[0]))] if place else []
    strings: list[tuple[Language, int, Sequence[ListedString]]] = []
    if component is not None:
        crumbs.append((component.title, links.component(component)))
        by_code = compared[0][1].strings_by_language if compared else {}
        strings = [(each.language, *by_code[each.language.code]) for each in languages if each.language.code in by_code]
    return Page(
        "changes.html",
        {
            "title": f"Changes since {period.date or period.since}",
            "crumbs": crumbs,
            "place": place,
            "period": period,
            "compared_count": len(compared),
            "component_count": len(components),
            "language_count": len(groups),
            "total": total,
            "words": words,
            "phrase": measure.phrase,
            "table": table,
            "parts": parts._replace(has_filters=False),
            "notes": [(each.full_name, changes.note) for each, changes in compared if changes.note],
            "component": component,
            "source_language": language_by_code(component.source_language) if component else None,
            "strings": strings,
        },
    )


def _make_language_row(
    group: Sequence[LanguageMovements], links: Links, place: tuple[str, ...], component: Component
) -> ChangeRow:
    """Return the row of a language. On the page of a component, it has links to strings."""
    language = group[0].language
    if all(each.is_gone for each in group):
        return _make_row(language.name, language.code, "", group)
    if len(place) < _COMPONENT_DEPTH:
        names = ("projects", *place, NO_COMPONENT) if place else ("languages",)
        return _make_row(language.name, language.code, links.page(*names, language.code), group)
    address = links.strings(component, language.code) or links.translation(component, language.code)
    queries = {WORDS_BY_MOVEMENT[Movement.BEGAN_FAILING]: "has:check", _OUTDATED_WORD: OUTDATED}
    addresses = {word: links.strings(component, language.code, query) for word, query in queries.items()}
    return _make_row(language.name, language.code, address, group)._replace(cell_addresses=addresses)


def _make_part_rows(
    compared: Sequence[tuple[Component, ComponentChanges]], period: Period, links: Links, place: tuple[str, ...]
) -> Iterator[ChangeRow]:
    """Yield the row of each project, or of each component of a project."""
    if len(place) == _COMPONENT_DEPTH:
        return
    parts: dict[tuple[str, ...], list[LanguageMovements]] = {}
    titles: dict[tuple[str, ...], str] = {}
    for component, changes in compared:
        names = (component.project, component.slug)[: len(place) + 1]
        parts.setdefault(names, []).extend(changes.languages)
        titles[names] = component.title if place else component.project_title
    for names, languages in parts.items():
        code = names[-1] if names[-1] != titles[names] else ""
        yield _make_row(titles[names], code, links.changes(*names, since=period.since), languages)


def _make_row(name: str, code: str, address: str, languages: Sequence[LanguageMovements]) -> ChangeRow:
    before, after = read_percentages(languages)
    counts = {word: sum_strings(languages, movement) for movement, word in WORDS_BY_MOVEMENT.items()}
    counts[_OUTDATED_WORD] = sum(each.outdated_count for each in languages)
    is_new, is_gone = all(each.is_new for each in languages), all(each.is_gone for each in languages)
    change = "new" if is_new else "gone" if is_gone else format_change(after - before)
    is_changed = any(each.is_changed for each in languages)
    return ChangeRow(name, code, address, before, after, change, counts, is_gone=is_gone, is_changed=is_changed)
