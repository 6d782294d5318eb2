"""`transtats diff`: compare the strings of a component in two revisions."""

from collections.abc import Iterator, Sequence

import click

from transtats_cli import changes
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.messages import RunLog, print_left_out_files
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    OutputOptions,
    check_time_option,
    component_arguments,
    create_completer,
    create_output_options,
    git_timeout_option,
    language_option,
    measure_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.comparison.movements import Comparison
from transtats_cli.comparison.revisions import RevisionPair, compare_component, compare_components
from transtats_cli.errors import UnknownComponentError
from transtats_cli.git.repository import require_repository
from transtats_cli.git.revisions import split_range
from transtats_cli.history.commits import PERIOD_FUNCTIONS, find_last_commit, move_period, parse_date
from transtats_cli.output.diff import OUTPUTS, DiffResults
from transtats_cli.problems import Problem
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.revisions import split_names_and_revisions
from transtats_cli.selection.selector import ComponentSelection

_HEAD = "HEAD"
_WORKING_TREE = "the working tree"


@command(
    "transtats diff shop app",
    "transtats diff shop app v1.0 v1.1 --units",
    "transtats diff --all main... --format markdown",
    'transtats diff --since "1 week" --format html',
)
@component_arguments
@click.argument("a", required=False, shell_complete=create_completer("revisions"))
@click.argument("b", required=False, shell_complete=create_completer("revisions"))
@option(
    "--since",
    metavar="DATE",
    help="Compare with the last commit at or before this date or time: 2026-01-31, 1 week.",
)
@flag("--units", "shows_units", help="List the strings, each with its file and line.")
@option("--checks/--no-checks", default=True, help="Compare failing checks (default), or leave them out.")
@language_option
@create_output_options(OUTPUTS, has_step_summary=True)
@create_run_options(measure_option, check_time_option, *FILE_OPTIONS, git_timeout_option)
def diff(
    arguments: ComponentArguments,
    a: str | None,
    b: str | None,
    since: str | None,
    outputs: OutputOptions,
    languages: tuple[str, ...],
    shows_units: bool,
    checks: bool,
    run: Run,
) -> int:
    """Compare two git revisions of components.

    For each language, the output lists what happened to the strings between the revisions A (default: HEAD) and B
    (default: the working tree). A..B is the same as A B. A...B starts at the merge base of A and B. A... starts at
    the merge base of A and HEAD, and ends at the working tree. With --since, the only revision is B.

    PROJECT/COMPONENT can be a pattern ('shop/*') or the path of a file or a directory. With --all, all arguments are
    revisions: --all main...
    """
    selector = run.create_selector()
    arguments, given = split_names_and_revisions(selector, arguments, (a, b))
    if len(given) > 2:
        raise click.UsageError("there are three revisions; give at most two.")
    if since is not None:
        if len(given) > 1 or any(map(split_range, given)):
            raise click.UsageError("--since selects the older revision; give at most the newer one, and no range.")
        commit, before = find_last_commit(require_repository(run.root), since, *given)
        pair = RevisionPair(commit, given[0] if given else None)
    else:
        pair = _parse_revisions(*(given or [_HEAD]))
        commit, before = "", pair.before
    with RunLog(run.messages) as log:
        options = run.scan_options._replace(
            runs_checks=checks, languages=languages, languages_must_exist=False, progress=log.progress.advance
        )
        # A component with both names may exist in the revisions only.
        compared = selector.call_with_names(
            arguments, lambda names: compare_component(names, pair, run.root, run.overrides, options)
        )
        if compared is not None:
            comparisons, has_several_components = [compared], False
        else:
            selection = selector.select(arguments, languages)
            comparisons = [*_compare_selection(selection, pair, options, run, log)]
            has_several_components = selection.has_several_components
        _add_messages(log, comparisons, pair, commit[:10] or before)
        if since is not None and not given:
            _add_last_change(log, comparisons, since, run.cache_directory)
    after = _WORKING_TREE if pair.after is None else pair.after
    print_left_out_files(run.messages, log.left_out_files)
    outputs.write(
        DiffResults(comparisons, before, after, run.repository_top, shows_units, has_several_components, commit)
    )
    return log.exit_status


def _add_messages(log: RunLog, comparisons: Sequence[Comparison], pair: RevisionPair, before_name: str) -> None:
    """Add the messages about the compared components. A message about both states of a file is added once."""
    reports = [(each.before.report, each.after.report) for each in comparisons]
    snapshots = [snapshot for each in comparisons for snapshot in (each.before, each.after)]
    for warning in sorted({snapshot.settings_warning for snapshot in snapshots} - {""}):
        log.add_warning(Problem("", warning))
    for before, after in reports:
        later = {(each.path, each.reason) for each in (*after.failures, *after.warnings)}
        failures = tuple(each for each in before.failures if (each.path, each.reason) not in later)
        warnings = tuple(each for each in before.warnings if (each.path, each.reason) not in later)
        log.add_report(before._replace(failures=failures, warnings=warnings), before_name)
        log.add_report(after, pair.after)


def _add_last_change(log: RunLog, comparisons: Sequence[Comparison], since: str, cache: str) -> None:
    """Add a note with the date of the last change of a translation, if nothing changed since then."""
    if any(language.is_changed for each in comparisons for language in each.languages):
        return
    lookup = ChangeLookup(cache)
    reports = [changes.with_git_dates(each.after.report, lookup=lookup) for each in comparisons]
    times = [parse_date(each.last_change) for report in reports for each in report.translations if each.last_change]
    if times:
        day = PERIOD_FUNCTIONS["day"](max(times))
        moved = move_period(since, max(times))
        log.add_note(Problem("", f"the last change of a translation is from {day}; --since {moved} shows it"))


def _compare_selection(
    selection: ComponentSelection, pair: RevisionPair, options: ScanOptions, run: Run, log: RunLog
) -> Iterator[Comparison]:
    """Yield the comparison of each component.

    If several components are selected, and one of them cannot be compared, print a message instead. If a single
    component cannot be compared, raise TranstatsError.
    """
    options = options._replace(languages=selection.languages)
    if not selection.has_several_components:
        (component,) = selection.components
        yield compare_component((component.project, component.slug), pair, run.root, run.overrides, options)
        return
    for problem in selection.problems:
        log.add_failure(problem)
    for component, result in compare_components(selection.components, pair, run.root, run.overrides, options):
        if isinstance(result, Comparison):
            yield result
        elif isinstance(result, UnknownComponentError):
            reason = f"does not exist at {result.revision}, so it is not compared"
            log.add_note(Problem(component.full_name, reason))
        else:
            log.add_component_error(component, result)


def _parse_revisions(a: str, b: str | None = None) -> RevisionPair:
    """Return the two revisions that the arguments `A`, `A B`, `A..B`, `A...B` or `A...` select.

    For `A` and `A...`, the second revision is the working tree. Raises UsageError if there is another argument after a
    range.
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
