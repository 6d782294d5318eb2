"""Strings of a translation that changed last, for the page of the translation."""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.pages.visible_text import VisibleText, make_visible_text

MAX_CHANGES = 10
_MAX_TEXT_BYTES = 2_000


class StringVersion(NamedTuple):
    """Texts of the target of a string in one version of a file. A string with plural forms has several texts."""

    texts: tuple[str, ...]
    state: str


class StringChange(NamedTuple):
    """Last change of one string."""

    date: str
    """Day of the commit. Empty if it is unknown, or if the change is not committed."""
    commit: str
    """Beginning of the id of the commit. Empty if the change is not committed."""
    context: str
    sources: tuple[str, ...]
    before: StringVersion | None
    """Version before the change, or None if the string was added."""
    after: StringVersion
    checksum: str
    """Text that identifies the string in addresses. Empty if the string has no page."""


class ShownVersion(NamedTuple):
    """Target of a string, with white space and control characters made visible."""

    texts: Sequence[VisibleText]
    state: str
    """State of the string. Empty if the change does not concern the state."""


class ShownChange(NamedTuple):
    """Change of a string, ready to be shown."""

    change: StringChange
    sources: Sequence[VisibleText]
    before: ShownVersion
    after: ShownVersion


class RecentChanges(NamedTuple):
    """Changes of a translation, newest first. If there are none, `note` gives the reason."""

    changes: Sequence[ShownChange] = ()
    note: str = ""


PENDING_CHANGES = RecentChanges(note="The changes are being read.")
FAILED_CHANGES = RecentChanges(note="The changes cannot be read. The log of the server contains the reason.")
_NO_CHANGES = RecentChanges(note="The latest commits that were read changed no string after the file was added.")


def make_recent_changes(changes: Sequence[StringChange]) -> RecentChanges:
    if not changes:
        return _NO_CHANGES
    return RecentChanges([_show_change(change) for change in changes[:MAX_CHANGES]])


def _show_change(change: StringChange) -> ShownChange:
    before = change.before or StringVersion((), "")
    has_new_state = before.state != change.after.state
    return ShownChange(
        change,
        _show_texts(change.sources),
        ShownVersion(_show_texts(before.texts), before.state if has_new_state else ""),
        ShownVersion(_show_texts(change.after.texts), change.after.state if has_new_state else ""),
    )


def _show_texts(texts: Sequence[str]) -> Sequence[VisibleText]:
    limit = _MAX_TEXT_BYTES // max(1, len(texts))
    return [make_visible_text(text, limit=limit) for text in texts if text]
