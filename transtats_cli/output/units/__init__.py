"""The strings behind the numbers become text, one module for each format."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import NamedTuple

from transtats_cli.output import View
from transtats_cli.output.remarks import REMARK_RENDERERS
from transtats_cli.output.remarks import load as load_remarks
from transtats_cli.report import FoundUnit, Report

RenderUnits = Callable[[Iterable[FoundUnit], View], Iterator[str]]
"""Takes strings as they come; `text`, `concise` and `ndjson` hand each of them out before they take the next."""

_OWN: dict[str, tuple[str, str]] = {
    "text": ("text", "render"),
    "concise": ("concise", "render"),
    "json": ("json_array", "render"),
    "ndjson": ("ndjson", "render"),
    "table": ("grids", "render_table"),
    "markdown": ("grids", "render_markdown"),
}
"""Each format's name, its module and its function."""
UNIT_RENDERERS = (*_OWN, *REMARK_RENDERERS)


class Surroundings(NamedTuple):
    """What is known of strings besides themselves."""

    owner: str = ""
    """Project and component."""
    top: str = ""
    """The directory that paths start from where a CI system reads them."""
    report: Callable[[], Report | None] = lambda: None
    """What stood in the way; complete when all strings have been taken."""


NOWHERE = Surroundings()


def load(name: str, surroundings: Surroundings = NOWHERE) -> RenderUnits:
    """The function of a format; what CI systems read needs to know more than the strings."""
    if name in _OWN:
        module, function = _OWN[name]
        render: RenderUnits = getattr(import_module(f"{__name__}.{module}"), function)
        return render
    from transtats_cli.output.units.remarks import remarks_of

    render_remarks = load_remarks(name)

    def render_found(units: Iterable[FoundUnit], _: View) -> Iterator[str]:
        taken: list[FoundUnit] = []
        for found in units:
            taken.append(found)
            # Nothing can be written yet; other formats of the same run have their turn.
            yield ""
        yield from render_remarks(remarks_of(taken, surroundings))

    return render_found
