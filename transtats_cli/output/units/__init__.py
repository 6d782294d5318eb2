"""The strings behind the numbers become text, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from transtats_cli.output import View
from transtats_cli.report import FoundUnit

RenderUnits = Callable[[Iterable[FoundUnit], View], Iterator[str]]
"""Takes strings as they come; all but `json` hand each of them out before they take the next."""

UNIT_RENDERERS: dict[str, str] = {
    "text": "text",
    "concise": "concise",
    "json": "json_array",
    "ndjson": "ndjson",
}
"""Each format's name and its module."""


def load(name: str) -> RenderUnits:
    render: RenderUnits = import_module(f"{__name__}.{UNIT_RENDERERS[name]}").render
    return render
