"""`transtats cache`: show the size of the cache, or clear it."""

import click

from transtats_cli.caching.store import Usage, clear, default_directory, usage
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import cache_dir_option, examples, message_options
from transtats_cli.output.text import visible
from transtats_cli.output.writing import write


@click.command(epilog=examples("transtats cache info", "transtats cache clear"))
@click.argument("action", type=click.Choice(["info", "clear"]))
@cache_dir_option
@message_options
def cache(action: str, cache_dir: str | None, messages: Messages) -> None:
    """Show the size of the cache, or clear it.

    The cache contains the results of files that have not changed, so that they are not read again. It can be cleared
    at any time.
    """
    directory = cache_dir or default_directory()
    told = _told(usage(directory)) if action == "info" else f"removed: {_told(clear(directory))}"
    write([("", iter([told + "\n"]))])


def _told(used: Usage) -> str:
    return f"{visible(used.directory)}: {used.documents} documents, {used.bytes / 1_000_000:.1f} MB"
