"""Render the reports of `stats`, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import NamedTuple

from transtats_cli.output import View
from transtats_cli.report import Report

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
    "json": Renderer("json_format", several=False),
    "table": Renderer("table", every_key=False),
    "csv": Renderer("csv_rows"),
    "ndjson": Renderer("ndjson", apart=True),
    "markdown": Renderer("markdown", every_key=False),
    "total": Renderer("total", every_key=False),
}
