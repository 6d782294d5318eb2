"""Render strings as JSON or NDJSON: one object for each string."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.report import LocatedUnit


def create_unit_fields(located_unit: LocatedUnit) -> dict[str, Any]:
    """Return the JSON fields of a string. `source` and `target` are lists of plural forms.

    `line` is null if the file does not contain the string. If strings of several components are printed, the first
    fields are the names of the project and the component.
    """
    unit = located_unit.unit
    project, _, component = located_unit.component_name.partition("/")
    return {
        **({"project": project, "component": component} if located_unit.component_name else {}),
        "language": located_unit.language.code,
        "file": located_unit.path,
        "line": unit.line or None,
        "context": unit.context,
        "source": unit.sources,
        "target": unit.targets,
        "state": located_unit.state_name,
        "flags": str(unit.flags),
        "checks": [{"id": finding.check, "message": finding.message} for finding in located_unit.findings],
    }


def render_json(result: UnitSearchResult, view: View) -> Iterator[str]:
    strings: dict[tuple[str, str, str, str], LocatedUnit] = {}
    for found in result.units:
        key = (found.language.code, found.path, found.unit.context, found.unit.source)
        earlier = strings.get(key)
        strings[key] = found if earlier is None else earlier._replace(findings=earlier.findings + found.findings)
        # An empty piece, so the other formats of the run can continue.
        yield ""
    yield json_document([create_unit_fields(found) for found in strings.values()], view)


def render_ndjson(result: UnitSearchResult, view: View) -> Iterator[str]:
    for found in result.units:
        yield f"{compact_json(create_unit_fields(found), for_terminal=view.is_terminal)}\n"
