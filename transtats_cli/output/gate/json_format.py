"""Render the results of `gate` as JSON or NDJSON.

There is one object for each verdict. The languages to ship are included if requested.
"""

from collections.abc import Iterator
from typing import Any

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults, compute_percent, describe_verdict
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.units.json_format import create_unit_fields


def create_verdict_fields(component_name: str, verdict: Verdict) -> dict[str, Any]:
    """Return the JSON fields of a verdict. `total` and `percent` are null if the limit is a plain number.

    `language` is null for a total of languages. `project` and `component` are null for a verdict on all components
    together.
    """
    project, _, component = component_name.partition("/")
    return {
        "project": project or None,
        "component": component or None,
        "language": verdict.language.code or None,
        "file": verdict.path or None,
        "rule": verdict.rule,
        "of": verdict.subject,
        "met": verdict.is_met,
        "figure": verdict.figure,
        "total": verdict.whole,
        "percent": None if verdict.whole is None else compute_percent(verdict),
        "limit": str(verdict.limit),
        "said_by": verdict.limit.origin,
        "missing_strings": verdict.missing_strings,
        "missing": verdict.missing_amount,
        "unit": verdict.unit,
        "message": describe_verdict(verdict),
        "strings": [create_unit_fields(found) for found in verdict.counted_strings],
    }


def render_json(results: GateResults, view: View) -> Iterator[str]:
    verdicts = [create_verdict_fields(component_name, verdict) for component_name, verdict in results.list_verdicts()]
    document: dict[str, Any] = {
        "met": all(verdict["met"] for verdict in verdicts),
        "translated_percent": results.compute_translated_percent(),
        "verdicts": verdicts,
    }
    if results.shipped_languages is not None:
        document["ship"] = dict(results.shipped_languages)
    yield json_document(document, view)


def render_ndjson(results: GateResults, view: View) -> Iterator[str]:
    for component_name, verdict in results.list_verdicts():
        yield f"{compact_json(create_verdict_fields(component_name, verdict), for_terminal=view.is_terminal)}\n"
    for component_name, languages in results.shipped_languages or ():
        project, _, component = component_name.partition("/")
        document = {"project": project, "component": component, "ship": languages}
        yield f"{compact_json(document, for_terminal=view.is_terminal)}\n"
