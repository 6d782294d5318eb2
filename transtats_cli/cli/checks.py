"""`transtats checks`: the list of checks, and the page of each check."""

import click

from transtats_cli import settings
from transtats_cli.checks import CHECKS, UNDECIDABLE_CHECKS, UndecidableCheck
from transtats_cli.checks.pages import read_check_page
from transtats_cli.cli.command import command
from transtats_cli.cli.options import (
    OutputOptions,
    create_completer,
    create_output_options,
    debug_option,
    settings_root_option,
)
from transtats_cli.output.checks import LIST_OUTPUTS, PAGE_OUTPUTS
from transtats_cli.scanning.pipeline.checking import find_check, select_enabled_checks


@command("transtats checks", "transtats checks end_stop")
@click.argument("check", metavar="[ID]", required=False, shell_complete=create_completer("checks"))
@create_output_options(LIST_OUTPUTS)
@settings_root_option
@debug_option
def checks(check: str | None, root: str, outputs: OutputOptions) -> None:
    """List the quality checks, or describe one.

    The list contains the description of each check, the strings that it applies to, and if it is on in this directory.
    Checks of a server that need more than files are listed at the end with the reason. With an ID, the page of this
    check is printed.
    """
    enabled = select_enabled_checks(settings.load_settings(root).check_settings())
    if check is None:
        pages = [read_check_page(each, is_on=each in enabled) for each in CHECKS]
        outputs.write([*pages, *(UndecidableCheck(*row) for row in UNDECIDABLE_CHECKS.items())])
    elif check in UNDECIDABLE_CHECKS:
        outputs.write(UndecidableCheck(check, UNDECIDABLE_CHECKS[check]), outputs=PAGE_OUTPUTS)
    else:
        found = find_check(check)
        outputs.write(read_check_page(found, is_on=found in enabled), outputs=PAGE_OUTPUTS)
