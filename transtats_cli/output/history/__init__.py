"""Render the statistics of a component over its commits, one module for each format."""

from transtats_cli.history import ComponentHistory
from transtats_cli.output.renderers import Renderers

RENDERERS: Renderers[ComponentHistory] = Renderers(
    {
        "table": "transtats_cli.output.history.table:render",
        "json": "transtats_cli.output.history.json_format:render_json",
        "ndjson": "transtats_cli.output.history.json_format:render_ndjson",
        "csv": "transtats_cli.output.history.csv_rows:render",
        "svg": "transtats_cli.output.history.svg:render",
    }
)
