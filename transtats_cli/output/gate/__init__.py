"""Render the results of `gate`, one module for each kind of format.

A verdict is the result of comparing one language, or a total of languages, with one limit.
"""

from transtats_cli.output.gate.results import GateResults
from transtats_cli.output.renderers import Renderers

RENDERERS: Renderers[GateResults] = Renderers(
    {
        "text": "transtats_cli.output.gate.text:render_text",
        "table": "transtats_cli.output.gate.tables:render_table",
        "json": "transtats_cli.output.gate.json_format:render_json",
        "ndjson": "transtats_cli.output.gate.json_format:render_ndjson",
        "markdown": "transtats_cli.output.gate.tables:render_markdown",
    },
    annotations="transtats_cli.output.gate.annotations:create_annotations",
)
