"""`transtats completion`: the script that lets a shell complete commands, options, projects, components, languages."""

import click

from transtats_cli.cli.options import debug_option, examples

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog=examples(
        "transtats completion bash >> ~/.bashrc",
        "transtats completion zsh >> ~/.zshrc",
        "transtats completion fish > ~/.config/fish/completions/transtats.fish",
    )
)
@debug_option
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    The script completes commands, options, projects, components and languages.
    """
    from click.shell_completion import get_completion_class

    from transtats_cli.cli.group import COMPLETION

    group = ctx.find_root()
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(group.command, {}, "transtats", COMPLETION).source())
