"""Render strings as text for people: grouped by language, each string with its position, findings and texts."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from transtats_cli.model import State
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.output.units.excerpt import Omission, excerpt_lines
from transtats_cli.output.units.one_line import location_of
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.output.wrapping import wrap_paragraph
from transtats_cli.report import FoundUnit

NOTHING = "No strings.\n"
_DEFAULT_WIDTH = 100
"""Width in columns of a text that is not written to a terminal."""
_MIN_WIDTH = 24
_INDENT = "  "
_STATE_STYLES = {
    State.EMPTY: "magenta",
    State.NEEDS_EDITING: "yellow",
    State.TRANSLATED: "green",
    State.APPROVED: "green",
    State.READ_ONLY: "dim",
}


def render(result: UnitSearchResult, view: View) -> Iterator[str]:
    formatter = _Formatter(max(view.width or _DEFAULT_WIDTH, _MIN_WIDTH), colour=view.colour)
    totals = _Totals()
    previous = ""
    for found in result.units:
        heading = _heading(found)
        above = [formatter.rule(heading), ""] if heading != previous else []
        yield "".join(f"{line}\n" for line in (*above, *formatter.unit(found), ""))
        previous = heading
        totals.add(found)
    yield f"{totals}\n" if totals.strings else NOTHING


def _heading(found: FoundUnit) -> str:
    name = escape_controls(f"{found.language.name} ({found.language.code})")
    owner = f"{escape_controls(found.owner)}: " if found.owner else ""
    return f"{owner}{name}, by comparing all strings" if found.is_from_comparison else f"{owner}{name}"


class _Totals:
    """Numbers of strings, findings and files that were shown."""

    def __init__(self) -> None:
        self.strings = 0
        self._findings = 0
        self._files: set[str] = set()

    def add(self, found: FoundUnit) -> None:
        self.strings += not found.is_returned_again
        self._findings += len(found.findings)
        self._files.add(found.path)

    def __str__(self) -> str:
        failing = f", {format_count(self._findings, 'failing check')}" if self._findings else ""
        return f"{format_count(self.strings, 'string')} in {format_count(len(self._files), 'file')}{failing}"


class _Formatter:
    """Formatter of strings for one output width, with or without colour."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self._width = width
        self._colour = colour

    def rule(self, title: str) -> str:
        line = f"── {title} ".ljust(self._width - cell_len(title) + len(title), "─")
        return self._style(line.rstrip(), "bold")

    def unit(self, found: FoundUnit) -> Iterator[str]:
        yield from self._location(found)
        for finding in found.findings:
            yield from self._finding(finding.check, finding.message)
        labelled = list(_labelled_texts(found))
        column = max(len(label) for label, _ in labelled) + len(_INDENT)
        for label, text in labelled:
            yield from self._text(label.ljust(column), text)

    def _location(self, found: FoundUnit) -> Iterator[str]:
        """Yield the position with the state. If both do not fit on one line, the state follows on the next line."""
        place, state = location_of(found), found.state_name
        fits = cell_len(place) + len(_INDENT) + len(state) <= self._width
        styled_state = self._style(state, _STATE_STYLES[found.unit.state])
        place = self._style(place, "bold cyan")
        yield from [f"{place}{_INDENT}{styled_state}"] if fits else [place, f"{_INDENT}{styled_state}"]

    def _finding(self, check: str, message: str) -> Iterator[str]:
        mark = f"{_INDENT}✗ "
        # Coloured after wrapping, because escape sequences have no width.
        first, *rest = wrap_paragraph(f"{check}: {escape_controls(message)}", self._width, indent=" " * len(mark))
        name, message = first[: len(check)], first[len(check) :]
        yield f"{self._style(mark, 'red')}{self._style(name, 'bold red')}{message}"
        yield from rest

    def _text(self, label: str, text: str) -> Iterator[str]:
        indent = _INDENT + " " * len(label)
        width = max(self._width - len(indent), len("characters"))
        before = f"{_INDENT}{self._style(label, 'dim')}"
        for line in excerpt_lines(text, width) if text else [Omission("(empty)")]:
            yield before + (self._style(line, "dim") if isinstance(line, Omission) else line)
            before = indent

    def _style(self, text: str, style: str) -> str:
        return style_text(text, style, colour=self._colour)


def _labelled_texts(found: FoundUnit) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of each text of a string: context, source, target and flags."""
    unit = found.unit
    if unit.context:
        yield "context", unit.context
    yield from _plural_forms("source", unit.sources)
    if unit.state is not State.READ_ONLY or unit.target != unit.source:
        yield from _plural_forms("target", unit.targets)
    if unit.flags:
        yield "flags", str(unit.flags)


def _plural_forms(label: str, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(texts) == 1:
        yield label, texts[0]
        return
    for number, text in enumerate(texts, start=1):
        yield f"{label} {number}", text
