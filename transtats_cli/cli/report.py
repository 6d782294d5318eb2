"""`transtats report`: HTML pages of the statistics as files."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import click

from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.options import FILE_OPTIONS, RESOURCE_OPTIONS, git_timeout_option, measure_option, name_arguments
from transtats_cli.cli.reports import read_reports
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.comparison.movements import Comparison
from transtats_cli.comparison.revisions import RevisionPair, compare_components
from transtats_cli.component import Component
from transtats_cli.errors import UnknownComponentError, require_extra
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import find_repository, require_repository
from transtats_cli.history.commits import find_last_commit, find_last_day
from transtats_cli.history.shares import read_share_history
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import format_count
from transtats_cli.problems import Problem
from transtats_cli.report import Report, SourceChanges
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.static_report.directory import WrittenFiles


@command(
    "transtats report --output public",
    "transtats report shop app --all-strings --output public",
    'transtats report --since "1 week" --output public',
)
@name_arguments
@option(
    "--output",
    required=True,
    # The path is not checked here. Its type makes shells complete directory names.
    type=click.Path(file_okay=False, readable=False),
    metavar="DIR",
    help="Directory of the report: a new one, or one with an earlier report, of which only changed files are written.",
)
@flag(
    "--all-strings",
    help="Show all strings of each translation. By default, up to 200 unfinished and 200 failing ones are shown,"
    " 1,000 failing ones of the source language, and the source texts of 2,000 that a file lacks.",
)
@option(
    "--since",
    default="",
    metavar="DATE",
    help="Add pages of the changes since this date or time, from git: 2026-01-31, 1 week.",
)
@flag("--outdated", help="Show the strings whose source changed after their translation, from git.")
@flag("--history", help="Show charts of the share over two years and its change in 30 days, from git.")
@flag("--dates", help="Show the dates of the last changes, from git and from the files.")
@create_run_options(measure_option, *FILE_OPTIONS, *RESOURCE_OPTIONS, git_timeout_option)
def report(
    arguments: ComponentArguments,
    output: str,
    all_strings: bool,
    since: str,
    outdated: bool,
    history: bool,
    dates: bool,
    run: Run,
) -> int:
    """Write the statistics as HTML pages.

    The pages are those of `transtats serve`, as files in a directory that a browser opens without a server. Without
    PROJECT, all projects are written. The same files of the same commit give the same pages.
    """
    with require_extra("report", "transtats report"):
        from transtats_cli.pages.changed_strings import FAILED_COMPARISON, make_component_changes
        from transtats_cli.pages.changes import Period
        from transtats_cli.static_report.directory import write_report
        from transtats_cli.static_report.pages import PageOptions, generate_report
    # A wrong date is an error before the files are read.
    commit, date = find_last_commit(require_repository(run.root), since) if since else ("", "")
    arguments = arguments._replace(select_all=arguments.project is None)
    selection = run.create_selector().select(arguments, accepts_project=True)
    options = run.scan_options._replace(with_source=True, with_shares=True)
    reports, status = read_reports(selection, options, run, with_git_dates=dates)
    pages = PageOptions(run.root, all_strings, dates, run.budget, state=_describe_state(reports, run.root))
    if outdated:
        reports, changes = _find_outdated(reports, run)
        pages = pages._replace(outdated=changes)
    if history:
        names = [(each.component.project, each.component.slug) for each in reports]
        shares = read_share_history(run.root, names, run.overrides, run.cache_directory)
        if shares.note:
            run.messages.print_unless_quiet(f"warning: {shares.note}")
        pages = pages._replace(history=shares)
    if commit:
        compared = _compare([each.component for each in reports], commit, run)
        changes_by_name = {name: make_component_changes(each) if each else FAILED_COMPARISON for name, each in compared}
        pages = pages._replace(period=Period(since, date, commit), changes=changes_by_name, shows_outdated=outdated)
    with ProgressBar(sys.stderr, len(reports)) as progress:
        files = generate_report(reports, pages, run.jobs, lambda each: progress.advance(each.full_name))
        written = write_report(output, files)
    run.messages.print_unless_quiet(_describe_files(written, output))
    return status


def _describe_state(reports: Sequence[Report], root: str) -> str:
    """Return the commit of the files and its day, or without git the day of the newest file."""
    with suppress(GitError):
        repository = find_repository(root)
        if repository and (head := repository.read_head_commit()):
            return f"commit {head[:12]} of {find_last_day(repository)}"
    dates = (record.last_change for report in reports for record in report.records)
    return max(filter(None, dates), default="an unknown day")[:10]


def _find_outdated(reports: Sequence[Report], run: Run) -> tuple[tuple[Report, ...], Mapping[str, SourceChanges]]:
    """Return the reports with the numbers of outdated strings, and the changes by name of the component."""
    # A border like that of a command: most runs do not read the history of the strings.
    from transtats_cli.outdated.finder import OutdatedFinder
    from transtats_cli.outdated.records import add_outdated
    from transtats_cli.outdated.search import index_by_place

    components = [report.component for report in reports]
    finder = OutdatedFinder(components, run.cache_directory, run.messages.print_warning)
    counted: list[Report] = []
    changes: dict[str, SourceChanges] = {}
    for report in reports:
        found = finder.find(report.component)
        for warning in found.warnings:
            run.messages.print_warning(warning)
        counted.append(add_outdated(report, found))
        changes[report.component.full_name] = index_by_place(report.component, found)
    return tuple(counted), changes


def _compare(
    components: Sequence[Component], commit: str, run: Run
) -> Iterator[tuple[str, Comparison | UnknownComponentError | None]]:
    """Yield the name of each component and its comparison with a commit. If there is none, print a warning."""
    pair = RevisionPair(commit, None)
    for component, compared in compare_components(components, pair, run.root, run.overrides, run.scan_options):
        if isinstance(compared, Comparison | UnknownComponentError):
            yield component.full_name, compared
        else:
            run.messages.print_warning(Problem(component.full_name, "; ".join(compared.lines)))
            yield component.full_name, None


def _describe_files(files: WrittenFiles, output: str) -> str:
    parts = [f"{files.written_count} written", *([f"{files.removed_count} removed"] if files.removed_count else [])]
    if files.changed_paths:
        parts.append(f"{len(files.changed_paths)} changed by others and not removed")
    return f"{output}: {format_count(files.total_count, 'file')}, {', '.join(parts)}"
