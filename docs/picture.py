"""Draw the picture of the README and of the start page: `python docs/picture.py [FILE]`.

The picture is the table of `transtats stats --all` over examples/django, as a terminal shows it.
"""

import io
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.scanning import scan

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "table.svg"
COMMAND = "transtats stats --all --format table"
WIDTH = 92

FRAME = (
    """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<title>$ """
    + COMMAND
    + """</title>
<style>
.{unique_id}-matrix {{ font-family: Consolas, Menlo, "DejaVu Sans Mono", monospace; font-size: {char_height}px;
    line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
    <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
)
"""Template for rich. Its own one loads a font from the network."""


def draw() -> str:
    """Return the picture as SVG."""
    components = ("django", "djangojs")
    reports = [scan("django", component, root=str(ROOT / "examples" / "django")) for component in components]
    table = "".join(OUTPUTS["table"].render(reports, View(has_several_components=True, is_coloured=True, width=WIDTH)))
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ {COMMAND}", style="bold"))
    console.print(Text.from_ansi(table))
    return console.export_svg(title="", code_format=FRAME, unique_id="transtats")


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    path.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
