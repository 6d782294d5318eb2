"""JSON: an array with one object for each string. Findings of the same string are merged."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.output.json_envelope import document
from transtats_cli.output.units.fields import fields
from transtats_cli.report import FoundUnit


def render(units: Iterable[FoundUnit], view: View) -> Iterator[str]:
    strings: dict[tuple[str, str, str, str], FoundUnit] = {}
    for found in units:
        key = (found.language.code, found.path, found.unit.context, found.unit.source)
        before = strings.get(key)
        strings[key] = found if before is None else before._replace(findings=before.findings + found.findings)
        # An empty piece, so the other formats of the run can continue.
        yield ""
    yield document([fields(found) for found in strings.values()], view)
