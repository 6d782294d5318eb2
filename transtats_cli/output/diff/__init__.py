"""Render the results of `diff`, one function for each format."""

from collections.abc import Callable, Iterator
from importlib import import_module

from transtats_cli.output import View
from transtats_cli.output.diff.result import Difference
from transtats_cli.output.remarks import REMARK_RENDERERS
from transtats_cli.output.remarks import load as load_remarks

RenderDifference = Callable[[Difference, View], Iterator[str]]

_OWN: dict[str, tuple[str, str]] = {
    "text": ("text", "render"),
    "table": ("tables", "render_table"),
    "json": ("json_format", "render_json"),
    "ndjson": ("json_format", "render_ndjson"),
    "markdown": ("tables", "render_markdown"),
}
"""Module and function of each format."""
DIFF_RENDERERS = (*_OWN, *REMARK_RENDERERS)


def load(name: str) -> RenderDifference:
    """Import and return the renderer of a format."""
    if name in _OWN:
        module, function = _OWN[name]
        render: RenderDifference = getattr(import_module(f"{__name__}.{module}"), function)
        return render
    from transtats_cli.output.diff.remarks import remarks_of

    render_remarks = load_remarks(name)
    return lambda difference, _: render_remarks(remarks_of(difference))
