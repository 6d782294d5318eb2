"""`transtats history`: statistics of translations at past commits."""

import sys
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import click

from transtats_cli.cli.component_selection import explicit_names, select_components, with_similar_names
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
    RunResources,
    all_option,
    completer,
    component_arguments,
    component_options,
    examples,
    git_timeout_option,
    language_option,
    message_options,
    option_group,
    output_options,
    resource_options,
    root_option,
)
from transtats_cli.cli.revision_arguments import split_arguments
from transtats_cli.errors import TranstatsError
from transtats_cli.git import repository
from transtats_cli.git.process import GitError
from transtats_cli.history import Commit, ComponentHistory, HistoryRequest
from transtats_cli.history.commits import CHANGE, COMMIT, PERIODS, list_commits
from transtats_cli.history.component_history import (
    FileFailure,
    UncheckedStrings,
    component_history,
    unchecked_strings,
    unreadable_files,
)
from transtats_cli.history.language_filter import only_languages
from transtats_cli.history.reader import ComponentLocation
from transtats_cli.output import View
from transtats_cli.output.history import RENDERERS, SEVERAL_COMPONENTS
from transtats_cli.output.terminal import Progress
from transtats_cli.output.text import format_count
from transtats_cli.output.writing import render_all, write
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.pipeline.scan import ScanOptions


class CommitSelection(NamedTuple):
    """Options that select the commits to show."""

    since: str
    every: str | None
    tags: bool


commit_options = option_group(
    "commits",
    CommitSelection,
    click.option(
        "--since", default="", metavar="DATE", help="Leave out commits before this date or time: 2026-01-31, 6 weeks."
    ),
    click.option(
        "--every",
        type=click.Choice([CHANGE, COMMIT, *PERIODS]),
        help="Every change of a figure (default), every commit, or the last one of each day, week or month (UTC).",
    ),
    click.option("--tags", is_flag=True, help="Only commits with tags."),
)


@click.command(
    epilog=examples(
        'transtats history shop app --since "6 weeks"', "transtats history shop app --tags --format svg:chart.svg"
    )
)
@component_arguments
@all_option
@click.argument("revision", required=False, shell_complete=completer("revisions"))
@commit_options
@click.option("--checks/--no-checks", default=True, help="Run the quality checks at each commit (default), or not.")
@language_option
@output_options(RENDERERS.names, "table")
@component_options
@resource_options
@git_timeout_option
@root_option
@message_options
def history(
    names: ComponentArguments,
    select_all: bool,
    revision: str | None,
    root: str,
    messages: Messages,
    overrides: Overrides,
    resources: RunResources,
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
    names, given = split_arguments(names, (revision,), select_all, root)
    if len(given) > 1:
        raise click.UsageError("there are two revisions; give one, or a range OLDER..NEWER.")
    scan = ScanOptions(checks=checks, jobs=resources.jobs, cache=resources.cache, budget=resources.budget)
    request = _Request(messages, scan, **options)
    revision = given[0] if given else "HEAD"
    pair = None if select_all else explicit_names(names, root)
    if pair is not None:
        # The component may exist in past commits only.
        location = ComponentLocation(repository.require(root), root, pair, overrides)
        return with_similar_names(pair, root, lambda found: request.print([location._replace(names=found)], revision))
    selection = select_components(names, select_all, root, overrides, "history")
    found = repository.require(root)
    locations = [ComponentLocation(found, root, (each.project, each.slug), overrides) for each in selection.components]
    for problem in selection.problems:
        messages.print(problem)
    request = request._replace(languages=selection.only(request.languages))
    status = request.print(locations, revision, several=selection.several)
    return DONE_IN_PART if selection.problems else status


class _Request(NamedTuple):
    """Options of one `history` invocation, without the component name."""

    messages: Messages
    scan: ScanOptions
    commits: CommitSelection
    languages: tuple[str, ...]
    outputs: Outputs

    def print(self, locations: Sequence[ComponentLocation], revision: str, *, several: bool = False) -> int:
        destinations = self.outputs.destinations(RENDERERS.names, "table")
        for each in destinations:
            if several and each.format not in SEVERAL_COMPONENTS:
                raise click.UsageError(f"--format {each.format} shows one component, and several are selected.")
        selection = self.commits
        request = HistoryRequest(revision, selection.since, selection.every or CHANGE, selection.tags)
        found = locations[0].repository
        commits = list_commits(found, request, cache=self.scan.cache)
        with Progress(sys.stderr, len(commits) * len(locations)) as progress:
            scan = self.scan._replace(progress=progress.advance)
            histories = list(self._histories(locations, commits, scan, several=several))
        if not histories:
            raise TranstatsError("none of the selected components is in these commits")
        view = View(several=several)
        write(render_all(repeat(histories), view, destinations, RENDERERS))
        self._print_boundary(found, revision, commits)
        unreadable = [failure for history in histories for failure in unreadable_files(history, found.top)]
        for history in histories:
            self._print_problems(unreadable_files(history, found.top), unchecked_strings(history))
        return DONE_IN_PART if unreadable else 0

    def _histories(
        self, locations: Sequence[ComponentLocation], commits: Sequence[Commit], scan: ScanOptions, *, several: bool
    ) -> Iterator[ComponentHistory]:
        """Yield the history of each component. A component that is in none of the commits is noted."""
        selection = self.commits
        changes_only = selection.every == CHANGE or not (selection.tags or selection.every)
        for location in locations:
            try:
                history = component_history(location, commits, scan, changes_only=changes_only)
                yield only_languages(history, self.languages)
            except GitError:
                raise
            except TranstatsError as error:
                if not several:
                    raise
                if not self.messages.quiet:
                    self.messages.print(f"note: {'/'.join(location.names)} is left out: {error}")

    def _print_boundary(self, found: repository.Repository, revision: str, commits: Sequence[Commit]) -> None:
        """Print a note if the history ends at the boundary of a shallow clone, and not at a given date or revision."""
        boundary = found.boundary()
        is_limited = self.commits.since or ".." in revision
        is_reached = any(commit.identity in boundary for commit in commits)
        if boundary and not self.messages.quiet and (is_reached or not is_limited):
            self.messages.print("note: the clone is shallow, so older commits are missing: git fetch --unshallow")

    def _print_problems(self, unreadable: list[FileFailure], unchecked: UncheckedStrings) -> None:
        """Print each unreadable file once, and the number of strings that were not checked."""
        for file in unreadable:
            effect = f"left out in {format_count(len(file.commits), 'commit')}, from {_short_id(file.commits[0])} on"
            self.messages.print(f"{file.failure} ({effect})")
        if unchecked.strings and not self.messages.quiet:
            strings = format_count(unchecked.strings, "string")
            commits = format_count(len(unchecked.commits), "commit")
            self.messages.print(
                f"warning: {strings} in {commits}, from {_short_id(unchecked.commits[0])} on, not checked: the checks"
                " took too much processor time; --check-time sets the limit"
            )


def _short_id(commit: Commit) -> str:
    return commit.identity[:12]
