"""What components there are: a table for people, JSON and NDJSON for programs."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from transtats_cli.output import View
from transtats_cli.output.columns import GAP, Room, fit, total_width
from transtats_cli.output.json_envelope import compact, document
from transtats_cli.output.visible import visible
from transtats_cli.report import Report

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
"""The order in which columns give way, the highest first; the names, which other commands take, stay."""
_COMFORTABLE = {"project": 20, "component": 20, "mask": 16}
"""How much of a long name or mask stands on one line before other columns give way."""
_NARROWEST = 40
"""On a narrower terminal the lines are as long as this, and break."""


def entry(report: Report) -> dict[str, Any]:
    """One component; `strings` is null where nobody has counted."""
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
    """The file mask from where the user looks."""
    component = report.component
    folder = os.path.relpath(component.root, component.boundary or component.root)
    return component.filemask if folder == os.curdir else f"{folder}/{component.filemask}"


def table(reports: Iterable[Report], view: View) -> Iterator[str]:
    from rich import box
    from rich.table import Table

    from transtats_cli.output.painting import paint

    entries = [entry(report) for report in reports]
    shown = [key for key in _TITLES if key != "strings" or any(each[key] is not None for each in entries)]
    rows = [[visible(str(each[key])) for key in shown] for each in entries]
    rooms = [_room(key, [row[place] for row in rows]) for place, key in enumerate(shown)]
    widths = fit(rooms, view.width and max(view.width, _NARROWEST))
    drawn = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, GAP - 1, 0, 0),
        header_style="bold" if view.colour else "",
    )
    for key, width in zip(shown, widths, strict=True):
        if width:
            justify: Literal["left", "right"] = "right" if key in _NUMBERS else "left"
            drawn.add_column(_TITLES[key], justify=justify, overflow="fold", width=width)
    for row in rows:
        drawn.add_row(*(text for text, width in zip(row, widths, strict=True) if width))
    painted = paint(drawn, colour=view.colour, width=total_width(widths))
    yield "".join(f"{line.rstrip()}\n" for line in painted.splitlines())


def _room(key: str, texts: Iterable[str]) -> Room:
    from rich.cells import cell_len

    natural = max(cell_len(_TITLES[key]), *map(cell_len, texts))
    return Room(natural, least=min(natural, _COMFORTABLE.get(key, natural)), rank=_RANKS.get(key, 0))


def json(reports: Iterable[Report], view: View) -> Iterator[str]:
    yield document([entry(report) for report in reports], view)


def ndjson(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        yield f"{compact(entry(report), harmless=view.terminal)}\n"


RENDERERS: dict[str, Callable[[Iterable[Report], View], Iterator[str]]] = {
    "table": table,
    "json": json,
    "ndjson": ndjson,
}
