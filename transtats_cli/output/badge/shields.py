"""Render JSON from which shields.io draws a badge (https://shields.io/badges/endpoint-badge)."""

import json
from collections.abc import Iterator

from transtats_cli.output import View
from transtats_cli.output.badge import LABEL, BadgeFigures


def render(figures: BadgeFigures, view: View) -> Iterator[str]:
    share = figures.share
    content = {"schemaVersion": 1, "label": LABEL, "message": share.text, "color": share.colour.shields_name}
    yield json.dumps(content) + "\n"
