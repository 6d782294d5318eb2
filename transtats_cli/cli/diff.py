"""`transtats diff`: compare the strings of a component in two revisions."""

import sys
from itertools import repeat

import click

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.left_out import print_left_out
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
    budget_option,
    completer,
    component_arguments,
    component_options,
    examples,
    git_timeout_option,
    language_option,
    message_options,
    output_options,
    repository_top,
    resolve_component,
    root_option,
    step_summary_option,
)
from transtats_cli.comparison.component import RevisionPair, compare_component
from transtats_cli.comparison.snapshot import SnapshotOptions
from transtats_cli.git.revisions import split_range
from transtats_cli.output import View
from transtats_cli.output.diff import RENDERERS
from transtats_cli.output.diff.result import DiffResult
from transtats_cli.output.terminal import Progress
from transtats_cli.output.writing import render_all, write
from transtats_cli.scanning.discovery.assembly import Overrides

_HEAD = "HEAD"
_WORKING_TREE = "the working tree"


@click.command(epilog=examples("transtats diff shop app", "transtats diff shop app v1.0 v1.1 --units"))
@component_arguments
@click.argument("a", required=False, shell_complete=completer("revisions"))
@click.argument("b", required=False, shell_complete=completer("revisions"))
@click.option("--units", "shows_units", is_flag=True, help="List the strings, each with its file and line.")
@click.option("--checks/--no-checks", default=True, help="Compare failing checks (default), or leave them out.")
@language_option
@output_options(RENDERERS.names, "text")
@step_summary_option
@budget_option
@component_options
@git_timeout_option
@root_option
@message_options
def diff(
    names: ComponentArguments,
    a: str | None,
    b: str | None,
    root: str,
    messages: Messages,
    overrides: Overrides,
    outputs: Outputs,
    languages: tuple[str, ...],
    shows_units: bool,
    checks: bool,
    step_summary: bool,
    budget: CheckTimeBudget,
) -> int:
    """Compare two git revisions of a component.

    For each language, the output lists what happened to the strings between the revisions A (default: HEAD) and B
    (default: the working tree). A..B is the same as A B, A...B starts at the merge base of both, and A... is the
    merge base of A and HEAD.
    """
    names, pair = _parse_arguments(names, a, b)
    destinations = outputs.destinations(RENDERERS.names, "text")
    with resolve_component(names, root, "diff") as named, Progress(sys.stderr) as progress:
        options = SnapshotOptions(checks, languages, False, progress.advance, budget)
        comparison = compare_component(named, pair, root, overrides, options)
    messages.print_report(comparison.before.to_report(), pair.before)
    messages.print_report(comparison.after.to_report(), pair.after)
    if pair.after is None:
        print_left_out(messages, comparison.after.to_report().files_left_out())
    after = _WORKING_TREE if pair.after is None else pair.after
    difference = DiffResult(comparison, pair.before, after, repository_top(root), shows_units)
    if step_summary:
        from transtats_cli.output.diff.tables import markdown_of
        from transtats_cli.output.step_summary import add_to_summary

        add_to_summary(markdown_of(difference))
    write(render_all(repeat(difference), View(), destinations, RENDERERS))
    return DONE_IN_PART if comparison.before.failures or comparison.after.failures else 0


def _parse_arguments(
    names: ComponentArguments, a: str | None, b: str | None
) -> tuple[ComponentArguments, RevisionPair]:
    """Return the component names and the revisions.

    If the first argument is PROJECT/COMPONENT, all other arguments are revisions.
    """
    if names.project and "/" in names.project.rstrip("/") and names.component is not None:
        if b is not None:
            raise click.UsageError("there are three revisions; give at most two.")
        names, a, b = names._replace(component=None), names.component, a
    return names, _parse_revisions(_HEAD if a is None else a, b)


def _parse_revisions(a: str, b: str | None) -> RevisionPair:
    """Return the two revisions that the texts `A B`, `A..B`, `A...B` or `A...` select.

    The second revision of `A...` is the working tree.
    """
    if b is not None and split_range(b) is not None:
        raise click.UsageError(f"{b} is a range of two revisions; give no other revision.")
    parts = split_range(a)
    if parts is None or parts[1:] == ("...", ""):
        return RevisionPair(a, b)
    if b is not None:
        raise click.UsageError(f"{a} is a range of two revisions; {b} is one too many.")
    older, dots, newer = parts
    return RevisionPair(a if dots == "..." else older or _HEAD, newer or _HEAD)
