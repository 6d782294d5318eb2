"""Render results as text.

Each command has a package, or a module, of its name: `stats`, `units`, `diff`, `gate`, `history`, `badge`, `checks` and
`components`. Its RENDERERS list the formats; `annotations` renders for CI systems. `text_table` and `columns` draw
tables. `selection` selects and sorts records. `json_text`, `csv_text`, `markdown_text`, `xml_text`, `text` and
`wrapping` encode, escape and wrap text. `terminal` and `colors` are for terminals. `marked_block` finds the part of a
file that is replaced. `writing`, `files` and `step_summary` write text to standard output and to files.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from transtats_cli.envelope import QueryParameters, ResponsePage, completeness_fields, record_fields, total_fields
from transtats_cli.field_tuples import FieldTuple
from transtats_cli.report import NO_COMPONENT, Record, Report

if TYPE_CHECKING:
    from transtats_cli.output.selection import RecordSelection


class View(FieldTuple):
    """Options of a renderer: the records to show, and properties of the output."""

    has_extended_keys: bool = False
    has_completeness_keys: bool = False
    """True to add the fields of completeness to each record."""
    page: ResponsePage | None = None
    page_link_parameters: QueryParameters = ()
    """Query parameters for links to other pages, without the page number."""
    has_several_components: bool = False
    """True if several components are printed. Each row then contains the names of the project and the component."""
    totals_project: str = ""
    """Name of the project whose report contains the totals of languages over its components, or NO_COMPONENT for the
    totals over all projects. Empty if the reports are those of components."""
    record_selection: "RecordSelection | None" = None
    """Records to show, and their order. If None, all records are shown in the order of the report."""
    shown_keys: tuple[str, ...] = ()
    """Keys of the fields to show, in this order. If empty, all fields of the format are shown."""
    shows_work_left: bool = False
    """True for tables of the remaining work."""
    words_per_hour: int | None = None
    """Words that are translated in an hour, for an estimate of the remaining work. None for no estimate."""
    is_terminal: bool = False
    is_coloured: bool = False
    is_verbose: bool = False
    """True to print details that are otherwise summed up or left out (`--verbose`)."""
    is_quiet: bool = False
    """True to leave out results without problems (`--quiet`)."""
    width: int | None = None
    """Width of the terminal in columns. None if the output has no width limit."""

    def select_records(self, report: Report) -> Sequence[Record]:
        """Return the selected records of all pages."""
        return report.records if self.record_selection is None else self.record_selection.select_records(report)

    @property
    def has_record_order(self) -> bool:
        """True if the records are sorted in an order that the user has chosen."""
        return self.record_selection is not None and self.record_selection.order != ""

    @property
    def wrap_width(self) -> int | None:
        """Width to which lines of text are wrapped. None if the output is not a terminal, so that lines stay whole."""
        return self.width if self.is_terminal else None

    def select_page_records(self, report: Report) -> Sequence[Record]:
        """Return the selected records on the page, or all of them if no page is requested."""
        selected = self.select_records(report)
        return selected if self.page is None else self.page.select_records(selected)

    def select_fields(self, report: Report, record: Record) -> dict[str, Any]:
        """Return the fields of a record for JSON and CSV."""
        if self.shown_keys:
            known = self._create_known_fields(report, record)
            return {key: known.get(key) for key in self.shown_keys}
        found = self._create_record_fields(report, record, extended=self.has_extended_keys)
        return (
            {**found, **completeness_fields(report.completeness_of_record(record))}
            if self.has_completeness_keys
            else found
        )

    def select_component_fields(self, report: Report) -> dict[str, str]:
        """Return the names of project and component that precede the fields of each record, if there are several."""
        component = report.component
        return (
            {"project": component.project, "component": component.slug}
            if self.has_several_components and not self.shown_keys
            else {}
        )

    def select_page_translations(self, report: Report) -> Iterator[Record]:
        """Yield the records on the page without the source language. Totals are sums of these records.

        Records that are not selected are included.
        """
        records = report.records if self.page is None else self.page.select_records(report.records)
        return (record for record in records if not report.is_source(record))

    def _create_known_fields(self, report: Report, record: Record) -> dict[str, Any]:
        project, slug = report.component.project, report.component.slug
        return {
            "project": None if self.totals_project == NO_COMPONENT else project,
            "component": None if self.totals_project else slug,
            **self._create_record_fields(report, record, extended=True),
            **completeness_fields(report.completeness_of_record(record)),
        }

    def _create_record_fields(self, report: Report, record: Record, *, extended: bool) -> dict[str, Any]:
        to_fields = total_fields if self.totals_project == NO_COMPONENT else record_fields
        return to_fields(record, report.component, extended=extended)
