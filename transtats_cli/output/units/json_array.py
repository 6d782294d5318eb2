"""JSON: one array, in which every string stands once with all its findings."""

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
        # Nothing can be written yet; other formats of the same run have their turn.
        yield ""
    yield document([fields(found) for found in strings.values()], view)
