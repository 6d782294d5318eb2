"""Read the history of a component for its chart. Runs in worker processes."""

from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git import repository
from transtats_cli.history.commits import HistoryRequest, list_commits
from transtats_cli.history.component_history import read_component_history
from transtats_cli.history.reader import ComponentLocation
from transtats_cli.pages.history_chart import TranslatedHistory
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.settings.layers import Overrides

_WEEKLY_HISTORY_REQUEST = HistoryRequest(every="week")
_MAX_WEEKS = 104


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
