"""`transtats completion`: the script that lets a shell complete commands, options, names and revisions."""

import click

from transtats_cli.cli.command import command
from transtats_cli.cli.group import COMPLETION_VARIABLE
from transtats_cli.cli.options import debug_option

SHELLS = ("bash", "zsh", "fish")
_FISH_SPLIT_CALL = 'string split "," '
_FISH_SPLIT_ONCE_CALL = 'string split --max 1 "," '
"""Replacement for `_FISH_SPLIT_CALL` that splits only at the first comma.

Click's script for fish splits at each comma, so that a description would end at its first comma.
"""


@command(
    "transtats completion bash >> ~/.bashrc",
    "transtats completion zsh >> ~/.zshrc",
    "transtats completion fish > ~/.config/fish/completions/transtats.fish",
)
@debug_option
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    The script completes commands, options, formats, projects, components, languages and git revisions.
    """
    from click.shell_completion import get_completion_class

    group = ctx.find_root()
    completer = get_completion_class(shell)
    assert completer is not None
    script = completer(group.command, {}, "transtats", COMPLETION_VARIABLE).source()
    click.echo(script.replace(_FISH_SPLIT_CALL, _FISH_SPLIT_ONCE_CALL))
