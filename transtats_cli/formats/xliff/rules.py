"""Rules of XLIFF that both readers use, and that need no element tree."""

from collections.abc import Iterable
from datetime import UTC, datetime

from transtats_cli.flags import Flags
from transtats_cli.model import State

XML_TEXT_FLAGS = Flags({"xml-text": ()})
# Authors of notes that come from source code. Angular writes the part of the code comment instead of an author.
_DEVELOPER_AUTHORS = frozenset({"developer", "programmer", "source code", "description", "meaning"})
# States in which a translation has to be changed. `needs-review-translation` and similar states only require a review.
NEEDS_EDITING_STATES = frozenset({"new", "needs-translation", "needs-adaptation", "needs-l10n"})


def forbids_translation(translate_attribute: str | None) -> bool:
    return translate_attribute is not None and translate_attribute.lower() == "no"


def state_of_xliff_unit(target: str, needs_editing: bool, approved: bool) -> State:
    if not target:
        return State.EMPTY
    if needs_editing:
        return State.NEEDS_EDITING
    return State.APPROVED if approved else State.TRANSLATED


def convert_to_comment_lines(notes: Iterable[tuple[str, str]], locations: Iterable[str]) -> str:
    """Return the notes and source locations of an XLIFF unit as comment lines in PO notation.

    `notes` contains the text and the author of each note. A note with the text of an earlier note is omitted.
    """
    authors: dict[str, str] = {}
    for text, author in notes:
        if text:
            authors.setdefault(text, author)
    lines = [
        f"{'#.' if author in _DEVELOPER_AUTHORS else '#'} {line}"
        for text, author in authors.items()
        for line in text.split("\n")
    ]
    lines += [f"#: {' '.join(location.split())}" for location in locations]
    return "\n".join(lines)


def newest_date(iso_dates: Iterable[str | None]) -> str | None:
    """Return the newest of several ISO 8601 dates, as `2026-01-31T12:00:00Z`. Return None if no date is valid."""
    times = [time for time in map(_parse_iso_time, filter(None, iso_dates)) if time]
    return max(times).replace(tzinfo=None).isoformat() + "Z" if times else None


def _parse_iso_time(iso_date: str) -> datetime | None:
    """Parse an ISO 8601 time, by default in UTC. Return None if the time is invalid."""
    try:
        time = datetime.fromisoformat(iso_date.strip())
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
