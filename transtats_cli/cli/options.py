"""Options that several commands share. Each group of options is passed to a command as one parameter."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import update_wrapper
from itertools import repeat, tee
from typing import Any, NamedTuple

import click

from transtats_cli.cli.command import expert_option, files_option, option, output_option
from transtats_cli.git import DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS, TIMEOUT_VARIABLE
from transtats_cli.limits import DEFAULT_RUN_SECONDS
from transtats_cli.measures import SHARE_MEASURES
from transtats_cli.output import View
from transtats_cli.output.formats import Destination, Output, Outputs, parse_destinations
from transtats_cli.output.terminal import set_colour_mode
from transtats_cli.output.writing import adapt_view_to_output, append_to_step_summary, write_outputs
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.settings import exclude_folders, find_root
from transtats_cli.settings.keys import FORMAT_NAMES, REFERENCE_READER

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]
DEFAULT_VIEW = View()


def create_completer(candidate_kind: str) -> Callable[[click.Context, click.Parameter, str], list[Any]]:
    """Return a function for shell completion of an argument or option.

    `candidate_kind` is an argument of `candidates.complete_word`.
    """

    def complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[Any]:
        # A border like that of a command: only shells complete words.
        from transtats_cli.cli.candidates import complete_word

        return complete_word(candidate_kind, ctx, incomplete)

    return complete


def create_name_completer(names: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return a function for shell completion of an argument or option that accepts only these names."""
    return lambda _ctx, _parameter, incomplete: [name for name in sorted(names) if name.startswith(incomplete)]


def create_option_group(parameter_name: str, build_value: Callable[..., Any], *options: Decorator) -> Decorator:
    """Return a decorator that adds options to a command.

    The values of the options are passed to `build_value`. The command receives the result as a parameter with the name
    `parameter_name`.
    """

    def decorate(command: Function) -> Function:
        def wrapper(**values: Any) -> Any:
            members = {name: values.pop(name) for name in names}
            return command(**values, **{parameter_name: build_value(**members)})

        update_wrapper(wrapper, command)
        for add_option in reversed(options):
            wrapper = add_option(wrapper)
        parameters: list[click.Parameter] = wrapper.__click_params__  # type: ignore[attr-defined]
        names = [str(parameter.name) for parameter in parameters[-len(options) :] if parameter.expose_value]
        return wrapper

    return decorate


settings_root_option = files_option(
    "--root",
    envvar="TRANSTATS_ROOT",
    callback=lambda _context, _option, root: find_root(".") if root is None else root,
    metavar="DIR",
    help="Search this directory, not that of the settings or repository.",
)
"""Option of a command that reads the settings, and searches no components."""


ROOT_OPTIONS = (
    settings_root_option,
    files_option(
        "--exclude",
        multiple=True,
        expose_value=False,
        callback=lambda ctx, _option, patterns: ctx.with_resource(exclude_folders(patterns)),
        metavar="PATTERN",
        help="Do not search these folders: lib, '**/demo'. Repeatable.",
    ),
)
"""Options of a command that searches components."""

# `group` reads it from the arguments, because an error may be raised before the options are parsed.
debug_option = expert_option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")

quiet_option = output_option("-q", "--quiet", is_flag=True, help="Print nothing but errors on standard error.")
MESSAGE_OPTIONS = (
    quiet_option,
    output_option("-v", "--verbose", is_flag=True, help="Print on standard error which files are left out, and why."),
    debug_option,
)

strict_option = expert_option(
    "--strict/--no-strict", default=None, help="Reject files with control characters (default: a warning)."
)


reference_option = expert_option(
    "--reference/--no-reference",
    "reader",
    default=None,
    callback=lambda _context, _option, is_reference: {True: REFERENCE_READER, False: "fast"}.get(is_reference),
    help="Read with polib and translate-toolkit, a slow second opinion.",
)

base_url_option = expert_option(
    "--base-url", metavar="URL", envvar="TRANSTATS_BASE_URL", help="Address that links begin with."
)

