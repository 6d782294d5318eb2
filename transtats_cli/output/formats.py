"""Output formats of a command, the encoders of JSON and CSV, and the values of `--format` and `--output`.

A format is an entry of the table `OUTPUTS` of its command: an `Output` with a name, a function that renders the format,
and properties. The functions `json_output`, `ndjson_output`, `markdown_output`, `text_table.table_output` and
`text_table.section_outputs` return entries for formats that all commands render in the same way.
"""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Generic, NamedTuple, TypeVar

from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import find_similar_name
from transtats_cli.output import View
from transtats_cli.output.terminal import render_rich
from transtats_cli.output.text import MAX_COMMENT_LENGTH, escape_controls, limit_text_size

Value = TypeVar("Value")
Render = Callable[[Value, View], Iterator[str]]
"""Function that yields the text of a value in pieces. The whole text ends with one line end.

If the value is an iterator, the function must read the first item before it yields text. If reading the first item
raises an error, nothing is printed.
"""

_STANDARD_OUTPUT = "-"
_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Characters that begin a formula. Some spreadsheets also accept the full-width forms, and skip leading blanks."""
_TERMINAL_CONTROL_REGEX = "[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
"""Regular expression of characters that are valid in JSON but that a terminal may interpret as control characters."""
_ESCAPES = (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\ufffe", "\\ufffe"), ("\uffff", "\\uffff"))
"""Characters that are escaped although JSON allows the characters unescaped, with the escape of each character.

Other formats treat these characters as line separators, or forbid the characters.
"""

_COMPACT_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class Output(NamedTuple, Generic[Value]):
    """Output format of a command: its name, the function that renders it, and its properties."""

    name: str
    render: Render[Value]
    is_for_several: bool = True
    """False if the format can show only one component."""
    ignored_options: Collection[str] = ()
    """Names of options of the command that have no effect on the format."""
    shows_shares: bool = False
    """True if the format compares the files with the reference, even without `--completeness`."""


Outputs = dict[str, Output[Value]]
"""Output formats of one command by name, in the order of the help text. The first one is used without `--format`."""


def create_outputs(*outputs: Output[Value]) -> Outputs[Value]:
    return {output.name: output for output in outputs}


def page_outputs(render: Render[Value], create_document: Callable[[Value], Any]) -> Outputs[Value]:
    """Return the formats of a page: for people (`table`), and JSON."""
    return create_outputs(Output("table", render), json_output(create_document))


def json_output(create_document: Callable[[Value], Any]) -> Output[Value]:
    """Return the format JSON: one document."""

    def render(value: Value, view: View) -> Iterator[str]:
        yield json_document(create_document(value), view)

    return Output("json", render)


def ndjson_output(create_rows: Callable[[Value], Iterable[Mapping[str, Any]]]) -> Output[Value]:
    """Return the format NDJSON: one object on each line."""

    return Output("ndjson", lambda value, view: format_ndjson(create_rows(value), view))


def format_ndjson(rows: Iterable[Mapping[str, Any]], view: View) -> Iterator[str]:
    """Yield each row as a line of JSON."""
    return (f"{compact_json(row, for_terminal=view.is_terminal)}\n" for row in rows)


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV."""
    # Imported late, because no other format needs it.
    import csv

    text = StringIO()
    csv.writer(text).writerows(map(_create_csv_cell, row) for row in rows)
    return text.getvalue()


def _create_csv_cell(value: Any) -> Any:
    """Return a value for a CSV cell. Line ends and control characters in a text are escaped.

    If a spreadsheet would evaluate the text as a formula, the text gets a leading apostrophe. A value that is not a
    text is returned unchanged.
    """
    if not isinstance(value, str):
        return value
    text = escape_controls(value)
    return f"'{text}" if text.lstrip().startswith(_FORMULA_STARTS) else text


def markdown_output(command_name: str, render_markdown: Callable[[Value], Iterator[str]]) -> Output[Value]:
    """Return the format of Markdown for comments, which the step summary contains, too.

    The text begins with an HTML comment with which a CI job can find and update its earlier comment. The text is
    truncated to the maximum size of a comment, unless the view is a step summary.
    """

    def render_with_marker(value: Value) -> Iterator[str]:
        pieces = render_markdown(value)
        # The marker is not yielded alone, because reading the first item may raise an error.
        yield f"<!-- transtats {command_name} -->\n{next(pieces)}"
        yield from pieces

    def render(value: Value, view: View) -> Iterator[str]:
        text = render_with_marker(value)
        return text if view.is_step_summary else limit_text_size(text, MAX_COMMENT_LENGTH)

    return Output("markdown", render)


