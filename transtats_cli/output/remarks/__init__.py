"""Render remarks for CI systems, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transtats_cli.output.remarks.remark import Remark

RenderRemarks = Callable[[Iterable["Remark"]], Iterator[str]]
"""Renderer of remarks. It reads all remarks before it yields, because the worst are shown first."""

REMARK_RENDERERS: dict[str, str] = {
    "github": "github",
    "gitlab": "gitlab",
    "sarif": "sarif",
    "junit": "junit",
}
"""Module of each format."""


def load(name: str) -> RenderRemarks:
    render: RenderRemarks = import_module(f"{__name__}.{REMARK_RENDERERS[name]}").render
    return render
