"""`transtats help`: print the help of a command, or its manual page in roff."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

import click
from click.shell_completion import CompletionItem

from transtats_cli import __version__
from transtats_cli.cli.command import EXAMPLES_TITLE, command, flag, list_help_records
from transtats_cli.cli.options import debug_option

EXIT_STATUS_MEANINGS = {
    "0": "Done, and the result is good.",
    "1": "Done, and the result is not good enough: a limit of `gate` is not met.",
    "2": "Not done: wrong usage or settings, an unknown name, or no translation files.",
    "3": "Partly done: a file could not be read, or `gate` could not check all strings in time.",
    "70": "A bug of transtats; `--debug` shows the traceback.",
    "130": "Interrupted.",
    "141": "The reader of the output has closed the pipe.",
}
_NO_WRAP_MARK = "\b"
"""First line of a paragraph in a help text that must not be wrapped."""
_ROFF_ESCAPES = str.maketrans({"\\": r"\e", "-": r"\-", "'": r"\(aq", "~": r"\(ti", "^": r"\(ha"})
_CODE_PATTERN = re.compile("`([^`]+)`")
_OPTION_PATTERN = re.compile(r"(?<![\w\\-])(-{1,2}[a-z][a-z-]*)")


def _complete_command_names(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    # The group completes its own commands, with descriptions.
    return [item for item in group.shell_complete(ctx.find_root(), incomplete) if not item.value.startswith("-")]


@command("transtats help", "transtats help stats", "transtats help --man gate > transtats-gate.1", name="help")
@flag("--man", "is_manual_page", help="Print the manual page, for `man -l` and packages.")
@debug_option
@click.argument("names", nargs=-1, metavar="[COMMAND]...", shell_complete=_complete_command_names)
@click.pass_context
def show_help(ctx: click.Context, names: tuple[str, ...], is_manual_page: bool) -> None:
    """Print the help of transtats, or of a command.

    `transtats help COMMAND` prints the same as `transtats COMMAND --help`.
    """
    described = ctx.find_root()
    for name in names:
        described = create_command_context(name, described)
    if is_manual_page:
        click.echo(render_man_page(described), nl=False)
    else:
        click.echo(described.get_help())


def create_command_context(command_name: str, group_context: click.Context) -> click.Context:
    """Return a click context of a command without parsed arguments. Raises UsageError for an unknown command."""
    group = group_context.command
    if not isinstance(group, click.Group):
        raise click.UsageError(f"'{group_context.command_path}' has no command '{command_name}'.", group_context)
    _, command, _ = group.resolve_command(group_context, [command_name])
    assert command is not None
    return click.Context(command, info_name=command_name, parent=group_context)


def render_man_page(ctx: click.Context) -> str:
    """Return the manual page of the command in a click context.

    The name of the page contains the names of the parent commands.
    """
    return "".join(f"{line}\n" for line in _render_page_lines(ctx))


def _render_page_lines(ctx: click.Context) -> Iterator[str]:
    name = ctx.command_path.replace(" ", "-")
    summary, *description = unwrap_paragraphs(ctx.command.help or "")
    yield f'.TH {_quote_roff(name.upper())} 1 "" {_quote_roff(f"transtats {__version__}")} "User Commands"'
    yield ".SH NAME"
    yield f"{_escape_roff(name)} \\- {_format_prose(summary.rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield f"\\fB{_escape_roff(ctx.command_path)}\\fP {_escape_roff(' '.join(ctx.command.collect_usage_pieces(ctx)))}"
    yield ".SH DESCRIPTION"
    yield "\n.PP\n".join(map(_format_prose, description or [summary]))
    yield ".SH OPTIONS"
    for heading, records in list_help_records(ctx):
        yield f".SS {_quote_roff(heading)}"
        yield from _format_term_list(records)
    if isinstance(ctx.command, click.Group):
        yield ".SH COMMANDS"
        if ctx.parent is None:
            commands = ((name, create_command_context(name, ctx).command) for name in ctx.command.list_commands(ctx))
            yield from _format_term_list((name, unwrap_paragraphs(each.help or "")[0]) for name, each in commands)
        else:
            # Its commands have no pages of their own.
            yield from _render_commands(ctx, ctx.command)
    yield ".SH EXIT STATUS"
    yield from _format_term_list(EXIT_STATUS_MEANINGS.items())
    if examples := find_example_lines(ctx.command.epilog or ""):
        yield from (".SH EXAMPLES", ".nf", *map(_escape_roff, examples), ".fi")
    yield ".SH SEE ALSO"
    yield ",\n".join(f"\\fB{_escape_roff(page)}\\fP(1)" for page in _list_related_pages(ctx))


def _render_commands(ctx: click.Context, group: click.Group) -> Iterator[str]:
    """Yield a section for each command of a group: description, usage, options and examples."""
    for name in group.list_commands(ctx):
        own = create_command_context(name, ctx)
        usage = f"{own.command_path} {' '.join(own.command.collect_usage_pieces(own))}"
        yield f".SS {_quote_roff(usage)}"
        yield "\n.PP\n".join(map(_format_prose, unwrap_paragraphs(own.command.help or "")))
        yield from _format_term_list(chain.from_iterable(records for _, records in list_help_records(own)))
        yield from (".PP", "Examples:", ".PP", ".nf")
        yield from map(_escape_roff, find_example_lines(own.command.epilog or ""))
        yield ".fi"


def _list_related_pages(ctx: click.Context) -> list[str]:
    """Return the names of the related manual pages.

    For the program, these are the pages of all commands. For a command, this is the page of the program.
    """
    if isinstance(ctx.command, click.Group) and ctx.parent is None:
        return [f"{ctx.command_path}-{name}" for name in ctx.command.list_commands(ctx)]
    return [ctx.parent.command_path.replace(" ", "-")] if ctx.parent else []


def _format_term_list(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, meaning in entries:
        yield from (".TP", _format_term(term), _format_prose(meaning))


def _format_term(term: str) -> str:
    """Return a term of a list in roff: names of options and commands are bold, names of values are not."""
    if not term.startswith("-"):
        return f"\\fB{_escape_roff(term)}\\fP"
    return _OPTION_PATTERN.sub(lambda option: f"\\fB{option[1]}\\fP", term).replace("-", r"\-")


def find_example_lines(epilog: str) -> list[str]:
    """Return the examples at the end of a command's help."""
    _, _, lines = epilog.partition(f"{EXAMPLES_TITLE}\n")
    return [line.strip() for line in lines.split("\n") if line.strip()]


def unwrap_paragraphs(help_text: str) -> list[str]:
    """Return the paragraphs of a help text, each as one line.

    The mark of paragraphs that must not be wrapped is removed.
    """
    paragraphs = (paragraph.replace(_NO_WRAP_MARK, "") for paragraph in help_text.strip().split("\n\n"))
    return [" ".join(paragraph.split()) for paragraph in paragraphs]


def _format_prose(text: str) -> str:
    """Return a text as roff. Text between backticks is bold."""
    return _CODE_PATTERN.sub(r"\\fB\1\\fP", _escape_roff(" ".join(text.split())))


def _escape_roff(text: str) -> str:
    """Return a text with escapes, so that roff prints the text literally."""
    escaped = text.translate(_ROFF_ESCAPES)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def _quote_roff(text: str) -> str:
    return f'"{_escape_roff(text)}"'
