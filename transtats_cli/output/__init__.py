"""Render results as text.

Each command has a module with its name: `stats` (with `stats_tables`), `units`, `diff`, `gate`, `history`, `badge`,
`checks` and `components`. `explanation` belongs to the command `explain`, and `verification` to `verify`. The table
`OUTPUTS` of such a module contains the formats of the command. `formats` contains the class of these tables, encoders,
and formats that all commands render in the same way, and `ci_formats` renders annotations.

`text_table` draws tables and pages of text. `selection` selects and sorts the records of a report. `text` escapes and
wraps text. `terminal` is for terminals. `marked_block` finds the part of a file that is replaced. `writing` writes text
to standard output and to files.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from transtats_cli.envelope import (
    QueryParameters,
    ResponsePage,
    completeness_fields,
    coverage_fields,
    outdated_fields,
    record_fields,
    share_fields,
    total_fields,
)
from transtats_cli.output.selection import TableOptions
from transtats_cli.output.terminal import style_text
from transtats_cli.report import NO_COMPONENT, Record, Report


class View(NamedTuple):
    """Options of a renderer: the records to show, and properties of the output."""

    has_extended_keys: bool = False
    """True to show the additional keys of a record that the option `--extended` requests."""
    has_completeness_keys: bool = False
    """True to add the fields of completeness to each record."""
    has_outdated_keys: bool = False
    """True to add the fields of outdated strings to each record."""
    page: ResponsePage | None = None
    """Page of records to show. If None, the records are not divided into pages."""
    page_link_parameters: QueryParameters = ()
    """Query parameters for links to other pages, without the page number."""
    has_several_components: bool = False
    """True if several components are printed. Each row then contains the names of the project and the component."""
    totals_project: str = ""
    """Project whose totals the report contains: one record for each language, over all components of the project.

    NO_COMPONENT for totals over all projects. Empty if each report is the report of one component.
    """
    table: TableOptions = TableOptions()
    """Records and fields to show."""
    is_terminal: bool = False
    is_coloured: bool = False
    is_verbose: bool = False
    """True to print details that are otherwise summed up or left out (`--verbose`)."""
    is_step_summary: bool = False
    """True for the step summary of GitHub Actions, which has a size limit of its own."""
    is_quiet: bool = False
    """True to leave out results without problems (`--quiet`)."""
    width: int | None = None
    """Width of the terminal in columns. None if the output has no width limit."""

    def style(self, text: str, style: str) -> str:
        """Return the text with the escape sequences of a style. If the output has no colour, return the text."""
        return style_text(text, style) if text and self.is_coloured else text

    @property
    def wrap_width(self) -> int | None:
        """Width to which lines of text are wrapped. None if the output is not a terminal, so that lines stay whole."""
        return self.width if self.is_terminal else None

    def select_page_records(self, report: Report) -> Sequence[Record]:
        """Return the selected records on the page, or all of them if no page is requested."""
        selected = self.table.select_records(report)
        return selected if self.page is None else self.page.select_rows(selected)

    def select_rows(self, reports: Iterable[Report]) -> Iterator[list[tuple[Report, Record]]]:
        """Yield the selected records with their reports: those of each report, or in a chosen order all together."""
        rows = ([(report, record) for record in self.select_page_records(report)] for report in reports)
        if self.table.order and self.has_several_components:
            return iter([self.table.sort_over_components(chain.from_iterable(rows))])
        return rows

    def select_fields(self, report: Report, record: Record) -> dict[str, Any]:
        """Return the fields of a record for JSON and CSV.

        If `table.fields` is set, return only these fields. The value of a field that the record does not have is None.
        """
        to_fields = total_fields if self.totals_project == NO_COMPONENT else record_fields
        has_all_keys = self.has_extended_keys or bool(self.table.fields)
        fields = to_fields(record, report.component, extended=has_all_keys)
        if self.table.fields or self.has_completeness_keys:
            fields |= completeness_fields(report.completeness_of_record(record))
        if self.table.fields or self.has_outdated_keys:
            fields |= outdated_fields(record)
        if not self.table.fields:
            return fields
        project = None if self.totals_project == NO_COMPONENT else report.component.project
        component = None if self.totals_project else report.component.slug
        share = {**share_fields(report, record), **coverage_fields(report, record)}
        known = {"project": project, "component": component, **share, **fields}
        return {key: known.get(key) for key in self.table.fields}

    def select_component_fields(self, report: Report) -> dict[str, str]:
        """Return the names of the project and the component, which precede the fields of each record.

        Return an empty dictionary if a single component is printed, or if `table.fields` is set.
        """
        return report.component.name_fields if self.has_several_components and not self.table.fields else {}

    def list_counted_records(self, report: Report) -> Iterator[Record]:
        """Yield the records that a total counts: the records on the page, without the source language.

        `table` has no effect. A total also counts records that are not shown.
        """
        records = report.records if self.page is None else self.page.select_rows(report.records)
        return (record for record in records if not report.is_source(record))
