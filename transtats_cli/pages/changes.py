"""Pages of the changes since a date: the numbers of `transtats diff` for each language, and changed strings."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.comparison.movements import (
    MEANINGS_BY_KIND,
    NEW_UNTRANSLATED,
    LanguageMovements,
    Movement,
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
    OUTDATED_WORD,
    ChangeList,
    ComparedComponents,
    ComponentChanges,
    ListedKind,
    ListedTranslation,
    count_changes,
    count_listed,
    list_by_kind,
)
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.rows import ChangeRow
from transtats_cli.pages.tables import Pager, TableBuilder, make_pager
from transtats_cli.report import NO_COMPONENT

_COMPONENT_DEPTH = 2
"""Number of names of the place of a component."""
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
    `change_list` is for the page of a component, of a language, or of one kind of changes on a server.
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
    parts = [] if language else list(_make_part_rows(compared, period, links, _find_part_place(components, place)))
    kinds: Sequence[ListedKind] = ()
    if not links.has_search and (language or len(place) == _COMPONENT_DEPTH):
        kinds = list_by_kind(compared)
    rows = _make_rows(compared, groups, kinds, selection, links)
    return Page(
        "changes.html",
        {
            **_describe_place(components[0], selection, links),
            "compared_count": len(compared),
            "component_count": len(components),
            "language_count": len(groups),
            "total": total._replace(cell_addresses=_find_total_addresses(rows, languages, kinds, selection, links)),
            "is_other_total": total.total_change not in (0, _count_new(languages)),
            "source_counts": [sum(each) for each in zip(*(each.source_counts for _, each in compared), strict=True)],
            "new_sources": [each for each in compared if each[1].new_sources],
            "max_report_changes": MAX_REPORT_CHANGES,
            "words": words,
            "meanings": [(word, MEANINGS_BY_KIND[word]) for word in words if word in MEANINGS_BY_KIND],
            "is_source": sources == {language},
            "measure": measure,
            "table": tables.make_change_table(rows, measure, words, sources),
            "other_share_count": sum(not row.is_changed and row.before != row.after for row in rows),
            "parts": make_part_table(parts, measure, words, sources)._replace(has_filters=False),
            "part_title": "Components" if _find_part_place(components, place) else "Projects",
            "notes": notes,
            "kinds": kinds,
            "is_too_long": sum(each.change_count for each in languages) > MAX_LISTED_CHANGES,
            "change_list": change_list,
            "pager": change_list and _make_pager(change_list, links, selection),
        },
    )


def _make_rows(
    compared: ComparedComponents,
    groups: Sequence[Sequence[LanguageMovements]],
    kinds: Sequence[ListedKind],
    selection: ChangeSelection,
    links: Links,
) -> list[ChangeRow]:
    """Return the rows of the table: of the translations of a report, or of the components or languages."""
    if kinds:
        by_translation = zip(*(kind.translations for kind in kinds), strict=True)
        return [_make_translation_row(each, compared[0][1], links, selection) for each in by_translation]
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
    rows: Sequence[ChangeRow],
    languages: Sequence[LanguageMovements],
    kinds: Sequence[ListedKind],
    selection: ChangeSelection,
    links: Links,
) -> dict[str, str]:
    """Return the addresses of the lists with all changes of a kind, by word. All rows may lead to the same list."""
    if links.has_search:
        return _find_list_addresses(languages, links, selection.period, *selection.place, language=selection.language)
    of_rows = {
        word: {row.cell_addresses.get(word, "") for row in rows if row.counts[word]} for word in MEANINGS_BY_KIND
    }
    addresses = {word: found.pop() for word, found in of_rows.items() if len(found) == 1}
    return addresses | {each.kind: f"#{each.id}" for each in kinds if each.listed_count == each.total}


def _find_list_addresses(
    languages: Sequence[LanguageMovements], links: Links, period: Period, *place: str, language: str = ""
) -> dict[str, str]:
    """Return the addresses of the lists on another page with all changes of a kind, by word."""
    counts = count_changes(languages)
    if links.has_search:
        words = [*counts, OUTDATED_WORD] if sum(counts.values()) <= MAX_LISTED_CHANGES else []
    else:
        words = [word for word, listed_count in count_listed(counts).items() if listed_count == counts[word]]
    return {word: links.changes(*place, since=period.since, language=language, kind=word) for word in words}


def _make_language_row(
    group: Sequence[LanguageMovements], links: Links, place: tuple[str, ...], period: Period
) -> ChangeRow:
    """Return the row of a language in several components, with a link to its changes."""
    language = group[0].language
    row = _make_row(language.name, language.code, "", group)._replace(language=language.code)
    if row.is_gone:
        return row
    address = links.changes(*place, since=period.since, language=language.code)
    addresses = _find_list_addresses(group, links, period, *place, language=language.code)
    return row._replace(address=address, cell_addresses=addresses)


def _make_component_row(component: Component, changes: ComponentChanges, links: Links, period: Period) -> ChangeRow:
    """Return the row of a component on the page of a language."""
    row = _make_language_row(changes.languages, links, (component.project, component.slug), period)
    return row._replace(name=component.full_name, code="", language="")


def _make_translation_row(
    by_kind: Sequence[ListedTranslation], changes: ComponentChanges, links: Links, selection: ChangeSelection
) -> ChangeRow:
    """Return the row of a translation of a report. A number leads to its strings if all are on the same page.

    `changes` are those of the component on the page of a component, which lists new source strings.
    """
    component, moved = by_kind[0][:2]
    addresses: dict[str, str] = {}
    if selection.language:
        address = links.changes(component.project, component.slug)
        row = _make_row(component.full_name, "", address, [moved])
    else:
        row = _make_language_row([moved], links, (), selection.period)
        if row.counts[NEW_UNTRANSLATED] == changes.source_counts[0] == len(changes.new_sources):
            addresses = {NEW_UNTRANSLATED: "#new-sources"}
    found = zip(MEANINGS_BY_KIND, by_kind, strict=True)
    addresses |= {kind: f"#{each.id}" for kind, each in found if len(each.listed) == each.total}
    return row._replace(cell_addresses=addresses)


def _find_part_place(components: Sequence[Component], place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the place whose parts a page lists: instead of all projects the only one, as on the first page."""
    projects = {component.project for component in components}
    return place or (tuple(projects) if len(projects) == 1 else ())


