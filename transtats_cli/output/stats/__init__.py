"""Render the reports of `stats`.

`rows`, `bar` and `fields` contain parts of the tables. Each of the other modules renders one format.
"""

from collections.abc import Iterable

from transtats_cli.output.renderers import Renderers
from transtats_cli.report import Report

RENDERERS: Renderers[Iterable[Report]] = Renderers(
    {
        "json": "transtats_cli.output.stats.json_format:render_json",
        "table": "transtats_cli.output.stats.table:render_table",
        "csv": "transtats_cli.output.stats.csv_rows:render_csv",
        "ndjson": "transtats_cli.output.stats.ndjson:render_ndjson",
        "markdown": "transtats_cli.output.stats.markdown:render_markdown",
        "html": "transtats_cli.output.stats.html_page:render_html",
        "total": "transtats_cli.output.stats.total:render_total",
    }
)
FORMATS_WITH_ALL_KEYS = ("json", "csv", "ndjson")
"""Formats that show all keys of a record, including the extended keys."""
COMPARED_FORMATS = ("table", "markdown", "html")
"""Formats that compare the files with the reference by default, without `--completeness`."""
TABLE_FORMATS = ("table", "markdown")
"""Formats that are tables for people, with columns of their own."""
FORMATS_OF_ONE_COMPONENT = ("html",)
"""Formats that can show only one component. These formats always show all columns."""
FORMATS_WITHOUT_RECORDS = ("total",)
"""Formats that show no single records, so that options for selecting and sorting records have no effect."""