FILE_OPTIONS: tuple[Decorator, ...] = (
    files_option("--filemask", metavar="MASK", help="Path of the translation files, with * for the language."),
    files_option(
        "--file-format",
        metavar="FORMAT",
        shell_complete=create_name_completer(FORMAT_NAMES),
        help="Format such as po, xliff, aresource or json; default: detected.",
    ),
    files_option("--template", metavar="FILE", help="File with the source texts of a monolingual component."),
    files_option("--new-base", metavar="FILE", help="Template for new translations (.pot)."),
    files_option("--source-language", metavar="CODE", help="Code of the source language; en by default."),
    expert_option("--review/--no-review", default=None, help="Count approved strings (default), or print 0 of them."),
    strict_option,
    reference_option,
)

measure_option = option(
    "--measure",
    metavar="MEASURE",
    type=click.Choice(SHARE_MEASURES),
    help=f"Unit of the shares: {', '.join(SHARE_MEASURES)}.",
)

language_option = option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    # An empty name stays, and is an error: in scripts, it comes from a variable that is not set.
    callback=lambda _context, _option, texts: tuple(name.strip() for text in texts for name in text.split(",")),
    shell_complete=create_completer("languages"),
    help="Only these languages, by code or name in the path: de,fr.",
)


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


cache_dir_option = expert_option(
    "--cache-dir",
    metavar="DIR",
    envvar="TRANSTATS_CACHE_DIR",
    help="Directory of the cache; transtats in your cache by default.",
)


