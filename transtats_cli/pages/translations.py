"""Page of one translation, and pages of its strings."""

import shlex
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.envelope import escape_slug
from transtats_cli.history.shares import ShareHistory
from transtats_cli.languages import Language, language_by_code
from transtats_cli.measures import Share, measure_complete
from transtats_cli.model import Unit
from transtats_cli.pages.history import SOURCE_HISTORY, make_history_chart
from transtats_cli.pages.progress import TranslationProgress, progress_of_record
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.strings import StringView, published_path
from transtats_cli.pages.tables import Pager
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts

_MAX_TITLE_LENGTH = 100
OUTDATED, TO_DO, FAILING = "is:outdated", "is:untranslated", "has:check"
"""Queries for outdated strings, for those that are left to translate, and for those that fail a check."""
_LISTS = {
    OUTDATED: ("Outdated strings", "--outdated"),
    TO_DO: ("Strings to do", "--todo"),
    FAILING: ("Failing strings", "--failing"),
}
"""Titles of the lists of strings by query, and options of `transtats units` that print the strings."""


class StringSelection(NamedTuple):
    """Strings on one page, and the number of strings that match the query."""

    string_count: int
    """Number of strings that match the query."""
    strings: Sequence[StringView]
    """Strings on this page."""
    pager: Pager
    query: str = ""
    error: str = ""
    """Description of the error in a malformed query."""
    shown_count: int | None = None
    """Number of strings on all pages, if it is smaller than `string_count`. None if all matching strings are shown."""
    missing: Sequence[Unit] = ()
    """Missing strings that the last page lists after its strings."""
    list_address: str = ""
    """Address of the string in the list with the query, if the page shows one string. The pager then leads to the
    neighbours of the string in this list."""
    languages: Sequence[tuple[Language, str]] = ()
    """Languages of the component and their tags, those of the reader first, if the page shows one string."""
    checks: Mapping[str, int] = {}
    """Number of all failing strings by check id, if the page is one of failing strings. Source strings also count for
    the checks that their translations fail."""
    texts: Mapping[str, StringView] | None = None
    """The only string of the page in each other language whose file has it, by language code. None if not requested."""


def make_translation_page(
    report: Report,
    record: Record,
    unit_counts_by_check: Mapping[str, int],
    broken_files: Sequence[Problem],
    root: str,
    history: ShareHistory | None,
) -> Page:
    """Return the page of one translation: what is left to do, failing checks, and numbers of strings by state.

    Paths on the page are relative to `root`. If `history` is None, the page has no chart.
    """
    component, progress = report.component, progress_of_record(report, record)
    if history and report.is_source(record):
        history = SOURCE_HISTORY
    return Page(
        "translation.html",
        {
            "title": record.language.name,
            "report": report,
            "record": record,
            "progress": progress,
            "figures": _list_figures(report, progress),
            "path": published_path(component, record.path, root),
            "reference": published_path(component, report.reference, root),
            "api_path": f"translations/{component.project}/{escape_slug(component.slug)}/{record.language.code}/",
            "source_language": language_by_code(component.source_language),
            "checks": [
                (check_id, read_check_page(CHECKS_BY_ID[check_id]).requirement, count)
                for check_id, count in sorted(unit_counts_by_check.items(), key=lambda each: (-each[1], each[0]))
            ],
            "broken": broken_files,
            "history": history and make_history_chart(history, component.project, component.slug, record.language.code),
        },
    )


class FigureRow(NamedTuple):
    """Row of the table of figures of a translation."""

    title: str
    query: str | None
    """Query for exactly the strings of the row. None if there is none."""
    counts: Counts
    share: float | None
    """Percentage of the strings in the file, as a server counts them. None for strings that the file lacks."""
    share_of_reference: float | None = None
    """Percentage of the strings in the template. None if it is not known."""


