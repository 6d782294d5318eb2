"""Render the report of one component as an HTML page that needs no other file."""

from collections.abc import Iterable, Iterator

from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.report import Report


def render_html(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield the page. Raises TranstatsError if the extra `report` is not installed."""
    try:
        from transtats_cli.pages.single_page import render_single_page
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("jinja2", "markupsafe"):
            raise
        raise TranstatsError(
            f"the format html needs {error.name}, which is not installed: pip install 'transtats-cli[report]'"
        ) from error
    for report in reports:
        records = view.select_page_records(report)
        if view.record_selection is None:
            records = sort_most_translated_first(report, records)
        yield render_single_page(report, [record.language.code for record in records]).decode() + "\n"
