"""
A translation has the Markdown delimiters of its source.

Good:  "Press **Save**"  ->  "Stiskněte **Uložit**"
Bad:   "Press **Save**"  ->  "Stiskněte Uložit"
Off:   the flag `ignore-md-syntax`

The flag `md-text` switches it on. Strong text, emphasis, deletions, code and autolinks count; how many there are of
each does not matter.
"""

from collections.abc import Iterator

from transtats_cli.checks.markup.differences import cache_parts
from transtats_cli.checks.markup.markdown_delimiters import find_markdown_constructs
from transtats_cli.checks.subject import CheckedString

ID = "md-syntax"

_DELIMITER_NAMES = {
    "**": "strong text **…**",
    "__": "strong text __…__",
    "*": "emphasis *…*",
    "_": "emphasis _…_",
    "~~": "deleted text ~~…~~",
    "<": "an address <…>",
}


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if source == target:
        return None
    expected, found = _find_delimiters_of_source(source), _find_delimiters(target)
    for delimiter in sorted(expected - found):
        return f"{_describe_delimiter(delimiter)} is missing"
    for delimiter in sorted(found - expected):
        return f"{_describe_delimiter(delimiter)} is not in the source"
    return None


def find_highlights(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the opening and the closing delimiter of each Markdown construct."""
    for delimiter, start, end in find_markdown_constructs(text):
        yield start, start + len(delimiter)
        yield end - len(delimiter), end


def _find_delimiters(text: str) -> frozenset[str]:
    return frozenset(construct.delimiter for construct in find_markdown_constructs(text))


_find_delimiters_of_source = cache_parts(_find_delimiters)


def _describe_delimiter(delimiter: str) -> str:
    return _DELIMITER_NAMES.get(delimiter) or f"code {delimiter}…{delimiter}"
