"""
A translation has the Markdown delimiters of its source.

Good:  "Press **Save**"  ->  "Stiskněte **Uložit**"
Bad:   "Press **Save**"  ->  "Stiskněte Uložit"
Off:   the flag `ignore-md-syntax`

The flag `md-text` switches it on. Strong text, emphasis, deletions, code and autolinks count; how many there are of
each does not matter.
"""

from collections.abc import Iterator

from transtats_cli.checks.markup.markdown_delimiters import constructs
from transtats_cli.checks.subject import Subject

ID = "md-syntax"

_DELIMITER_NAMES = {
    "**": "strong text **…**",
    "__": "strong text __…__",
    "*": "emphasis *…*",
    "_": "emphasis _…_",
    "~~": "deleted text ~~…~~",
    "<": "an address <…>",
}


def problem(source: str, target: str, subject: Subject) -> str | None:
    if source == target:
        return None
    expected = {construct.delimiter for construct in constructs(source)}
    found = {construct.delimiter for construct in constructs(target)}
    for delimiter in sorted(expected - found):
        return f"{_describe_delimiter(delimiter)} is missing"
    for delimiter in sorted(found - expected):
        return f"{_describe_delimiter(delimiter)} is not in the source"
    return None


def highlights(text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield the spans of the opening and the closing delimiter of each Markdown construct."""
    for delimiter, start, end in constructs(text):
        yield start, start + len(delimiter)
        yield end - len(delimiter), end


def _describe_delimiter(delimiter: str) -> str:
    return _DELIMITER_NAMES.get(delimiter) or f"code {delimiter}…{delimiter}"
