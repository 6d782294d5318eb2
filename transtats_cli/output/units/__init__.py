"""Render the strings that `units` found, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import NamedTuple

from transtats_cli.output import View
from transtats_cli.output.remarks import REMARK_RENDERERS
from transtats_cli.output.remarks import load as load_remarks
from transtats_cli.report import FoundUnit, Report

RenderUnits = Callable[[Iterable[FoundUnit], View], Iterator[str]]
"""Renderer of strings. `text`, `concise` and `ndjson` yield the text of each string before they read the next."""

_OWN: dict[str, tuple[str, str]] = {
    "text": ("text", "render"),
    "concise": ("concise", "render"),
    "json": ("json_format", "render_json"),
    "ndjson": ("json_format", "render_ndjson"),
    "table": ("tables", "render_table"),
    "markdown": ("tables", "render_markdown"),
}
"""Module and function of each format."""
UNIT_RENDERERS = (*_OWN, *REMARK_RENDERERS)


class Surroundings(NamedTuple):
    """Context of the strings, which the formats for CI systems need."""

    owner: str = ""
    """Names of the component: `project/component`."""
    top: str = ""
    """Directory that the paths in CI reports are relative to."""
    report: Callable[[], Report | None] = lambda: None
    """Returns the report with the unreadable files. It is complete after the last string was read."""


NOWHERE = Surroundings()


def load(name: str, environment: Surroundings = NOWHERE) -> RenderUnits:
    """Import and return the renderer of a format. Only the formats for CI systems use `environment`."""
    if name in _OWN:
        module, function = _OWN[name]
        render: RenderUnits = getattr(import_module(f"{__name__}.{module}"), function)
        return render
    from transtats_cli.output.units.remarks import remarks_of

    render_remarks = load_remarks(name)

    def render_found(units: Iterable[FoundUnit], _: View) -> Iterator[str]:
        taken: list[FoundUnit] = []
        for found in units:
            taken.append(found)
            # An empty piece, so the other formats of the run can continue.
            yield ""
        yield from render_remarks(remarks_of(taken, environment))

    return render_found
