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
from transtats_cli.cli.command import TranstatsCommand, escape_lines, flag
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
_PROGRAM_NAME = "transtats"
COMPLETION_VARIABLE = "_TRANSTATS_COMPLETE"
"""Name of the environment variable that a shell sets to request completions."""

_VERBOSE_KEY = f"{__name__}.verbose"
_OVERVIEW_KEY = f"{__name__}.overview"

COMMANDS_BY_HEADING = {
    "See": ("stats", "units", "components", "explain", "fleet"),
    "Check": ("gate", "checks"),
    "Compare": ("diff", "history", "verify"),
    "Publish": ("report", "badge", "readme", "serve"),
    "Set up": ("init", "cache", "completion", "help"),
}
"""Names of the commands, by heading of the help text, in its order."""
COMMANDS = {name: f"transtats_cli.cli.{name}:{name}" for names in COMMANDS_BY_HEADING.values() for name in names}
"""Module and function of each command."""
# A function must not have the name of a built-in one.
COMMANDS["help"] = "transtats_cli.cli.help:show_help"

_COMMANDS_OF_FEDORA = {
    "coverage": "stats --totals --format table",
    "package": "stats PROJECT --format table",
    "release": "fleet",
}
"""Commands of the client of Fedora's Transtats, each with the command that prints such numbers here."""
_GUESSED_COMMANDS = {
    "todo": "units --todo",
    "search": "units --search TEXT",
    "list": "components",
    "languages": "stats --totals --format table",
    "status": "stats --format table",
}
"""Commands that users guess, each with the command that has this effect."""
_GUESSED_OPTIONS = {
    "--fuzzy": "--state fuzzy",
    "--untranslated": "--todo",
    "--worst": "--sort worst",
    "--at-least": "--above 79.99 for at least 80 %",
    "--words-left": "--fields code,words_left",
    "--check": "--max-check ID=0",
    "-o": "--output",
}
"""Options that users guess, each with the option that has this effect in some commands."""
_MIN_SIMILARITY = 0.7
"""Minimum similarity of an option that is suggested for an unknown one."""
_MAX_OWNERS = 5
"""Maximum number of commands that the error about an unknown option names."""


