"""Render the statistics of a component over its commits, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from transtats_cli.history import ComponentHistory
from transtats_cli.output import View

RenderHistory = Callable[[Iterable[ComponentHistory], View], Iterator[str]]

HISTORY_RENDERERS: dict[str, str] = {
    "table": "table",
    "json": "json_object",
    "ndjson": "ndjson",
    "csv": "csv_rows",
    "svg": "svg",
}
"""Module of each format."""


def load(name: str) -> RenderHistory:
    render: RenderHistory = import_module(f"{__name__}.{HISTORY_RENDERERS[name]}").render
    return render
