"""Render the results of `diff`, one module for each kind of format."""

from transtats_cli.output.diff.result import DiffResults
from transtats_cli.output.renderers import Renderers

RENDERERS: Renderers[DiffResults] = Renderers(
    {
        "text": "transtats_cli.output.diff.text:render_text",
        "table": "transtats_cli.output.diff.tables:render_table",
        "json": "transtats_cli.output.diff.json_format:render_json",
        "ndjson": "transtats_cli.output.diff.json_format:render_ndjson",
        "markdown": "transtats_cli.output.diff.tables:render_markdown",
    },
    annotations="transtats_cli.output.diff.annotations:create_annotations",
)
