"""The command group: commands are imported when they are called, and errors become exit statuses."""

import errno
import os
import sys
from importlib import import_module
from typing import Any

import click

from transtats_cli.cli import INTERRUPTED, begin, streams
from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import nearest

NOT_DONE = 2
DONE_IN_PART = 3
OUR_BUG = 70
OUTPUT_GONE = 141
COMPLETION = "_TRANSTATS_COMPLETE"
"""Environment variable that a shell sets to request completions."""

COMMANDS = {
    "stats": "transtats_cli.cli.stats:stats",
    "units": "transtats_cli.cli.units:units",
    "gate": "transtats_cli.cli.gate:gate",
    "diff": "transtats_cli.cli.diff:diff",
    "history": "transtats_cli.cli.history:history",
    "checks": "transtats_cli.cli.checks:checks",
    "components": "transtats_cli.cli.components:components",
    "serve": "transtats_cli.cli.serve:serve",
    "init": "transtats_cli.cli.init:init",
    "cache": "transtats_cli.cli.cache:cache",
    "completion": "transtats_cli.cli.completion:completion",
}
"""Module and function of each command, in the order of `--help`."""


class TranstatsGroup(click.Group):
    """Click group that imports each command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        home = COMMANDS.get(cmd_name)
        if home is None:
            return None
        module, name = home.split(":")
        command: click.Command = getattr(import_module(module), name)
        begin()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            meant = nearest(args[0], COMMANDS)
            if meant:
                raise click.UsageError(f"{error.message} Did you mean {meant!r}?", ctx) from error
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
            raise Failed(error) from error
        except KeyboardInterrupt as error:
            raise click.exceptions.Exit(INTERRUPTED) from error
        except OSError as error:
            # Click would exit with status 1 for a closed pipe, which here means that a limit is not met.
            if error.errno == errno.EPIPE:
                raise click.exceptions.Exit(OUTPUT_GONE) from error
            raise
        return status


class Failed(click.ClickException):
    """Error message of a run that cannot be done."""

    exit_code = NOT_DONE

    def __init__(self, error: TranstatsError) -> None:
        from transtats_cli.output.text import visible

        super().__init__("\n".join(map(visible, error.lines)))

    def show(self, file: Any = None) -> None:
        click.echo(f"Error: {self.message}", file=file or sys.stderr)


@click.group(
    cls=TranstatsGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Run `transtats COMMAND --help` for the options and examples of a command.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _option, wanted: _print_version(ctx) if wanted else None,
    help="Show the version and exit.",
)
def cli() -> None:
    """Translation statistics of PO and XLIFF files, equal to a Weblate server's."""


def main() -> int:
    """Run the command and return the exit status of the process."""
    streams.prepare()
    try:
        status = cli.main(prog_name="transtats", standalone_mode=False, complete_var=COMPLETION) or 0
    except click.exceptions.Abort:
        status = INTERRUPTED
    except click.ClickException as error:
        status = _tell(error)
    except TranstatsError as error:
        # Standard output failed while click itself was printing. Errors of commands have been converted to Failed.
        status = _tell(Failed(error))
    except SystemExit:
        # Click exits if a pipe is closed while it prints help, and after it has printed completions.
        status = 0 if _completes() else OUTPUT_GONE
    except Exception as error:
        # During completion an error message would be printed into the line that the user edits.
        status = 0 if _completes() else _report_shortage(error) or _report_bug(error)
    if status:
        streams.give_up()
    return int(status)


def _completes() -> bool:
    """True if a shell requests completions."""
    return bool(os.environ.get(COMPLETION))


def _tell(error: click.ClickException) -> int:
    with streams.unheard():
        if _wants_debug() and error.__cause__ is not None:
            _print_traceback(error.__cause__)
        error.show()
    return error.exit_code


def _report_shortage(error: Exception) -> int:
    """Print which resource the system lacks and return the exit status. Return 0 if the error is another one."""
    if isinstance(error, MemoryError) or _has_number(error, errno.ENOMEM):
        message = "memory ran out; give the process more, or fewer files at a time"
    elif _has_number(error, errno.EMFILE) or _has_number(error, errno.ENFILE):
        message = "too many open files; raise the limit (ulimit -n)"
    else:
        return 0
    shortage = Failed(TranstatsError(message))
    shortage.__cause__ = error
    return _tell(shortage)


def _has_number(error: Exception, number: int) -> bool:
    """Return True if the system call failed with this number, or if the text of an ImportError contains its message."""
    if isinstance(error, ImportError):
        return os.strerror(number) in str(error)
    return isinstance(error, OSError) and error.errno == number


def _report_bug(error: Exception) -> int:
    from transtats_cli.output.text import visible

    what = visible(" ".join(f"{type(error).__name__}: {error}".split()))
    with streams.unheard():
        if _wants_debug():
            _print_traceback(error)
        else:
            click.echo(
                f"Error: this is a bug of transtats ({what}). Run again with --debug and report what it shows,"
                " with the file if you can.",
                err=True,
            )
    return OUR_BUG


def _print_traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error)


def _wants_debug() -> bool:
    # Read from the arguments, because an error may be raised before the options are parsed.
    return "--debug" in sys.argv[1:]


def _print_version(ctx: click.Context) -> None:
    from importlib.metadata import version

    from transtats_cli import __version__

    click.echo(
        f"transtats {__version__} (weblate-language-data {version('weblate-language-data')},"
        f" translate-toolkit {version('translate-toolkit')})"
    )
    ctx.exit()
