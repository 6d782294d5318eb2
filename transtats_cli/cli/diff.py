"""`transtats diff`: compare the strings of a component in two revisions."""

import sys
from contextlib import ExitStack
from typing import NamedTuple

import click

from transtats_cli.budget import Budget
from transtats_cli.cli.asking import asked
from transtats_cli.cli.group import DONE_IN_PART
from transtats_cli.cli.options import (
    Names,
    Outputs,
    Voice,
    budget_option,
    component_arguments,
    component_options,
    git_timeout_option,
    language_option,
    output_options,
    root_option,
    step_summary_option,
    top_of,
    voice_options,
)
from transtats_cli.comparison.movements import Comparison, compare
from transtats_cli.comparison.revisions import open_revisions
from transtats_cli.comparison.snapshot import SnapshotOptions, require_languages, take_snapshot
from transtats_cli.git.revisions import split_range
from transtats_cli.output import View
from transtats_cli.output.diff import DIFF_RENDERERS, load
from transtats_cli.output.diff.answer import Difference
from transtats_cli.output.progress import Progress
from transtats_cli.output.writing import view_for, write
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.discovery import locate

HEAD = "HEAD"
WORKING_TREE = "the working tree"


class Times(NamedTuple):
    """The two revisions. If `after` is None, the second one is the working tree."""

    before: str
    after: str | None


@click.command()
@component_arguments
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option("--units", "shows_units", is_flag=True, help="List the strings, each with its file and line.")
@click.option("--checks/--no-checks", default=True, help="Whether failing checks are compared; they are by default.")
@language_option
@output_options(DIFF_RENDERERS, "text")
@step_summary_option
@budget_option
@component_options
@git_timeout_option
@root_option
@voice_options
def diff(
    names: Names,
    a: str | None,
    b: str | None,
    root: str,
    voice: Voice,
    overrides: Overrides,
    outputs: Outputs,
    languages: tuple[str, ...],
    shows_units: bool,
    checks: bool,
    step_summary: bool,
    budget: Budget,
) -> int:
    """Say what happened to the strings of a component between two revisions of git, language by language.

    A is HEAD unless said, B the working tree; main... is where HEAD left main. A..B and A...B, which begins where B
    left A, will do for both. PROJECT/COMPONENT will do for both names.
    """
    names, times = _sorted_out(names, a, b)
    destinations = outputs.destinations(DIFF_RENDERERS, "text")
    with asked(names, root, "diff") as named:
        comparison = _compared(named, times, root, overrides, SnapshotOptions(checks, languages, False, budget=budget))
    require_languages(languages, comparison.before, comparison.after)
    voice.tell(comparison.before.report(), times.before)
    voice.tell(comparison.after.report(), times.after)
    after = WORKING_TREE if times.after is None else times.after
    answer = Difference(comparison, times.before, after, top_of(root), shows_units)
    if step_summary:
        from transtats_cli.output.diff.grids import markdown_of
        from transtats_cli.output.summary import add_to_summary

        add_to_summary(markdown_of(answer))
    write([(each.file, load(each.format)(answer, view_for(each.file, View()))) for each in destinations])
    return DONE_IN_PART if comparison.before.failures or comparison.after.failures else 0


def _sorted_out(names: Names, a: str | None, b: str | None) -> tuple[Names, Times]:
    """Return the names and the revisions. If PROJECT/COMPONENT is one word, all later words are revisions."""
    if names.project and "/" in names.project.rstrip("/") and names.component is not None:
        if b is not None:
            raise click.UsageError("two revisions can be compared, and there are three.")
        names, a, b = names._replace(component=None), names.component, a
    return names, _times(HEAD if a is None else a, b)


def _times(a: str, b: str | None) -> Times:
    """The revisions of `A B`, `A..B`, `A...B`, or `A...`, which is compared with the working tree."""
    if b is not None and split_range(b) is not None:
        raise click.UsageError(f"{b} is a range, and names both revisions by itself.")
    parts = split_range(a)
    if parts is None or parts[1:] == ("...", ""):
        return Times(a, b)
    if b is not None:
        raise click.UsageError(f"{a} names both revisions, and {b} would be a third.")
    older, dots, newer = parts
    return Times(a if dots == "..." else older or HEAD, newer or HEAD)


def _compared(
    named: tuple[str, str], times: Times, root: str, overrides: Overrides, options: SnapshotOptions
) -> Comparison:
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(sys.stderr))
        revisions = stack.enter_context(open_revisions(root))
        for revision in (each for each in times if each is not None):
            revisions.commit(revision)
        options = options._replace(progress=progress.advance)
        # The working tree comes first, so that the error for a mistyped name lists the current names.
        now = take_snapshot(locate(root, *named, overrides), options) if times.after is None else None
        before = revisions.take_snapshot(times.before, named, overrides, options)
        return compare(before, now or revisions.take_snapshot(str(times.after), named, overrides, options))
