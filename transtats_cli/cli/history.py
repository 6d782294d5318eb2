"""`transtats history`: statistics of translations at past commits."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import click

from transtats_cli import settings
from transtats_cli.cli.declared_options import option
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.cli.group import TranstatsCommand
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import (
    OutputOptions,
    ResourceOptions,
    component_arguments,
    component_options,
    create_completer,
    create_option_group,
    create_output_options,
    create_selector,
    format_examples,
    git_timeout_option,
    language_option,
    message_options,
    resource_options,
    root_option,
)
from transtats_cli.errors import TranstatsError
from transtats_cli.git import repository
from transtats_cli.git.process import GitError
from transtats_cli.history import Commit, ComponentHistory, HistoryRequest
from transtats_cli.history.commits import EVERY_CHANGE, EVERY_COMMIT, PERIOD_FUNCTIONS, list_commits
from transtats_cli.history.component_history import (
    FileFailure,
    UncheckedStrings,
    collect_file_failures,
    count_unchecked_strings,
    read_component_history,
)
from transtats_cli.history.language_filter import select_history_languages
from transtats_cli.history.reader import ComponentLocation
from transtats_cli.output.history import OUTPUTS, HistoryResults
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import format_count
from transtats_cli.output.writing import write_value
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.revisions import split_names_and_revisions
from transtats_cli.settings.layers import Overrides


class CommitSelection(NamedTuple):
    """Options that select the commits to show."""

    since: str
    """Date or time of the oldest commit. Empty for no limit."""
    every: str | None
    """Value of `--every`. None if the option is not given."""
    tags: bool
    """True to show only commits with tags."""


commit_options = create_option_group(
    "commits",
    CommitSelection,
    option(
        "--since", default="", metavar="DATE", help="Leave out commits before this date or time: 2026-01-31, 6 weeks."
    ),
    option(
        "--every",
        type=click.Choice([EVERY_CHANGE, EVERY_COMMIT, *PERIOD_FUNCTIONS]),
        help="Every change of a figure (default), every commit, or the last one of each day, week or month (UTC).",
    ),
    option("--tags", is_flag=True, help="Only commits with tags."),
)


@click.command(
    cls=TranstatsCommand,
    epilog=format_examples(
        'transtats history shop app --since "6 weeks"', "transtats history shop app --tags --format svg:chart.svg"
    ),
)
@component_arguments
@click.argument("revision", required=False, shell_complete=create_completer("revisions"))
@commit_options
@option("--checks/--no-checks", default=True, help="Run the quality checks at each commit (default), or not.")
@language_option
@create_output_options(OUTPUTS)
@component_options
@resource_options
@git_timeout_option
@root_option
@message_options
def history(
    arguments: ComponentArguments,
    revision: str | None,
    root: str,
    messages: Messages,
    overrides: Overrides,
    resources: ResourceOptions,
    checks: bool,
    **options: Any,
) -> int:
    """Print the statistics of past commits.

    REVISION is the newest commit, HEAD by default. OLDER..NEWER leaves out the commits that OLDER contains, and A...B
    starts at the merge base. Commits of merged branches are left out; the merge commit contains their changes. The
    working tree is not changed.

    PROJECT/COMPONENT can be a pattern ('shop/*') or the path of a file or a directory. With --all, the only argument is
    the revision.
    """
    selector = create_selector(root, overrides)
    arguments, given = split_names_and_revisions(selector, arguments, (revision,))
    if len(given) > 1:
        raise click.UsageError("there are two revisions; give one, or a range OLDER..NEWER.")
    scan = ScanOptions(
        runs_checks=checks, jobs=resources.jobs, cache_directory=resources.cache_directory, budget=resources.budget
    )
    request = _HistoryInvocation(messages, scan, **options)
    revision = given[0] if given else "HEAD"

    def print_history(names: tuple[str, str]) -> int:
        # Past commits have settings of their own, but errors in the present settings should not go unnoticed.
        settings.load_settings(root)
        location = ComponentLocation(repository.require_repository(root), root, names, overrides)
        return request.print_histories([location], revision)

    # A component with both names may exist in past commits only.
    status = selector.call_with_names(arguments, print_history)
    if status is not None:
        return status
    selection = selector.select(arguments, request.languages)
    found = repository.require_repository(root)
    locations = [ComponentLocation(found, root, (each.project, each.slug), overrides) for each in selection.components]
    for problem in selection.problems:
        messages.print(str(problem))
    request = request._replace(languages=selection.languages)
    status = request.print_histories(locations, revision, has_several_components=selection.has_several_components)
    return PARTLY_DONE if selection.problems else status


class _HistoryInvocation(NamedTuple):
    """Options of one `history` invocation, without the component name."""

    messages: Messages
    scan_options: ScanOptions
    commits: CommitSelection
    languages: tuple[str, ...]
    outputs: OutputOptions

    def print_histories(
        self, locations: Sequence[ComponentLocation], revision: str, *, has_several_components: bool = False
    ) -> int:
        destinations = self.outputs.parse_destinations()
        for each in destinations:
            if has_several_components and not OUTPUTS[each.format].is_for_several:
                raise click.UsageError(f"--format {each.format} shows one component, and several are selected.")
        selection = self.commits
        request = HistoryRequest(revision, selection.since, selection.every or EVERY_CHANGE, selection.tags)
        found = locations[0].repository
        commits = list_commits(found, request, cache=self.scan_options.cache_directory)
        with ProgressBar(sys.stderr, len(commits) * len(locations)) as progress:
            scan = self.scan_options._replace(progress=progress.advance)
            histories = list(
                self._read_histories(locations, commits, scan, has_several_components=has_several_components)
            )
        if not histories:
            raise TranstatsError("none of the selected components is in these commits")
        write_value(HistoryResults(histories, has_several_components), OUTPUTS, destinations)
        self._print_shallow_clone_note(found, revision, commits)
        has_failures = False
        for history in histories:
            failures = collect_file_failures(history, found.top)
            has_failures = has_failures or bool(failures)
            self._print_unread_and_unchecked(failures, count_unchecked_strings(history))
        return PARTLY_DONE if has_failures else 0

    def _read_histories(
        self,
        locations: Sequence[ComponentLocation],
        commits: Sequence[Commit],
        scan: ScanOptions,
        *,
        has_several_components: bool,
    ) -> Iterator[ComponentHistory]:
        """Yield the history of each component.

        If `has_several_components` is True, a component without a history is left out, and a note is printed. Otherwise
        TranstatsError is raised.
        """
        selection = self.commits
        changes_only = selection.every == EVERY_CHANGE or not (selection.tags or selection.every)
        for location in locations:
            try:
                history = read_component_history(location, commits, scan, changes_only=changes_only)
                yield select_history_languages(history, self.languages)
            except GitError:
                raise
            except TranstatsError as error:
                if not has_several_components:
                    raise
                if not self.messages.quiet:
                    first, *others = error.lines
                    self.messages.print(f"note: {'/'.join(location.names)} is left out: {first}")
                    for line in others:
                        self.messages.print(line)

    def _print_shallow_clone_note(
        self, git_repository: repository.Repository, revision: str, commits: Sequence[Commit]
    ) -> None:
        """Print a note if older commits are missing because the clone is shallow.

        If a date or a range limits the history, the note is printed only if the history reaches the oldest commit of
        the clone. If the messages are quiet, print nothing.
        """
        boundary = git_repository.shallow_boundary()
        is_limited = self.commits.since or ".." in revision
        is_reached = any(commit.commit_id in boundary for commit in commits)
        if boundary and not self.messages.quiet and (is_reached or not is_limited):
            self.messages.print("note: the clone is shallow, so older commits are missing: git fetch --unshallow")

    def _print_unread_and_unchecked(
        self, file_failures: list[FileFailure], unchecked_strings: UncheckedStrings
    ) -> None:
        """Print each unreadable file once, and the number of strings that were not checked."""
        for file in file_failures:
            first = _abbreviate_commit_id(file.commits[0])
            effect = f"left out in {format_count(len(file.commits), 'commit')}, from {first} on"
            self.messages.print(f"{file.failure} ({effect})")
        if unchecked_strings.string_count and not self.messages.quiet:
            strings = format_count(unchecked_strings.string_count, "string")
            commits = format_count(len(unchecked_strings.commits), "commit")
            first = _abbreviate_commit_id(unchecked_strings.commits[0])
            self.messages.print(
                f"warning: {strings} in {commits}, from {first} on, not checked: the checks took too much processor"
                " time; --check-time sets the limit"
            )


def _abbreviate_commit_id(commit: Commit) -> str:
    return commit.commit_id[:12]
