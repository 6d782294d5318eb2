"""Render the results of `gate`, one function for each format."""

from collections.abc import Callable, Iterator
from importlib import import_module

from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults
from transtats_cli.output.remarks import REMARK_RENDERERS
from transtats_cli.output.remarks import load as load_remarks

RenderAnswer = Callable[[GateResults, View], Iterator[str]]


_OWN: dict[str, tuple[str, str]] = {
    "text": ("text", "render"),
    "table": ("tables", "render_table"),
    "json": ("json_format", "render_json"),
    "ndjson": ("json_format", "render_ndjson"),
    "markdown": ("tables", "render_markdown"),
}
"""Module and function of each format."""
GATE_RENDERERS = (*_OWN, *REMARK_RENDERERS)


def load(name: str) -> RenderAnswer:
    """Import and return the renderer of a format."""
    if name in _OWN:
        module, function = _OWN[name]
        render: RenderAnswer = getattr(import_module(f"{__name__}.{module}"), function)
        return render
    from transtats_cli.output.gate.remarks import remarks_of

    render_remarks = load_remarks(name)
    return lambda answer, _: render_remarks(remarks_of(answer))
