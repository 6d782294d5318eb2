"""Read the history of a component for its chart, and the strings of a translation that changed last.

Runs in worker processes.
"""

from transtats_cli.changes.difference import UnitValue
from transtats_cli.changes.recent_strings import RecentChange, find_recent_changes
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError, UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.git import repository
from transtats_cli.history.commits import HistoryRequest, list_commits
from transtats_cli.history.component_history import read_component_history
from transtats_cli.history.reader import ComponentLocation
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.pages.history import (
    FAILED_CHANGES,
    NO_CHANGES,
    RecentChanges,
    StringChange,
    StringVersion,
    TranslatedHistory,
    show_changed_texts,
)
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.settings.layers import Overrides
from transtats_cli.times import format_as_utc
from transtats_cli.unit_queries.checksums import unit_checksum

_WEEKLY_HISTORY_REQUEST = HistoryRequest(every="week")
_MAX_WEEKS = 104
_MAX_CHANGES = 10
_MAX_CONTEXT_LENGTH = 3_000
_COMMIT_ID_LENGTH = 12


def read_translated_history(
    names: tuple[str, str], root: str, overrides: Overrides, cache_directory: str
) -> TranslatedHistory | None:
    """Return the translated shares of a component at the last commit of each week. The checks are not run.

    `names` contains the project and the slug of the component, and `root` is the served directory.

    Weeks without a commit are left out. At most the latest 104 weeks are read. Return None if `root` is not in a git
    repository. If no commit contains the component, the history is empty. If git fails, or if no commit contains
    readable files of the component, `failure` of the history contains the reason.
    """
    try:
        found = repository.find_repository(root)
        return None if found is None else _read_history(found, names, root, overrides, cache_directory)
    except UnknownComponentError:
        return TranslatedHistory()
    except TranstatsError as error:
        return TranslatedHistory(failure=str(error))


def _read_history(
    git_repository: repository.Repository, names: tuple[str, str], root: str, overrides: Overrides, cache_directory: str
) -> TranslatedHistory:
    if not git_repository.read_head_commit():
        return TranslatedHistory()
    location = ComponentLocation(git_repository, root, names, overrides)
    options = ScanOptions(runs_checks=False, cache_directory=cache_directory)
    commits = list_commits(git_repository, _WEEKLY_HISTORY_REQUEST, cache=cache_directory)[:_MAX_WEEKS]
    history = read_component_history(location, commits, options, changes_only=False)
    return TranslatedHistory(
        tuple(history.commit_times),
        tuple((entry.commit.date or "")[:10] for entry in history.entries),
        tuple(history.total_percentages),
        {code: tuple(history.translated_percentages(code)) for code, _ in history.languages},
    )


def read_recent_changes(component: Component, path: str) -> RecentChanges | None:
    """Return the strings of a translation file that changed last. None if the file is not in a git repository.

    `path` is relative to the component. If the changes cannot be read, `failure` of the result contains the reason.
    """
    try:
        found = find_recent_changes(component, path, _MAX_CHANGES)
    except (TranstatsError, UnreadableFile, OSError) as error:
        return FAILED_CHANGES._replace(failure=str(error))
    if not found:
        return None if found is None else NO_CHANGES
    return RecentChanges([_to_string_change(each, component) for each in found])


def _to_string_change(change: RecentChange, component: Component) -> StringChange:
    context, source = change.identity
    is_monolingual = bool(component.template) or FILE_FORMATS[component.file_format].has_multiple_values
    # The strings of a monolingual file have the sources of the template.
    checksum = "" if is_monolingual else unit_checksum(Unit(context, source, *change.after))
    date = None if change.time is None else format_as_utc(change.time)
    return StringChange(
        (date or "")[:10],
        change.commit[:_COMMIT_ID_LENGTH],
        context if len(context) <= _MAX_CONTEXT_LENGTH else f"{context[:_MAX_CONTEXT_LENGTH]}…",
        show_changed_texts(source.split(PLURAL_SEPARATOR)),
        change.before is None,
        _to_version(change.before, change.after),
        _to_version(change.after, change.before),
        checksum,
    )


def _to_version(value: UnitValue | None, other_value: UnitValue | None) -> StringVersion:
    """Return a version of a string. It contains the state only if the other version has another one."""
    if value is None:
        return StringVersion((), "")
    target, state = value
    has_same_state = other_value is not None and other_value[1].display_name == state.display_name
    texts = show_changed_texts(target.split(PLURAL_SEPARATOR))
    return StringVersion(texts, "" if has_same_state else state.display_name)
