"""Render the strings that `units` found, one module for each kind of format.

The formats `text`, `concise` and `ndjson` yield the text of each string before they read the next string. All other
formats yield their text after the last string. Until then, they yield an empty piece for each string, so that
`write_outputs` can write the next piece of another format.
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
