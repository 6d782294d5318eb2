"""`transtats history`: statistics of a component's translations at past commits."""

import os
import sys
from typing import Any, NamedTuple

import click

from transtats_cli.cli.asking import asked
from transtats_cli.cli.examples import examples
from transtats_cli.cli.group import DONE_IN_PART
from transtats_cli.cli.options import (
    Effort,
    Names,
    Outputs,
    Voice,
    bundled,
    component_arguments,
    component_options,
    effort_options,
    git_timeout_option,
    language_option,
    output_options,
    root_option,
    voice_options,
)
from transtats_cli.git import repository
from transtats_cli.history import ComponentHistory, HistoryRequest, only_changes
from transtats_cli.history.commits import CHANGE, COMMIT, PERIODS, list_commits
from transtats_cli.history.language_filter import only_languages
from transtats_cli.history.reader import ComponentLocation, read_history
from transtats_cli.output import View
from transtats_cli.output.counted import counted
from transtats_cli.output.history import HISTORY_RENDERERS, load
from transtats_cli.output.progress import Progress
from transtats_cli.output.writing import write_each
from transtats_cli.paths import from_here
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.pipeline.scan import ScanOptions


class CommitSelection(NamedTuple):
    """Options that select commits."""

    since: str
    every: str | None
    tags: bool


choice_options = bundled(
    "choice",
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
@click.argument("revision", required=False)
@choice_options
@click.option("--checks/--no-checks", default=True, help="Run the quality checks at each commit (default), or not.")
@language_option
@output_options(HISTORY_RENDERERS, "table")
@component_options
@effort_options
@git_timeout_option
@root_option
@voice_options
def history(
    names: Names, revision: str | None, root: str, voice: Voice, languages: tuple[str, ...], **chosen: Any
) -> int:
    """Print the statistics of past commits.

    REVISION is the newest commit, HEAD by default. OLDER..NEWER leaves out the commits that OLDER contains, and A...B
    starts at the merge base. Commits of merged branches are left out; the merge commit contains their changes. The
    working tree is not changed.
    """
    if "/" in (names.project or "") and names.component is not None and revision is None:
        names, revision = Names(names.project, None), names.component
    request = _Request(root, voice, languages, **chosen)
    with asked(names, root, "history") as named:
        return request.print(named, revision or "HEAD")


class _Request(NamedTuple):
    """Options of one `history` invocation, without the component name."""

    root: str
    voice: Voice
    languages: tuple[str, ...]
    choice: CommitSelection
    checks: bool
    outputs: Outputs
    overrides: Overrides
    effort: Effort

    def print(self, names: tuple[str, str], revision: str) -> int:
        destinations = self.outputs.destinations(HISTORY_RENDERERS, "table")
        found = repository.require(self.root)
        commits = list_commits(
            found,
            HistoryRequest(revision, self.choice.since, self.choice.every or CHANGE, self.choice.tags),
            cache=self.effort.cache,
        )
        with Progress(sys.stderr, len(commits)) as progress:
            options = ScanOptions(
                checks=self.checks,
                progress=progress.advance,
                jobs=self.effort.jobs,
                cache=self.effort.cache,
                budget=self.effort.budget,
            )
            entries = list(read_history(ComponentLocation(found, self.root, names, self.overrides), commits, options))
        if self.choice.every == CHANGE or not (self.choice.tags or self.choice.every):
            entries = only_changes(entries)
        component_history = ComponentHistory(names, tuple(reversed(entries)))
        write_each([only_languages(component_history, self.languages)], View(), destinations, load)
        return DONE_IN_PART if self._tell(component_history, found.top) else 0

    def _tell(self, component_history: ComponentHistory, top: str) -> bool:
        """Print each file that could not be read once; return True if there is any."""
        failed: dict[str, list[str]] = {}
        for entry in component_history.entries:
            for failure in entry.figures.failures:
                shown = failure._replace(path=from_here(os.path.join(top, failure.path)))
                failed.setdefault(str(shown), []).append(entry.commit.identity[:12])
        for said, commits in failed.items():
            self.voice.say(f"{said} (left out in {counted(len(commits), 'commit')}, from {commits[0]} on)")
        self._warn_of_unchecked(component_history)
        return bool(failed)

    def _warn_of_unchecked(self, component_history: ComponentHistory) -> None:
        unchecked = [entry for entry in component_history.entries if entry.figures.unchecked]
        if unchecked and not self.voice.quiet:
            first = unchecked[0].commit.identity
            strings = counted(sum(entry.figures.unchecked for entry in unchecked), "string")
            self.voice.say(
                f"warning: {strings} in {counted(len(unchecked), 'commit')}, from {first[:12]} on,"
                " not checked: the checks took too much processor time; --check-time sets the limit"
            )
