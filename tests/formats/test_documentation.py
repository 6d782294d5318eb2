"""The reference of formats lists every format, with its extra and its size limit."""

from pathlib import Path

import pytest

from transtats_cli.formats.table import FILE_FORMATS

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "formats.md"


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_a_format_is_documented(name: str) -> None:
    rows = (line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{name}` |"))
    row = next(rows)
    known = FILE_FORMATS[name]
    if known.max_megabytes:
        extra = f"`{known.installation_extra}`" if known.installation_extra else "–"
        assert row.endswith(f"| {extra} | {known.max_megabytes} MB |")
