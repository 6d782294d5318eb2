"""`transtats units`: the strings of components."""

from collections.abc import Iterator

import click

from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.messages import RunLog, print_left_out_files
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    OutputOptions,
    check_time_option,
    component_arguments,
    create_completer,
    create_option_group,
    create_output_options,
    language_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.model import State
from transtats_cli.output.units import OUTPUTS, UnitSearchResult
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.language_selection import refuse_absent_languages
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.reference import MissingStringSearch
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection

_STATE_NAMES = tuple(dict.fromkeys(state.display_name for state in State))


def _parse_states(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> frozenset[State]:
    return frozenset(state for state in State if state.display_name in names)


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
        shell_complete=create_completer("checks"),
        help="Only strings that fail this check (see `transtats checks`). Can be given several times.",
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


@command(
    "transtats units shop app --failing",
    "transtats units --all --failing",
    "transtats units shop app --language de --state fuzzy",
)
@component_arguments
@filter_options
@flag("--with-source", help="Also the strings of the source language. Not needed with a --check of source strings.")
@flag(
    "--missing",
    "only_missing",
    # A missing string has no translation.
    excludes=("--failing", "--check", "--state", "--with-source"),
    help="Only strings that the file of a language lacks, with their place in the template.",
)
@option("--checks/--no-checks", default=True, help="Run the quality checks (default), or only list strings.")
@language_option
@create_output_options(OUTPUTS, has_step_summary=True)
@create_run_options(check_time_option, *FILE_OPTIONS)
def units(
    arguments: ComponentArguments,
    filters: StringFilters,
    with_source: bool,
    only_missing: bool,
    checks: bool,
    languages: tuple[str, ...],
    outputs: OutputOptions,
    run: Run,
) -> int:
    """Print the strings of components.

    Each string is printed with its file and line, its texts and the checks that it fails, file by file. The check
    `reused` compares all strings, so its findings come after the last file, and so do strings of the source language.
    A string that fails `reused` and another check is printed twice, except in the format json.

    With --missing, each string is printed that the template has and the file of a language lacks. Without a template,
    each file is compared with all languages together.

    PROJECT and COMPONENT can be patterns: 'shop/*'. The path of a file or a directory can replace the names.
    """
    selection = run.create_selector().select(arguments, languages)
    if selection.has_several_components:
        refuse_absent_languages(selection.components, selection.languages, with_source=True)
    with RunLog(run.messages, selection.problems) as log:
        options = ScanOptions(
            with_source,
            checks,
            languages=selection.languages,
            languages_must_exist=not selection.has_several_components,
            progress=log.progress.advance,
            budget=run.budget,
        )
        reports: list[Report] = []
        found = log.progress.clear_before_each(
            _find_units(selection, None if only_missing else filters, options, log, reports)
        )
        component_name = "" if selection.has_several_components else selection.components[0].full_name
        result = UnitSearchResult(found, component_name, run.repository_top, lambda: reports)
        if outputs.has_step_summary or len(outputs.destinations) > 1:
            result = result._replace(units=[*found])
        outputs.write(result)
        for report in reports:
            log.add_report(report)
    print_left_out_files(run.messages, log.left_out_files, selection.discovery)
    return log.exit_status


def _find_units(
    selection: ComponentSelection,
    filters: StringFilters | None,
    options: ScanOptions,
    log: RunLog,
    reports: list[Report],
) -> Iterator[LocatedUnit]:
    """Yield the strings that match the filters. If `filters` is None, yield the strings that files lack.

    If several components are selected, each string contains its component.

    The report of each component whose strings were all read is added to `reports`. If a component cannot be searched,
    and several components are selected, print the error and continue with the next component. If only one component is
    selected, raise the error.
    """
    search: StringSearch | MissingStringSearch
    for component in selection.components:
        try:
            if filters is None:
                must_exist, progress = options.languages_must_exist, options.progress
                search = MissingStringSearch(component, options.languages, progress, languages_must_exist=must_exist)
            else:
                search = StringSearch(component, options, filters)
        except TranstatsError as error:
            if not selection.has_several_components:
                raise
            log.add_component_error(component, error)
            continue
        if selection.has_several_components:
            yield from (unit._replace(component_name=component.full_name) for unit in search.find_units())
        else:
            yield from search.find_units()
        reports.append(search.build_report())
