"""Render results as text.

Each command has a package, or a module, of its name: `stats`, `units`, `diff`, `gate`, `history`, `checks` and
`components`. Its RENDERERS list the formats; `remarks` renders for CI systems. `grid` and `columns` draw tables.
`json_text`, `csv_text`, `markdown_text`, `text` and `wrapping` encode, escape and wrap text. `terminal` and `colors`
are for terminals. `writing`, `files` and `step_summary` write text to standard output and to files.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import Page, Query, completeness_fields, fields
from transtats_cli.report import Record, Report


class View(NamedTuple):
    """Options of a renderer: the records to show, and properties of the output."""

    extended: bool = False
    completeness: bool = False
    """True to add the fields of completeness to each record."""
    page: Page | None = None
    query: Query = ()
    """Query parameters for links to other pages, without the page number."""
    several: bool = False
    """True if several components are printed. Each row then contains the names of the project and the component."""
    terminal: bool = False
    colour: bool = False
    verbose: bool = False
    """True to print what other output sums up."""
    quiet: bool = False
    """True to print only what needs attention."""
    width: int | None = None
    """Width of the terminal in columns. None if the output has no width limit."""

    @property
    def text_width(self) -> int | None:
        """Width to which lines of text are wrapped. None if the output is not a terminal, so that lines stay whole."""
        return self.width if self.terminal else None

    def records(self, report: Report) -> Sequence[Record]:
        """Return the records on the page, or all records of the report if no page is requested."""
        return report.records if self.page is None else self.page.of(report.records)

    def fields(self, report: Report, record: Record) -> dict[str, Any]:
        """Return a record as JSON and CSV print it."""
        found = fields(record, report.component, extended=self.extended)
        return {**found, **completeness_fields(report.completeness_of(record))} if self.completeness else found

    def translations(self, report: Report) -> Iterator[Record]:
        """Yield the shown records without the source language. Totals are sums of these records."""
        return (record for record in self.records(report) if record is not report.source)
