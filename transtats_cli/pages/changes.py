"""Pages of the changes since a date: the numbers of `transtats diff` for each language, and changed strings."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from transtats_cli.comparison.movements import (
    MEANINGS_BY_WORD,
    LanguageMovements,
    group_by_language,
    read_percentages,
)
from transtats_cli.component import Component
from transtats_cli.history.commits import RECENT_PERIOD, find_earlier_day
from transtats_cli.languages import language_by_code
from transtats_cli.measures import describe_measure, format_change, join_measures
from transtats_cli.pages.changed_strings import (
    MAX_LISTED_CHANGES,
    MAX_REPORT_CHANGES,
    NEW_TRANSLATED_WORD,
    NEW_UNTRANSLATED_WORD,
    OUTDATED_WORD,
    ChangeList,
    ComparedComponents,
    ComponentChanges,
    ListedString,
    count_changes,
    list_first_changes,
)
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.rows import ChangeRow
from transtats_cli.pages.tables import Pager, TableBuilder, make_pager
from transtats_cli.report import NO_COMPONENT

_COMPONENT_DEPTH = 2
"""Number of names of the place of a component."""
_MEANINGS_BY_WORD = {
    **MEANINGS_BY_WORD,
    NEW_TRANSLATED_WORD: "there was no such string; transtats diff counts it as translated and as new",
    NEW_UNTRANSLATED_WORD: "there was no such string, and its translation is not finished",
}
_SUGGESTED_PERIODS = ("1 week", RECENT_PERIOD, "90 days", "1 year")
"""Times before the last commit to which a page has links, the shortest first."""


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
    last_date: str = ""
    """Day of the last commit of the branch. Empty if it is unknown."""


class ChangeSelection(NamedTuple):
    """Changes that a page shows."""

    period: Period
    place: tuple[str, ...] = ()
    """Project, or project and component. Empty for all projects."""
    language: str = ""
    """Code of the only language. Empty for all languages."""
    last_change: str = ""
    """Day of the last change of a translation that is selected. Only known if nothing changed in the period."""
    shows_outdated: bool = False


class TranslationChanges(NamedTuple):
    """Changes of one translation of a component, with the strings that a page of a report shows."""

    component: Component
    movements: LanguageMovements
    listed: Sequence[ListedString]
    id: str
    """Beginning of the ids of the strings on the page."""
    name: str
    """Name of the component on the page of a language, and of the language on the page of a component."""

    @property
    def kinds(self) -> list[tuple[str, str, int, Sequence[ListedString]]]:
        """Kinds of changes: word, id on the page, number of changes, and those that are listed."""
        return [
            (word, f"{self.id}-{word.replace(' ', '-')}", count, [each for each in self.listed if each.word == word])
            for word, count in count_changes([self.movements]).items()
            if count
        ]


PENDING_PERIOD = Period(note="The changes are being computed.")
FAILED_PERIOD = Period(note="The changes cannot be read. The log of the server contains the reason.")
NO_PERIOD = Period(note="There are no changes, because the served directory is not in a git repository.")
NO_COMMITS = Period(note="There are no changes, because the git repository has no commits yet.")


def make_changes_page(
    components: Sequence[Component],
    changes_by_name: Mapping[str, ComponentChanges],
    selection: ChangeSelection,
    links: Links,
    tables: TableBuilder,
    change_list: ChangeList | None = None,
) -> Page:
    """Return the page of the changes of all projects, of a project, or of a component.

    `changes_by_name` contains the changes of the components that have been compared, by full name. The page has a table
    of the languages, and one of the projects or the components. With a language, it has a table of the components.
    `change_list` is for the page of a component, or of a language, on a server.
    """
    period, place, language = selection[:3]
    found = [each for each in components if each.full_name in changes_by_name]
    compared = [(each, changes_by_name[each.full_name].select_language(language)) for each in found]
    languages = [moved for _, changes in compared for moved in changes.languages]
    groups, total = group_by_language(languages), _make_row("", "", "", languages)
    measure = describe_measure(join_measures(each.measure for each in languages))
    notes = [(each.full_name, changes.note) for each, changes in compared if changes.note]
    if notes:
        phrase = "of what is compared"
        measure = measure._replace(title=f"{measure.title} ({phrase})", phrase=f"{measure.phrase} ({phrase})")
    hidden = "" if selection.shows_outdated else OUTDATED_WORD
    words = [word for word, count in total.counts.items() if count and word != hidden]
    sources = {language_by_code(component.source_language).code for component in components}
    make_part_table = TableBuilder(has_script=False).make_change_table
    parts = [] if language else list(_make_part_rows(compared, period, links, place))
    translations: Sequence[TranslationChanges] = ()
    if not links.has_search and (language or len(place) == _COMPONENT_DEPTH):
        translations = _list_translations(compared, by_component=bool(language))
    rows = _make_rows(compared, groups, translations, selection, links)
    return Page(
        "changes.html",
        {
            **_describe_place(components[0], selection, links),
            "compared_count": len(compared),
            "component_count": len(components),
            "language_count": len(groups),
            "total": total._replace(cell_addresses=_find_total_addresses(rows, total, selection, links, change_list)),
            "source_counts": [sum(each) for each in zip(*(each.source_counts for _, each in compared), strict=True)],
            "new_sources": [each for each in compared if each[1].new_sources],
            "max_report_changes": MAX_REPORT_CHANGES,
            "words": words,
            "meanings": [(word, _MEANINGS_BY_WORD[word]) for word in words if word in _MEANINGS_BY_WORD],
            "is_source": sources == {language},
            "measure": measure,
            "table": tables.make_change_table(rows, measure, words, sources),
            "other_share_count": sum(not row.is_changed and row.before != row.after for row in rows),
            "parts": make_part_table(parts, measure, words, sources)._replace(has_filters=False),
            "notes": notes,
            "translations": [each for each in translations if each.listed],
            "listed_count": sum(len(each.listed) for each in translations),
            "change_count": sum(each.movements.change_count for each in translations),
            "is_too_long": sum(each.change_count for each in languages) > MAX_LISTED_CHANGES,
            "change_list": change_list,
            "pager": change_list and _make_pager(change_list, links, selection),
        },
    )


def _make_rows(
    compared: ComparedComponents,
    groups: Sequence[Sequence[LanguageMovements]],
    translations: Sequence[TranslationChanges],
    selection: ChangeSelection,
    links: Links,
) -> list[ChangeRow]:
    """Return the rows of the table: of the translations of a report, or of the components or languages."""
    if translations:
        return [_make_translation_row(each, links) for each in translations]
    if selection.language:
        components = [(component, changes) for component, changes in compared if changes.languages]
        return [_make_component_row(*each, links, selection.period) for each in components]
    return [_make_language_row(group, links, selection.place, selection.period) for group in groups]


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
        "title": f"{title} since {since}" if (since := period.date or period.since) else title,
        "period": period,
        "crumbs": crumbs,
        "component": component,
        "place": place,
        "language": language,
        "selection": selection,
        "suggested_periods": [
            (title, find_earlier_day(title, period.last_date)) for title in _SUGGESTED_PERIODS if period.last_date
        ],
        "earlier_since": find_earlier_day(RECENT_PERIOD, selection.last_change),
        "command": _make_command(period, *place, language=language),
        "find_language": language_by_code,
    }


def _make_command(period: Period, *names: str, language: str = "") -> str:
    selected = names if len(names) == _COMPONENT_DEPTH else (f"{names[0]}/*",) if names else ("--all",)
    languages = ["--language", language] if language else []
    return shlex.join(["transtats", "diff", *selected, period.commit[:12], *languages])


def _find_total_addresses(
    rows: Sequence[ChangeRow], total: ChangeRow, selection: ChangeSelection, links: Links, shown: ChangeList | None
) -> dict[str, str]:
    """Return the addresses of the lists with all changes of a kind, by word. A row may have all of them."""
    if shown:
        find = partial(links.changes, *selection.place, since=selection.period.since, language=selection.language)
        return {word: find(kind=word) for word in total.counts}
    return {
        word: row.cell_addresses.get(word, "")
        for row in rows
        for word, count in row.counts.items()
        if count and count == total.counts[word]
    }


def _make_language_row(
    group: Sequence[LanguageMovements], links: Links, place: tuple[str, ...], period: Period
) -> ChangeRow:
    """Return the row of a language in several components, with a link to its changes."""
    language = group[0].language
    is_gone = all(each.is_gone for each in group)
    address = "" if is_gone else links.changes(*place, since=period.since, language=language.code)
    row = _make_row(language.name, language.code, address, group)
    find = partial(links.changes, *place, since=period.since, language=language.code)
    # A page of a report has the changes of all kinds.
    addresses = {word: find(kind=word) if links.has_search else address for word in row.counts}
    return row._replace(cell_addresses=addresses, language=language.code)


def _make_component_row(component: Component, changes: ComponentChanges, links: Links, period: Period) -> ChangeRow:
    """Return the row of a component on the page of a language."""
    row = _make_language_row(changes.languages, links, (component.project, component.slug), period)
    return row._replace(name=component.full_name, code="", language="")


def _list_translations(compared: ComparedComponents, *, by_component: bool) -> list[TranslationChanges]:
    """Return the translations with their changed strings that a page of a report shows."""
    translations = [(component, moved) for component, changes in compared for moved in changes.languages]
    found: list[TranslationChanges] = []
    for (component, moved), listed in zip(translations, list_first_changes(compared), strict=True):
        name = component.full_name if by_component else moved.language.name
        found.append(TranslationChanges(component, moved, listed, f"changes{len(found)}", name))
    return found


def _make_translation_row(changes: TranslationChanges, links: Links) -> ChangeRow:
    """Return the row of a translation. A number leads to its strings if all are on the same page."""
    component, moved = changes.component, changes.movements
    code = moved.language.code
    shown_code = code if changes.name == moved.language.name else ""
    address = "" if moved.is_gone else links.strings(component, code) or links.translation(component, code)
    row = _make_row(changes.name, shown_code, address, [moved])
    addresses = {word: f"#{place}" for word, place, count, listed in changes.kinds if len(listed) == count}
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
    counts = {**count_changes(languages), OUTDATED_WORD: sum(each.outdated_count for each in languages)}
    is_new, is_gone = all(each.is_new for each in languages), all(each.is_gone for each in languages)
    change = "new" if is_new else "gone" if is_gone else format_change(after - before)
    is_changed = is_new or is_gone or any(counts.values())
    more = sum(each.share_after.whole - each.share_before.whole for each in languages)
    return ChangeRow(name, code, address, before, after, change, counts, more, is_gone=is_gone, is_changed=is_changed)