class TranstatsGroup(TranstatsCommand, click.Group):
    """Click group that imports the module of a command when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before a command. Without a command, unknown options are those of the overview."""
        try:
            return super().parse_args(ctx, [*args])
        except click.NoSuchOption as error:
            if error.possibilities:
                raise
            command = next((word for word in args if word in COMMANDS), "")
            if command:
                hint = f"Options follow the command: `transtats {command} {error.option_name}`."
                raise click.UsageError(f"{error.message} {hint}", ctx) from error
            ctx.meta[_OVERVIEW_KEY] = args
            return super().parse_args(ctx, [])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. An error about an unknown option names the commands that have the option."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            # Imported late: only this error needs it.
            from transtats_cli.nearest import find_similar_names

            guessed = _GUESSED_OPTIONS.get(error.option_name, "")
            own_options = error.ctx.command.params if error.ctx else ()
            if guessed and any(guessed.split()[0] in each.opts for each in own_options):
                raise click.UsageError(f"{error.message} Did you mean {guessed}?", error.ctx) from error
            similar = find_similar_names(error.option_name, error.possibilities or (), min_similarity=_MIN_SIMILARITY)
            commands = ((name, self.get_command(ctx, name)) for name in COMMANDS)
            owners = [
                name
                for name, command in commands
                if command is not None and any(error.option_name in each.opts for each in command.params)
            ]
            if owners:
                hint = f"It is an option of {', '.join(owners[:_MAX_OWNERS])}."
                raise click.UsageError(f"{error.message} {hint}", error.ctx) from error
            raise click.NoSuchOption(error.option_name, possibilities=similar, ctx=error.ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, names in COMMANDS_BY_HEADING.items():
            formatter.write_heading(heading)
            with formatter.indentation():
                commands = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl(
                    [(name.ljust(width), each.get_short_help_str(80)) for name, each in commands if each]
                )

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

            own_command = _COMMANDS_OF_FEDORA.get(args[0])
            if own_command:
                raise click.UsageError(
                    f"{error.message} It is a command of Fedora's Transtats, which is another program. Here, use"
                    f" `transtats {own_command}`.",
                    ctx,
                ) from error
            if command := _find_stats_command(args[0]):
                raise click.UsageError(f"{error.message} To see its statistics: `{command}`", ctx) from error
            similar = _GUESSED_COMMANDS.get(args[0]) or find_similar_name(args[0], COMMANDS)
            if similar:
                raise click.UsageError(f"{error.message} Did you mean {similar!r}?", ctx) from error
            raise


def _find_stats_command(name: str) -> str:
    """Return the command that prints the statistics of a project, component or directory, or '' without one."""
    from transtats_cli.selection.selector import ComponentSelector

    try:
        components = ComponentSelector(os.environ.get("TRANSTATS_ROOT") or ".").survey.components
    except TranstatsError:
        components = []
    words = {each.project: each.project for each in components}
    for each in components:
        words[each.slug] = words[each.full_name] = f"{each.project} {each.slug}"
    directory = f"--root {name}" if os.path.isdir(name) else ""
    arguments = words.get(name, directory)
    return f"transtats stats {arguments}" if arguments else ""


@click.group(
    cls=TranstatsGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Run `transtats COMMAND --help` for the options and examples of a command.",
)
@flag(
    "-V",
    "--version",
    expose_value=False,
    callback=lambda ctx, _option, is_given: _print_version_and_exit(ctx) if is_given else None,
    help="Show the version and exit.",
)
@flag(
    "-v",
    "--verbose",
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _option, is_given: ctx.meta.update({_VERBOSE_KEY: is_given}),
    help="With --version: show all libraries that decide numbers.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Statistics of translation files, equal to those of a Weblate server."""
    if ctx.invoked_subcommand is None:
        # A border like that of a command: the other commands do not need this module.
        from transtats_cli.cli.overview import print_overview

        print_overview(ctx, ctx.meta.get(_OVERVIEW_KEY, ()))
    elif ctx.meta[_VERBOSE_KEY]:
        raise click.UsageError(f"-v follows the command: `transtats {ctx.invoked_subcommand} -v`.", ctx)


def main() -> int:
    """Run the command line and return the exit code of the process.

    Click's own `main` is not used. It prints an empty line after an interrupt, and exits with status 1 if a pipe is
    closed, which here means that a limit is not met.
    """
    streams.prepare_standard_streams()
    is_completion = bool(os.environ.get(COMPLETION_VARIABLE))
    try:
        if is_completion:
            from click.shell_completion import shell_complete

            shell_complete(cli, {}, _PROGRAM_NAME, COMPLETION_VARIABLE, os.environ[COMPLETION_VARIABLE])
            status = 0
        else:
            with cli.make_context(_PROGRAM_NAME, sys.argv[1:]) as context:
                status = cli.invoke(context) or 0
                sys.stdout.flush()
    except click.exceptions.Exit as error:
        status = error.exit_code
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (click.ClickException, TranstatsError) as error:
        status = _print_error(error, error.__cause__ if isinstance(error, click.ClickException) else error)
    except Exception as error:
        # During completion an error message would be printed into the line that the user edits.
        if is_completion:
            status = 0
        elif _has_error_number(error, errno.EPIPE):
            status = OUTPUT_CLOSED
        else:
            status = _print_system_problem(error) or _print_bug_report(error)
    if status:
        streams.discard_unwritten_output()
    return status


def _print_error(error: click.ClickException | TranstatsError, cause: BaseException | None) -> int:
    """Print the message of an error, with `--debug` also the traceback of its cause, and return the exit code."""
    with streams.ignore_write_errors():
        if cause is not None:
            _print_requested_traceback(cause)
        if isinstance(error, click.ClickException):
            error.show()
        else:
            click.echo(f"Error: {escape_lines(error.lines)}", err=True)
    return error.exit_code if isinstance(error, click.ClickException) else NOT_DONE


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
    return _print_error(TranstatsError(message), error)


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
        if not _print_requested_traceback(error):
            click.echo(
                f"Error: this is a bug of transtats ({description}). Run again with --debug and report what it shows,"
                " with the file if you can.",
                err=True,
            )
    return OUR_BUG


def _print_requested_traceback(error: BaseException) -> bool:
    """Print the traceback of an error if `--debug` is given. Return False if not."""
    # Read from the arguments, because an error may be raised before the options are parsed.
    if "--debug" not in sys.argv[1:]:
        return False
    import traceback

    traceback.print_exception(error)
    return True


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
