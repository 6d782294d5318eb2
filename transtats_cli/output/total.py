"""One number: how much of all translations shown is translated, in percent."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.output.rows import translated_percent
from transtats_cli.report import Report
from transtats_cli.statistics import Statistics


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Nothing where no file could be read: that is no part of anything."""
    total = Statistics()
    is_known = False
    for report in reports:
        counted = [record.statistics for record in view.translations(report)]
        is_known = is_known or bool(counted) or not report.failures
        for statistics in counted:
            total = total.plus(statistics)
    if is_known:
        yield f"{translated_percent(total)}\n"
