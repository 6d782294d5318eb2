"""NDJSON: a line of compact JSON for each record."""

from collections.abc import Iterable, Iterator

from transtats_cli.envelope import fields
from transtats_cli.output import View
from transtats_cli.output.json_envelope import compact
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        component = report.component
        owner = {"project": component.project, "component": component.slug} if view.several else {}
        records = (fields(record, component, extended=view.extended) for record in view.records(report))
        yield "".join(f"{compact({**owner, **record}, harmless=view.terminal)}\n" for record in records)
