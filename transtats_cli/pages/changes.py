"""Pages of the changes since a date: the numbers of `transtats diff` for each language, and changed texts."""

import pickle
import shlex
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from transtats_cli.comparison.movements import (
    WORDS_BY_MOVEMENT,
    Comparison,
    LanguageMovements,
    Movement,
    StringMovement,
    group_by_language,
    is_string_translated,
    read_percentages,
    sum_strings,
)
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.history.commits import find_earlier_day
from transtats_cli.languages import language_by_code
from transtats_cli.measures import describe_measure, format_change, join_measures
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.pages.history import StringChange, StringVersion
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.rows import ChangeRow
from transtats_cli.pages.tables import PAGE_SIZE, Pager, TableBuilder, make_pager
from transtats_cli.pages.translations import OUTDATED
from transtats_cli.pages.visible_text import (
    ADDED,
    REMOVED,
    VisibleText,
    find_changed_spans,
    find_placeholders,
    make_visible_text,
)
from transtats_cli.report import NO_COMPONENT
from transtats_cli.unit_queries.checksums import unit_checksum

_COMPONENT_DEPTH = 2
"""Number of names of the place of a component."""
_OUTDATED_WORD = "outdated"
_NEW_TRANSLATED_WORD = "new and translated"
"""Word in place of two words that have the same numbers, because all translated strings are new."""
_MAX_STRINGS, _MAX_STRINGS_OF_LANGUAGE = 200, 20
_MIN_STRINGS_OF_LANGUAGE = 10
"""Number of changed strings that are kept for the page of a language, even if the component has many languages."""
_MAX_PAGE_TEXT_BYTES, _MAX_TEXT_BYTES = 120_000, 2_000
_MAX_CONTEXT_LENGTH = 200


DEFAULT_PERIOD = "1 week"
_SUGGESTED_PERIODS = (DEFAULT_PERIOD, "30 days", "90 days", "1 year")
"""Times before the last change to which a page has links, the shortest first."""


class Period(NamedTuple):
    """Time until now whose changes a page shows."""

    since: str = ""
    """Beginning as in the option `diff --since`."""
    date: str = ""
    """Day of the beginning."""
    commit: str = ""
    """Id of the last commit at or before the beginning. Empty if there is none."""
    note: str = ""
    """Reason why there is no commit, or why the commit is later than the beginning."""


class ChangeSelection(NamedTuple):
    """Changes that a page shows."""

    period: Period
    place: tuple[str, ...] = ()
    """Project, or project and component. Empty for all projects."""
    language: str = ""
    """Code of the only language. Empty for all languages."""
    last_change: str = ""
    """Day of the last change of a translation in all projects. Empty if it is unknown."""
    last_selected_change: str = ""
    """Day of the last change of a translation that is selected. Only known if nothing changed in the period."""
    shows_outdated: bool = False


class ListedString(NamedTuple):
    """Changed string of a language whose texts a page shows."""

    word: str
    """Word for the kind of change."""
    details: str
    """Text after the word. May be empty."""
    change: StringChange
    is_source: bool
    """True if the texts are those of the source."""


class ChangeList(NamedTuple):
    """One page of the changes of a language of a component."""

    listed: Sequence[ListedString]
    page: ResponsePage
    total: int
    """Number of changes on all pages."""
    kind: str
    """Word for the kind of all changes. Empty if they have several kinds."""


class ComponentChanges(NamedTuple):
    """Changes of a component, reduced to the numbers and texts that pages show."""

    languages: Sequence[LanguageMovements] = ()
    """Compared languages with their numbers, without their strings."""
    strings_by_language: Mapping[str, tuple[int, Sequence[ListedString]]] = {}
    """Number of changes, and some of them, by language code."""
    packed_by_language: Mapping[str, bytes] = {}
    """All changes by language code, as `list_changes` reads them. They need less memory so."""
    note: str = ""
    """Reason why some languages, or all of them, are not compared."""

    def select_language(self, code: str) -> "ComponentChanges":
        """Return the changes of one language. If the code is empty, return all changes."""
        return self._replace(languages=[each for each in self.languages if code in ("", each.language.code)])


