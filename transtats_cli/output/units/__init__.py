"""Render the strings that `units` found, one module for each kind of format.

`text`, `concise` and `ndjson` yield the text of a string before the next string is read. All other formats yield an
empty piece for each string, so that `write_outputs` can continue with the other formats of the run.
"""

from transtats_cli.output.renderers import Renderers
from transtats_cli.output.units.result import UnitSearchResult

RENDERERS: Renderers[UnitSearchResult] = Renderers(
    {
        "text": "transtats_cli.output.units.text:render_text",
        "concise": "transtats_cli.output.units.concise:render_concise",
        "json": "transtats_cli.output.units.json_format:render_json",
        "ndjson": "transtats_cli.output.units.json_format:render_ndjson",
        "table": "transtats_cli.output.units.tables:render_table",
        "markdown": "transtats_cli.output.units.tables:render_markdown",
    },
    annotations="transtats_cli.output.units.annotations:create_annotations",
)
