"""Options that all commands with components have, and the work that depends on them alone."""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from transtats_cli.caching.store import default_cache_directory
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import MESSAGE_OPTIONS, ROOT_OPTIONS, Decorator, create_option_group, usable_cores
from transtats_cli.limits import DEFAULT_RUN_SECONDS, CheckTimeBudget
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.selector import ComponentSelector
from transtats_cli.settings.documents import folders_upward
from transtats_cli.settings.layers import Overrides, make_overrides


class Run(NamedTuple):
    """Options of one run of a command: where to search components, settings, messages and resources.

    The resources do not change the statistics, unless the checks use up the time limit.
    """

    root: str
    messages: Messages
    overrides: Overrides
    jobs: int
    cache_directory: str
    budget: CheckTimeBudget

    @property
    def scan_options(self) -> ScanOptions:
        """Options of a scan with the resources of the run."""
        return ScanOptions(
            jobs=self.jobs,
            map_in_workers=_map_in_workers,
            cache_directory=self.cache_directory,
            budget=self.budget,
        )

    @property
    def repository_top(self) -> str:
        """Directory relative to which paths are printed in formats for CI systems.

        This is the top directory of the repository, or the current directory if there is no repository.
        """
        *_, top = folders_upward(self.root)
        return top if os.path.lexists(os.path.join(top, ".git")) else os.getcwd()

    def create_selector(self) -> ComponentSelector:
        return ComponentSelector(self.root, self.overrides, _complete_command, self.messages.print_warning)


def _map_in_workers(function: Callable[[Any], Any], arguments: Iterable[Any], jobs: int) -> Iterator[Any]:
    # A border like that of a command: most runs start no process, and its libraries take as long as a small run.
    from transtats_cli.scanning.pipeline.parallel import map_in_workers

    return map_in_workers(function, arguments, jobs)


def create_run_options(*options: Decorator) -> Decorator:
    """Return a decorator that adds options, and those for the root and for messages. The parameter is `run`."""
    return create_option_group("run", _create_run, *options, *ROOT_OPTIONS, *MESSAGE_OPTIONS)


def _create_run(
    root: str,
    quiet: bool,
    verbose: bool,
    jobs: int | None = None,
    no_cache: bool = False,
    cache_dir: str | None = None,
    check_time: float = DEFAULT_RUN_SECONDS,
    **settings: Any,
) -> Run:
    cache = "" if no_cache else cache_dir or default_cache_directory()
    messages = Messages(quiet, verbose)
    return Run(root, messages, make_overrides(**settings), jobs or usable_cores(), cache, CheckTimeBudget(check_time))


def _complete_command(names: str) -> str:
    """Return the command that runs, with names of a component, the root, the language and required parameters."""
    context = click.get_current_context()
    words = [context.command.name, names]
    for parameter in context.command.params:
        name = str(parameter.name)
        if isinstance(parameter, click.Argument) and parameter.required:
            words.insert(1, parameter.human_readable_name)
        elif (parameter.required or name in ("root", "code")) and context.get_parameter_source(
            name
        ) is ParameterSource.COMMANDLINE:
            words += [parameter.opts[0], shlex.quote(str(context.params[name]))]
    return " ".join(["transtats", *map(str, words)])
