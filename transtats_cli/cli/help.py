"""`transtats help`: print the help of a command, or its manual page."""

from typing import TYPE_CHECKING

import click

from transtats_cli.cli.options import debug_option, examples

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete_commands(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    # The group completes its own commands, with descriptions.
    return [item for item in group.shell_complete(ctx.find_root(), incomplete) if not item.value.startswith("-")]


@click.command(
    "help", epilog=examples("transtats help", "transtats help stats", "transtats help --man gate > transtats-gate.1")
)
@click.option("--man", "is_page", is_flag=True, help="Print the manual page, for `man -l` and packages.")
@debug_option
@click.argument("command", required=False, shell_complete=_complete_commands)
@click.pass_context
def show_help(ctx: click.Context, command: str | None, is_page: bool) -> None:
    """Print the help of transtats, or of a command.

    `transtats help COMMAND` prints the same as `transtats COMMAND --help`.
    """
    described = ctx.find_root() if command is None else context_of(command, ctx.find_root())
    if is_page:
        from transtats_cli.cli.man_page import man_page

        click.echo(man_page(described), nl=False)
    else:
        click.echo(described.get_help())


def context_of(name: str, root: click.Context) -> click.Context:
    """Return a click context of a command without parsed arguments. Raises UsageError for an unknown command."""
    group = root.command
    assert isinstance(group, click.Group)
    _, command, _ = group.resolve_command(root, [name])
    assert command is not None
    return click.Context(command, info_name=name, parent=root)
