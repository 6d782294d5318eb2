"""`transtats units`: the strings of components."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

import click

from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.messages import RunLog, print_left_out_files
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    NO_JOBS_CACHE_OPTIONS,
    OutputOptions,
    check_time_option,
    component_arguments,
    create_completer,
    create_option_group,
    create_output_options,
    git_timeout_option,
    language_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.cli.slices import select_slice, watch_matches, where_option
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.model import State
from transtats_cli.output.text import format_count
from transtats_cli.output.units import (
    CONCISE_FORMAT,
    IDS_FORMAT,
    MIN_SUMMARIZED_STRINGS,
    OUTPUTS,
    ReadCommits,
    UnitSearchResult,
)
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit, Report, SourceChanges, mark_outdated
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.language_selection import refuse_absent_languages
from transtats_cli.scanning.pipeline.options import ScanOptions, StringSlice
from transtats_cli.scanning.pipeline.reference import MissingStringSearch
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection
from transtats_cli.settings.kinds import unknown_check_reason
from transtats_cli.unit_queries.query import make_condition

SearchFactory = Callable[[Component, SourceChanges], StringSearch | MissingStringSearch]
_SEARCHED_FIELDS = ("source", "target", "context")
_STATE_NAMES = tuple(dict.fromkeys(state.display_name for state in State))


def _require_known_checks(_context: click.Context, _option: click.Parameter, ids: tuple[str, ...]) -> tuple[str, ...]:
    for reason in filter(None, map(unknown_check_reason, ids)):
        raise click.BadParameter(f"{reason}{'' if reason.endswith('?') else '.'}")
    return ids


def _parse_states(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> frozenset[State]:
    return frozenset(state for state in State if state.display_name in names)


def _require_text(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    if text == "":
        raise click.BadParameter("an empty text is in every string.")
    return text


def _search_text(units: Iterable[LocatedUnit], text: str) -> Iterator[LocatedUnit]:
    conditions = [make_condition(field, "", text) for field in _SEARCHED_FIELDS]
    return (each for each in units if any(condition(each) for condition in conditions))


filter_options = create_option_group(
    "filters",
    StringFilters,
    flag("--failing", "only_failing", excludes=("--no-checks",), help="Only strings that fail a check."),
    option(
        "--check",
        "check_ids",
        excludes=("--no-checks",),
        multiple=True,
        metavar="ID",
        callback=_require_known_checks,
        shell_complete=create_completer("checks"),
        help="Only strings that fail this check (see `transtats checks`); placeholders: any check about them."
        " Can be given several times.",
    ),
    option(
        "--state",
        "states",
        multiple=True,
        type=click.Choice(_STATE_NAMES),
        callback=_parse_states,
        help="Only strings in this state. Can be given several times.",
    ),
)


def _choose_comparison(todo: bool, only_missing: bool, only_stale: bool) -> Callable[..., MissingStringSearch] | None:
    """Return the function that creates the search in the template, or None if no such search is chosen."""
    if todo or only_missing or only_stale:
        return partial(MissingStringSearch, with_unfinished=todo, only_stale=only_stale)
    return None


# A missing string has no translation, and a stale one does not count.
_NOT_COMPARED = ("--failing", "--check", "--state", "--with-source")

comparison_options = create_option_group(
    "comparison",
    _choose_comparison,
    flag(
        "--todo",
        excludes=(*_NOT_COMPARED, "--missing", "--stale"),
        help="Only strings that are left to translate: empty, fuzzy or missing in the file of a language.",
    ),
    flag(
        "--missing",
        "only_missing",
        excludes=(*_NOT_COMPARED, "--stale"),
        help="Only strings that the file of a language lacks, with their place in the template.",
    ),
    flag(
        "--stale",
        "only_stale",
        excludes=_NOT_COMPARED,
        help="Only strings that the template no longer has, which `transtats gate --max-stale` counts.",
    ),
)


@command(
    "transtats units shop app --todo --language de",
    "transtats units --failing --format summary",
    'transtats units --search "Log in" --language de,fr',
)
@component_arguments
@comparison_options
@flag(
    "--outdated",
    "with_outdated",
    excludes=("--missing", "--stale"),
    help="Only strings whose source changed after their translation, from git. With --todo, these too.",
)
@option(
    "--search",
    "searched_text",
    metavar="TEXT",
    callback=_require_text,
    help="Only strings with this text, in any case, in source, target or context.",
)
@filter_options
@flag("--with-source", help="Also the strings of the source language. Not needed with a --check of source strings.")
@option(
    "--checks/--no-checks",
    default=None,
    help="Run the quality checks (default without --search and --outdated), or not.",
)
@language_option
@where_option
@create_output_options(OUTPUTS, has_step_summary=True)
@create_run_options(check_time_option, *NO_JOBS_CACHE_OPTIONS, *FILE_OPTIONS, git_timeout_option)
def units(
    arguments: ComponentArguments,
    filters: StringFilters,
    searched_text: str | None,
    comparison: Callable[..., MissingStringSearch] | None,
    with_outdated: bool,
    with_source: bool,
    checks: bool | None,
    languages: tuple[str, ...],
    queries: tuple[str, ...],
    outputs: OutputOptions,
    run: Run,
) -> int:
    """Print the strings of components.

    All strings are printed, or those that the first options choose: `--todo --language de` prints what is left for
    German, `--failing` the mistakes, and `--search` the strings with a text. `--format summary` counts them by check,
    the gravest first, or else by state. `--outdated --format ids` prints the commits that outdated strings, for the
    file `.translation-ignore-revs`. Without names, all components are read.

    Each string is printed with its file and line, its texts and the checks that it fails, file by file. The check
    `reused` compares all strings, so its findings come after the last file, and so do strings of the source language.
    A string that fails `reused` and another check is printed twice, except in the format json. Without a template,
    --todo and --missing compare each file with all languages together, and no string is stale.

    PROJECT and COMPONENT can be patterns: 'shop/*'. The path of a file or a directory can replace the names.
    """
    selector = run.create_selector()
    selection = selector.select(arguments, languages)
    if selection.has_several_components:
        refuse_absent_languages(selection.components, selection.languages, with_source=True)
    where = select_slice(queries, selector, has_findings=checks is not False and comparison is None)
    lists_findings = _lists_findings(checks, filters, where)
    with RunLog(run.messages, selection.problems) as log:
        formats = _name_formats(outputs, with_outdated)
        options = ScanOptions(
            with_source,
            lists_findings or (checks is None and formats != {CONCISE_FORMAT} and not (searched_text or with_outdated)),
            where=where,
            languages=selection.languages,
            languages_must_exist=not selection.has_several_components,
            progress=log.progress.advance,
            budget=run.budget,
        )
        reports: list[Report] = []
        find_changes, read_commits = _create_outdated_search(selection, run, log) if with_outdated else (None, None)
        units = _find_units(selection, _create_search_factory(options, filters, comparison), log, reports, find_changes)
        units = filter(where.matches, units) if where is not None and comparison is not None else units
        units = (each for each in units if each.source_change) if with_outdated and comparison is None else units
        units = _search_text(units, searched_text) if searched_text else units
        found = log.progress.clear_before_each(_add_notes(units, formats, log))
        component_name = "" if selection.has_several_components else selection.components[0].full_name
        strings = [*found] if outputs.has_step_summary or len(outputs.destinations) > 1 else found
        result = UnitSearchResult(strings, component_name, run.repository_top, lambda: reports, searched_text or "")
        outputs.write(result._replace(read_commits=read_commits, lists_findings=lists_findings))
        for report in watch_matches(reports, where if comparison is None else None, log):
            log.add_report(report)
    print_left_out_files(run.messages, log.left_out_files, selection.discovery)
    return log.exit_status


def _name_formats(outputs: OutputOptions, with_outdated: bool) -> set[str]:
    """Return the names of the formats. Raises UsageError for ids of commits if no commits are searched."""
    names = {output.name for output in outputs.list_formats()}
    if IDS_FORMAT in names and not with_outdated:
        raise click.UsageError(f"--format {IDS_FORMAT} needs --outdated.")
    return names


def _lists_findings(option: bool | None, filters: StringFilters, where: StringSlice | None) -> bool:
    """Return True if options request findings of checks. `option` is the value of --checks, or None without it."""
    if option is not None:
        return option
    return filters.only_failing or bool(filters.check_ids) or (where is not None and where.needs_checks)


def _create_outdated_search(
    selection: ComponentSelection, run: Run, log: RunLog
) -> tuple[Callable[[Component], SourceChanges], ReadCommits]:
    """Return the functions that find the outdated strings of a component, and read the commits that outdated them."""
    # A border like that of a command: most runs do not read the history of the strings.
    from transtats_cli.outdated.search import OutdatedSearch

    search = OutdatedSearch(selection.components, selection.languages, run.cache_directory, log.add_warning)
    return search.find, search.read_commits


def _create_search_factory(
    options: ScanOptions, filters: StringFilters, comparison: Callable[..., MissingStringSearch] | None
) -> SearchFactory:
    if comparison is None:
        return lambda component, _: StringSearch(component, options, filters)
    return lambda component, changes: comparison(component, options, outdated=changes)


def _find_units(
    selection: ComponentSelection,
    create_search: SearchFactory,
    log: RunLog,
    reports: list[Report],
    find_changes: Callable[[Component], SourceChanges] | None,
) -> Iterator[LocatedUnit]:
    """Yield the strings that the searches find. If several components are selected, each string contains its component.

    The report of each component whose strings were all read is added to `reports`. If a component cannot be searched,
    and several components are selected, print the error and continue with the next component. If only one component is
    selected, raise the error.
    """
    for component in selection.components:
        try:
            changes = find_changes(component) if find_changes else {}
            search = create_search(component, changes)
        except TranstatsError as error:
            if not selection.has_several_components:
                raise
            log.add_component_error(component, error)
            continue
        units = mark_outdated(search.find_units(), changes) if changes else search.find_units()
        if selection.has_several_components:
            yield from (unit._replace(component_name=component.full_name) for unit in units)
        else:
            yield from units
        reports.append(search.build_report())


def _add_notes(units: Iterable[LocatedUnit], formats: Collection[str], log: RunLog) -> Iterator[LocatedUnit]:
    """Yield the strings. The log gets a note about changes without an id, and about the format that counts strings."""
    count = uncommitted = 0
    for each in units:
        count += not each.is_returned_again
        uncommitted += each.source_change is not None and not each.source_change.commit
        yield each
    if uncommitted and IDS_FORMAT in formats:
        outdated = f"{format_count(uncommitted, 'string')} {'is' if uncommitted == 1 else 'are'} outdated"
        log.add_note(Problem("", f"{outdated} since a change that is not committed, which has no id"))
    if count >= MIN_SUMMARIZED_STRINGS and CONCISE_FORMAT in formats:
        log.add_note(Problem("", f"{count} strings; --format summary counts them"))