def _make_part_rows(
    compared: ComparedComponents, period: Period, links: Links, place: tuple[str, ...]
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
        row = _make_row(titles[names], code, links.changes(*names, since=period.since), languages)
        # Only the pages of components have lists of strings in a report.
        has_list = links.has_search or len(names) == _COMPONENT_DEPTH
        yield row._replace(cell_addresses=_find_list_addresses(languages, links, period, *names) if has_list else {})


def _make_row(name: str, code: str, address: str, languages: Sequence[LanguageMovements]) -> ChangeRow:
    before, after = read_percentages(languages)
    counts = {**count_changes(languages), OUTDATED_WORD: sum(each.outdated_count for each in languages)}
    is_new, is_gone = all(each.is_new for each in languages), all(each.is_gone for each in languages)
    change = "new" if is_new else "gone" if is_gone else format_change(after - before)
    is_changed = is_new or is_gone or any(counts.values())
    more = sum(each.share_after.whole - each.share_before.whole for each in languages)
    return ChangeRow(name, code, address, before, after, change, counts, more, is_gone=is_gone, is_changed=is_changed)


def _count_new(languages: Sequence[LanguageMovements]) -> int:
    """Return the number of new strings less that of removed strings."""
    counts = [each.counts_by_movement for each in languages]
    return sum(each[Movement.SOURCE_GREW].strings - each[Movement.SOURCE_SHRANK].strings for each in counts)
