"""Render the results of `gate` as JSON or NDJSON.

There is one object for each verdict. The languages to ship are included if requested.
"""

from collections.abc import Iterator
from typing import Any

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults, describe, share
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.units.json_format import unit_fields


def verdict_fields(owner: str, verdict: Verdict) -> dict[str, Any]:
    """Return the JSON fields of a verdict. `total` and `percent` are null if the limit is a plain number.

    `language` is null for a total of languages, and `project` and `component` are null for all components together.
    """
    project, _, component = owner.partition("/")
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
        "percent": None if verdict.whole is None else share(verdict),
        "limit": str(verdict.limit),
        "said_by": verdict.limit.origin,
        "missing_strings": verdict.missing_strings,
        "missing": verdict.missing_amount,
        "unit": verdict.unit,
        "message": describe(verdict),
        "strings": [unit_fields(found) for found in verdict.counted_strings],
    }


def render_json(results: GateResults, view: View) -> Iterator[str]:
    verdicts = [verdict_fields(owner, verdict) for owner, verdict in results.verdicts()]
    document: dict[str, Any] = {
        "met": all(verdict["met"] for verdict in verdicts),
        "translated_percent": results.translated_percent(),
        "verdicts": verdicts,
    }
    if results.shipped is not None:
        document["ship"] = dict(results.shipped)
    yield json_document(document, view)


def render_ndjson(results: GateResults, view: View) -> Iterator[str]:
    for owner, verdict in results.verdicts():
        yield f"{compact_json(verdict_fields(owner, verdict), for_terminal=view.terminal)}\n"
    for owner, languages in results.shipped or ():
        project, _, component = owner.partition("/")
        document = {"project": project, "component": component, "ship": languages}
        yield f"{compact_json(document, for_terminal=view.terminal)}\n"
