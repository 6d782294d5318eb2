"""`transtats gate`: fail if a component does not meet its limits."""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import chain

import click

from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.exit_codes import LIMIT_NOT_MET, NOT_DONE
from transtats_cli.cli.messages import RunLog, print_left_out_files
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    RESOURCE_OPTIONS,
    OutputOptions,
    component_arguments,
    create_completer,
    create_option_group,
    create_output_options,
    git_timeout_option,
    language_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.cli.slices import describe_empty_slice, has_strings, select_slice, where_option
from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.gate.baseline import render_sections
from transtats_cli.gate.earlier_states import EarlierStates, GateOptions, open_earlier_states
from transtats_cli.gate.evaluation import (
    FindOutdated,
    GateResult,
    check_overall_limit,
    evaluate_component,
    find_idle_limits,
)
from transtats_cli.gate.limits import (
    FREEZE,
    LimitsError,
    find_absent_languages,
    parse_check_limits,
    parse_limits,
    remove_limits,
)
from transtats_cli.gate.shipping import complete_gate_run, render_linguas_files
from transtats_cli.gate.vanished import evaluate_vanished_components
from transtats_cli.measures import COMPLETE_MEASURE, MEASURES
from transtats_cli.output import View
from transtats_cli.output.gate import OUTPUTS, GateResults
from transtats_cli.output.text import format_count
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.language_selection import refuse_absent_languages
from transtats_cli.scanning.pipeline.options import StringSlice
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection
from transtats_cli.settings.keys import validate_setting


def _create_gate_options(
    measure: str | None,
    max_check: tuple[str, ...],
    require: tuple[str, ...],
    allow_drop: str | None,
    count_new: bool,
    count_failing: bool,
    base: str | None,
    baseline: str | None,
    update_baseline: bool,
    write_linguas: str | None,
    only_compare: bool,
    freeze: bool,
    freeze_except: tuple[str, ...],
    **number_limits: tuple[str, ...],
) -> GateOptions:
    limits = [each for key, texts in number_limits.items() for each in parse_limits(key, texts)]
    limits += parse_check_limits(max_check)
    if measure is not None:
        limits.append(GateSetting("measure", measure, origin=f"--measure {measure}"))
    _reject_empty_values(require=require, baseline=(baseline,), write_linguas=(write_linguas,))
    languages = tuple(name.strip() for text in require for name in text.split(",") if name.strip())
    if require:
        limits.append(GateSetting("require", languages, origin=f"--require {','.join(require)}"))
    if allow_drop is not None:
        limits.append(GateSetting("allow_drop", _parse_allowed_drop(allow_drop), origin=f"--allow-drop {allow_drop}"))
    flags = {"--count-new": count_new, "--count-failing": count_failing, "--freeze": freeze}
    limits += [GateSetting(name[2:].replace("-", "_"), True, origin=name) for name in flags if flags[name]]
    if freeze_except:
        limits.append(GateSetting("freeze_except", freeze_except, origin=f"--freeze-except {','.join(freeze_except)}"))
    return GateOptions(tuple(limits), base, baseline, update_baseline, write_linguas or "", only_compare)


