"""Options of `gate`: limits, and the earlier state with which a component is compared."""

from collections.abc import Iterable
from typing import NamedTuple

import click

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
    ratchet = RatchetOptions(base, baseline, update_baseline)
    _reject_contradictory_options(ratchet, limits, write_linguas)
    return GateArguments(tuple(limits), ratchet, write_linguas or "")


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


def _reject_contradictory_options(ratchet: RatchetOptions, limits: list[CliLimit], linguas_file: str | None) -> None:
    """Raise UsageError for an option that requires another option, or that contradicts another option."""
    keys = {each.key for each in limits}
    if ratchet.base is not None and ratchet.baseline is not None:
        raise click.UsageError("--base and --baseline both set the earlier state; give only one of them.")
    if ratchet.updates_baseline and ratchet.baseline is None:
        raise click.UsageError("--update-baseline needs --baseline FILE, the file to write.")
    if ratchet.base is None and ratchet.baseline is None:
        for key in ("allow_drop", "count_new"):
            if key in keys:
                raise click.UsageError(f"--{key.replace('_', '-')} has no effect without --base or --baseline.")
    if "disable_at" in keys and "enable_at" not in keys:
        raise click.UsageError("--disable-at needs --enable-at, which selects the languages to ship.")
    if linguas_file is not None and "enable_at" not in keys:
        raise click.UsageError("--write-linguas needs --enable-at, which selects the languages to ship.")


limit_options = create_option_group(
    "gate_arguments",
    _create_gate_arguments,
    click.option(
        "--fail-under",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Smallest share that must be translated: 90, fr=95, or da,sv=95. 100 means complete. total=80 limits all"
        " languages of each component together, and overall=80 all selected components together.",
    ),
    click.option(
        "--measure",
        type=click.Choice(MEASURE_VALUES),
        metavar="MEASURE",
        help=f"Unit of --fail-under: {', '.join(MEASURE_VALUES)}; translated by default, which is the share of"
        " strings.",
    ),
    click.option(
        "--max-failing",
        multiple=True,
        metavar="[LANGUAGE=]N",
        help="Largest number of strings of a language that fail a check.",
    ),
    click.option(
        "--max-failing-percent",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Largest share of strings of a language that fail a check.",
    ),
    click.option(
        "--max-fuzzy", multiple=True, metavar="[LANGUAGE=]N", help="Largest number of fuzzy strings of a language."
    ),
    click.option(
        "--max-missing",
        multiple=True,
        metavar="[LANGUAGE=]N",
        help="Largest number of strings of the template that the file of a language lacks.",
    ),
    click.option(
        "--max-check",
        multiple=True,
        metavar="ID=N",
        shell_complete=create_completer("checks"),
        help="Largest number of strings of a language that fail this check.",
    ),
    click.option(
        "--require",
        multiple=True,
        metavar="LANGUAGES",
        help="Languages that must have a file, separated by commas: fr,de,ja.",
    ),
    click.option(
        "--base",
        metavar="REVISION",
        shell_complete=create_completer("revisions"),
        help="Fail if a language got worse since this git revision. main... is the merge base of main and HEAD.",
    ),
    click.option("--baseline", metavar="FILE", help="Fail if a language got worse than recorded in this file."),
    click.option("--update-baseline", is_flag=True, help="Write the current state to the file of --baseline."),
    click.option(
        "--allow-drop", metavar="N|PERCENT%", help="Number or share of strings of a language that may get worse."
    ),
    click.option("--count-new", is_flag=True, help="Count new untranslated strings as worse."),
    click.option(
        "--enable-at",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Print the languages to ship: those with at least this share translated, also of the template's strings.",
    ),
    click.option(
        "--disable-at",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="With --enable-at: also ship languages shipped before (LINGUAS or baseline) down to this share.",
    ),
    click.option("--write-linguas", metavar="FILE", help="Write the languages to ship to this file, one per line."),
)
