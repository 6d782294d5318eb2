"""Render the statistics of components over their commits, one module for each format."""

from collections.abc import Sequence

from transtats_cli.history import ComponentHistory
from transtats_cli.output.renderers import Renderers

RENDERERS: Renderers[Sequence[ComponentHistory]] = Renderers(
    {
        "table": "transtats_cli.output.history.table:render_table",
        "json": "transtats_cli.output.history.json_format:render_json",
        "ndjson": "transtats_cli.output.history.json_format:render_ndjson",
        "csv": "transtats_cli.output.history.csv_rows:render_csv",
        "svg": "transtats_cli.output.history.svg:render_svg",
    }
)
FORMATS_OF_SEVERAL_COMPONENTS = ("table", "json", "ndjson", "csv")
"""Formats that can show more than one component."""
