"""`transtats help`: print the help of a command, or its manual page."""

import click
from click.shell_completion import CompletionItem

from transtats_cli.cli.command import command, option
from transtats_cli.cli.man_page import render_man_page
from transtats_cli.cli.options import debug_option


def _complete_command_names(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    # The group completes its own commands, with descriptions.
    return [item for item in group.shell_complete(ctx.find_root(), incomplete) if not item.value.startswith("-")]


@command("transtats help", "transtats help stats", "transtats help --man gate > transtats-gate.1", name="help")
@option("--man", "is_manual_page", is_flag=True, help="Print the manual page, for `man -l` and packages.")
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
