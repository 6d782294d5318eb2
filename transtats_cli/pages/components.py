"""Page of one component, and page of one translation."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.completeness import Completeness
from transtats_cli.component import Component
from transtats_cli.envelope import escape_slug
from transtats_cli.languages import language_by_code
from transtats_cli.pages.links import Links
from transtats_cli.pages.page import Crumbs, Page, Section
from transtats_cli.pages.progress import TranslationProgress, progress_of_record
from transtats_cli.pages.strings import published_path
from transtats_cli.pages.tables import TableBuilder, TableRow
from transtats_cli.report import Record, Report
from transtats_cli.scanning.pipeline.reference import MissingStringSearch
from transtats_cli.statistics import Counts, Statistics, percent
from transtats_cli.totals import sum_completeness, sum_statistics

_MAX_MISSING_TEXTS = 50
_MAX_MISSING_TEXT_LENGTH = 500


class FileProblem(Protocol):
    """Path of a file that cannot be read, and the reason. Pages show these values."""

    @property
    def path(self) -> str: ...

    @property
    def line(self) -> int | None: ...

    @property
    def reason(self) -> str: ...


class StateFigure(NamedTuple):
    """Row of the table of figures: numbers of the strings in one state."""

    title: str
    query: str | None
    """Query for these strings, as in a search. None if no query finds them."""
    strings: int
    percent: str
    words: int | None
    chars: int | None


class CheckCount(NamedTuple):
    """Number of strings that fail a check."""

    name: str
    """Id of the check."""
    requirement: str
    """Condition that a string without this problem meets, in one sentence."""
    strings: int


class TranslationDetails(NamedTuple):
    """Values that the page of a translation shows in addition to the report."""

    unit_counts_by_check: Mapping[str, int] = {}
    """Number of strings that fail each check, by check id."""
    missing_texts: Sequence[str] = ()
    """Sources of the first strings that the file lacks."""
    broken_files: Sequence[FileProblem] = ()


def make_component_page(
    report: Report,
    links: Links,
    tables: TableBuilder,
    broken_files: Sequence[FileProblem] = (),
    records: Sequence[Record] | None = None,
) -> Page:
    """Return the page of a component: a table of its languages.

    If `records` is given, the table has the rows of these records in their order.
    """
    component = report.component
    rows = [
        TableRow(
            record.language.name,
            record.language.code,
            links.translation(component, record.language.code),
            _make_progress(report, record),
            links.strings(component, record.language.code, "is:untranslated"),
        )
        for record in (report.records if records is None else records)
    ]
    default_sort = "translated" if records is None else ""
    totals = sum_statistics(report.records)
    note = f"Compared with {report.reference}." if report.reference else ""
    path = f"components/{component.project}/{escape_slug(component.slug)}/statistics/"
    return Page(
        "overview.html",
        {
            "title": component.title,
            "code": component.slug if component.title != component.slug else "",
            "crumbs": [(component.project_title, links.project(component.project))],
            "progress": TranslationProgress(*totals, sum_completeness([report])),
            "section": Section("Languages", "language", tables.make_table(rows, default_sort=default_sort), note),
            "downloads": [("JSON", links.api(path)), ("CSV", links.api(path, parameters=[("format", "csv")]))],
            "broken": broken_files,
        },
    )


def make_translation_page(report: Report, record: Record, details: TranslationDetails, links: Links, root: str) -> Page:
    """Return the page of one translation: numbers of strings by state, failing checks, and missing strings.

    Paths on the page are relative to `root`.
    """
    component, code = report.component, record.language.code
    progress = _make_progress(report, record)
    completeness = progress.completeness if not progress.is_source else None
    path = f"translations/{component.project}/{escape_slug(component.slug)}/{code}/"
    return Page(
        "translation.html",
        {
            "title": record.language.name,
            "language": record.language,
            "code": code,
            "component": component,
            "crumbs": make_component_crumbs(component, links),
            "progress": progress,
            "figures": list_state_figures(component, record.statistics),
            "recent_changes": _describe_changes(record),
            "path": published_path(component, record.path, root),
            "completeness": completeness,
            "completeness_sentence": describe_completeness(completeness) if completeness is not None else "",
            "reference": report.reference,
            "missing": details.missing_texts,
            "missing_count": progress.missing,
            "source_language": language_by_code(component.source_language),
            "checks": [
                CheckCount(check_id, read_check_page(CHECKS_BY_ID[check_id]).requirement, count)
                for check_id, count in sorted(
                    details.unit_counts_by_check.items(), key=lambda each: (-each[1], each[0])
                )
            ],
            "downloads": [
                ("Figures as JSON", links.api(f"{path}statistics/")),
                ("CSV", links.api(f"{path}statistics/", parameters=[("format", "csv")])),
                # A source language without a file of its own has nothing to download.
                *([] if progress.is_source else [("File", links.api(f"{path}file/"))]),
            ],
            "broken": details.broken_files,
        },
    )


def make_component_crumbs(component: Component, links: Links) -> Crumbs:
    """Return the names and addresses of the project and the component, for the top of the pages of a translation."""
    return [
        (component.project_title, links.project(component.project)),
        (component.title, links.component(component)),
    ]


def lacks_strings(report: Report, record: Record) -> bool:
    """Return True if the file of a translation lacks strings of the reference. False for the source language."""
    progress = _make_progress(report, record)
    return bool(progress.missing) and not progress.is_source


def list_state_figures(component: Component, statistics: Statistics) -> list[StateFigure]:
    """Return the rows of the table of figures of a translation.

    The rows for fuzzy, approved and read-only strings are left out if there are no such strings. The last row is for
    strings that fail a check.
    """
    total, translated = statistics.total, statistics.translated
    untranslated = total.minus(translated).minus(statistics.fuzzy)
    rows: list[tuple[str, str | None, Counts]] = [
        ("in the template" if component.counts_missing_strings else "in the file", "", total),
        ("translated", "is:translated", translated),
        ("untranslated", "is:empty", untranslated),
        ("fuzzy (to be checked)", "is:fuzzy", statistics.fuzzy),
        ("approved", "is:approved", statistics.approved),
        ("read-only", "is:readonly", statistics.readonly),
    ]
    figures = [
        StateFigure(
            title,
            query,
            counts.strings,
            f"{_figure_percent(counts, total, title)}%",
            counts.words,
            counts.chars,
        )
        for index, (title, query, counts) in enumerate(rows)
        if index < 3 or counts.strings
    ]
    failing_share = percent(statistics.failing, total.strings)
    failing = StateFigure("failing a check", "has:check", statistics.failing, f"{failing_share}%", None, None)
    return [*figures, failing]


def describe_completeness(completeness: Completeness) -> str:
    """Return a sentence about the strings that a file lacks, and about those that it has in addition."""
    there = completeness.reference_total - completeness.missing
    has = f"The file has {there} of {completeness.reference_total} strings; {completeness.percent}% are translated."
    lacks = f" It lacks {completeness.missing}." if completeness.missing else ""
    stale = f" {completeness.stale} strings of the file are no longer used." if completeness.stale else ""
    return has + lacks + stale


def find_missing_texts(component: Component, codes: Sequence[str]) -> dict[str, list[str]]:
    """Return the sources of the first 50 strings that the file of each language lacks, by language code.

    The list of a language is empty if its file lacks no string. Raises TranstatsError if the component has no files.
    """
    texts: dict[str, list[str]] = {code: [] for code in codes}
    for found in MissingStringSearch(component, tuple(codes), languages_must_exist=False).find_units():
        in_language = texts.setdefault(found.language.code, [])
        if len(in_language) < _MAX_MISSING_TEXTS:
            in_language.append(found.unit.sources[0][:_MAX_MISSING_TEXT_LENGTH])
    return texts


def _make_progress(report: Report, record: Record) -> TranslationProgress:
    return progress_of_record(record, report.completeness_of_record(record), is_source=report.is_source(record))


def _figure_percent(counts: Counts, total: Counts, title: str) -> float:
    """Return the share of strings in percent. If `total` is 0, return 100 for the title `translated`, otherwise 0."""
    return percent(counts.strings, total.strings, if_whole_is_zero=100.0 if title == "translated" else 0.0)


def _describe_changes(record: Record) -> str:
    if record.last_change is None:
        return "The time of the last change is unknown."
    return f"Last change: {record.last_change[:16].replace('T', ' ')} UTC. Recent changes: {record.recent_changes}."
