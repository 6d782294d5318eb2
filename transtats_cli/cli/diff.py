"""`transtats diff`: compare the strings of a component in two revisions."""

import sys
from collections.abc import Iterator
from itertools import repeat

import click

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.cli.component_selection import explicit_names, select_components, with_similar_names
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.left_out import print_left_out
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
    all_option,
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
    root_option,
    step_summary_option,
)
from transtats_cli.cli.revision_arguments import split_arguments
from transtats_cli.comparison.component import RevisionPair, compare_component, compare_components
from transtats_cli.comparison.movements import Comparison
from transtats_cli.comparison.snapshot import SnapshotOptions
from transtats_cli.errors import UnknownComponentError
from transtats_cli.git.revisions import split_range
from transtats_cli.output import View
from transtats_cli.output.diff import RENDERERS
from transtats_cli.output.diff.result import DiffResult, DiffResults
from transtats_cli.output.terminal import Progress
from transtats_cli.output.writing import render_all, write
from transtats_cli.report import LeftOut
from transtats_cli.scanning.discovery.assembly import Overrides

_HEAD = "HEAD"
_WORKING_TREE = "the working tree"


@click.command(
    epilog=examples(
        "transtats diff shop app",
        "transtats diff shop app v1.0 v1.1 --units",
        "transtats diff --all main... --format markdown",
    )
)
@component_arguments
@all_option
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
    select_all: bool,
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
    """Compare two git revisions of components.

    For each language, the output lists what happened to the strings between the revisions A (default: HEAD) and B
    (default: the working tree). A..B is the same as A B, A...B starts at the merge base of both, and A... is the
    merge base of A and HEAD.

    PROJECT/COMPONENT can be a pattern ('shop/*') or the path of a file or a directory. With --all, all arguments are
    revisions: --all main...
    """
    names, given = split_arguments(names, (a, b), select_all, root)
    if len(given) > 2:
        raise click.UsageError("there are three revisions; give at most two.")
    pair = _parse_revisions(*(given or [_HEAD]))
    destinations = outputs.destinations(RENDERERS.names, "text")
    with Progress(sys.stderr) as progress:
        log = RunLog(messages, progress)
        options = SnapshotOptions(checks, languages, False, progress.advance, budget)
        selection = _Selection(names, select_all, root, overrides)
        comparisons = list(selection.compare(pair, options, log))
    after = _WORKING_TREE if pair.after is None else pair.after
    top = repository_top(root)
    differences = DiffResults(
        tuple(DiffResult(each, pair.before, after, top, shows_units) for each in comparisons), selection.several
    )
    left_out: dict[str, LeftOut] = {}
    for comparison in comparisons:
        for snapshot, revision in ((comparison.before, pair.before), (comparison.after, pair.after)):
            report = snapshot.to_report()
            messages.print_report(report, revision)
            if revision is None:
                left_out |= report.files_left_out()
            log.is_complete = log.is_complete and not snapshot.failures
    print_left_out(messages, left_out)
    if step_summary:
        from transtats_cli.output.diff.tables import markdown_of
        from transtats_cli.output.step_summary import add_to_summary

        add_to_summary(markdown_of(differences))
    write(render_all(repeat(differences), View(), destinations, RENDERERS))
    return 0 if log.is_complete else DONE_IN_PART


class _Selection:
    """Components that the arguments select, to be compared."""

    def __init__(self, names: ComponentArguments, select_all: bool, root: str, overrides: Overrides) -> None:
        self._arguments = names, select_all, root, overrides, "diff"
        self._root = root
        self._overrides = overrides
        self.pair = None if select_all else explicit_names(names, root)
        self.several = False

    def compare(self, pair: RevisionPair, options: SnapshotOptions, log: RunLog) -> Iterator[Comparison]:
        """Yield the comparison of each component. A component that a revision does not contain is noted."""
        if self.pair is not None:
            # The names may exist in the revisions only.
            yield with_similar_names(
                self.pair,
                self._root,
                lambda names: compare_component(names, pair, self._root, self._overrides, options),
            )
            return
        selection = select_components(*self._arguments)
        self.several = selection.several
        options = options._replace(languages=selection.only(options.languages))
        if not selection.several:
            (component,) = selection.components
            names = component.project, component.slug
            yield compare_component(names, pair, self._root, self._overrides, options)
            return
        for problem in selection.problems:
            log.print_failure(problem)
        for component, result in compare_components(selection.components, pair, self._root, self._overrides, options):
            if isinstance(result, Comparison):
                yield result
            elif isinstance(result, UnknownComponentError):
                shown = f"{component.project}/{component.slug}"
                log.note(f"{shown} does not exist at {result.revision}, so it is not compared")
            else:
                log.component_failed(component, result)


def _parse_revisions(a: str, b: str | None = None) -> RevisionPair:
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