class Destination(NamedTuple):
    """Output format and output file. If the file name is empty, the text is written to standard output."""

    format: str
    """Name of the format. Empty for the default of the command."""
    file: str = ""


def parse_destinations(formats: Sequence[str], output: str | None, format_names: Collection[str]) -> list[Destination]:
    """Parse the values `NAME[:FILE]` of `--format`, and the file name of `--output`.

    Without `--format`, return one destination with the default format.
    `--output` is allowed with exactly one format that has no file name. Raises TranstatsError for an unknown format, a
    missing file name, or two formats for the same file.
    """
    destinations = [_parse_destination(text, format_names) for text in formats] or [Destination("")]
    if output is not None:
        if len(destinations) != 1 or destinations[0].file:
            name = next((each.format for each in destinations if not each.file), destinations[0].format)
            raise TranstatsError(
                f"--output goes with exactly one format; for several, name the file with each: --format {name}:FILE"
            )
        destinations = [_create_file_destination(destinations[0].format, output, "--output")]
    _reject_shared_files(destinations)
    return destinations


def _parse_destination(text: str, format_names: Collection[str]) -> Destination:
    name, colon, file = text.partition(":")
    require_format(name, format_names)
    return _create_file_destination(name, file, f"--format {name}:") if colon else Destination(name)


def require_format(name: str, format_names: Collection[str], origin: str = "") -> None:
    """Raise TranstatsError for an unknown format. The message begins with `origin`, which ends with a colon."""
    if name not in format_names:
        similar = find_similar_name(name, format_names)
        hint = f" (did you mean {similar!r}?)" if similar else ""
        if name == "svg":
            hint = " (`transtats badge` and `transtats history --format svg` draw images)"
        raise TranstatsError(f"{origin}there is no format {name!r} here{hint}; there are: {', '.join(format_names)}")


def _create_file_destination(format_name: str, file: str, option: str) -> Destination:
    if not file:
        raise TranstatsError(f"{option} needs the name of a file")
    return Destination(format_name, "" if file == _STANDARD_OUTPUT else file)


def _reject_shared_files(destinations: Sequence[Destination]) -> None:
    formats: dict[str, str] = {}
    for destination in destinations:
        # A file may have several spellings, such as `a.csv` and `./a.csv`.
        path = destination.file and os.path.abspath(destination.file)
        if path in formats:
            place = destination.file or "standard output"
            raise TranstatsError(
                f"{formats[path]} and {destination.format} cannot both go to {place};"
                f" give one a file of its own: --format {destination.format}:FILE"
            )
        formats[path] = destination.format


def to_json(value: Any) -> Any:
    """Return the value of a setting as JSON: a mapping as a dict, and any other value unchanged."""
    return dict(value) if isinstance(value, Mapping) else value


def json_document(value: Any, view: View) -> str:
    """Return a JSON document with a line end: indented for a terminal, on one line for any other output."""
    if not view.is_terminal:
        return compact_json(value) + "\n"
    text = _escape_terminal_controls(escape_line_separators(json.dumps(value, ensure_ascii=False, indent=2)))
    if not view.is_coloured:
        return text + "\n"
    from rich.highlighter import JSONHighlighter
    from rich.text import Text

    highlighted = Text(text)
    JSONHighlighter().highlight(highlighted)
    return render_rich(highlighted, colour=True)


def compact_json(value: Any, *, for_terminal: bool = False) -> str:
    """Encode a value as JSON on one line, without optional blanks. Line separators and noncharacters are escaped.

    If `for_terminal` is True, control characters that a terminal would interpret are escaped as well.
    """
    text = escape_line_separators(_COMPACT_ENCODER.encode(value))
    return _escape_terminal_controls(text) if for_terminal else text


def escape_line_separators(text: str) -> str:
    """Return JSON in which line separators and noncharacters are escaped."""
    for character, escape in _ESCAPES:
        text = text.replace(character, escape)
    return text


def _escape_terminal_controls(text: str) -> str:
    return re.sub(_TERMINAL_CONTROL_REGEX, lambda control: f"\\u{ord(control[0]):04x}", text)
