"""Render the list of components as a table, JSON or NDJSON."""

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.renderers import Renderers
from transtats_cli.output.text_table import Column, TextTable, draw_table
from transtats_cli.report import Report

RENDERERS: "Renderers[Iterable[ComponentRow]]" = Renderers(
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
_NUMBER_KEYS = ("languages", "strings")
_REMOVAL_RANKS = {"languages": 4, "format": 3, "strings": 2, "mask": 1}
"""Order of removal on a narrow terminal. The column with the highest rank is removed first.

The columns project and component are never removed, because they are arguments of commands.
"""
_PREFERRED_WIDTH = {"project": 20, "component": 20, "mask": 16}
"""Width that a long project name, component name or file mask keeps before other columns are removed."""


class ComponentRow(NamedTuple):
    """One component of the list. The field names are the keys of the JSON object."""

    project: str
    component: str
    mask: str
    format: str
    languages: int
    strings: int | None
    """Number of strings in the source language. None if they were not counted."""


def create_component_row(report: Report) -> ComponentRow:
    component = report.component
    return ComponentRow(
        component.project,
        component.slug,
        _format_filemask(report),
        "plainxliff"
        if component.file_format == "xliff" and component.read_options.removes_inline_tags
        else component.file_format,
        len(report.translations),
        report.source.statistics.total.strings if report.source else None,
    )


def _format_filemask(report: Report) -> str:
    """Return the file mask of a component as a path relative to its `link_boundary`.

    If the component has no `link_boundary`, the path is relative to its root.
    """
    component = report.component
    root, boundary = component.root, component.link_boundary or component.root
    inside = os.path.join(boundary, "")
    # There may be thousands of components, and `relpath` is slow.
    folder = root.removeprefix(inside) if root.startswith(inside) else os.path.relpath(root, boundary)
    return component.filemask if folder == os.curdir else f"{folder}/{component.filemask}"


def render_table(rows: Iterable[ComponentRow], view: View) -> Iterator[str]:
    columns = [
        Column(title, key in _NUMBER_KEYS, _REMOVAL_RANKS.get(key, 0), preferred_width=_PREFERRED_WIDTH.get(key, 0))
        for key, title in _TITLES.items()
    ]
    cells = [["" if value is None else str(value) for value in row] for row in rows]
    yield "".join(draw_table(TextTable(columns, cells), view))


def render_json(rows: Iterable[ComponentRow], view: View) -> Iterator[str]:
    yield json_document([row._asdict() for row in rows], view)


def render_ndjson(rows: Iterable[ComponentRow], view: View) -> Iterator[str]:
    for row in rows:
        yield f"{compact_json(row._asdict(), for_terminal=view.is_terminal)}\n"
