"""Insert the measured table between the two `benchmarks` comments of the README."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"

_BETWEEN = re.compile(r"(?<=<!-- benchmarks -->\n).*?(?=<!-- /benchmarks -->)", re.DOTALL)


def replace_table(readme: str, table: str) -> str:
    """Return the README with the text between the comments replaced.

    Raises ValueError if they do not occur exactly once.
    """
    result, count = _BETWEEN.subn(lambda _: f"\n{table.strip()}\n\n", readme)
    if count != 1:
        raise ValueError(f"README.md must contain the benchmarks comments once, not {count} times")
    return result


def update_readme(table: str, path: Path = README) -> None:
    path.write_text(replace_table(path.read_text(encoding="utf-8"), table), encoding="utf-8")
