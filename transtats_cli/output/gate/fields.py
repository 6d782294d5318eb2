"""JSON object of a verdict."""

from typing import Any

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output.gate.results import sentence, share
from transtats_cli.output.units.fields import fields as unit_fields


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
