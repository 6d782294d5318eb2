"""The measured table between two comments of the README."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"

_BETWEEN = re.compile(r"(?<=<!-- benchmarks -->\n).*?(?=<!-- /benchmarks -->)", re.DOTALL)


def replace_table(readme: str, table: str) -> str:
    """The text with everything between the comments replaced."""
    result, count = _BETWEEN.subn(lambda _: f"\n{table.strip()}\n\n", readme)
    if count != 1:
        raise ValueError(f"the README has {count} places for the benchmarks, not one")
    return result


def update_readme(table: str, path: Path = README) -> None:
    path.write_text(replace_table(path.read_text(encoding="utf-8"), table), encoding="utf-8")
