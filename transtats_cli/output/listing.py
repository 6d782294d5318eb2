"""What components there are: a table for people, JSON and NDJSON for programs."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from transtats_cli.output import View
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
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold" if view.colour else "")
    for key in shown:
        drawn.add_column(_TITLES[key], justify="right" if key in _NUMBERS else "left", overflow="fold")
    for each in entries:
        drawn.add_row(*(visible(str(each[key])) for key in shown))
    width = {"width": view.width} if view.width else {}
    yield "".join(f"{line.rstrip()}\n" for line in paint(drawn, colour=view.colour, **width).splitlines())


def json(reports: Iterable[Report], view: View) -> Iterator[str]:
    yield document([entry(report) for report in reports], view)


def ndjson(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        yield f"{compact(entry(report))}\n"


RENDERERS: dict[str, Callable[[Iterable[Report], View], Iterator[str]]] = {
    "table": table,
    "json": json,
    "ndjson": ndjson,
}
