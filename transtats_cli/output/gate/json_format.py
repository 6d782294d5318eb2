"""JSON and NDJSON: one object for each verdict, and the languages to ship if requested."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults, sentence, share
from transtats_cli.output.json_text import compact, document
from transtats_cli.output.units.json_format import fields as unit_fields


def fields(owner: str, verdict: Verdict) -> dict[str, Any]:
    """Return the fields of a verdict. `total` and `percent` are null if the limit is a plain number."""
    project, _, component = owner.partition("/")
    return {
        "project": project,
        "component": component,
        "language": verdict.language.code,
        "file": verdict.path or None,
        "rule": verdict.rule,
        "of": verdict.subject,
        "met": verdict.is_met,
        "figure": verdict.figure,
        "total": verdict.whole,
        "percent": None if verdict.whole is None else share(verdict),
        "limit": str(verdict.limit),
        "said_by": verdict.limit.origin,
        "missing_strings": verdict.missing,
        "missing": verdict.missing_amount,
        "unit": verdict.unit,
        "message": sentence(verdict),
        "strings": [unit_fields(found) for found in verdict.strings],
    }


def render_json(answer: GateResults, view: View) -> Iterator[str]:
    verdicts = [fields(owner, verdict) for owner, verdict in answer.verdicts()]
    said: dict[str, Any] = {"met": all(verdict["met"] for verdict in verdicts), "verdicts": verdicts}
    if answer.shipped is not None:
        said["ship"] = dict(answer.shipped)
    yield document(said, view)


def render_ndjson(answer: GateResults, view: View) -> Iterator[str]:
    for owner, verdict in answer.verdicts():
        yield f"{compact(fields(owner, verdict), harmless=view.terminal)}\n"
    for owner, languages in answer.shipped or ():
        project, _, component = owner.partition("/")
        said = {"project": project, "component": component, "ship": languages}
        yield f"{compact(said, harmless=view.terminal)}\n"
