"""Read the strings of a translation that changed last. Runs in worker processes."""

from typing import NamedTuple

from transtats_cli.changes.difference import UnitValue
from transtats_cli.changes.recent_strings import RecentChange, find_recent_changes
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.pages.recent_changes import MAX_CHANGES, StringChange, StringVersion
from transtats_cli.times import format_as_utc
from transtats_cli.unit_queries.checksums import unit_checksum

_MAX_TEXT_LENGTH = 3_000
_COMMIT_ID_LENGTH = 12


class TranslationChanges(NamedTuple):
    """Changes of a translation, newest first."""

    changes: tuple[StringChange, ...] = ()
    failure: str = ""
    """Reason why the changes cannot be read. It may contain paths, so pages do not show it."""


def read_recent_changes(component: Component, path: str) -> TranslationChanges | None:
    """Return the strings of a translation file that changed last. None if the file is not in a git repository.

    `path` is relative to the component. If the changes cannot be read, `failure` of the result contains the reason.
    """
    try:
        found = find_recent_changes(component, path, MAX_CHANGES)
    except (TranstatsError, UnreadableFile, OSError) as error:
        return TranslationChanges(failure=str(error))
    return None if found is None else TranslationChanges(tuple(_to_string_change(each, component) for each in found))


def _to_string_change(change: RecentChange, component: Component) -> StringChange:
    context, source = change.identity
    is_monolingual = bool(component.template) or FILE_FORMATS[component.file_format].has_multiple_values
    # The strings of a monolingual file have the sources of the template.
    checksum = "" if is_monolingual else unit_checksum(Unit(context, source, *change.after))
    date = None if change.time is None else format_as_utc(change.time)
    return StringChange(
        (date or "")[:10],
        change.commit[:_COMMIT_ID_LENGTH],
        _shorten_text(context),
        _split_forms(source),
        None if change.before is None else _to_version(change.before),
        _to_version(change.after),
        checksum,
    )


def _to_version(value: UnitValue) -> StringVersion:
    target, state = value
    return StringVersion(_split_forms(target), state.display_name)


def _split_forms(text: str) -> tuple[str, ...]:
    return tuple(map(_shorten_text, text.split(PLURAL_SEPARATOR)))


def _shorten_text(text: str) -> str:
    return text if len(text) <= _MAX_TEXT_LENGTH else f"{text[:_MAX_TEXT_LENGTH]}…"
