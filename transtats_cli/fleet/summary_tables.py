"""Render the totals of a data set as tables, Markdown or JSON."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from transtats_cli.fleet.summary import FleetSummary, GroupSums
from transtats_cli.output import View
from transtats_cli.output.formats import Output, Outputs, json_output
from transtats_cli.output.text import format_count
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table

MAX_ROWS = 20
"""Maximum number of rows of each table. JSON contains all rows."""
_COUNT_TITLES = ("Components", "Strings", "Words", "Translated", "Left", "Fuzzy", "Failing")


def _render_table(summary: FleetSummary, view: View) -> Iterator[str]:
    yield from _render_sections(summary, lambda title: f"{title}\n\n", lambda table: draw_table(table, view))


def _render_markdown(summary: FleetSummary, _view: View) -> Iterator[str]:
    yield from _render_sections(summary, lambda title: f"## {title}\n\n", draw_markdown)


def _create_document(summary: FleetSummary) -> dict[str, Any]:
    return {
        "roots": summary.root_count,
        "roots_without_checks": summary.unchecked_root_count,
        "shared_projects": summary.shared_project_count,
        "roots_of_shared_projects": summary.shared_project_root_count,
        "projects": [_create_fields(sums) for sums in summary.projects],
        "languages": [_create_fields(sums) for sums in summary.languages],
        "nearest_languages": [sums.name for sums in summary.nearest_languages],
        "checks": [check._asdict() for check in summary.checks],
    }


def _create_fields(sums: GroupSums) -> dict[str, Any]:
    return {**sums._asdict(), "untranslated": sums.untranslated, "translated_percent": sums.translated_percent}


def _render_sections(
    summary: FleetSummary, format_title: Callable[[str], str], draw: Callable[[TextTable], Iterator[str]]
) -> Iterator[str]:
    """Yield the tables, separated by empty lines."""
    tables = [
        ("Projects with the most untranslated strings", _create_sums_table("Project", summary.projects)),
        ("Languages by share of translated strings", _create_sums_table("Language", summary.languages)),
        ("Languages nearest to complete", _create_sums_table("Language", summary.nearest_languages)),
        ("Checks with the most findings", _create_check_table(summary)),
    ]
    for index, (title, table) in enumerate(each for each in tables if each[1].rows):
        yield "\n" if index else ""
        yield format_title(title)
        yield from draw(table)
    for note in _list_notes(summary):
        yield f"\n{note}\n"


def _list_notes(summary: FleetSummary) -> Iterator[str]:
    if summary.shared_project_count:
        yield (
            f"Projects with records of several roots: {summary.shared_project_count}, with"
            f" {summary.shared_project_root_count} roots in all. Projects with the same name are one project."
        )
    if summary.unchecked_root_count:
        yield (
            f"Without checks: {summary.unchecked_root_count} of {format_count(summary.root_count, 'root')}."
            " The failing strings of roots that were scanned with `--no-checks` are not counted."
        )
    if not summary.has_findings:
        yield "The data set has no findings of checks; `transtats fleet --findings` adds them."


def _create_sums_table(title: str, sums: Sequence[GroupSums]) -> TextTable:
    columns = [Column(title), *(Column(each, is_number=True) for each in _COUNT_TITLES)]
    return TextTable(columns, [_create_cells(each) for each in islice(sums, MAX_ROWS)])


def _create_cells(sums: GroupSums) -> list[str]:
    counts = (sums.components, sums.total, sums.total_words)
    return [
        sums.name,
        *map(str, counts),
        f"{sums.translated_percent}%",
        *map(str, (sums.untranslated, sums.fuzzy, sums.failing)),
    ]


def _create_check_table(summary: FleetSummary) -> TextTable:
    columns = [Column("Check"), Column("Findings", is_number=True), Column("Components", is_number=True)]
    rows = [[each.check, str(each.findings), str(each.components)] for each in islice(summary.checks, MAX_ROWS)]
    return TextTable(columns, rows)


OUTPUTS: Outputs[FleetSummary] = Outputs(
    "table",
    Output("table", _render_table),
    Output("markdown", _render_markdown),
    json_output(_create_document),
)
