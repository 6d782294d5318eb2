"""Options of `gate`: limits, and the earlier state to compare a component with."""

from collections.abc import Iterable
from typing import NamedTuple

import click

from transtats_cli.cli import complete
from transtats_cli.cli.options import bundled
from transtats_cli.gate.earlier_states import RatchetOptions
from transtats_cli.gate.limits import CliLimit, parse_check_limits, parse_limits
from transtats_cli.settings.keys import MEASURES, check


class Asked(NamedTuple):
    """Limits and other options of `gate` on the command line."""

    said: tuple[CliLimit, ...]
    past: RatchetOptions
    linguas: str


def _asked(
    measure: str | None,
    max_check: tuple[str, ...],
    require: tuple[str, ...],
    allow_drop: str | None,
    count_new: bool,
    base: str | None,
    baseline: str | None,
    update_baseline: bool,
    write_linguas: str | None,
    **numbers: tuple[str, ...],
) -> Asked:
    said = [each for key, texts in numbers.items() for each in parse_limits(key, texts)]
    said += parse_check_limits(max_check)
    if measure is not None:
        said.append(CliLimit("measure", measure, "", f"--measure {measure}"))
    _refuse_empty(require=require, baseline=(baseline,), write_linguas=(write_linguas,))
    languages = tuple(name.strip() for text in require for name in text.split(",") if name.strip())
    if require:
        said.append(CliLimit("require", languages, "", f"--require {','.join(require)}"))
    if allow_drop is not None:
        said.append(CliLimit("allow_drop", _drop(allow_drop), "", f"--allow-drop {allow_drop}"))
    if count_new:
        said.append(CliLimit("count_new", True, "", "--count-new"))
    past = RatchetOptions(base, baseline, update_baseline)
    _refuse_alone(past, said, write_linguas)
    return Asked(tuple(said), past, write_linguas or "")


def _drop(text: str) -> object:
    try:
        return check("allow_drop", text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--allow-drop") from error


def _refuse_empty(**said: Iterable[str | None]) -> None:
    """Raise UsageError for an empty value, such as that of an unset variable, with which nothing could ever fail."""
    for key, texts in said.items():
        if any(text is not None and not text.strip(" ,") for text in texts):
            raise click.UsageError(f"--{key.replace('_', '-')} is given without a name.")


def _refuse_alone(past: RatchetOptions, said: list[CliLimit], write_linguas: str | None) -> None:
    """Raise UsageError for an option that needs another one, or contradicts it."""
    keys = {each.key for each in said}
    if past.base is not None and past.baseline is not None:
        raise click.UsageError("--base and --baseline are two answers to one question: what it was before; choose one.")
    if past.update and past.baseline is None:
        raise click.UsageError("--update-baseline needs to know the file: --baseline FILE.")
    if past.base is None and past.baseline is None:
        for key in ("allow_drop", "count_new"):
            if key in keys:
                raise click.UsageError(f"--{key.replace('_', '-')} says nothing without --base or --baseline.")
    if "disable_at" in keys and "enable_at" not in keys:
        raise click.UsageError("--disable-at says when languages go; --enable-at, which is missing, when they come.")
    if write_linguas is not None and "enable_at" not in keys:
        raise click.UsageError("--write-linguas writes the languages that --enable-at chooses; say that, too.")


limit_options = bundled(
    "asked",
    _asked,
    click.option(
        "--fail-under",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="The least share that must be translated: 90, fr=95, or da,sv=95; 100 means complete.",
    ),
    click.option("--measure", type=click.Choice(MEASURES), help="What that is a share of; translated by default."),
    click.option(
        "--max-failing", multiple=True, metavar="[LANGUAGE=]N", help="How many strings of a language may fail a check."
    ),
    click.option(
        "--max-failing-percent", multiple=True, metavar="[LANGUAGE=]PERCENT", help="The same as a share of all strings."
    ),
    click.option(
        "--max-fuzzy", multiple=True, metavar="[LANGUAGE=]N", help="How many strings of a language may be fuzzy."
    ),
    click.option(
        "--max-check",
        multiple=True,
        metavar="ID=N",
        shell_complete=complete.checks,
        help="How many strings of a language may fail this check.",
    ),
    click.option(
        "--require", multiple=True, metavar="LANGUAGES", help="Languages that must be there, with commas: fr,de,ja."
    ),
    click.option(
        "--base",
        metavar="REVISION",
        help="Fail where a language got worse than at this git revision; main... is where HEAD left main.",
    ),
    click.option("--baseline", metavar="FILE", help="The same without git: worse than this file says."),
    click.option("--update-baseline", is_flag=True, help="Write that file anew, with what there is now."),
    click.option(
        "--allow-drop", metavar="N|PERCENT%", help="How many strings may get worse, or what share of a language."
    ),
    click.option("--count-new", is_flag=True, help="New strings that are not translated make a language worse, too."),
    click.option(
        "--enable-at",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="Print the languages to ship: those that have reached this,",
    ),
    click.option(
        "--disable-at",
        multiple=True,
        metavar="[LANGUAGE=]PERCENT",
        help="and of those that LINGUAS or the baseline says were shipped, those that have not fallen below this.",
    ),
    click.option("--write-linguas", metavar="FILE", help="Write the languages to ship to this file, one a line."),
)
