"""Messages about placeholders that differ between a source and its translation."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_MAX_NAMED_PLACEHOLDERS = 3
_MAX_PLACEHOLDER_LENGTH = 40


class Placeholder(NamedTuple):
    """Placeholder in a string: the text to compare, and the text as written in the string."""

    compared_text: str
    written_text: str


def explain_difference(expected: Sequence[Placeholder], actual: Sequence[Placeholder]) -> str:
    """Return a message that names the missing and extra placeholders of a translation, or reports a different order."""
    written = {
        placeholder.compared_text: _shorten_placeholder(placeholder.written_text)
        for placeholder in (*actual, *expected)
    }
    in_source, in_target = (Counter(placeholder.compared_text for placeholder in side) for side in (expected, actual))
    missing, extra = in_source - in_target, in_target - in_source
    clauses = (
        _format_clause((written[text] for text in missing if text not in in_target), "is missing", "are missing"),
        _format_clause((written[text] for text in missing if text in in_target), *_list_frequency_phrases("less")),
        _format_clause(
            (written[text] for text in extra if text not in in_source), "is not in the source", "are not in the source"
        ),
        _format_clause((written[text] for text in extra if text in in_source), *_list_frequency_phrases("more")),
    )
    return ", ".join(filter(None, clauses)) or "the order of the placeholders differs"


def _join_names(names: Sequence[str]) -> str:
    """Join names of placeholders: `a`, `a and b`, `a, b and c`, `a, b, c and 2 more`."""
    shown = list(names[:_MAX_NAMED_PLACEHOLDERS])
    if len(names) > _MAX_NAMED_PLACEHOLDERS:
        shown.append(f"{len(names) - _MAX_NAMED_PLACEHOLDERS} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _list_frequency_phrases(comparison: str) -> tuple[str, str]:
    return f"occurs {comparison} often than in the source", f"occur {comparison} often than in the source"


def _format_clause(texts: Iterable[str], singular: str, plural: str) -> str:
    names = list(texts)
    if not names:
        return ""
    return f"{_join_names(names)} {singular if len(names) == 1 else plural}"


def _shorten_placeholder(written: str) -> str:
    """Return the text of a placeholder on one line, cut to `_MAX_PLACEHOLDER_LENGTH` characters."""
    on_one_line = " ".join(written.split()) if "\n" in written else written
    return (
        on_one_line if len(on_one_line) <= _MAX_PLACEHOLDER_LENGTH else on_one_line[: _MAX_PLACEHOLDER_LENGTH - 1] + "…"
    )
