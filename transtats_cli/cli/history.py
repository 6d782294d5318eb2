"""`transtats history`: statistics of translations at past commits."""

from collections.abc import Sequence

import click

from transtats_cli import settings
from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    RESOURCE_OPTIONS,
    OutputOptions,
    component_arguments,
    create_completer,
    create_output_options,
    git_timeout_option,
    language_option,
    measure_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.git import repository
from transtats_cli.history.commits import (
    EVERY_CHANGE,
    EVERY_COMMIT,
    PERIOD_FUNCTIONS,
    Commit,
    HistoryRequest,
    count_other_tags,
    list_commits,
)
from transtats_cli.history.component_history import (
    ComponentHistory,
    align_histories,
    collect_file_failures,
    read_component_histories,
    select_history_languages,
)
from transtats_cli.history.reader import ComponentLocation
from transtats_cli.output.history import OUTPUTS, HistoryResults
from transtats_cli.output.text import format_count
from transtats_cli.problems import Problem
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.revisions import split_names_and_revisions

_MANY_COMMITS = 500
"""Number of commits above which a note names options that select fewer."""


@command('transtats history shop app --since "6 weeks"', "transtats history shop app --tags --format svg:chart.svg")
@component_arguments
@click.argument("revision", required=False, shell_complete=create_completer("revisions"))
@option("--since", default="", metavar="DATE", help="Leave out commits before this date or time: 2026-01-31, 6 weeks.")
@option(
    "--every",
    type=click.Choice([EVERY_CHANGE, EVERY_COMMIT, *PERIOD_FUNCTIONS]),
    help="Every change of a figure (default), every commit, or the last one of each day, week or month (UTC).",
)
@flag("--tags", help="Only commits with tags.")
@option("--checks/--no-checks", default=True, help="Run the quality checks at each commit (default), or not.")
@language_option
@create_output_options(OUTPUTS)
@create_run_options(measure_option, *FILE_OPTIONS, *RESOURCE_OPTIONS, git_timeout_option)
def history(
    arguments: ComponentArguments,
    revision: str | None,
    since: str,
    every: str | None,
    tags: bool,
    checks: bool,
    languages: tuple[str, ...],
    outputs: OutputOptions,
    run: Run,
) -> int:
    """Print the statistics of past commits.

    REVISION is the newest commit, HEAD by default. OLDER..NEWER leaves out the commits that OLDER contains, and A...B
    starts at the merge base. Commits of merged branches are left out; the merge commit contains their changes. The
    working tree is not changed.

    PROJECT/COMPONENT can be a pattern ('shop/*') or the path of a file or a directory. With --all, the only argument is
    the revision.
    """
    selector = run.create_selector()
    arguments, given = split_names_and_revisions(selector, arguments, (revision,))
    if len(given) > 1:
        raise click.UsageError("there are two revisions; give one, or a range OLDER..NEWER.")
    # Among the commits with tags, also those that change no figure are shown.
    every = every or (EVERY_COMMIT if tags else EVERY_CHANGE)
    request = HistoryRequest(given[0] if given else "HEAD", since, every, tags)

    def print_history(names: tuple[str, str]) -> int:
        # Past commits have settings of their own, but errors in the present settings should not go unnoticed.
        settings.load_settings(run.root)
        return _print_histories([names], languages, request, checks, outputs, run)

    # A component with both names may exist in past commits only.
    status = selector.call_with_names(arguments, print_history)
    if status is not None:
        return status
    selection = selector.select(arguments, languages)
    for problem in selection.problems:
        run.messages.print(str(problem))
    names = [(each.project, each.slug) for each in selection.components]
    several = selection.has_several_components
    status = _print_histories(names, selection.languages, request, checks, outputs, run, has_several_components=several)
    return PARTLY_DONE if selection.problems else status


