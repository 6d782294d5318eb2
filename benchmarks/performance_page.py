"""Insert the measured tables between the two `benchmarks` comments of docs/explanation/performance.md."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "performance.md"

_TABLES_PATTERN = re.compile(r"(?<=<!-- benchmarks -->\n).*?(?=<!-- /benchmarks -->)", re.DOTALL)


def replace_tables(page: str, tables: str) -> str:
    """Return the text of the page with new tables between its two `benchmarks` comments.

    Raises ValueError if the page does not contain the two comments exactly once.
    """
    result, count = _TABLES_PATTERN.subn(lambda _: f"\n{tables.strip()}\n\n", page)
    if count != 1:
        raise ValueError(f"the page must contain the benchmarks comments once, not {count} times")
    return result


def update_page(tables: str, path: Path = PAGE) -> None:
    path.write_text(replace_tables(path.read_text(encoding="utf-8"), tables), encoding="utf-8")