class TranslationChanges(NamedTuple):
    """Changes of one translation of a component, with the strings that a page shows."""

    component: Component
    movements: LanguageMovements
    string_count: int
    """Number of changes, also of those that are not listed."""
    listed: Sequence[ListedString]
    id: str
    """Beginning of the ids of the strings on the page."""
    name: str
    """Name of the component on the page of a language, and of the language on the page of a component."""
    command: str
    """Command that lists all changes."""


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
    average = _MAX_STRINGS // max(1, sum(map(bool, listed.values())))
    limit = max(_MIN_STRINGS_OF_LANGUAGE, min(_MAX_STRINGS_OF_LANGUAGE, average))
    shown = {code: movements[:limit] for code, movements in listed.items()}
    text_limit = min(
        _MAX_TEXT_BYTES, _MAX_PAGE_TEXT_BYTES // max(1, 3 * min(_MAX_STRINGS, sum(map(len, shown.values()))))
    )
    failures = {each.path for snapshot in (compared.before, compared.after) for each in snapshot.report.failures}
    return ComponentChanges(
        [each._replace(movements=()) for each in compared.languages],
        {
            each.language.code: (
                len(each.movements),
                [_make_listed_string(moved, text_limit) for moved in shown[each.language.code]],
            )
            for each in compared.languages
        },
        {each.language.code: zlib.compress(pickle.dumps(each.movements)) for each in compared.languages},
        f"{len(failures)} files cannot be read, then or now, so their languages are not compared" if failures else "",
    )


def list_changes(packed: bytes, kind: str, number: int) -> ChangeList:
    """Return one page of the packed changes of a language: of all kinds in the order of the columns, or of one kind."""
    order = list(WORDS_BY_MOVEMENT)
    movements = pickle.loads(zlib.decompress(packed))  # noqa: S301  a process of the server has written it
    movements = [each for each in movements if not kind or _has_kind(each, kind)]
    movements.sort(key=lambda each: order.index(each.movement))
    page = ResponsePage(number, PAGE_SIZE)
    page = page._replace(number=max(1, min(number, page.count_pages(len(movements)))))
    listed = [_make_listed_string(each, _MAX_TEXT_BYTES) for each in page.select_rows(movements)]
    return ChangeList(listed, page, len(movements), kind)


def _has_kind(moved: StringMovement, word: str) -> bool:
    """Return True if the number of the column with this word contains the change."""
    if word == _OUTDATED_WORD:
        return moved.is_outdated
    words = {WORDS_BY_MOVEMENT[moved.movement]}
    if moved.movement is Movement.SOURCE_GREW and is_string_translated(moved.string):
        words |= {WORDS_BY_MOVEMENT[Movement.TRANSLATED], _NEW_TRANSLATED_WORD}
    return word in words


def _list_movements(language: LanguageMovements) -> list[StringMovement]:
    """Return the changes whose texts are worth reading, such that each kind of change is among the first."""
    kinds: list[list[StringMovement]] = [
        [moved for moved in language.movements if moved.movement is movement and _has_texts(moved)]
        for movement in WORDS_BY_MOVEMENT
    ]
    return [moved for row in zip_longest(*kinds) for moved in row if moved is not None]


def _has_texts(moved: StringMovement) -> bool:
    """Return True if the translation of a string is new, lost, has other words, is that of an old source, or fails."""
    match moved.movement:
        case Movement.SOURCE_GREW:
            return bool(moved.string.unit.target)
        case Movement.SOURCE_REWORDED:
            return moved.is_outdated
        case Movement.SOURCE_SHRANK | Movement.VANISHED | Movement.FIXED:
            return False
    return True


def _make_listed_string(moved: StringMovement, limit: int) -> ListedString:
    unit, old = moved.string.unit, moved.before.unit if moved.before else None
    is_removed = moved.string is moved.before
    is_source = moved.movement is Movement.SOURCE_REWORDED
    texts = moved.texts if is_source else (old.target if old else "", "" if is_removed else unit.target)
    before, after = _mark_changed_words(*texts, limit)
    change = StringChange(
        date="",
        commit="",
        context=unit.context[:_MAX_CONTEXT_LENGTH],
        sources=[
            make_visible_text(text, find_placeholders(text), limit=limit)
            for text in ([] if is_source else unit.sources)
        ],
        is_added=old is None,
        before=StringVersion(before, ""),
        after=StringVersion(after, ""),
        checksum="" if is_removed else unit_checksum(unit),
        is_removed=is_removed,
    )
    details = "; its translation is the old one" if moved.is_outdated else ""
    checked = {Movement.BEGAN_FAILING: moved.string, Movement.FIXED: moved.before}.get(moved.movement)
    if checked is not None:
        details = f": {'; '.join(finding.message for finding in checked.findings)}"
    return ListedString(WORDS_BY_MOVEMENT[moved.movement], details, change, is_source)


