"""`transtats version`: print the version."""

import click

from transtats_cli.cli.options import debug_option, examples


@click.command(epilog=examples("transtats version", "transtats version --short"))
@click.option("--short", is_flag=True, help="Print the number without the versions of the libraries.")
@debug_option
def version(short: bool) -> None:
    """Print the version of transtats.

    The versions of the libraries with the table of languages and the reference readers follow in parentheses.
    """
    print_version(short=short)


def print_version(*, short: bool = False) -> None:
    """Print the version of transtats. Unless `short`, add the versions of the libraries that change results."""
    from importlib.metadata import version as version_of

    from transtats_cli import __version__

    if short:
        click.echo(__version__)
        return
    libraries = ", ".join(f"{name} {version_of(name)}" for name in ("weblate-language-data", "translate-toolkit"))
    click.echo(f"transtats {__version__} ({libraries})")
