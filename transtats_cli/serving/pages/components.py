"""Pages of one component, and of one translation."""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.completeness import Completeness
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.pages.progress import TranslationProgress, progress_of_record
from transtats_cli.pages.strings import published_path
from transtats_cli.pages.tables import TableRow, make_table
from transtats_cli.report import Record, Report
from transtats_cli.scanning.pipeline.reference import MissingStringSearch
from transtats_cli.serving.data.component_cache import BrokenFile, CacheReader
from transtats_cli.serving.http import problems
from transtats_cli.serving.objects.components import get_project_display_name
from transtats_cli.serving.pages.compared_reports import read_compared_report
from transtats_cli.serving.pages.overviews import Section
from transtats_cli.serving.pages.page_response import make_page, make_page_links
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_units
from transtats_cli.statistics import Counts, Statistics, percent
from transtats_cli.totals import sum_completeness, sum_statistics

_MOST_MISSING = 50
_LONGEST_MISSING = 500


class StateFigure(NamedTuple):
    """Row of the table of figures: strings in one state, and the query that finds them (None if there is none)."""

    title: str
    query: str | None
    strings: int
    percent: str
    words: int | None
    chars: int | None


class CheckCount(NamedTuple):
    """Number of strings that fail a check."""

    name: str
    finds: str
    strings: int


async def component(request: ViewRequest, reader: CacheReader, component: Component) -> RawContent:
    """Return the page of a component: a table of its languages."""
    links = make_page_links(reader.options)
    report = await read_compared_report(component, reader)
    rows = [
        TableRow(
            record.language.name,
            record.language.code,
            links.translation(component, record.language.code),
            _make_progress(report, record),
            links.strings(component, record.language.code, "is:untranslated"),
        )
        for record in report.records
    ]
    totals = sum_statistics(report.records)
    completeness = sum_completeness([report])
    table = make_table(rows, dict(request.query), default_sort="translated")
    note = f"Compared with {report.reference}." if report.reference else ""
    path = f"components/{component.project}/{component.slug.replace('/', '%2F')}/statistics/"
    return make_page(
        "overview.html",
        reader.options,
        title=component.name or component.slug,
        code=component.slug if component.name not in ("", component.slug) else "",
        crumbs=[(get_project_display_name(component), links.project(component.project))],
        progress=TranslationProgress(*totals, completeness),
        section=Section("Languages", "language", table, note),
        downloads=[("JSON", links.api(path)), ("CSV", links.api(path, parameters=[("format", "csv")]))],
        broken=_list_broken_files(component, reader),
    )


async def translation(request: ViewRequest, reader: CacheReader, component: Component, code: str) -> RawContent:
    """Return the page of one translation: all figures in words, failing checks, and missing strings."""
    links = make_page_links(reader.options)
    report = await read_compared_report(component, reader)
    record = _find_record(report, code)
    snapshot = await reader.read_snapshot(component)
    failing = (await read_failing_units(snapshot, reader)).get(code) if record.statistics.failing else None
    counts = failing.units_by_check if failing is not None else {}
    progress = _make_progress(report, record)
    completeness = progress.completeness if not progress.is_source else None
    missing = await _find_missing(component, code, reader) if completeness is not None and completeness.missing else []
    path = f"translations/{component.project}/{component.slug.replace('/', '%2F')}/{code}/"
    return make_page(
        "translation.html",
        reader.options,
        title=record.language.name,
        code=code,
        component=component,
        crumbs=[
            (get_project_display_name(component), links.project(component.project)),
            (component.name or component.slug, links.component(component)),
        ],
        progress=progress,
        figures=list_state_figures(record.statistics),
        recent_changes=_describe_changes(record),
        path=published_path(component, record.path, reader.options.root),
        completeness=completeness,
        completeness_sentence=describe_completeness(completeness) if completeness is not None else "",
        reference=report.reference,
        missing=missing,
        missing_count=progress.missing,
        source_language=language_by_code(component.source_language),
        checks=[
            CheckCount(check_id, read_check_page(CHECKS_BY_ID[check_id]).finds, count)
            for check_id, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        ],
        downloads=[
            ("Figures as JSON", links.api(f"{path}statistics/")),
            ("CSV", links.api(f"{path}statistics/", parameters=[("format", "csv")])),
            # A source language without a file of its own has nothing to download.
            *([] if progress.is_source else [("File", links.api(f"{path}file/"))]),
        ],
        broken=_list_broken_files(component, reader),
    )


def list_state_figures(statistics: Statistics) -> list[StateFigure]:
    """Return the figures of a translation in words. States without strings are left out, except the first three."""
    total, translated = statistics.total, statistics.translated
    untranslated = total.minus(translated).minus(statistics.fuzzy)
    rows: list[tuple[str, str | None, Counts]] = [
        ("in the file", "", total),
        ("translated", "is:translated", translated),
        ("untranslated", "is:empty", untranslated),
        ("fuzzy (to be checked)", "is:fuzzy", statistics.fuzzy),
        ("approved", "is:approved", statistics.approved),
        ("read-only", "is:readonly", statistics.readonly),
    ]
    figures = [
        StateFigure(title, query, counts.strings, f"{_share(counts, total, title)}%", counts.words, counts.chars)
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


def find_missing_texts(component: Component, code: str) -> list[str]:
    """Return the sources of the first strings that the file of a language lacks. Runs in a worker process."""
    texts: list[str] = []
    for found in MissingStringSearch(component, (code,), languages_must_exist=False).find_units():
        texts.append(found.unit.sources[0][:_LONGEST_MISSING])
        if len(texts) == _MOST_MISSING:
            break
    return texts


async def _find_missing(component: Component, code: str, reader: CacheReader) -> list[str]:
    try:
        return await reader.run_on_component(component, find_missing_texts, code)
    except TranstatsError:
        # The files were deleted after the comparison. The next refresh detects this.
        return []


def _find_record(report: Report, code: str) -> Record:
    for record in report.records:
        if record.language.code == code:
            return record
    raise problems.not_found()


def _make_progress(report: Report, record: Record) -> TranslationProgress:
    return progress_of_record(record, report.completeness_of_record(record), is_source=report.is_source(record))


def _share(counts: Counts, total: Counts, title: str) -> float:
    return percent(counts.strings, total.strings, if_whole_is_zero=100.0 if title == "translated" else 0.0)


def _describe_changes(record: Record) -> str:
    if record.last_change is None:
        return "The time of the last change is unknown."
    return f"Last change: {record.last_change[:16].replace('T', ' ')} UTC. Recent changes: {record.recent_changes}."


def _list_broken_files(component: Component, reader: CacheReader) -> Sequence[BrokenFile]:
    names = (component.project, component.slug)
    return [file for file in reader.list_broken_files() if (file.project, file.component) == names]
