"""Render the comparison of components with those of a server."""

from transtats_cli.output.renderers import Renderers
from transtats_cli.verification.result import VerificationResult

RENDERERS: Renderers[VerificationResult] = Renderers(
    {
        "table": "transtats_cli.output.verification.text:render_table",
        "json": "transtats_cli.output.verification.json_format:render_json",
    }
)