class Seconds(click.FloatRange):
    """Type of times in seconds. `nan` is rejected: every comparison with it is false, so it would limit nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            raise click.BadParameter("nan is not a number of seconds.", ctx, param)
        return seconds


def create_check_time_option(default: float = DEFAULT_RUN_SECONDS, purpose: str = "to check slow strings") -> Decorator:
    return expert_option(
        "--check-time",
        type=Seconds(min=0),
        default=default,
        show_default=f"{default:g}",
        metavar="SECONDS",
        envvar="TRANSTATS_CHECK_TIME",
        help=f"Time limit {purpose}; 0 is none.",
    )


def create_jobs_option(meaning: str = "Number of worker processes; the number of cores by default.") -> Decorator:
    return expert_option("--jobs", metavar="N", type=click.IntRange(min=1), help=meaning)


check_time_option = create_check_time_option()

NO_JOBS_CACHE_OPTIONS = (
    expert_option("--no-cache", is_flag=True, help="Read every file, and do not use the cache."),
    cache_dir_option,
)
CACHE_OPTIONS = (create_jobs_option(), *NO_JOBS_CACHE_OPTIONS)
"""Options for the resources of a command that runs no checks."""

RESOURCE_OPTIONS = (*CACHE_OPTIONS, check_time_option)


def _set_git_timeout(_context: click.Context, _option: click.Parameter, seconds: int | None) -> None:
    # Worker processes inherit the environment. During completion there is no number.
    if seconds:
        os.environ[TIMEOUT_VARIABLE] = str(seconds)


git_timeout_option = expert_option(
    "--git-timeout",
    # `time_limit` would replace a larger number by the default.
    type=click.IntRange(1, MAX_TIMEOUT_SECONDS),
    default=DEFAULT_TIMEOUT_SECONDS,
    show_default=True,
    envvar=TIMEOUT_VARIABLE,
    expose_value=False,
    callback=_set_git_timeout,
    metavar="SECONDS",
    help="Time limit for each call of git.",
)


class OutputOptions(NamedTuple):
    """Formats and files to write, and the formats of the command."""

    command_outputs: Outputs[Any]
    destinations: Sequence[Destination]
    has_step_summary: bool

    def list_formats(self) -> list[Output[Any]]:
        default = next(iter(self.command_outputs))
        return [self.command_outputs[each.format or default] for each in self.destinations]

    @property
    def shows_shares(self) -> bool:
        """True if a format shows shares that may differ from those of a server, see `RunLog.explains_shares`."""
        return any(output.shows_shares for output in self.list_formats())

    def with_default(self, format_name: str) -> "OutputOptions":
        """Return the options with a format that is used without `--format`, in place of the default of the command."""
        named = [each._replace(format=each.format or format_name) for each in self.destinations]
        return self._replace(destinations=named)

    def write(
        self,
        value: object,
        view: View = DEFAULT_VIEW,
        *,
        outputs: Outputs[Any] | None = None,
        other_texts: Sequence[tuple[str, Iterator[str]]] = (),
    ) -> None:
        """Write a value in the format of each destination, and as Markdown to the step summary if requested.

        `outputs` replaces the formats of the command, and has their names. `other_texts` are written together with the
        value, as `write_outputs` does. The items of an iterator are kept until the last format has read them.
        """
        shown = self._replace(command_outputs=outputs or self.command_outputs)
        values: Iterable[Any] = tee(value, len(self.destinations)) if isinstance(value, Iterator) else repeat(value)
        texts = [
            (destination.file, output.render(each, adapt_view_to_output(destination.file, view)))
            for destination, output, each in zip(self.destinations, shown.list_formats(), values, strict=False)
        ]
        if self.has_step_summary:
            append_to_step_summary(shown.command_outputs["markdown"].render(value, view._replace(is_step_summary=True)))
        write_outputs([*texts, *other_texts])


color_option = output_option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    expose_value=False,
    callback=lambda _context, _option, colour_mode: set_colour_mode(colour_mode),
    help="Colour text and tables: on a terminal (auto), always or never.",
)


class FileName(click.types.StringParamType):
    """Type of paths of files that are not checked. It makes shells complete names of files.

    `click.Path` would search a translation of the word "path" in each run, which takes a millisecond.
    """

    name = "path"

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


_step_summary_option = output_option(
    "--step-summary", is_flag=True, help="Add a table to the job summary (GITHUB_STEP_SUMMARY)."
)


def create_output_options(outputs: Outputs[Any], meaning: str = "", *, has_step_summary: bool = False) -> Decorator:
    """Return a decorator that adds `--format`, `--json`, `--output`, and `--step-summary` if requested, to a command.

    `outputs` are the formats of the command. `meaning` is the help of `--format` if the first one is not always used.
    """

    def create_options(
        formats: tuple[str, ...], output: str | None, is_json: bool, step_summary: bool = False
    ) -> OutputOptions:
        all_formats = (*formats, "json") if is_json else formats
        return OutputOptions(outputs, parse_destinations(all_formats, output, outputs), step_summary)

    return create_option_group(
        "outputs",
        create_options,
        output_option(
            "--format",
            "formats",
            multiple=True,
            metavar="NAME[:FILE]",
            shell_complete=create_name_completer(outputs),
            help=meaning or f"{', '.join(outputs)}; {next(iter(outputs))} by default. Repeatable as NAME:FILE.",
        ),
        output_option("--json", "is_json", is_flag=True, help="Same as --format json."),
        output_option(
            "--output", type=FileName(), metavar="FILE", help="Write to this file instead of standard output."
        ),
        color_option,
        *([_step_summary_option] if has_step_summary else []),
    )


_NAME_ARGUMENTS = (
    click.argument("project", required=False, shell_complete=create_completer("projects")),
    click.argument("component", required=False, shell_complete=create_completer("components")),
)

name_arguments = create_option_group("arguments", ComponentArguments, *_NAME_ARGUMENTS)
"""Arguments of a command that has no `--all`."""


def create_component_arguments(all_help: str = "Select all components, as without names.") -> Decorator:
    """Return a decorator that adds the arguments `PROJECT` and `COMPONENT` and the option `--all` to a command."""
    all_option = files_option("--all", "select_all", is_flag=True, help=all_help)
    return create_option_group("arguments", ComponentArguments, *_NAME_ARGUMENTS, all_option)


component_arguments = create_component_arguments()
