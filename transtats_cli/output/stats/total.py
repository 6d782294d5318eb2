"""Render reports as one number: the translated share of all shown translations, in percent."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.report import Report
from transtats_cli.statistics import Statistics, add_statistics, translated_percent


def render_total(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield the translated share of all reports together, in percent. If no file could be read, yield nothing."""
    all_counted: list[Statistics] = []
    is_known = False
    for report in reports:
        counted = [record.statistics for record in view.list_counted_records(report)]
        is_known = is_known or bool(counted) or not report.failures
        all_counted += counted
    if is_known:
        yield f"{translated_percent(add_statistics(all_counted))}\n"
