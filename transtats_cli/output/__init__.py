"""The renderers: reports become text, one module for each format."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import NamedTuple

from transtats_cli.envelope import Page, Query
from transtats_cli.report import Record, Report


class View(NamedTuple):
    """Which part of the reports is shown, and on what."""

    extended: bool = False
    page: Page | None = None
    query: Query = ()
    """What the links to other pages carry besides the page."""
    several: bool = False
    """Several components are printed: each row says whose it is."""
    terminal: bool = False
    colour: bool = False
    width: int | None = None
    """Columns of the terminal; None where lines may be as long as they like."""

    def records(self, report: Report) -> Sequence[Record]:
        """The records that are shown, in the order of the list."""
        return report.records if self.page is None else self.page.of(report.records)

    def translations(self, report: Report) -> Iterator[Record]:
        """Those of the records that are translations: what totals are made of."""
        return (record for record in self.records(report) if record is not report.source)


Render = Callable[[Iterable[Report], View], Iterator[str]]
"""Takes reports as they come and hands out text as soon as it can; all of it together ends in one line end.

Nothing is handed out before the first report has come: until then a run may still find that it cannot do what was
asked, and then nothing is printed.
"""


class Renderer(NamedTuple):
    """One format: where its renderer is, and what sets it apart."""

    module: str
    """Inside this package; imported when the format is asked for."""
    several: bool = True
    """Can show more than one component."""
    every_key: bool = True
    """Shows all keys of a record, the extended ones included."""
    apart: bool = False
    """What it shows of a component depends on no other: the texts of several, one after the other, are the whole."""

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
