"""Render the list of all checks, and the page of one check."""

from transtats_cli.checks.pages import CheckManual, CheckPage
from transtats_cli.checks.undecidable import UndecidableCheck
from transtats_cli.output.renderers import Renderers

LIST_RENDERERS: Renderers[CheckManual] = Renderers(
    {
        "table": "transtats_cli.output.checks.listing:render_table",
        "json": "transtats_cli.output.checks.listing:render_json",
    }
)

PAGE_RENDERERS: Renderers[CheckPage | UndecidableCheck] = Renderers(
    {
        "table": "transtats_cli.output.checks.page:render_text",
        "json": "transtats_cli.output.checks.page:render_json",
    }
)
"""Renderers of the page of one check.

The format names must equal the format names in LIST_RENDERERS, because the page and the list share the option
`--format`.
"""
