"""What XLIFF means, for those who read it as a tree and those who build none."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from transtats_cli.flags import Flags
from transtats_cli.model import State

if TYPE_CHECKING:
    from datetime import datetime

XML_TEXT = Flags({"xml-text": ()})
# Who extracts strings from source code, and with Angular, which parts of the code's remark they carry over.
_DEVELOPERS = frozenset({"developer", "programmer", "source code", "description", "meaning"})
# Every state that asks for work on the translation itself. `needs-review-translation` and its like ask for a look only.
NEEDS_EDITING = frozenset({"new", "needs-translation", "needs-adaptation", "needs-l10n"})

MOST_TAGS = 10_000_000
"""Tags, and attributes, of one file; a hundred megabytes of the shortest strings have fewer."""


def forbids_translation(translate: str | None) -> bool:
    return translate is not None and translate.lower() == "no"


def state_of(target: str, needs_editing: bool, approved: bool) -> State:
    if not target:
        return State.EMPTY
    if needs_editing:
        return State.NEEDS_EDITING
    return State.APPROVED if approved else State.TRANSLATED


def comment_lines(notes: Iterable[tuple[str, str]], locations: Iterable[str]) -> str:
    """Notes, each with its author, and locations in PO notation; what is said twice stands there once."""
    authors: dict[str, str] = {}
    for text, author in notes:
        if text:
            authors.setdefault(text, author)
    lines = [
        f"{'#.' if author in _DEVELOPERS else '#'} {line}"
        for text, author in authors.items()
        for line in text.split("\n")
    ]
    lines += [f"#: {' '.join(location.split())}" for location in locations]
    return "\n".join(lines)


def newest(dates: Iterable[str | None]) -> str | None:
    """The newest of the `date` attributes of a file's <file> elements, as `2026-01-31T12:00:00Z`."""
    times = [time for time in map(_time, filter(None, dates)) if time]
    return max(times).replace(tzinfo=None).isoformat() + "Z" if times else None


def _time(date: str) -> "datetime | None":
    """An ISO 8601 time; one without a zone is taken as UTC."""
    from datetime import UTC, datetime

    try:
        time = datetime.fromisoformat(date.strip())
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
