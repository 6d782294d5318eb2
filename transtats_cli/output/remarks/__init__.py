"""Remarks become what CI systems read, one module for each system."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transtats_cli.output.remarks.remark import Remark

RenderRemarks = Callable[[Iterable["Remark"]], Iterator[str]]
"""Takes all remarks; nothing is handed out before the last has come, for the worst are shown first."""

REMARK_RENDERERS: dict[str, str] = {
    "github": "github",
    "gitlab": "gitlab",
    "sarif": "sarif",
    "junit": "junit",
}
"""Each format's name and its module."""


def load(name: str) -> RenderRemarks:
    render: RenderRemarks = import_module(f"{__name__}.{REMARK_RENDERERS[name]}").render
    return render
