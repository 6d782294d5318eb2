"""NDJSON: one line for each verdict, then one line for each component with its languages to ship, if requested."""

from collections.abc import Iterator

from transtats_cli.output import View
from transtats_cli.output.gate.fields import fields
from transtats_cli.output.gate.results import GateResults
from transtats_cli.output.json_envelope import compact


def render(answer: GateResults, view: View) -> Iterator[str]:
    for owner, verdict in answer.verdicts():
        yield f"{compact(fields(owner, verdict), harmless=view.terminal)}\n"
    for owner, languages in answer.shipped or ():
        project, _, component = owner.partition("/")
        said = {"project": project, "component": component, "ship": languages}
        yield f"{compact(said, harmless=view.terminal)}\n"