def _list_figures(report: Report, progress: TranslationProgress) -> list[FigureRow]:
    """Return the rows of the table of figures of a translation.

    The rows for fuzzy, approved, read-only and outdated strings are left out if there are no such strings.
    """
    statistics, outdated, completeness = progress.statistics, progress.outdated, progress.completeness
    total, translated, is_monolingual = statistics.total, statistics.translated, report.component.counts_missing_strings
    if progress.is_source and report.whole[:2] != total[:2]:
        total = report.whole
    title = "in the source language" if progress.is_source else "in the template" if is_monolingual else "in the file"
    rows = [(title, "", total)]
    empty = "is:empty NOT is:missing" if completeness and completeness.uncounted_missing else "is:empty"
    if not progress.is_source:
        optional = [
            ("fuzzy (to be checked)", "is:fuzzy", statistics.fuzzy),
            ("approved", "is:approved", statistics.approved),
            ("read-only", "is:readonly", statistics.readonly),
            ("outdated (the source changed)", OUTDATED, outdated or Counts()),
        ]
        rows += [
            ("translated", "is:translated", translated),
            ("untranslated", empty, total.minus(translated).minus(statistics.fuzzy)),
            *(row for row in optional if row[2].strings),
            ("failing a check", FAILING, Counts(statistics.failing)),
        ]
    shares = [Share(counts.strings, total.strings) for _, _, counts in rows]
    figures = [
        FigureRow(*row, share.percent_done if row[1] == "is:translated" else share.percent)
        for row, share in zip(rows, shares, strict=True)
    ]
    if completeness is None or progress.is_source or completeness.has_same_strings:
        return figures
    missing = Counts(completeness.missing, completeness.missing_words)
    if missing.strings:
        query = TO_DO if missing.strings == progress.strings_left else "is:missing"
        share = Share(missing.strings, completeness.reference_total).percent
        figures.append(FigureRow("missing in the file", query, missing, share if is_monolingual else None, share))
    if is_monolingual:
        return figures
    title, complete = "in the template" if report.reference else "in all languages", measure_complete(completeness)
    whole = FigureRow(title, None, Counts(complete.whole, total.words + missing.words), None, 100.0)
    if not completeness.stale:
        figures[1] = figures[1]._replace(share_of_reference=complete.percent_done)
        return [whole, *figures]
    # The words of the strings that the template lacks are not known.
    whole = whole._replace(counts=Counts(complete.whole))
    done = FigureRow("translated of these", None, Counts(complete.part), None, complete.percent_done)
    stale = Counts(completeness.stale)
    row = FigureRow("no longer in the template", None, stale, Share(stale.strings, total.strings).percent)
    return [whole, done, *figures, row]


def make_strings_page(report: Report, record: Record, selection: StringSelection, root: str) -> Page:
    """Return one page of strings. Paths on the page are relative to `root`."""
    component = report.component
    code = record.language.code
    command = ["transtats", "units", component.project, component.slug, "--language", code]
    references = [report.reference] if report.reference else [each.path for each in report.records]
    texts = (selection.texts or {}).values()
    failing_languages = Counter(check for text in texts for check in {each.check for each in text.findings})
    has_missing = selection.missing or any(each.missing_in for each in selection.strings)
    title, option = _LISTS.get(FAILING if selection.checks else selection.query, ("Strings", ""))
    return Page(
        "strings.html",
        {
            "title": textwrap.shorten(selection.strings[0].title, _MAX_TITLE_LENGTH, placeholder=" …")
            if selection.list_address and selection.strings
            else title,
            "command": shlex.join([*command, option]),
            "component": component,
            "reference": report.reference,
            "paths_of_missing": {
                component.path_for_messages(path): published_path(component, path, root)
                for path in (references if has_missing else ())
            },
            "record": record,
            "failing_languages": failing_languages.most_common(),
            "progress": progress_of_record(report, record),
            "source_language": language_by_code(component.source_language),
            "path": published_path(component, record.path, root),
            "selection": selection,
        },
    )
