"""Command group that imports a command when the command is called, and converts errors to exit codes."""

import errno
import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

from transtats_cli import __version__
from transtats_cli.cli import streams
from transtats_cli.cli.command import TranstatsCommand, escape_lines, option
from transtats_cli.cli.exit_codes import INTERRUPTED, NOT_DONE, OUR_BUG, OUTPUT_CLOSED
from transtats_cli.errors import TranstatsError

_NEW_OBJECTS_PER_COLLECTION = 10_000
"""Number of new objects after which the garbage collector runs.

The number is greater than the interpreter's 700, because there are hardly any reference cycles. A small run ends before
the first collection. The number is not much greater, because unreachable objects would fill the processor's cache.
"""
NUMBER_LIBRARIES = (
    "weblate-language-data",
    "translate-toolkit",
    "polib",
    "lxml",
    "docutils",
    "nh3",
    "pyicumessageformat",
)
"""Names of the libraries whose versions may change a number."""
COMPLETION_VARIABLE = "_TRANSTATS_COMPLETE"
"""Name of the environment variable that a shell sets to request completions."""

_VERBOSE_KEY = f"{__name__}.verbose"

COMMANDS = {
    "stats": "transtats_cli.cli.stats:stats",
    "units": "transtats_cli.cli.units:units",
    "explain": "transtats_cli.cli.explain:explain",
    "verify": "transtats_cli.cli.verify:verify",
    "gate": "transtats_cli.cli.gate:gate",
    "diff": "transtats_cli.cli.diff:diff",
    "history": "transtats_cli.cli.history:history",
    "report": "transtats_cli.cli.report:report",
    "fleet": "transtats_cli.cli.fleet:fleet",
    "badge": "transtats_cli.cli.badge:badge",
    "readme": "transtats_cli.cli.readme:readme",
    "checks": "transtats_cli.cli.checks:checks",
    "components": "transtats_cli.cli.components:components",
    "serve": "transtats_cli.cli.serve:serve",
    "init": "transtats_cli.cli.init:init",
    "cache": "transtats_cli.cli.cache:cache",
    "completion": "transtats_cli.cli.completion:completion",
    "help": "transtats_cli.cli.help:show_help",
}
"""Module and function of each command, in the order of the help text."""


