"""Render results as text, one module for each format.

Reports of `stats` are rendered by the modules listed in RENDERERS. The results of other commands have their own
packages: `checks`, `diff`, `gate`, `history` and `units`. `remarks` renders for CI systems. `grid`, `columns`,
`painting`, `ink` and `wrapping` draw on terminals. `visible`, `markdown_text` and `fitting` make text safe for its
place. `writing`, `destinations` and `files` write the text to standard output and to files.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import NamedTuple

from transtats_cli.envelope import Page, Query
from transtats_cli.report import Record, Report


class View(NamedTuple):
    """Options of a renderer: the part of the reports to show, and properties of the output."""

    extended: bool = False
    page: Page | None = None
    query: Query = ()
    """Query parameters of the links to other pages, without the page."""
    several: bool = False
    """True if several components are printed. Each row then contains the names of its component."""
    terminal: bool = False
    colour: bool = False
    width: int | None = None
    """Width of the terminal in columns. None means no limit."""

    def records(self, report: Report) -> Sequence[Record]:
        """Return the records of the page, or all records if no page is requested."""
        return report.records if self.page is None else self.page.of(report.records)

    def translations(self, report: Report) -> Iterator[Record]:
        """Yield the shown records without the source language. Totals are sums of these."""
        return (record for record in self.records(report) if record is not report.source)


Render = Callable[[Iterable[Report], View], Iterator[str]]
"""Renderer: yields text while the reports arrive. The whole text ends with one line end.

A renderer must not yield before it has received the first report. Until then the run may still raise an error, and
then nothing may be printed.
"""


class Renderer(NamedTuple):
    """Module and properties of one format."""

    module: str
    """Name of the module in this package. It is imported on first use."""
    several: bool = True
    """True if the format can show more than one component."""
    every_key: bool = True
    """True if the format shows all keys of a record, including the extended keys."""
    apart: bool = False
    """True if components are independent: the concatenated texts of single components equal the text of all."""

    def load(self) -> Render:
        render: Render = import_module(f"{__name__}.{self.module}").render
        return render


RENDERERS: dict[str, Renderer] = {
    "json": Renderer("json_envelope", several=False),
    "table": Renderer("table", every_key=False),
    "csv": Renderer("csv_rows"),
    "ndjson": Renderer("ndjson", apart=True),
    "markdown": Renderer("markdown", every_key=False),
    "total": Renderer("total", every_key=False),
}
