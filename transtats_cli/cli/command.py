"""Classes of commands and options. An option declares its heading in the help, and what it excludes or needs."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from transtats_cli.errors import WrongUsageError

OWN_HEADING = "Options"
"""Heading of the options that only one command has."""
COMPONENTS_HEADING = "Components and files"
OUTPUT_HEADING = "Output"
EXPERT_HEADING = "For experts"
EXAMPLES_TITLE = "Examples:"
_MAX_NAMES_WIDTH = 30
"""Width of the names of options in help texts. The meaning of an option with longer names begins on the next line."""


class DeclaredOption(click.Option):
    """Option with a heading. `excludes` contains names of options, or headings of options; `needs` contains names.

    If one of the needed options is given, this is sufficient.
    """

    def __init__(
        self,
        *args: Any,
        heading: str = OWN_HEADING,
        excludes: Collection[str] = (),
        needs: Collection[str] = (),
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.heading = heading
        self.excludes = excludes
        self.needs = needs

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return the default only. Errors name the range of a number, and the reference of settings lists variables."""
        extra = super().get_help_extra(ctx)
        return {"default": extra["default"]} if "default" in extra else {}


option = partial(click.option, cls=DeclaredOption)
flag = partial(option, is_flag=True)
files_option = partial(option, heading=COMPONENTS_HEADING)
output_option = partial(option, heading=OUTPUT_HEADING)
expert_option = partial(option, heading=EXPERT_HEADING)


def list_given_options(ctx: click.Context) -> dict[str, DeclaredOption]:
    """Return the options on the command line by name, in the order of the help text."""
    return {
        _name_as_given(parameter, ctx.params.get(str(parameter.name))): parameter
        for parameter in ctx.command.params
        if isinstance(parameter, DeclaredOption)
        and ctx.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    }


def reject_combinations(ctx: click.Context) -> None:
    """Raise UsageError if an option is given with an option that it excludes, or without the options that it needs."""
    given = list_given_options(ctx)
    for name, parameter in given.items():
        for other_name, other in given.items():
            if other_name in parameter.excludes or other.heading in parameter.excludes:
                raise click.UsageError(f"{name} cannot be combined with {other_name}.", ctx)
        if parameter.needs and not given.keys() & {*parameter.needs}:
            raise click.UsageError(f"{name} needs {' or '.join(parameter.needs)}.", ctx)


def _name_as_given(parameter: click.Option, value: object) -> str:
    """Return the long name of an option, such as `--no-checks` for the option `--checks/--no-checks` that is False."""
    names = parameter.secondary_opts if value is False and parameter.secondary_opts else parameter.opts
    return max(names, key=len)


def list_help_records(ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each heading with the names and the meanings of its options. The options for experts come last."""
    found: dict[str, list[tuple[str, str]]] = {OWN_HEADING: []}
    for parameter in ctx.command.get_params(ctx):
        if isinstance(parameter, DeclaredOption) and (record := parameter.get_help_record(ctx)):
            found.setdefault(parameter.heading, []).append(record)
    experts = found.pop(EXPERT_HEADING, [])
    if len(found.get(OUTPUT_HEADING, ())) == 1:
        # Only the option for the help.
        found[OWN_HEADING] += found.pop(OUTPUT_HEADING)
    yield from ((heading, records) for heading, records in found.items() if records)
    if experts:
        yield EXPERT_HEADING, experts


def _print_help_and_exit(ctx: click.Context, _option: click.Parameter, is_given: bool) -> None:
    if is_given and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


_HELP_OPTION = DeclaredOption(
    ("-h", "--help"),
    heading=OUTPUT_HEADING,
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_help_and_exit,
    help="Show this message and exit.",
)


class TranstatsCommand(click.Command):
    """Click command with an option for its help.

    Click creates the same option, but searches a translation of its help text in each run, which takes a millisecond.
    """

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _HELP_OPTION if self.add_help_option else None

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        roots = [argument for argument in args if argument.partition("=")[0] == "--root"]
        ctx = super().make_context(info_name, args, parent, **extra)
        if not ctx.resilient_parsing:
            if len(roots) > 1:  # Click would use the last one.
                raise click.UsageError("--root can be given once; `fleet A B` counts several repositories.", ctx)
            reject_combinations(ctx)
        return ctx

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WrongUsageError as error:
            raise click.UsageError(escape_lines(error.lines), ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections = [*list_help_records(ctx)]
        width = max((len(names) for _, records in sections for names, _ in records), default=0)
        formatter.write_paragraph()
        for heading, records in sections:
            formatter.write_heading(heading)
            with formatter.indentation():
                formatter.write_dl([(names.ljust(min(width, _MAX_NAMES_WIDTH)), meaning) for names, meaning in records])
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


def escape_lines(lines: Iterable[str]) -> str:
    # Only errors need this module, and `--version` and completion start in half of the time without it.
    from transtats_cli.output.text import escape_controls

    return "\n".join(map(escape_controls, lines))


def format_examples(*lines: str) -> str:
    """Return the epilog of a command's help: a title, and one example on each line. Click does not wrap these lines."""
    return "\n".join(["\b", EXAMPLES_TITLE, *(f"  {line}" for line in lines)])


def command(*examples: str, name: str | None = None) -> Callable[[Callable[..., Any]], TranstatsCommand]:
    """Return a decorator that creates a command. Its help ends with the examples."""
    return click.command(name, cls=TranstatsCommand, epilog=format_examples(*examples))