def _parse_allowed_drop(text: str) -> object:
    try:
        return validate_setting("allow_drop", text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--allow-drop") from error


def _reject_empty_values(**option_values: Iterable[str | None]) -> None:
    """Raise UsageError for an option with an empty value, for example from an unset variable.

    With an empty value, the gate could never fail.
    """
    for key, texts in option_values.items():
        if any(text is not None and not text.strip(" ,") for text in texts):
            raise click.UsageError(f"--{key.replace('_', '-')} needs a value, which is empty here.")


_EARLIER_STATES = ("--base", "--baseline")
_number_limit = partial(option, multiple=True, metavar="[LANGUAGE=]N")
_percent_limit = partial(option, multiple=True, metavar="[LANGUAGE=]PERCENT")

limit_options = create_option_group(
    "options",
    _create_gate_options,
    _percent_limit(
        "--fail-under",
        help="Smallest share that must be translated: 90, fr=95, or da,sv=95. 100 means complete. total=80 limits all"
        " languages of each component together, and overall=80 all selected components together.",
    ),
    option(
        "--measure",
        type=click.Choice(tuple(MEASURES)),
        metavar="MEASURE",
        help=f"Unit of --fail-under: {', '.join(MEASURES)}; complete by default, or translated"
        " without a file that lists all strings.",
    ),
    _number_limit("--max-failing", help="Largest number of strings of a language that fail a check."),
    _percent_limit("--max-failing-percent", help="Largest share of strings of a language that fail a check."),
    _number_limit("--max-fuzzy", help="Largest number of fuzzy strings of a language."),
    _number_limit("--max-missing", help="Largest number of strings of the template that the file of a language lacks."),
    _number_limit("--max-stale", help="Largest number of strings of a file that the template no longer has."),
    _number_limit("--max-outdated", help="Largest number of strings whose source changed after their translation."),
    _number_limit("--max-outdated-days", help="Largest number of days that a string may be outdated."),
    option(
        "--max-check",
        multiple=True,
        metavar="ID=N",
        shell_complete=create_completer("checks"),
        help="Largest number of strings of a language that fail this check; placeholders: any check about them.",
    ),
    option(
        "--require",
        multiple=True,
        metavar="LANGUAGES",
        help="Languages that must have a file, separated by commas: fr,de,ja.",
    ),
    option(
        "--base",
        excludes=("--baseline",),
        metavar="REVISION",
        shell_complete=create_completer("revisions"),
        help="Fail if a language got worse since this git revision. main... is the merge base of main and HEAD.",
    ),
    option(
        "--baseline",
        metavar="FILE",
        help="Fail if a language got worse than recorded in this file.",
    ),
    flag("--update-baseline", needs=("--baseline",), help="Write the current state to the file of --baseline."),
    option(
        "--allow-drop",
        metavar="N|PERCENT%",
        needs=_EARLIER_STATES,
        help="Number or share of strings of a language that may get worse.",
    ),
    flag("--freeze", needs=("--base",), help="Fail if a string of the source is new, reworded or removed."),
    option(
        "--freeze-except",
        multiple=True,
        needs=("--freeze",),
        metavar="KEY",
        help="Key, or pattern of keys such as 'about.*', that may change in a freeze.",
    ),
    flag("--only-compare", needs=_EARLIER_STATES, help="Ignore the limits in the settings."),
    flag("--count-new", needs=_EARLIER_STATES, help="Count new untranslated strings as worse."),
    flag(
        "--count-failing", needs=_EARLIER_STATES, help="Count translated strings that begin to fail a check as worse."
    ),
    _percent_limit(
        "--enable-at",
        help="Print the languages to ship: those with at least this share translated, also of the template's strings.",
    ),
    _percent_limit(
        "--disable-at",
        needs=("--enable-at",),
        help="With --enable-at: also ship languages shipped before (LINGUAS or baseline) down to this share.",
    ),
    option(
        "--write-linguas",
        metavar="FILE",
        needs=("--enable-at",),
        help="Write the languages to ship to this file, one per line.",
    ),
)


@command(
    "transtats gate shop app --fail-under 90 --fail-under fr=95",
    "transtats gate --all --max-failing 0 --base main...",
    "transtats gate --all --fail-under overall=80",
)
@component_arguments
@limit_options
@flag("--exit-zero", help="Exit with 0 instead of 1 if a limit is not met.")
@language_option
@where_option
@create_output_options(OUTPUTS, has_step_summary=True)
@create_run_options(*FILE_OPTIONS, *RESOURCE_OPTIONS, git_timeout_option)
def gate(
    arguments: ComponentArguments,
    options: GateOptions,
    exit_zero: bool,
    languages: tuple[str, ...],
    queries: tuple[str, ...],
    outputs: OutputOptions,
    run: Run,
) -> int:
    """Fail if a component does not meet its limits.

    PROJECT and COMPONENT can be patterns: 'shop/*'. Limits are options, or settings in the table [gate] of
    transtats.toml. The exit status is 1 if a limit is not met, and 2 if there is no limit.

    Limits that are not met are printed first, and the others are summed up in one line. -v prints all limits, and -q
    only those that are not met.
    """
    _refuse_slice_in_comparison(queries, options)
    selector = run.create_selector()
    selection = selector.select(arguments, languages)
    where = select_slice(queries, selector)
    if options.only_compares:
        selection = selection._replace(components=tuple(map(remove_limits, selection.components)))
    messages = run.messages
    is_single = len(selection.components) == 1
    with (
        RunLog(messages, selection.problems, 0 if is_single else len(selection.components)) as log,
        open_earlier_states(
            options, run.root, run.overrides, must_exist=is_single, on_warning=log.add_warning
        ) as earlier_states,
    ):
        evaluated = _evaluate_components(selection, earlier_states, run, log, where)
        _refuse_empty_slice(evaluated, where)
        _add_unchecked_limits(evaluated, options, log)
        existing = {each.full_name for each in selection.components}
        vanished = earlier_states.list_vanished_components(existing) if selection.covers_all else []
        lost: list[GateResult] = []
        if not options.updates_baseline:
            scan = run.scan_options._replace(languages=selection.languages, languages_must_exist=False)
            lost += evaluate_vanished_components(earlier_states, vanished, evaluated, scan)
        overall = tuple(check_overall_limit(evaluated, is_all_selected=selection.discovery is not None))
        unmet = (each for each in chain(overall, *(result.verdicts for result in evaluated)) if not each.is_met)
        shows_share = any(each.rule.is_minimum and each.subject == COMPLETE_MEASURE for each in unmet)
        log.explains_shares = shows_share and outputs.shows_shares and where is None
    print_left_out_files(messages, log.left_out_files, selection.discovery)
    shipped = complete_gate_run(evaluated, overall, earlier_states)
    # An incomplete result must not replace a complete one.
    sections = earlier_states.update_sections(evaluated, shipped, run.budget, vanished) if log.is_complete else None
    texts = render_linguas_files(shipped, options.linguas_file) if log.is_complete else []
    if options.baseline is not None and sections is not None:
        texts.append((options.baseline, render_sections(sections)))
    results = GateResults(
        (*evaluated, *lost), run.repository_top, exit_zero, shipped, overall, options.baseline or "", sections
    )
    view = View(is_verbose=messages.verbose, is_quiet=messages.quiet)
    outputs.write(results, view, other_texts=texts)
    if log.has_component_without_files:
        # A limit on nothing would never fail.
        return NOT_DONE
    return log.exit_status or (0 if exit_zero or results.is_met else LIMIT_NOT_MET)


def _refuse_slice_in_comparison(queries: tuple[str, ...], options: GateOptions) -> None:
    if queries and (options.base is not None or options.baseline is not None):
        raise click.UsageError(
            "--where cannot be combined with --base or --baseline: strings that left the part would count as lost."
        )


def _refuse_empty_slice(results: Sequence[GateResult], where: StringSlice | None) -> None:
    """Raise TranstatsError if no string is in the slice, because a limit on nothing would never fail."""
    if where is not None and results and not any(has_strings(each.report) for each in results):
        raise TranstatsError(str(describe_empty_slice(where)))


def _evaluate_components(
    selection: ComponentSelection, earlier_states: EarlierStates, run: Run, log: RunLog, where: StringSlice | None
) -> list[GateResult]:
    """Return the result of each component. Raises TranstatsError if a single component has no result."""
    is_single = len(selection.components) == 1
    evaluated: list[GateResult] = []
    scan = run.scan_options._replace(
        where=where,
        languages=selection.languages,
        languages_must_exist=is_single,
        progress=log.progress.advance if is_single else None,
    )
    limits, folders = earlier_states.options.limits, FolderListings()
    find_outdated = _create_outdated_lookup(selection.components, run, log)
    if not is_single:
        refuse_absent_languages(selection.components, selection.languages, folders)
    for component in selection.components:
        try:
            find_state, needs_reference = earlier_states.find_state, earlier_states.is_active
            functions = find_state, find_outdated
            result = evaluate_component(component, limits, *functions, scan, folders, needs_reference=needs_reference)
        except TranstatsError as error:
            if is_single or isinstance(error, LimitsError):
                raise
            log.add_component_error(component, error)
            continue
        _add_messages(result, log)
        evaluated.append(result)
        if not is_single:
            log.progress.advance(component.full_name)
    return evaluated


def _create_outdated_lookup(components: Sequence[Component], run: Run, log: RunLog) -> FindOutdated:
    """Return the function that finds the outdated strings of a component. Its first call imports the readers."""

    @cache
    def open_finder() -> FindOutdated:
        # A border like that of a command: most runs do not read the history of the strings.
        from transtats_cli.outdated.finder import OutdatedFinder

        add_warning = partial(log.add_warning, is_always_printed=True)
        return OutdatedFinder(components, run.cache_directory, add_warning).find

    return lambda component, codes: open_finder()(component, codes)


def _add_messages(result: GateResult, log: RunLog) -> None:
    log.add_report(result.report)
    for note in result.notes:
        log.add_note(note)
    for warning in result.unchecked:
        log.add_warning(warning, is_always_printed=True)
    if unchecked := result.report.unchecked_strings:
        # A string that is not checked might fail, so a limit that depends on it cannot be evaluated.
        reason = "limits on failing strings cannot be checked, for lack of time; --check-time sets the limit"
        log.add_failure(Problem(result.component.full_name, reason, detail=format_count(unchecked, "string")))


def _add_unchecked_limits(results: Sequence[GateResult], options: GateOptions, log: RunLog) -> None:
    """Add warnings about limits that do not apply. Raises LimitsError for a language that no component has."""
    codes = [(result.limits, result.codes_by_spelling.values()) for result in results]
    for warning in find_absent_languages(options.limits, codes):
        # A comparison finds languages that were removed.
        if options.base is None and options.baseline is None:
            log.add_warning(warning)
    for warning in dict.fromkeys(find_idle_limits(results)):
        log.add_warning(warning, is_always_printed=True)
    reason = "the freeze is not checked without --base REVISION"
    freezes = [result.limits.find_setting(FREEZE.key, "") for result in results]
    if options.base is None and not options.updates_baseline:
        for origin in sorted({each.origin for each in freezes if each is not None and each.value}):
            log.add_warning(Problem(origin, reason), is_always_printed=True)
