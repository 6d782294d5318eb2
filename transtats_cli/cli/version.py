"""`transtats version`: print the version."""

import click

from transtats_cli.cli.declared_options import option
from transtats_cli.cli.group import TranstatsCommand, print_version
from transtats_cli.cli.options import debug_option, format_examples


@click.command(cls=TranstatsCommand, epilog=format_examples("transtats version", "transtats version -v"))
@option("--short", is_flag=True, help="Print the number without the versions of the libraries.")
@option("-v", "--verbose", is_flag=True, help="Print the versions of all libraries that decide numbers.")
@debug_option
def version(short: bool, verbose: bool) -> None:
    """Print the version of transtats.

    The versions of the libraries with the table of languages and the reference readers follow in parentheses.
    """
    print_version(short=short, verbose=verbose)
