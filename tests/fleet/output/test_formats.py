"""Formats of tables: equal rows, any text, missing values, and damaged files."""

import io
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import TABLES, CellValue, Row, sort_key
from transtats_cli.fleet.output.formats import FORMATS, parse_formats

pytest.importorskip("pyarrow", reason="needs the extra fleet")

VALUES = {
    "text": st.none() | st.text(st.characters(exclude_categories=["Cs"])),
    "integer": st.none() | st.integers(-(2**62), 2**62),
    "number": st.none() | st.floats(0, 100),
    "boolean": st.none() | st.booleans(),
}


def generate_rows(table: str) -> st.SearchStrategy[list[Row]]:
    return st.lists(st.tuples(*(VALUES[kind] for kind in TABLES[table].values())), max_size=3)


def decode_rows(name: str, table: str, content: bytes) -> list[Row]:
    return list(FORMATS[name].decode(io.BytesIO(content), table))


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("table", TABLES)
def test_rows_are_read_as_they_were_written(name: str, table: str) -> None:
    @given(generate_rows(table))
    def check(rows: Sequence[Row]) -> None:
        assert decode_rows(name, table, FORMATS[name].encode(table, rows)) == list(rows)

    check()


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "content",
    [b"{}\n", b"PAR1", b"x" * 5000, b"[" * 100_000 + b"\n"],
    ids=["empty", "short", "long", "nested"],
)
def test_a_damaged_file_is_an_error(name: str, content: bytes) -> None:
    with pytest.raises(TranstatsError, match="of the data set cannot be read"):
        decode_rows(name, "records", content)


@pytest.mark.parametrize("name", ["parquet", "sqlite"])
def test_a_file_without_content_is_an_error(name: str) -> None:
    with pytest.raises(TranstatsError, match=r"of the data set cannot be read: .*(0 bytes|empty)"):
        decode_rows(name, "records", b"")


def test_a_parquet_file_with_damaged_pages_is_an_error() -> None:
    values: dict[str, CellValue] = {"text": "a", "integer": 1, "number": 1.0, "boolean": True}
    row = tuple(values[kind] for kind in TABLES["records"].values())
    content = FORMATS["parquet"].encode("records", [row])
    with pytest.raises(TranstatsError, match="of the data set cannot be read"):
        decode_rows("parquet", "records", content[:4] + b"\xff" * 60 + content[64:])


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


def test_only_the_choice_of_a_format_names_another_format(monkeypatch: pytest.MonkeyPatch) -> None:
    content = FORMATS["parquet"].encode("records", [])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    solution = r"pip install 'transtats-cli\[fleet\]'"
    with pytest.raises(TranstatsError, match=rf"{solution}, or use --format ndjson$"):
        parse_formats([])
    with pytest.raises(TranstatsError, match=rf"{solution}$"):
        decode_rows("parquet", "records", content)


def test_rows_with_missing_values_are_sorted() -> None:
    rows: list[Row] = [("b", 2), ("a", None), ("a", 1), (None, 5)]
    assert sorted(rows, key=sort_key) == [(None, 5), ("a", None), ("a", 1), ("b", 2)]
