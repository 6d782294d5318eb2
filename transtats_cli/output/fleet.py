"""Formats of the totals of a data set: the command `transtats fleet report`."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from transtats_cli.fleet.summary import FleetSummary, Totals
from transtats_cli.output.formats import Output, Outputs, create_outputs, json_output
from transtats_cli.output.text import format_count
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table

MAX_ROWS = 20
"""Maximum number of rows of each table. JSON contains all rows."""


def _create_document(summary: FleetSummary) -> dict[str, Any]:
    fields = summary._asdict()
    del fields["has_findings"], fields["parts_left_out"]
    return {**fields, "nearest_languages": [each["name"] for each in summary.nearest_languages]}


def _render_sections(
    summary: FleetSummary, title_prefix: str, draw: Callable[[TextTable], Iterator[str]]
) -> Iterator[str]:
    """Yield the tables, separated by empty lines."""
    check_columns = [Column("Check"), Column("Findings", is_number=True), Column("Components", is_number=True)]
    check_rows = [[str(cell) for cell in each.values()] for each in summary.checks[:MAX_ROWS]]
    tables = [
        ("Projects with the most untranslated strings", _create_table("Project", summary.projects)),
        ("Languages by share of translated strings", _create_table("Language", summary.languages)),
        ("Languages nearest to complete", _create_table("Language", summary.nearest_languages)),
        ("Checks with the most findings", TextTable(check_columns, check_rows)),
    ]
    for index, (title, table) in enumerate(each for each in tables if each[1].rows):
        yield "\n" if index else ""
        yield f"{title_prefix}{title}\n\n"
        yield from draw(table)
    if summary.shared_projects:
        yield (
            f"\nProjects with records of several roots: {summary.shared_projects}, with"
            f" {summary.roots_of_shared_projects} roots in all. Projects with the same name are one project.\n"
        )
    if summary.roots_without_checks:
        yield (
            f"\nWithout checks: {summary.roots_without_checks} of {format_count(summary.roots, 'root')}."
            " The failing strings of roots that were scanned with `--no-checks` are not counted.\n"
        )
    if not summary.has_findings:
        yield "\nThe data set has no findings of checks; `transtats fleet --findings` adds them.\n"


def _create_table(title: str, totals: Sequence[Totals]) -> TextTable:
    numbers = ("Components", "Strings", "Words", "Translated", "Left", "Fuzzy", "Failing")
    fields = ("name", "components", "total", "total_words", "translated_percent", "untranslated", "fuzzy", "failing")
    rows = [
        [f"{each[field]}%" if field == "translated_percent" else str(each[field]) for field in fields]
        for each in totals[:MAX_ROWS]
    ]
    return TextTable([Column(title), *(Column(each, is_number=True) for each in numbers)], rows)


OUTPUTS: Outputs[FleetSummary] = create_outputs(
    Output("table", lambda summary, view: _render_sections(summary, "", partial(draw_table, view=view))),
    Output("markdown", lambda summary, _view: _render_sections(summary, "## ", draw_markdown)),
    json_output(_create_document),
)
