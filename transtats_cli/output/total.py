"""One number: how much of all translations shown is translated, in percent."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.output.rows import total_of, translated_percent
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    total = total_of(record.statistics for report in reports for record in view.translations(report))
    yield f"{translated_percent(total)}\n"
