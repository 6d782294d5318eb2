"""Render strings as text for people: grouped by language, each string with its position, findings and texts."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from transtats_cli.model import State
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.output.units.excerpt import OmissionLine, create_excerpt_lines
from transtats_cli.output.units.one_line import format_unit_location
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.output.wrapping import wrap_paragraph
from transtats_cli.report import LocatedUnit

NO_STRINGS_TEXT = "No strings.\n"
_DEFAULT_WIDTH = 100
"""Width in columns of a text that is not written to a terminal."""
_MIN_WIDTH = 24
_INDENT = "  "
_STATE_STYLES = {
    State.EMPTY: "magenta",
    State.NEEDS_EDITING: "yellow",
    State.NEEDS_REWRITING: "yellow",
    State.TRANSLATED: "green",
    State.APPROVED: "green",
    State.READ_ONLY: "dim",
}


def render_text(result: UnitSearchResult, view: View) -> Iterator[str]:
    formatter = _UnitFormatter(max(view.width or _DEFAULT_WIDTH, _MIN_WIDTH), colour=view.is_coloured)
    totals = _ShownCounts()
    previous = ""
    for found in result.units:
        heading = _format_heading(found)
        above = [formatter.format_title_line(heading), ""] if heading != previous else []
        yield "".join(f"{line}\n" for line in (*above, *formatter.format_unit(found), ""))
        previous = heading
        totals.add_unit(found)
    yield f"{totals}\n" if totals.string_count else NO_STRINGS_TEXT


def _format_heading(located_unit: LocatedUnit) -> str:
    name = escape_controls(f"{located_unit.language.name} ({located_unit.language.code})")
    owner = f"{escape_controls(located_unit.component_name)}: " if located_unit.component_name else ""
    return f"{owner}{name}, by comparing all strings" if located_unit.is_from_comparison else f"{owner}{name}"


class _ShownCounts:
    """Numbers of strings, findings and files that were shown."""

    def __init__(self) -> None:
        self.string_count = 0
        self._findings = 0
        self._files: set[str] = set()

    def add_unit(self, located_unit: LocatedUnit) -> None:
        self.string_count += not located_unit.is_returned_again
        self._findings += len(located_unit.findings)
        self._files.add(located_unit.path)

    def __str__(self) -> str:
        failing = f", {format_count(self._findings, 'failing check')}" if self._findings else ""
        return f"{format_count(self.string_count, 'string')} in {format_count(len(self._files), 'file')}{failing}"


class _UnitFormatter:
    """Formatter of strings for one output width, with or without colour."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self._width = width
        self._colour = colour

    def format_title_line(self, title: str) -> str:
        line = f"── {title} ".ljust(self._width - cell_len(title) + len(title), "─")
        return self._apply_style(line.rstrip(), "bold")

    def format_unit(self, located_unit: LocatedUnit) -> Iterator[str]:
        yield from self._format_location(located_unit)
        for finding in located_unit.findings:
            yield from self._format_finding(finding.check, finding.message)
        labelled = list(_label_unit_texts(located_unit))
        column = max(len(label) for label, _ in labelled) + len(_INDENT)
        for label, text in labelled:
            yield from self._format_labelled_text(label.ljust(column), text)

    def _format_location(self, located_unit: LocatedUnit) -> Iterator[str]:
        """Yield the position with the state. If both do not fit on one line, the state follows on the next line."""
        place, state = format_unit_location(located_unit), located_unit.state_name
        fits = cell_len(place) + len(_INDENT) + len(state) <= self._width
        styled_state = self._apply_style(state, _STATE_STYLES[located_unit.unit.state])
        place = self._apply_style(place, "bold cyan")
        yield from [f"{place}{_INDENT}{styled_state}"] if fits else [place, f"{_INDENT}{styled_state}"]

    def _format_finding(self, check_id: str, message: str) -> Iterator[str]:
        mark = f"{_INDENT}✗ "
        # Coloured after wrapping, because escape sequences have no width.
        first, *rest = wrap_paragraph(
            f"{check_id}: {escape_controls(message)}", self._width, other_prefix=" " * len(mark)
        )
        name, message = first[: len(check_id)], first[len(check_id) :]
        yield f"{self._apply_style(mark, 'red')}{self._apply_style(name, 'bold red')}{message}"
        yield from rest

    def _format_labelled_text(self, label: str, text: str) -> Iterator[str]:
        indent = _INDENT + " " * len(label)
        width = max(self._width - len(indent), len("characters"))
        before = f"{_INDENT}{self._apply_style(label, 'dim')}"
        for line in create_excerpt_lines(text, width) if text else [OmissionLine("(empty)")]:
            yield before + (self._apply_style(line, "dim") if isinstance(line, OmissionLine) else line)
            before = indent

    def _apply_style(self, text: str, style: str) -> str:
        return style_text(text, style, colour=self._colour)


def _label_unit_texts(located_unit: LocatedUnit) -> Iterator[tuple[str, str]]:
    """Yield the texts of a string with their labels: context, source, target and flags.

    An empty context and empty flags are left out. The target of a read-only string is left out if it equals the source.
    """
    unit = located_unit.unit
    if unit.context:
        yield "context", unit.context
    yield from _label_plural_forms("source", unit.sources)
    if unit.state is not State.READ_ONLY or unit.target != unit.source:
        yield from _label_plural_forms("target", unit.targets)
    if unit.flags:
        yield "flags", str(unit.flags)


def _label_plural_forms(label: str, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(texts) == 1:
        yield label, texts[0]
        return
    for number, text in enumerate(texts, start=1):
        yield f"{label} {number}", text
