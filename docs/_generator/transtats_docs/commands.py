"""Generate the reference of all commands from their help."""

from collections.abc import Iterator

import click

from transtats_cli.cli.command import list_help_records
from transtats_cli.cli.group import cli
from transtats_cli.cli.help import find_example_lines, unwrap_paragraphs
from transtats_docs.markdown import code, prose, table


def commands() -> str:
    """Return Markdown with a section for each command: description, usage, options and examples."""
    return "\n".join(f"{paragraph}\n" for ctx in walk_commands() for paragraph in _section(ctx))


def walk_commands() -> Iterator[click.Context]:
    """Yield a context for each command, and for each command of a command, such as `fleet report`."""
    for ctx in _inner_contexts(click.Context(cli, info_name="transtats")):
        yield ctx
        yield from _inner_contexts(ctx)


def _inner_contexts(ctx: click.Context) -> Iterator[click.Context]:
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            command = ctx.command.get_command(ctx, name)
            assert command is not None
            yield click.Context(command, info_name=name, parent=ctx)


def _section(ctx: click.Context) -> Iterator[str]:
    command = ctx.command
    yield f"### {ctx.command_path}"
    yield from map(prose, unwrap_paragraphs(command.help or ""))
    yield f"```text\n{ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}\n```"
    for heading, records in list_help_records(ctx):
        yield table([heading, "meaning"], [(code(names), prose(meaning)) for names, meaning in records]).rstrip("\n")
    if examples := find_example_lines(command.epilog or ""):
        yield "Examples:"
        yield "\n".join(["```text", *examples, "```"])
