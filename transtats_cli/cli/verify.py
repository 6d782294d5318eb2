"""`transtats verify`: comparison with a live Weblate server."""

import os
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.exit_codes import LIMIT_NOT_MET, NOT_DONE, PARTLY_DONE
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    Decorator,
    OutputOptions,
    create_output_options,
    language_option,
    name_arguments,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.nearest import unknown_language_message
from transtats_cli.output.text import format_count
from transtats_cli.output.verification import OUTPUTS
from transtats_cli.output.writing import write_outputs
from transtats_cli.paths import path_for_messages
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.verification.address import ApiToken, RemoteAddress, find_token, parse_address
from transtats_cli.verification.client import ApiClient, ClientLimits
from transtats_cli.verification.comparison import ComponentResult, VerificationResult
from transtats_cli.verification.server_settings import build_document, collect_settings
from transtats_cli.verification.verifier import VerifyOptions, verify_component, verify_project

_LIMITS = ClientLimits()


def _create_seconds_option(name: str, minimum: int, default: float, meaning: str) -> Decorator:
    seconds = click.IntRange(minimum, 86_400)
    return option(name, type=seconds, default=int(default), show_default=True, metavar="SECONDS", help=meaning)


@command(
    "transtats verify shop app --against https://weblate.example.org/",
    "transtats verify shop --against https://weblate.example.org/ --adopt",
)
@name_arguments
@option("--against", "url", required=True, metavar="URL", help="Address of the Weblate server.")
@option("--project-on-server", metavar="NAME", help="Name of the project on the server; the same name by default.")
@option("--component-on-server", metavar="NAME", help="Name of the component on the server; the same name by default.")
@language_option
@option(
    "--strings/--no-strings",
    default=True,
    help="Compare the strings of languages whose numbers differ (default), or only the numbers.",
)
@flag("--adopt", help="Add the settings of the server that differ to transtats.toml.")
@_create_seconds_option("--timeout", 1, _LIMITS.request_seconds, "Time limit for each request.")
@_create_seconds_option(
    "--max-wait",
    0,
    _LIMITS.wait_seconds,
    "Time limit for all waits that the server requires because of too many requests.",
)
@_create_seconds_option(
    "--max-time", 1, _LIMITS.total_seconds, "Time limit for all requests together, without these waits."
)
@flag("--insecure", help="Send the token without encryption (http) to another machine.")
@create_output_options(OUTPUTS)
@create_run_options(*FILE_OPTIONS)
def verify(
    arguments: ComponentArguments,
    url: str,
    project_on_server: str | None,
    component_on_server: str | None,
    languages: tuple[str, ...],
    strings: bool,
    adopt: bool,
    timeout: int,
    max_wait: int,
    max_time: int,
    insecure: bool,
    outputs: OutputOptions,
    run: Run,
) -> int:
    """Compare with a live Weblate server.

    The statistics of each language are compared field by field. If numbers differ, the settings of the component and
    the strings are compared as well, and the reasons are printed. Without a COMPONENT, all components of the project
    are compared, and without a PROJECT, all projects. The path of a file can replace the names.

    The token comes from the environment variable TRANSTATS_TOKEN or WLC_KEY, or from the settings of the Weblate
    client. It is sent to the host in --against only, and with http:// only to this machine. The
    exit status is 1 if numbers differ.
    """
    address = parse_address(url)
    token = _find_token(address, run.root, run.messages, is_insecure=insecure)
    selection = run.create_selector().select(
        arguments._replace(select_all=arguments.project is None), languages, accepts_project=True
    )
    if selection.has_several_components:
        if not selection.project and arguments.project:
            raise click.UsageError(f"{arguments.project} can be several components; give one, a PROJECT, or no name.")
        if component_on_server:
            raise click.UsageError("--component-on-server needs the name of a component.")
    codes = tuple(language_by_code(code).code for code in selection.languages)
    options = VerifyOptions(codes, strings, adopts_settings=adopt)
    client = ApiClient(address, token, ClientLimits(timeout, max_wait, max_time))
    with RunLog(run.messages) as log:
        if selection.has_several_components:
            results = []
            for each in _verify_projects(client, selection.components, project_on_server, options):
                results.append(each)
                log.progress.advance(f"{each.project}/{each.slug}")
        else:
            (component,) = selection.components
            there = (project_on_server or component.project, component_on_server or component.slug)
            results = [verify_component(client, component, there, options)]
    _refuse_unknown_languages(codes, results)
    outputs.write(VerificationResult(address.origin, tuple(results)))
    if adopt:
        _adopt_settings(results, run.messages, run.root)
    return _get_exit_status(results)


def _get_exit_status(results: Sequence[ComponentResult]) -> int:
    if results and all(each.error for each in results):
        return NOT_DONE
    if any(each.error or each.failures for each in results):
        return PARTLY_DONE
    return 0 if all(each.is_equal for each in results) else LIMIT_NOT_MET


def _refuse_unknown_languages(codes: Sequence[str], results: Sequence[ComponentResult]) -> None:
    """Raise TranstatsError for a requested language that neither side has.

    If one of the components was not compared, its languages are unknown, so no error is raised.
    """
    known: set[str] = set().union(*(each.all_codes for each in results))
    for code in codes:
        if code not in known and all(each.component is not None for each in results):
            raise TranstatsError(
                unknown_language_message(code, known, message_start="there is no language {!r} here or on the server")
            )


def _find_token(address: RemoteAddress, root: str, messages: Messages, *, is_insecure: bool) -> ApiToken | None:
    """Return the token for a server, or None. Raises TranstatsError if others could read the token on its way."""
    token = find_token(address, root, os.environ)
    if not address.sends_clear_text:
        return token
    if token and not is_insecure:
        raise TranstatsError(
            f"{address.origin} is not encrypted, so others could read the token from {token.origin}; use https, or"
            " send it nevertheless with --insecure"
        )
    sent = "the token and all answers" if token else "all answers"
    messages.print_unless_quiet(f"warning: {address.origin} is not encrypted, so others can read {sent}; use https")
    return token


def _verify_projects(
    client: ApiClient, components: Sequence[Component], project_on_server: str | None, options: VerifyOptions
) -> Iterator[ComponentResult]:
    """Yield the results of all components.

    If all components are in one project, and the server does not have this project, raises ServerError. If one of
    several projects is missing on the server, its components are differences.
    """
    by_project = [(name, [*group]) for name, group in groupby(components, key=lambda component: component.project)]
    if project_on_server and len(by_project) > 1:
        raise click.UsageError("--project-on-server needs the name of a project.")
    for name, members in by_project:
        is_one_of_several = len(by_project) > 1
        yield from verify_project(client, members, project_on_server or name, options, may_be_missing=is_one_of_several)


def _adopt_settings(results: Sequence[ComponentResult], messages: Messages, root: str) -> None:
    """Add a table with the settings of the server to transtats.toml for each component without a table.

    For a component that already has a table, print the settings of the server instead.
    """
    collected = [
        found
        for each in results
        if each.component is not None and (found := collect_settings(each.component, each.settings, root)) is not None
    ]
    for each in collected:
        if each.is_defined:
            messages.print(f"{'/'.join(each.names)} has a table in the settings, which is not changed; on the server:")
            for line in each.table.splitlines():
                messages.print(line)
    new = [each for each in collected if not each.is_defined]
    if not new:
        if not collected:
            messages.print("no setting of the server can be adopted")
        return
    path, text = build_document(root, new)
    write_outputs([(path_for_messages(path), iter([text]))])
    messages.print(f"{path_for_messages(path)}: {format_count(len(new), 'table')} added")
