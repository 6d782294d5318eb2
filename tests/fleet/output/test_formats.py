"""Formats of tables: equal rows, any text, missing values, and damaged files."""

import io
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import TABLES, CellValue, RootInPart, Row, sort_key
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.formats import FORMATS, decode_rows, parse_formats
from transtats_cli.fleet.output.manifest import ResultOptions

pytest.importorskip("pyarrow", reason="needs the extra fleet")

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = {
    "text": st.none() | TEXTS,
    "integer": st.none() | st.integers(-(2**62), 2**62),
    "number": st.none() | st.floats(0, 100),
    "boolean": st.none() | st.booleans(),
}


def generate_rows(table: str) -> st.SearchStrategy[list[Row]]:
    _, *kinds = TABLES[table].values()
    # The root is the only value that is never missing.
    return st.lists(st.tuples(TEXTS, *(VALUES[kind] for kind in kinds)), max_size=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("table", TABLES)
def test_rows_are_read_as_they_were_written(name: str, table: str) -> None:
    @given(generate_rows(table))
    def check(rows: Sequence[Row]) -> None:
        assert decode_rows(name, io.BytesIO(FORMATS[name].encode(table, rows)), table, len(rows)) == list(rows)

    check()


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "content",
    [b"", b"{}\n", b"[1]\n", b"PAR1", b"x" * 5000, b"[" * 100_000 + b"\n"],
    ids=["empty", "no root", "list", "short", "long", "nested"],
)
def test_a_damaged_file_is_an_error_with_its_name_and_a_solution(tmp_path: Path, name: str, content: bytes) -> None:
    assert describe_damage(tmp_path, name, lambda _content: content).endswith(SOLUTION)


def test_a_parquet_file_with_damaged_pages_is_an_error(tmp_path: Path) -> None:
    text = describe_damage(tmp_path, "parquet", lambda content: content[:4] + b"\xff" * 60 + content[64:])
    assert text.endswith(SOLUTION)


@pytest.mark.parametrize("name", FORMATS)
def test_a_value_of_another_kind_is_an_error(tmp_path: Path, name: str) -> None:
    """SQLite stores any value in a column. The schema of a Parquet file is that of another program."""
    import pyarrow
    from pyarrow import parquet

    def create(_content: bytes) -> bytes:
        if name == "sqlite":
            cells = dict.fromkeys(TABLES["records"]) | {"root": "a", "total": "many"}
            return FORMATS["sqlite"].encode("records", [tuple(cells.values())])
        if name == "ndjson":
            return b'{"root":"a","total":"many"}\n'
        buffer = io.BytesIO()
        parquet.write_table(pyarrow.table({"root": ["a"], "total": ["many"]}), buffer)
        return buffer.getvalue()

    assert "cannot be read: total has values of another kind; remove" in describe_damage(tmp_path, name, create)


SOLUTION = "; remove manifest/all-000001-DIGEST.json, and run `transtats fleet` again to scan the roots of this file"


def describe_damage(folder: Path, format_name: str, change: Callable[[bytes], bytes]) -> str:
    """Write a data set with one row, change the content of its file, and return the message of the error."""
    values: dict[str, CellValue] = {"text": "a", "integer": 1, "number": 1.0, "boolean": True}
    dataset = Dataset(str(folder))
    rows: list[Row] = [tuple(values[kind] for kind in TABLES["records"].values())]
    part = dataset.add_part((RootInPart("a", "key"),), {"records": rows}, ResultOptions("1", "checks", (format_name,)))
    (name,) = part.file_sizes
    (folder / name).write_bytes(change((folder / name).read_bytes()))
    with pytest.raises(TranstatsError) as caught:
        dataset.read_rows(part, part.roots, "records")
    text = str(caught.value)
    assert text.startswith(f"{folder}/{name} cannot be read: ")
    return re.sub("[0-9a-f]{16}", "DIGEST", text)


@pytest.mark.parametrize("name", FORMATS)
def test_some_columns_can_be_read_and_columns_of_later_versions_are_missing_values(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    row = ("a", "shop", "app", "de", "po/de.po", 7, "same", "It is the same.", "", "One", "One", "key", "1")
    content = FORMATS[name].encode("findings", [row])
    monkeypatch.setitem(TABLES["findings"], "reviewed", "boolean")
    columns = ("root", "line", "reviewed", "code")
    assert decode_rows(name, io.BytesIO(content), "findings", 1, columns) == [("a", 7, None, "de")]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param([], ("parquet",), id="default"),
        pytest.param(["ndjson"], ("ndjson",), id="one"),
        pytest.param(["parquet, ndjson", "sqlite", "ndjson"], ("parquet", "ndjson", "sqlite"), id="several"),
    ],
)
def test_formats_are_separated_by_commas(texts: list[str], expected: tuple[str, ...]) -> None:
    assert parse_formats(texts) == expected


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(TranstatsError, match="there is no format 'xml' here; there are: parquet, ndjson, sqlite"):
        parse_formats(["parquet,xml"])


def test_without_pyarrow_the_format_is_ndjson_unless_parquet_is_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    content = FORMATS["parquet"].encode("records", [])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    solution = "Parquet needs pyarrow, which is not installed: pip install 'transtats-cli[fleet]'"
    messages: list[str] = []
    assert parse_formats([], messages.append) == ("ndjson",)
    assert parse_formats(["sqlite"], messages.append) == ("sqlite",)
    assert messages == [f"note: the data set is written as NDJSON; {solution}"]
    with pytest.raises(TranstatsError, match=f"^{re.escape(solution)}, or use --format ndjson$"):
        parse_formats(["ndjson,parquet"])
    with pytest.raises(TranstatsError, match=f"^{re.escape(solution)}$"):
        decode_rows("parquet", io.BytesIO(content), "records", 0)


def test_rows_with_missing_values_are_sorted() -> None:
    rows: list[Row] = [("b", 2), ("a", None), ("a", 1), (None, 5)]
    assert sorted(rows, key=sort_key) == [(None, 5), ("a", None), ("a", 1), ("b", 2)]
