"""Options that declare their heading in the help, and the options that they exclude or need."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

OWN_HEADING = "Options"
"""Heading of the options that only one command has."""
COMPONENTS_HEADING = "Components and files"
OUTPUT_HEADING = "Output"
EXPERT_HEADING = "For experts"


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


def reject_combinations(ctx: click.Context) -> None:
    """Raise UsageError if an option is given with an option that it excludes, or without the options that it needs."""
    given = {
        _name_as_given(parameter, ctx.params.get(str(parameter.name))): parameter
        for parameter in ctx.command.params
        if isinstance(parameter, DeclaredOption)
        and ctx.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    }
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
    yield from ((heading, records) for heading, records in found.items() if records)
    if experts:
        yield EXPERT_HEADING, experts
