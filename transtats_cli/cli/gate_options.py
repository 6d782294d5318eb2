"""Options of `gate`: limits, and the earlier state with which a component is compared."""

from collections.abc import Iterable
from typing import NamedTuple

import click

from transtats_cli.cli.declared_options import option
from transtats_cli.cli.options import create_completer, create_option_group
from transtats_cli.gate.earlier_states import RatchetOptions
from transtats_cli.gate.limits import CliLimit, parse_check_limits, parse_limits
from transtats_cli.settings.keys import MEASURE_VALUES, validate_setting


class GateArguments(NamedTuple):
    """Limits and other options of `gate` on the command line."""

    limits: tuple[CliLimit, ...]
    ratchet: RatchetOptions
    """Earlier state with which components are compared, so that a language that got worse does not meet its limit."""
    linguas_file: str
    """Path of the LINGUAS file to write. If the path is empty, no LINGUAS file is written."""


def _create_gate_arguments(
    measure: str | None,
    max_check: tuple[str, ...],
    require: tuple[str, ...],
    allow_drop: str | None,
    count_new: bool,
    base: str | None,
    baseline: str | None,
    update_baseline: bool,
    write_linguas: str | None,
    **number_limits: tuple[str, ...],
) -> GateArguments:
    limits = [each for key, texts in number_limits.items() for each in parse_limits(key, texts)]
    limits += parse_check_limits(max_check)
    if measure is not None:
        limits.append(CliLimit("measure", measure, "", f"--measure {measure}"))
    _reject_empty_values(require=require, baseline=(baseline,), write_linguas=(write_linguas,))
    languages = tuple(name.strip() for text in require for name in text.split(",") if name.strip())
    if require:
        limits.append(CliLimit("require", languages, "", f"--require {','.join(require)}"))
    if allow_drop is not None:
        limits.append(CliLimit("allow_drop", _parse_allowed_drop(allow_drop), "", f"--allow-drop {allow_drop}"))
    if count_new:
        limits.append(CliLimit("count_new", True, "", "--count-new"))
    return GateArguments(tuple(limits), RatchetOptions(base, baseline, update_baseline), write_linguas or "")


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

limit_options = create_option_group(
    "gate_arguments",
    _create_gate_arguments,
    option(
        "--fail-under",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Smallest share that must be translated: 90, fr=95, or da,sv=95. 100 means complete. total=80 limits all"
        " languages of each component together, and overall=80 all selected components together.",
    ),
    option(
        "--measure",
        type=click.Choice(MEASURE_VALUES),
        metavar="MEASURE",
        help=f"Unit of --fail-under: {', '.join(MEASURE_VALUES)}; translated by default, which is the share of"
        " strings.",
    ),
    option(
        "--max-failing",
        multiple=True,
        metavar="[LANGUAGE=]N",
        help="Largest number of strings of a language that fail a check.",
    ),
    option(
        "--max-failing-percent",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Largest share of strings of a language that fail a check.",
    ),
    option("--max-fuzzy", multiple=True, metavar="[LANGUAGE=]N", help="Largest number of fuzzy strings of a language."),
    option(
        "--max-missing",
        multiple=True,
        metavar="[LANGUAGE=]N",
        help="Largest number of strings of the template that the file of a language lacks.",
    ),
    option(
        "--max-check",
        multiple=True,
        metavar="ID=N",
        shell_complete=create_completer("checks"),
        help="Largest number of strings of a language that fail this check.",
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
    option("--baseline", metavar="FILE", help="Fail if a language got worse than recorded in this file."),
    option(
        "--update-baseline",
        is_flag=True,
        needs=("--baseline",),
        help="Write the current state to the file of --baseline.",
    ),
    option(
        "--allow-drop",
        metavar="N|PERCENT%",
        needs=_EARLIER_STATES,
        help="Number or share of strings of a language that may get worse.",
    ),
    option("--count-new", is_flag=True, needs=_EARLIER_STATES, help="Count new untranslated strings as worse."),
    option(
        "--enable-at",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Print the languages to ship: those with at least this share translated, also of the template's strings.",
    ),
    option(
        "--disable-at",
        needs=("--enable-at",),
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="With --enable-at: also ship languages shipped before (LINGUAS or baseline) down to this share.",
    ),
    option(
        "--write-linguas",
        metavar="FILE",
        needs=("--enable-at",),
        help="Write the languages to ship to this file, one per line.",
    ),
)
