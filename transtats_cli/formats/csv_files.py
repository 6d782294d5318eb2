"""Readers of CSV files with a string on each row, and of XLSX files with the same columns."""

import csv
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

from translate.storage.csvl10n import csvfile

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.keyed import build_unit
from transtats_cli.formats.toolkit import library_errors_as_unreadable
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit

_FORMULA_MARKS = ("=", "+", "-", "@", "|", "%")
_MAX_UNPACKED_BYTES = 128_000_000
"""Maximum total size of the uncompressed files in an XLSX file, in bytes."""


def read_csv(content: bytes, options: ReadOptions) -> Catalog:
    with library_errors_as_unreadable():
        return _to_catalog(([row] for row in _parse_rows(content, options)), options)


def read_simple_csv(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a file that always has two columns and no header."""
    with library_errors_as_unreadable():
        return _to_catalog(([row] for row in _parse_two_columns(content, options).units), options)


def read_multivalue_csv(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a file in which rows with equal context and source are values of one string."""
    with library_errors_as_unreadable():
        rows_by_text: dict[tuple[str, str], list[Any]] = {}
        for row in _parse_rows(content, options):
            rows_by_text.setdefault((row.context, row.source), []).append(row)
        return _to_catalog(rows_by_text.values(), options)


def read_xlsx(content: bytes, options: ReadOptions) -> Catalog:
    from openpyxl import load_workbook  # type: ignore[import-untyped]

    with library_errors_as_unreadable():
        csv_text = StringIO()
        csv.writer(csv_text, quoting=csv.QUOTE_ALL).writerows(_read_cells(load_workbook, content))
        rows = _parse_rows(csv_text.getvalue().encode(), options._replace(encoding="utf-8"))
        return _to_catalog(([row] for row in rows), options)


def _read_cells(open_workbook: Callable[..., Any], content: bytes) -> Iterator[list[object]]:
    with ZipFile(BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > _MAX_UNPACKED_BYTES:
            raise ValueError(f"the archive contains more than {_MAX_UNPACKED_BYTES // 1_000_000} MB")
    workbook = open_workbook(BytesIO(content), read_only=True)
    try:
        for row in workbook.worksheets[0].iter_rows(values_only=True):
            yield ["" if value is None else value for value in row]
    finally:
        workbook.close()


def _parse_two_columns(content: bytes, options: ReadOptions) -> Any:
    """Return the store of a file without a header: source and target, or key and target in a monolingual component."""
    columns = ["context" if options.is_monolingual else "source", "target"]
    store = csvfile(fieldnames=columns, encoding=options.encoding)
    store.parse(content)
    return store


def _parse_rows(content: bytes, options: ReadOptions) -> list[Any]:
    """Return the rows of a file. The header names the columns.

    A file without a header has three or two columns. Three columns are location, source and target. If a header names
    no target, all targets are empty.
    """
    store = csvfile(encoding=options.encoding)
    store.parse(content)
    # Without a header, the toolkit guesses three columns. If the third is always empty, there are two.
    if store.fieldnames == ["location", "source", "target"] and not any(row.target for row in store.units):
        store = _parse_two_columns(content, options)
    return list(store.units)


def _to_catalog(rows_of_units: Iterable[list[Any]], options: ReadOptions) -> Catalog:
    units = (_build_unit(rows, options) for rows in rows_of_units)
    return Catalog([unit for unit in units if unit is not None])


def _build_unit(rows: list[Any], options: ReadOptions) -> Unit | None:
    first = rows[0]
    if first.isblank() and not first.context and not first.id:
        return None
    targets = [_unescape_formula(row.target or "") for row in rows]
    sources = [_unescape_formula(row.source or "") for row in rows]
    context = _unescape_formula(first.context or "")
    if options.is_monolingual:
        context = first.id or context or sources[0]
        targets = targets if any(targets) else [""]
    return build_unit(
        context,
        PLURAL_SEPARATOR.join(targets),
        source="" if options.is_monolingual else PLURAL_SEPARATOR.join(sources),
        note=first.getnotes(),
        locations=() if options.is_monolingual else [row.location or "" for row in rows],
        is_fuzzy=first.isfuzzy(),
        # The toolkit has the number of the last line of a row.
        line=first.line_number - sum(cell.count("\n") for cell in first.todict().values() if cell),
    )


def _unescape_formula(text: str) -> str:
    """Return a text without the apostrophes around an escaped formula: `=SUM(A1)` for `'=SUM(A1)'`.

    A spreadsheet would compute a formula without the apostrophes. In an escaped formula, `\\|` becomes `|`. A text that
    is no escaped formula is returned unchanged.
    """
    if len(text) > 2 and text[0] == text[-1] == "'" and text[1] in _FORMULA_MARKS:
        return text[1:-1].replace("\\|", "|")
    return text
