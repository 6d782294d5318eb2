"""`transtats explain`: reasons for the numbers of a component, a language, or a string."""

import os
from typing import Any

import click

from transtats_cli.cli.command import command, option
from transtats_cli.cli.messages import RunLog
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    NO_JOBS_CACHE_OPTIONS,
    OutputOptions,
    base_url_option,
    check_time_option,
    create_completer,
    create_output_options,
    git_timeout_option,
    name_arguments,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.component import Component
from transtats_cli.explanation.components import explain_component
from transtats_cli.explanation.scan import find_language_of_place, find_unit_index, scan_language
from transtats_cli.explanation.strings import StringExplainer
from transtats_cli.explanation.translations import explain_language
from transtats_cli.model import State
from transtats_cli.output import View
from transtats_cli.output.explanation import COMPONENT_OUTPUTS, LANGUAGE_OUTPUTS, STRING_OUTPUTS
from transtats_cli.output.formats import Outputs
from transtats_cli.report import LocatedUnit, Report, mark_outdated
from transtats_cli.scanning.discovery.lookup import LocatedComponent
from transtats_cli.selection.arguments import ComponentArguments


@command(
    "transtats explain shop app",
    "transtats explain shop app de",
    "transtats explain shop app de 4",
)
@name_arguments
@click.argument("language", required=False, shell_complete=create_completer("languages"))
@click.argument("string", required=False, metavar="[FILE:LINE|CONTEXT]")
@option(
    "--language",
    "code",
    metavar="CODE",
    shell_complete=create_completer("languages"),
    help="Same as the argument LANGUAGE.",
)
@create_output_options(COMPONENT_OUTPUTS)
@create_run_options(check_time_option, *NO_JOBS_CACHE_OPTIONS, *FILE_OPTIONS, base_url_option, git_timeout_option)
def explain(
    arguments: ComponentArguments,
    language: str | None,
    string: str | None,
    code: str | None,
    outputs: OutputOptions,
    run: Run,
) -> int:
    """Explain how numbers and checks come about.

    For a component: its settings with the file or the rule that each comes from, and the files that are counted or left
    out. With a LANGUAGE: its code, its plural rule, its numbers, the strings that are not translated, and the failing
    checks. With a string: its state, words and flags with their origins, and the outcome of each check that applies.
    For a translation whose source text has changed since, also the commit, and the text that was translated. With `-v`,
    also the checks that do not apply, and why.

    A string is named by FILE:LINE, by the line alone, by its context, by its source text, or by #HASH. With FILE:LINE,
    the language may be left out, and if one component contains the file, the names as well.
    """
    selector = run.create_selector()
    project, component, _ = arguments
    file = (project or "").rpartition(":")[0]
    if component is None and os.path.isfile(file):
        arguments, language, string = ComponentArguments(file), project, None
    elif project is not None and "/" in project:
        # `PROJECT/COMPONENT` takes the place of two arguments.
        if string is not None:
            raise click.UsageError(f"Got unexpected extra argument ({string}).")
        arguments, language, string = ComponentArguments(project), component, language
    if code is not None:
        if string is not None:
            raise click.UsageError(f"--language cannot be combined with the argument {language}.")
        language, string = code, language
    value, formats, report = _explain(selector.locate(arguments), language, string, run)
    with RunLog(run.messages) as log:
        log.add_report(report)
    outputs.write(value, View(is_verbose=run.messages.verbose), outputs=formats)
    return log.exit_status


def _explain(
    located: LocatedComponent, language: str | None, string: str | None, run: Run
) -> tuple[object, Outputs[Any], Report]:
    """Return the explanation of a component, of a language or of a string, its formats, and the report."""
    if language is None:
        explanation = explain_component(located, run.root)
        return explanation, COMPONENT_OUTPUTS, explanation.report
    if string is None and (code := find_language_of_place(located.component, language)):
        language, string = code, language
    with RunLog(run.messages) as log:
        scanned = scan_language(located.component, language, run.budget, log.progress.advance)
    if string is None:
        explained = explain_language(scanned)
        return explained, LANGUAGE_OUTPUTS, explained.report
    found = StringExplainer(scanned, located.settings_by_key).explain(find_unit_index(scanned, string))
    marked = _mark_outdated(located.component, found.located_unit, run)
    return found._replace(located_unit=marked), STRING_OUTPUTS, scanned.report


def _mark_outdated(component: Component, found: LocatedUnit, run: Run) -> LocatedUnit:
    """Return the string with the change that outdated it, if it is outdated. Only translated strings can be."""
    if found.unit.state not in (State.TRANSLATED, State.APPROVED):
        return found
    # A border like that of a command: most explanations do not read the history of the strings.
    from transtats_cli.outdated.search import OutdatedSearch

    search = OutdatedSearch([component], (found.language.code,), run.cache_directory)
    (marked,) = mark_outdated([found], search.find(component))
    return marked
