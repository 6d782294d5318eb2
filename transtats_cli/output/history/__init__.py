"""Render the statistics of a component over its commits, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from transtats_cli.history import ComponentHistory
from transtats_cli.output import View

RenderHistory = Callable[[Iterable[ComponentHistory], View], Iterator[str]]

HISTORY_RENDERERS: dict[str, tuple[str, str]] = {
    "table": ("table", "render"),
    "json": ("json_format", "render_json"),
    "ndjson": ("json_format", "render_ndjson"),
    "csv": ("csv_rows", "render"),
    "svg": ("svg", "render"),
}
"""Module and function of each format."""


def load(name: str) -> RenderHistory:
    module, function = HISTORY_RENDERERS[name]
    render: RenderHistory = getattr(import_module(f"{__name__}.{module}"), function)
    return render