def _print_histories(
    names: Sequence[tuple[str, str]],
    languages: tuple[str, ...],
    request: HistoryRequest,
    runs_checks: bool,
    outputs: OutputOptions,
    run: Run,
    *,
    has_several_components: bool = False,
) -> int:
    """Print the histories of components, and return the exit status.

    If several components are selected, a component without a history is left out, and a note is printed. Otherwise
    TranstatsError is raised.
    """
    found = repository.require_repository(run.root)
    if request.only_tagged_commits and (others := count_other_tags(found, request)):
        newest = request.revision.rpartition("..")[2].strip(".") or "HEAD"
        run.messages.print_unless_quiet(
            f"note: {format_count(others, 'tag')} left out, because {newest} does not contain the commits; a branch or"
            " tag in place of REVISION has others"
        )
    commits = list_commits(found, request, cache=run.cache_directory)
    if len(commits) > _MANY_COMMITS and request.every == EVERY_CHANGE and not request.since:
        shorter = "--every month or --since '12 months' takes less time"
        run.messages.print_unless_quiet(f"note: {len(commits)} commits are read; {shorter}")
    locations = [ComponentLocation(found, run.root, each, run.overrides).with_present_measure() for each in names]
    histories: list[ComponentHistory] = []
    with RunLog(run.messages, step_count=len(commits)) as log:
        scan = run.scan_options._replace(runs_checks=runs_checks, progress=log.progress.advance)
        results = read_component_histories(locations, commits, scan, changes_only=request.every == EVERY_CHANGE)
        for each, history in zip(names, results, strict=True):
            try:
                if isinstance(history, TranstatsError):
                    raise history
                histories.append(select_history_languages(history, languages))
            except TranstatsError as error:
                if not has_several_components:
                    raise
                reason = "; ".join(error.lines).removeprefix(f"{'/'.join(each)}: ")
                log.add_note(Problem("/".join(each), f"left out: {reason}"))
    if not histories:
        raise TranstatsError("none of the selected components is in these commits")
    outputs.write(HistoryResults(histories, align_histories(histories, commits) if has_several_components else ()))
    _print_shallow_clone_note(found, commits, request, run.messages)
    with RunLog(run.messages) as log:
        for history in histories:
            _add_unread_and_unchecked(history, found.top, log)
    return log.exit_status


def _print_shallow_clone_note(
    git_repository: repository.Repository, commits: Sequence[Commit], request: HistoryRequest, messages: Messages
) -> None:
    """Print a note if older commits are missing because the clone is shallow.

    If a date or a range limits the history, the note is printed only if the history reaches the oldest commit of the
    clone. If the messages are quiet, print nothing.
    """
    boundary = git_repository.shallow_boundary()
    is_limited = request.since or ".." in request.revision
    is_reached = any(commit.commit_id in boundary for commit in commits)
    if boundary and (is_reached or not is_limited):
        messages.print_unless_quiet("note: the clone is shallow, so older commits are missing: git fetch --unshallow")


def _add_unread_and_unchecked(history: ComponentHistory, repository_top: str, log: RunLog) -> None:
    """Add each unreadable file once, and the numbers of commits with other shares and of unchecked strings."""
    for failure, commits in collect_file_failures(history, repository_top).items():
        log.add_failure(Problem("", failure), f" (left out in {_format_commits(commits)})")
    measured = [entry for entry in history.entries if entry.figures.languages]
    if others := [entry.commit for entry in measured if entry.figures.measure != measured[-1].figures.measure]:
        reason = f"the files cannot be compared with the template in {_format_commits(others)}"
        shown = "these shares are those of the strings in the files"
        log.add_note(Problem("/".join(history.names), f"{reason}; {shown}"))
    unchecked = [entry for entry in history.entries if entry.figures.unchecked_count]
    if unchecked:
        strings = format_count(sum(entry.figures.unchecked_count for entry in unchecked), "string")
        reason = "not checked: the checks took too much processor time; --check-time sets the limit"
        commits = [entry.commit for entry in unchecked]
        log.add_warning(Problem("", f"{strings} in {_format_commits(commits)}, {reason}"))


def _format_commits(commits: Sequence[Commit]) -> str:
    return f"{format_count(len(commits), 'commit')}, from {commits[0].commit_id[:12]} on"
