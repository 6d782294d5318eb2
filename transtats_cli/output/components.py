"""Rows of the list of components and of the list of files that are left out, and the formats of both lists."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import whole_list
from transtats_cli.output.folders import find_file_mask, group_by_folder
from transtats_cli.output.formats import Output, Outputs, create_outputs, csv_rows, json_output, ndjson_output
from transtats_cli.output.text_table import Column, TableSection, TextTable, table_output
from transtats_cli.report import Report

_COLUMNS = (
    # The first two columns are arguments of commands, so their texts are always complete.
    Column("Project"),
    Column("Component"),
    Column("Files", is_shortened=True),
    Column("Format"),
    Column("Languages", is_number=True),
    Column("Strings", is_number=True),
)
_FOLDER_COLUMNS = (Column("Folder"), Column("Components", is_number=True), Column("Strings", is_number=True))
_LEFT_OUT_COLUMNS = (Column("File"), Column("Reason"), Column("Component"))


class ComponentRow(NamedTuple):
    """One component of the list. The field names are the keys of the JSON object."""

    project: str
    component: str
    mask: str
    format: str
    languages: int
    strings: int | None
    """Number of strings that the shares count: those of the reference, or else of the source language.

    None if they were not counted.
    """


def create_component_row(report: Report) -> ComponentRow:
    component = report.component
    return ComponentRow(
        component.project,
        component.slug,
        find_file_mask(report),
        "plainxliff"
        if component.file_format == "xliff" and component.read_options.removes_inline_tags
        else component.file_format,
        len(report.translations),
        report.whole.strings if report.source else None,
    )


class LeftOutRow(NamedTuple):
    """Translation file that is not counted in any statistics. The field names are the keys of the JSON object."""

    file: str
    """Path as messages contain it, or the file mask of a component in a folder of tests."""
    reason: str
    project: str | None = None
    component: str | None = None
    """Name of the component whose mask matches the file. None if the file is in no component."""


def _create_sections(rows: Iterable[ComponentRow]) -> Iterator[TableSection]:
    components = [*rows]
    cells = [["" if value is None else str(value) for value in row] for row in components]
    yield TableSection(tables=[TextTable(_COLUMNS, cells)])
    if groups := group_by_folder(components, [row.mask for row in components]):
        sums = [
            [folder or ".", str(len(group)), str(sum(row.strings or 0 for row in group))]
            for folder, group in groups.items()
        ]
        yield TableSection(tables=[TextTable(_FOLDER_COLUMNS, sums)])


def _create_left_out_sections(rows: Iterable[LeftOutRow]) -> Iterator[TableSection]:
    cells = [[row.file, row.reason, f"{row.project}/{row.component}" if row.component else ""] for row in rows]
    text = "" if cells else "No translation file is left out."
    yield TableSection(text=text, tables=[TextTable(_LEFT_OUT_COLUMNS, cells)])


def _create_outputs(table: Output[Iterable[Any]], keys: Sequence[str]) -> Outputs[Iterable[Any]]:
    return create_outputs(
        table,
        json_output(lambda rows: whole_list([row._asdict() for row in rows])),
        ndjson_output(lambda rows: (row._asdict() for row in rows)),
        Output("csv", lambda rows, _: iter([csv_rows([keys, *rows])])),
    )


OUTPUTS: Outputs[Iterable[ComponentRow]] = _create_outputs(table_output(_create_sections), ComponentRow._fields)
LEFT_OUT_OUTPUTS: Outputs[Iterable[LeftOutRow]] = _create_outputs(
    table_output(_create_left_out_sections), LeftOutRow._fields
)
"""Formats of `components --ignored`."""
