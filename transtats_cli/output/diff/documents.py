"""JSON and NDJSON: every language with its statistics before and after, and its changes."""

from collections.abc import Iterator

from transtats_cli.output import View
from transtats_cli.output.diff.answer import Difference
from transtats_cli.output.diff.fields import fields
from transtats_cli.output.json_envelope import compact, document


def render_json(difference: Difference, view: View) -> Iterator[str]:
    yield document(
        {
            "project": difference.component.project,
            "component": difference.component.slug,
            "before": difference.before,
            "after": difference.after,
            "languages": [fields(difference, language) for language in difference.comparison.languages],
        },
        view,
    )


def render_ndjson(difference: Difference, view: View) -> Iterator[str]:
    for language in difference.comparison.languages:
        yield f"{compact(fields(difference, language), harmless=view.terminal)}\n"
