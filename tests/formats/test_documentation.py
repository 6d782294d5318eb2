"""The reference of formats lists every format, with its extra and its size limit."""

from pathlib import Path

from transtats_cli.formats.table import FILE_FORMATS

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "formats.md"


def test_each_format_is_documented() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for name, known in FILE_FORMATS.items():
        rows = [line for line in lines if line.startswith(f"| `{name}` |")]
        assert rows, name
        if known.max_megabytes:
            extra = f"`{known.installation_extra}`" if known.installation_extra else "–"
            assert rows[0].endswith(f"| {extra} | {known.max_megabytes} MB |"), name
