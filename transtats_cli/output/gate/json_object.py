"""JSON: one object with the result, all verdicts, and the languages to ship if requested."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.output import View
from transtats_cli.output.gate.fields import fields
from transtats_cli.output.gate.results import GateResults
from transtats_cli.output.json_envelope import document


def render(answer: GateResults, view: View) -> Iterator[str]:
    verdicts = [fields(owner, verdict) for owner, verdict in answer.verdicts()]
    said: dict[str, Any] = {"met": all(verdict["met"] for verdict in verdicts), "verdicts": verdicts}
    if answer.shipped is not None:
        said["ship"] = dict(answer.shipped)
    yield document(said, view)
