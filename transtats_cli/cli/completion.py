"""`transtats completion`: the script that lets a shell complete commands, options, projects, components, languages."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a SHELL.

    \b
    bash:  eval "$(transtats completion bash)"            in ~/.bashrc
    zsh:   eval "$(transtats completion zsh)"             in ~/.zshrc
    fish:  transtats completion fish > ~/.config/fish/completions/transtats.fish
    """
    from click.shell_completion import get_completion_class

    from transtats_cli.cli.group import COMPLETION

    group = ctx.find_root()
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(group.command, {}, "transtats", COMPLETION).source())
