"""`transtats diff`: compare the strings of a component in two revisions."""

import sys
from contextlib import ExitStack
from itertools import repeat
from typing import NamedTuple

import click

from transtats_cli.budget import Budget
from transtats_cli.cli.examples import examples
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
from transtats_cli.cli.selection import asked
from transtats_cli.comparison.movements import Comparison, compare
from transtats_cli.comparison.revisions import open_revisions
from transtats_cli.comparison.snapshot import SnapshotOptions, require_languages, take_snapshot
from transtats_cli.git.revisions import split_range
from transtats_cli.output import View
from transtats_cli.output.diff import RENDERERS
from transtats_cli.output.diff.result import Difference
from transtats_cli.output.terminal import Progress
from transtats_cli.output.writing import rendered, write
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import locate

HEAD = "HEAD"
WORKING_TREE = "the working tree"


class Times(NamedTuple):
    """The two revisions. If `after` is None, the second one is the working tree."""

    before: str
    after: str | None


@click.command(epilog=examples("transtats diff shop app", "transtats diff shop app v1.0 v1.1 --units"))
@component_arguments
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option("--units", "shows_units", is_flag=True, help="List the strings, each with its file and line.")
@click.option("--checks/--no-checks", default=True, help="Compare failing checks (default), or leave them out.")
@language_option
@output_options(RENDERERS.names, "text")
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
    """Compare two git revisions of a component.

    For each language, the output lists what happened to the strings between the revisions A (default: HEAD) and B
    (default: the working tree). A..B is the same as A B, A...B starts at the merge base of both, and A... is the
    merge base of A and HEAD.
    """
    names, times = _sorted_out(names, a, b)
    destinations = outputs.destinations(RENDERERS.names, "text")
    with asked(names, root, "diff") as named:
        comparison = _compared(named, times, root, overrides, SnapshotOptions(checks, languages, False, budget=budget))
    require_languages(languages, comparison.before, comparison.after)
    voice.tell(comparison.before.report(), times.before)
    voice.tell(comparison.after.report(), times.after)
    after = WORKING_TREE if times.after is None else times.after
    answer = Difference(comparison, times.before, after, top_of(root), shows_units)
    if step_summary:
        from transtats_cli.output.diff.tables import markdown_of
        from transtats_cli.output.step_summary import add_to_summary

        add_to_summary(markdown_of(answer))
    write(rendered(repeat(answer), View(), destinations, RENDERERS))
    return DONE_IN_PART if comparison.before.failures or comparison.after.failures else 0


def _sorted_out(names: Names, a: str | None, b: str | None) -> tuple[Names, Times]:
    """Return the names and the revisions. If PROJECT/COMPONENT is one word, all later words are revisions."""
    if names.project and "/" in names.project.rstrip("/") and names.component is not None:
        if b is not None:
            raise click.UsageError("there are three revisions; give at most two.")
        names, a, b = names._replace(component=None), names.component, a
    return names, _times(HEAD if a is None else a, b)


def _times(a: str, b: str | None) -> Times:
    """Return the revisions of `A B`, `A..B`, `A...B`, or `A...`, which is compared with the working tree."""
    if b is not None and split_range(b) is not None:
        raise click.UsageError(f"{b} is a range of two revisions; give no other revision.")
    parts = split_range(a)
    if parts is None or parts[1:] == ("...", ""):
        return Times(a, b)
    if b is not None:
        raise click.UsageError(f"{a} is a range of two revisions; {b} is one too many.")
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
