"""Options of `stats` that select and sort languages, and that choose the columns of tables."""

import re
from collections.abc import Collection

import click

from transtats_cli.cli.command import flag, list_given_options, option
from transtats_cli.cli.options import create_option_group
from transtats_cli.envelope import field_names
from transtats_cli.nearest import find_similar_names
from transtats_cli.output.selection import TableOptions
from transtats_cli.output.stats import CHOOSING_OPTIONS, OUTPUTS

_SORT_ORDERS = ("name", "translated", "worst", "left")
"""Values of `--sort`: by English name, most translated first, least translated first, most words left first."""


def reject_ineffective_options(ctx: click.Context, formats: Collection[str]) -> None:
    """Raise UsageError for an option on the command line that has no effect on any of the formats.

    An option that chooses records must have an effect on all formats, because they would show different records.
    """
    for name in (given.removeprefix("--") for given in list_given_options(ctx)):
        ignoring = [each for each in formats if name in OUTPUTS[each].ignored_options]
        if len(ignoring) == len(formats) or (ignoring and name in CHOOSING_OPTIONS):
            *others, last = (each for each, output in OUTPUTS.items() if name not in output.ignored_options)
            use = f"{', '.join(others)} or {last}" if others else last
            raise click.UsageError(f"--{name} has no effect on the format {ignoring[0]}; use {use}.")


def _parse_percent(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return a percentage as a numerator and a denominator."""
    if text is None:
        return None
    number = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,9}))?%?", text, re.ASCII)
    whole, decimals = (number[1], number[2] or "") if number else ("101", "")
    numerator, denominator = int(whole + decimals), 10 ** len(decimals)
    if numerator > 100 * denominator:
        raise click.BadParameter(f"{text!r} is not a percentage between 0 and 100, such as 80 or 99.5.")
    return numerator, denominator


def _parse_field_names(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    chosen = tuple(name.strip() for name in text.split(","))
    known = field_names()
    for place, name in enumerate(chosen):
        if name not in known:
            similar = find_similar_names(name, known)
            hint = f"did you mean {' or '.join(similar)}?" if similar else f"there are: {', '.join(known)}."
            raise click.BadParameter(f"there is no field {name!r}; {hint}")
        if name in chosen[:place]:
            raise click.BadParameter(f"{name} is given twice.")
    return chosen


_PAGES = ("--page", "--page-size")

table_options = create_option_group(
    "table",
    TableOptions,
    option(
        "--sort",
        "order",
        type=click.Choice(_SORT_ORDERS),
        metavar="ORDER",
        excludes=_PAGES,
        help="By name, translated (default of tables), worst, or left (words).",
    ),
    option(
        "--below",
        metavar="PERCENT",
        callback=_parse_percent,
        excludes=_PAGES,
        help="Only languages with less translated; 100: with work left.",
    ),
    option(
        "--above",
        metavar="PERCENT",
        callback=_parse_percent,
        excludes=_PAGES,
        help="Only languages with more translated.",
    ),
    option(
        "--fields",
        metavar="NAMES",
        callback=_parse_field_names,
        excludes=("--extended", "--completeness", "--left"),
        help="Only these fields: code,percent,words_left. Not for total.",
    ),
    flag("--left", "shows_work_left", help="Table of the work left, with missing strings (or markdown)."),
    option(
        "--rate",
        "words_per_hour",
        type=click.IntRange(min=1),
        metavar="WORDS",
        needs=("--left",),
        help="Words translated in an hour, to estimate the hours left.",
    ),
)
