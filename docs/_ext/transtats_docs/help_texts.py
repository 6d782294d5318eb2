"""Handlers of sphinx-click events, which convert help texts to reStructuredText."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from transtats_cli.cli.options import EXAMPLES_TITLE

if TYPE_CHECKING:
    import click

_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_OPTION = ".. option::"
_BAR = "|"
"""First character of lines that sphinx-click does not wrap."""


def with_literals(text: str) -> str:
    """Return a text with each code span in single backticks converted to a literal of reStructuredText."""
    return _CODE.sub(r"``\1``", text)


def escape(_app: object, _context: "click.Context", lines: list[str]) -> None:
    """Escape the lines of a help text: code spans become literals, and asterisks do not become emphasis."""
    lines[:] = [with_literals(line.replace("*", r"\*")) for line in lines]


def restore_brackets(_app: object, context: "click.Context", lines: list[str]) -> None:
    """Restore the brackets at the ends of placeholders such as `<NAME[:FILE]>`. sphinx-click removes these brackets."""
    metavars = [each.metavar for each in context.command.params if each.metavar]
    for number, line in enumerate(lines):
        for metavar in metavars if line.startswith(_OPTION) else ():
            lines[number] = lines[number].replace(f"<{metavar.strip('<[{(>]})')}>", f"<{metavar}>")


def format_examples(_app: object, _context: "click.Context", lines: list[str]) -> None:
    """Convert the examples at the end of a help text to a code block."""
    lines[:] = _examples_as_block(lines)


def _examples_as_block(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if line == f"{_BAR} {EXAMPLES_TITLE}":
            yield from (f".. rubric:: {EXAMPLES_TITLE.rstrip(':')}", "", ".. code-block:: text", "")
        else:
            yield line.removeprefix(_BAR)