class TranstatsGroup(TranstatsCommand, click.Group):
    """Click group that imports the module of a command when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        function = COMMANDS.get(cmd_name)
        if function is None:
            return None
        module, name = function.split(":")
        command: click.Command = getattr(import_module(module), name)
        # The collector does not examine the objects that were imported so far.
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS_PER_COLLECTION)
        gc.enable()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from transtats_cli.nearest import find_similar_name

            similar = find_similar_name(args[0], COMMANDS)
            if similar:
                raise click.UsageError(f"{error.message} Did you mean {similar!r}?", ctx) from error
            raise

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except KeyboardInterrupt as error:
            # Click itself would print an empty line.
            raise click.exceptions.Exit(INTERRUPTED) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            status = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except TranstatsError as error:
            raise CommandError(error) from error
        except KeyboardInterrupt as error:
            raise click.exceptions.Exit(INTERRUPTED) from error
        except OSError as error:
            # Click would exit with status 1 for a closed pipe, which here means that a limit is not met.
            if error.errno == errno.EPIPE:
                raise click.exceptions.Exit(OUTPUT_CLOSED) from error
            raise
        return status


class CommandError(click.ClickException):
    """Error with exit code 2, for a run that cannot be done."""

    exit_code = NOT_DONE

    def __init__(self, error: TranstatsError) -> None:
        super().__init__(escape_lines(error.lines))

    def show(self, file: Any = None) -> None:
        click.echo(f"Error: {self.message}", file=file or sys.stderr)


@click.group(
    cls=TranstatsGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Run `transtats COMMAND --help` for the options and examples of a command.",
)
@option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _option, is_given: _print_version_and_exit(ctx) if is_given else None,
    help="Show the version and exit.",
)
@option(
    "-v",
    "--verbose",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    needs=("--version",),
    callback=lambda ctx, _option, is_given: ctx.meta.update({_VERBOSE_KEY: is_given}),
    help="With --version: show all libraries that decide numbers.",
)
def cli() -> None:
    """Statistics of translation files, equal to those of a Weblate server."""


def main() -> int:
    """Run the command line and return the exit code of the process."""
    streams.prepare_standard_streams()
    output = sys.stdout
    try:
        status = cli.main(prog_name="transtats", standalone_mode=False, complete_var=COMPLETION_VARIABLE) or 0
    except click.exceptions.Abort:
        status = INTERRUPTED
    except click.ClickException as error:
        status = _print_error(error)
    except TranstatsError as error:
        # Standard output failed while click itself was printing. Those of commands are CommandErrors.
        status = _print_error(CommandError(error))
    except SystemExit:
        # Click exits if a pipe is closed while it prints help, and after it has printed completions. For a closed pipe,
        # it also wraps standard output, so that its flush reports no error.
        sys.stdout = output
        status = 0 if _is_completion_requested() else OUTPUT_CLOSED
    except Exception as error:
        # During completion an error message would be printed into the line that the user edits.
        status = 0 if _is_completion_requested() else _print_system_problem(error) or _print_bug_report(error)
    if status:
        streams.discard_unwritten_output()
    return int(status)


def _is_completion_requested() -> bool:
    """Return True if a shell requests completions."""
    return bool(os.environ.get(COMPLETION_VARIABLE))


def _print_error(error: click.ClickException) -> int:
    with streams.ignore_write_errors():
        if _is_debug_requested() and error.__cause__ is not None:
            _print_traceback(error.__cause__)
        error.show()
    return error.exit_code


def _print_system_problem(error: Exception) -> int:
    """Print which resource is exhausted, or that the current directory was deleted, and return the exit code.

    Return 0 for any other error.
    """
    if isinstance(error, MemoryError) or _has_error_number(error, errno.ENOMEM):
        message = "memory ran out; give the process more, or fewer files at a time"
    elif _has_error_number(error, errno.EMFILE) or _has_error_number(error, errno.ENFILE):
        message = "too many open files; raise the limit (ulimit -n)"
    elif isinstance(error, FileNotFoundError) and not _has_current_directory():
        message = "the current directory was deleted; change to another directory"
    else:
        return 0
    problem = CommandError(TranstatsError(message))
    problem.__cause__ = error
    return _print_error(problem)


def _has_current_directory() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def _has_error_number(error: Exception, error_number: int) -> bool:
    """Return True if a system call failed with this error number, or if an ImportError contains the error's message."""
    if isinstance(error, ImportError):
        return os.strerror(error_number) in str(error)
    return isinstance(error, OSError) and error.errno == error_number


def _print_bug_report(error: Exception) -> int:
    description = escape_lines([" ".join(f"{type(error).__name__}: {error}".split())])
    with streams.ignore_write_errors():
        if _is_debug_requested():
            _print_traceback(error)
        else:
            click.echo(
                f"Error: this is a bug of transtats ({description}). Run again with --debug and report what it shows,"
                " with the file if you can.",
                err=True,
            )
    return OUR_BUG


def _print_traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error)


def _is_debug_requested() -> bool:
    # Read from the arguments, because an error may be raised before the options are parsed.
    return "--debug" in sys.argv[1:]


def _print_version_and_exit(ctx: click.Context) -> None:
    """Print the version of transtats with those of the language data and translate-toolkit.

    If `-v` precedes or follows, print those of all libraries that decide numbers, each in a line.
    """
    from importlib.metadata import version

    versions = [f"{name} {version(name)}" for name in NUMBER_LIBRARIES]
    if ctx.meta[_VERBOSE_KEY]:
        click.echo("\n".join([f"transtats {__version__}", *versions]))
    else:
        click.echo(f"transtats {__version__} ({', '.join(versions[:2])})")
    ctx.exit()
