"""NDJSON: a line of compact JSON for each string, yielded as soon as the string is found."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.output.json_envelope import compact
from transtats_cli.output.units.fields import fields
from transtats_cli.report import FoundUnit


def render(units: Iterable[FoundUnit], view: View) -> Iterator[str]:
    for found in units:
        yield f"{compact(fields(found), harmless=view.terminal)}\n"
