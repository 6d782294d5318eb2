"""What attributes of XLIFF mean, for the reader of trees and the counter that builds none."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

# Every state that asks for work on the translation itself. `needs-review-translation` and its like ask for a look only.
NEEDS_EDITING = frozenset({"new", "needs-translation", "needs-adaptation", "needs-l10n"})


def forbids_translation(translate: str | None) -> bool:
    return translate is not None and translate.lower() == "no"


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
