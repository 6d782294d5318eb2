"""Text for people: strings grouped by language, each with its position, findings and texts."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from transtats_cli.model import State
from transtats_cli.output import View
from transtats_cli.output.colors import ink
from transtats_cli.output.text import counted, visible
from transtats_cli.output.units.excerpt import Omission, excerpt
from transtats_cli.output.units.one_line import place_of
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.output.wrapping import paragraph
from transtats_cli.report import FoundUnit

NOTHING = "No strings.\n"
_PAGE = 100
"""Width in columns if the output has no width."""
_NARROWEST = 24
_INDENT = "  "
_STATE_STYLES = {
    State.EMPTY: "magenta",
    State.NEEDS_EDITING: "yellow",
    State.TRANSLATED: "green",
    State.APPROVED: "green",
    State.READ_ONLY: "dim",
}


def render(result: UnitSearchResult, view: View) -> Iterator[str]:
    sheet = _Sheet(max(view.width or _PAGE, _NARROWEST), colour=view.colour)
    tally = _Tally()
    previous = ""
    for found in result.units:
        heading = _heading(found)
        above = [sheet.rule(heading), ""] if heading != previous else []
        yield "".join(f"{line}\n" for line in (*above, *sheet.unit(found), ""))
        previous = heading
        tally.add(found)
    yield f"{tally}\n" if tally.strings else NOTHING


def _heading(found: FoundUnit) -> str:
    name = visible(f"{found.language.name} ({found.language.code})")
    return f"{name}, by comparing all strings" if found.is_compared else name


class _Tally:
    """Number of strings, findings and files that were shown."""

    def __init__(self) -> None:
        self.strings = 0
        self._findings = 0
        self._files: set[str] = set()

    def add(self, found: FoundUnit) -> None:
        self.strings += not found.is_repeated
        self._findings += len(found.findings)
        self._files.add(found.path)

    def __str__(self) -> str:
        failing = f", {counted(self._findings, 'failing check')}" if self._findings else ""
        return f"{counted(self.strings, 'string')} in {counted(len(self._files), 'file')}{failing}"


class _Sheet:
    """Formatter of strings for one width, with or without colour."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self._width = width
        self._colour = colour

    def rule(self, title: str) -> str:
        line = f"── {title} ".ljust(self._width - cell_len(title) + len(title), "─")
        return self._ink(line.rstrip(), "bold")

    def unit(self, found: FoundUnit) -> Iterator[str]:
        yield from self._place(found)
        for finding in found.findings:
            yield from self._finding(finding.check, finding.message)
        labelled = list(_labelled(found))
        column = max(len(label) for label, _ in labelled) + len(_INDENT)
        for label, text in labelled:
            yield from self._text(label.ljust(column), text)

    def _place(self, found: FoundUnit) -> Iterator[str]:
        """Yield the position with the state. If both do not fit on one line, the state follows on the next line."""
        place, state = place_of(found), found.unit.state
        fits = cell_len(place) + len(_INDENT) + len(state.word) <= self._width
        inked = self._ink(state.word, _STATE_STYLES[state])
        place = self._ink(place, "bold cyan")
        yield from [f"{place}{_INDENT}{inked}"] if fits else [place, f"{_INDENT}{inked}"]

    def _finding(self, check: str, message: str) -> Iterator[str]:
        mark = f"{_INDENT}✗ "
        # Coloured after wrapping, because escape sequences have no width.
        first, *rest = paragraph(f"{check}: {visible(message)}", self._width, indent=" " * len(mark))
        name, said = first[: len(check)], first[len(check) :]
        yield f"{self._ink(mark, 'red')}{self._ink(name, 'bold red')}{said}"
        yield from rest

    def _text(self, label: str, text: str) -> Iterator[str]:
        indent = _INDENT + " " * len(label)
        room = max(self._width - len(indent), len("characters"))
        before = f"{_INDENT}{self._ink(label, 'dim')}"
        for line in excerpt(text, room) if text else [Omission("(empty)")]:
            yield before + (self._ink(line, "dim") if isinstance(line, Omission) else line)
            before = indent

    def _ink(self, text: str, style: str) -> str:
        return ink(text, style, colour=self._colour)


def _labelled(found: FoundUnit) -> Iterator[tuple[str, str]]:
    """Yield the texts of a string with their labels."""
    unit = found.unit
    if unit.context:
        yield "context", unit.context
    yield from _forms("source", unit.sources)
    if unit.state is not State.READ_ONLY or unit.target != unit.source:
        yield from _forms("target", unit.targets)
    if unit.flags:
        yield "flags", str(unit.flags)


def _forms(label: str, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(texts) == 1:
        yield label, texts[0]
        return
    for number, text in enumerate(texts, start=1):
        yield f"{label} {number}", text
