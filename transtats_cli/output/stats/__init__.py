"""Render the reports of `stats`.

`rows`, `bar` and `fields` contain parts of the tables. Each of the other modules renders one format.
"""

from collections.abc import Iterable

from transtats_cli.output.renderers import Renderers
from transtats_cli.report import Report

RENDERERS: Renderers[Iterable[Report]] = Renderers(
    {
        "json": "transtats_cli.output.stats.json_format:render",
        "table": "transtats_cli.output.stats.table:render",
        "csv": "transtats_cli.output.stats.csv_rows:render",
        "ndjson": "transtats_cli.output.stats.ndjson:render",
        "markdown": "transtats_cli.output.stats.markdown:render",
        "total": "transtats_cli.output.stats.total:render",
    }
)
ALL_KEYS = ("json", "csv", "ndjson")
"""Formats that show all keys of a record, including the extended keys."""
COMPARED = ("table", "markdown")
"""Formats that show the strings that files lack without an option."""
INDEPENDENT = ("ndjson",)
"""Formats in which the texts of single components can be joined to the text of all components."""
TABLES = ("table", "markdown")
"""Formats that are tables for people, with columns of their own."""
WITHOUT_RECORDS = ("total",)
"""Formats that do not show single records, which could be selected and sorted."""