def _mark_changed_words(before: str, after: str, limit: int) -> tuple[list[VisibleText], list[VisibleText]]:
    """Return the texts of both versions, with the words that only one of them has marked. Empty texts are left out."""
    marked: tuple[list[VisibleText], list[VisibleText]] = ([], [])
    for pair in zip_longest(before.split(PLURAL_SEPARATOR), after.split(PLURAL_SEPARATOR), fillvalue=""):
        spans = find_changed_spans(*pair) if all(pair) else ((), ())
        for versions, text, mark, changed in zip(marked, pair, (REMOVED, ADDED), spans, strict=True):
            if text:
                shown = make_visible_text(text, find_placeholders(text), limit=limit, changes=(mark, changed))
                versions.append(shown)
    return marked


def make_changes_page(
    components: Sequence[Component],
    changes_by_name: Mapping[str, ComponentChanges],
    selection: ChangeSelection,
    links: Links,
    tables: TableBuilder,
    change_list: ChangeList | None = None,
) -> Page:
    """Return the page of the changes of all projects, of a project, or of a component.

    `components` are those of the page. `changes_by_name` contains the changes of those that have been compared, by full
    name. The page has a table of the languages, and one of the projects or the components. With a language, it has a
    table of the components instead. `change_list` is for the page of a language of a component.
    """
    period, place, language = selection[:3]
    found = [each for each in components if each.full_name in changes_by_name]
    compared = [(each, changes_by_name[each.full_name].select_language(language)) for each in found]
    languages = [moved for _, changes in compared for moved in changes.languages]
    groups = group_by_language(languages)
    total = _make_row("", "", "", languages)
    measure = describe_measure(join_measures(each.measure for each in languages))
    words = _choose_words(languages, total, () if selection.shows_outdated else (_OUTDATED_WORD,))
    sources = {language_by_code(component.source_language).code for component in components}
    make_part_table = TableBuilder(has_script=False).make_change_table
    parts: Sequence[ChangeRow] = ()
    translations: Sequence[TranslationChanges] = ()
    if language or len(place) == _COMPONENT_DEPTH:
        translations = _list_translations(compared, period, by_component=bool(language))
        rows = [_make_translation_row(each, links, period) for each in translations]
    else:
        rows = [_make_language_row(group, links, place, period) for group in groups]
        parts = list(_make_part_rows(compared, period, links, place))
    return Page(
        "changes.html",
        {
            **_describe_place(components[0], selection, links),
            "compared_count": len(compared),
            "component_count": len(components),
            "language_count": len(groups),
            "total": total,
            "words": words,
            "measure": measure,
            "table": tables.make_change_table(rows, measure, words, sources),
            "other_share_count": sum(not row.is_changed and row.before != row.after for row in rows),
            "parts": make_part_table(parts, measure, words, sources)._replace(has_filters=False),
            "notes": [(each.full_name, changes.note) for each, changes in compared if changes.note],
            "translations": [each for each in translations if each.string_count],
            "change_list": change_list,
            "pager": change_list and _make_pager(change_list, links, selection),
        },
    )


def _make_pager(shown: ChangeList, links: Links, selection: ChangeSelection) -> Pager:
    period, place, language = selection[:3]
    address = links.changes(*place, since=period.since, language=language, kind=shown.kind)
    return make_pager(shown.page.number, shown.page.count_pages(shown.total), lambda number: f"{address}&page={number}")


def _describe_place(component: Component, selection: ChangeSelection, links: Links) -> dict[str, Any]:
    """Return the values of the template that do not depend on the changes."""
    period, place, language = selection[:3]
    titles = (component.project_title, component.title)
    crumbs = [(titles[depth], links.project(*place[: depth + 1])) for depth in range(len(place))]
    title = "Changes"
    if language:
        name = language_by_code(language).name
        title += f" in {name}"
        names = ("projects", *place, NO_COMPONENT)[: _COMPONENT_DEPTH + 1] if place else ("languages",)
        crumbs.append((name, links.page(*names, language)))
    return {
        "title": f"{title} since {period.date or period.since}",
        "period": period,
        "crumbs": crumbs,
        "component": component,
        "place": place,
        "language": language,
        "selection": selection,
        "suggested_periods": [
            (title, find_earlier_day(title, selection.last_change))
            for title in _SUGGESTED_PERIODS
            if selection.last_change
        ],
        "earlier_since": find_earlier_day(DEFAULT_PERIOD, selection.last_selected_change),
        "command": _make_command(period, *place),
        "find_language": language_by_code,
    }


