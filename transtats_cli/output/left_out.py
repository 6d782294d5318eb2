"""Render the list of translation files that are not counted, as a table, JSON or NDJSON."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.renderers import Renderers
from transtats_cli.output.text_table import Column, TextTable, draw_table

RENDERERS: "Renderers[Iterable[LeftOutRow]]" = Renderers(
    {
        "table": "transtats_cli.output.left_out:render_table",
        "json": "transtats_cli.output.left_out:render_json",
        "ndjson": "transtats_cli.output.left_out:render_ndjson",
    }
)


class LeftOutRow(NamedTuple):
    """Translation file that is not counted in any statistics. The field names are the keys of the JSON object."""

    file: str
    """Path as messages contain it, or the file mask of a component in a folder of tests."""
    reason: str
    project: str | None = None
    component: str | None = None
    """Name of the component whose mask matches the file. None if the file is in no component."""


def render_table(rows: Iterable[LeftOutRow], view: View) -> Iterator[str]:
    columns = [
        Column("File", preferred_width=30),
        Column("Reason", preferred_width=30),
        Column("Component", removal_rank=1),
    ]
    cells = [[row.file, row.reason, f"{row.project}/{row.component}" if row.component else ""] for row in rows]
    yield from draw_table(TextTable(columns, cells), view) if cells else ["No translation file is left out.\n"]


def render_json(rows: Iterable[LeftOutRow], view: View) -> Iterator[str]:
    yield json_document([row._asdict() for row in rows], view)


def render_ndjson(rows: Iterable[LeftOutRow], view: View) -> Iterator[str]:
    for row in rows:
        yield f"{compact_json(row._asdict(), for_terminal=view.is_terminal)}\n"
