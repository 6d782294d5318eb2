"""Render the list of components as a table, JSON or NDJSON."""

import os
from collections.abc import Iterable, Iterator
from typing import Any

from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.renderers import Renderers
from transtats_cli.report import Report

RENDERERS: Renderers[Iterable[Report]] = Renderers(
    {
        "table": "transtats_cli.output.components:render_table",
        "json": "transtats_cli.output.components:render_json",
        "ndjson": "transtats_cli.output.components:render_ndjson",
    }
)

_TITLES = {
    "project": "Project",
    "component": "Component",
    "mask": "Files",
    "format": "Format",
    "languages": "Languages",
    "strings": "Strings",
}
_NUMBERS = ("languages", "strings")
_RANKS = {"languages": 4, "format": 3, "strings": 2, "mask": 1}
"""Order of removal on a narrow terminal. The column with the highest rank is removed first.

The columns project and component are never removed, because they are arguments of commands.
"""
_PREFERRED_WIDTH = {"project": 20, "component": 20, "mask": 16}
"""Width that a long project name, component name or file mask keeps before other columns are removed."""


def entry(report: Report) -> dict[str, Any]:
    """Return the JSON object of one component. `strings` is null if the strings of the component were not counted."""
    component = report.component
    return {
        "project": component.project,
        "component": component.slug,
        "mask": _mask(report),
        "format": "plainxliff"
        if component.file_format == "xliff" and component.options.plain
        else component.file_format,
        "languages": len(report.translations),
        "strings": report.source.statistics.total.strings if report.source else None,
    }


def _mask(report: Report) -> str:
    """Return the file mask of a component relative to its boundary, or relative to its root if it has no boundary."""
    component = report.component
    folder = os.path.relpath(component.root, component.boundary or component.root)
    return component.filemask if folder == os.curdir else f"{folder}/{component.filemask}"


def render_table(reports: Iterable[Report], view: View) -> Iterator[str]:
    from transtats_cli.output.grid import Column, Grid, draw_table

    columns = [
        Column(title, key in _NUMBERS, _RANKS.get(key, 0), preferred_width=_PREFERRED_WIDTH.get(key, 0))
        for key, title in _TITLES.items()
    ]
    rows = [["" if text is None else str(text) for text in entry(report).values()] for report in reports]
    yield "".join(draw_table(Grid(columns, rows), view))


def render_json(reports: Iterable[Report], view: View) -> Iterator[str]:
    yield json_document([entry(report) for report in reports], view)


def render_ndjson(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        yield f"{compact_json(entry(report), for_terminal=view.terminal)}\n"