def _make_command(period: Period, *names: str) -> str:
    selected = names if len(names) == _COMPONENT_DEPTH else (f"{names[0]}/*",) if names else ("--all",)
    return shlex.join(["transtats", "diff", *selected, period.commit[:12]])


def _choose_words(languages: Sequence[LanguageMovements], total: ChangeRow, hidden_words: tuple[str, ...]) -> list[str]:
    """Return the words for the changes that occur. Two words with the same numbers become one."""
    words = [word for word, count in total.counts.items() if count]
    translated, new = (WORDS_BY_MOVEMENT[each] for each in (Movement.TRANSLATED, Movement.SOURCE_GREW))
    are_old = any(each.counts_by_movement[Movement.TRANSLATED].strings for each in languages)
    is_same = not are_old and total.counts[translated] == total.counts[new] > 0
    hidden_words += (translated, new) if is_same else (_NEW_TRANSLATED_WORD,)
    return [word for word in words if word not in hidden_words]


def _make_language_row(
    group: Sequence[LanguageMovements], links: Links, place: tuple[str, ...], period: Period
) -> ChangeRow:
    """Return the row of a language in several components, with a link to its changes."""
    language = group[0].language
    is_gone = all(each.is_gone for each in group)
    address = "" if is_gone else links.changes(*place, since=period.since, language=language.code)
    return _make_row(language.name, language.code, address, group)._replace(language=language.code)


def _list_translations(
    compared: Sequence[tuple[Component, ComponentChanges]], period: Period, *, by_component: bool
) -> list[TranslationChanges]:
    """Return the translations with the first of their changed strings, at most about _MAX_STRINGS in total.

    The strings with the same kind of change are together.
    """
    found: list[TranslationChanges] = []
    for component, changes in compared:
        for moved in changes.languages:
            strings = changes.strings_by_language.get(moved.language.code, (0, ()))
            name = component.full_name if by_component else moved.language.name
            command = f"{_make_command(period, component.project, component.slug)} --language {moved.language.code}"
            place = f"changes{len(found)}"
            found.append(TranslationChanges(component, moved, *strings, place, name, f"{command} --units"))
    limit = max(1, _MAX_STRINGS // max(1, sum(bool(each.listed) for each in found)))
    order = list(WORDS_BY_MOVEMENT.values())
    return [
        each._replace(listed=sorted(each.listed[:limit], key=lambda listed: order.index(listed.word))) for each in found
    ]


def _make_translation_row(changes: TranslationChanges, links: Links, period: Period) -> ChangeRow:
    """Return the row of a translation. Its numbers have links to lists of all changes, or of some on the same page."""
    component, moved = changes.component, changes.movements
    code = moved.language.code
    shown_code = code if changes.name == moved.language.name else ""
    address = "" if moved.is_gone else links.strings(component, code) or links.translation(component, code)
    row = _make_row(changes.name, shown_code, address, [moved])
    if links.has_search:
        find = partial(links.changes, component.project, component.slug, since=period.since, language=code)
        addresses = {word: find(kind=word) for word in row.counts}
    else:
        addresses = {} if moved.is_gone else {_OUTDATED_WORD: links.strings(component, code, OUTDATED)}
        for index, each in enumerate(changes.listed):
            addresses.setdefault(each.word, f"#{changes.id}-{index}")
        addresses[_NEW_TRANSLATED_WORD] = addresses.get(WORDS_BY_MOVEMENT[Movement.SOURCE_GREW], "")
    return row._replace(cell_addresses=addresses, language=shown_code)


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
    counts = {_NEW_TRANSLATED_WORD: sum_strings(languages, Movement.SOURCE_GREW)}
    counts |= {word: sum_strings(languages, movement) for movement, word in WORDS_BY_MOVEMENT.items()}
    counts[_OUTDATED_WORD] = sum(each.outdated_count for each in languages)
    is_new, is_gone = all(each.is_new for each in languages), all(each.is_gone for each in languages)
    change = "new" if is_new else "gone" if is_gone else format_change(after - before)
    is_changed = is_new or is_gone or any(counts.values())
    more = sum(each.share_after.whole - each.share_before.whole for each in languages)
    return ChangeRow(name, code, address, before, after, change, counts, more, is_gone=is_gone, is_changed=is_changed)
