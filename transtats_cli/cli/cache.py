"""`transtats cache`: show the size of the cache, or clear it."""

import click

from transtats_cli.caching.store import default_cache_directory, measure_usage, remove_documents
from transtats_cli.cli.command import command
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import MESSAGE_OPTIONS, cache_dir_option, create_option_group
from transtats_cli.errors import TranstatsError
from transtats_cli.output.text import escape_controls
from transtats_cli.output.writing import write_text


@command("transtats cache info", "transtats cache clear")
@click.argument("action", type=click.Choice(["info", "clear"]), default="info")
@cache_dir_option
@create_option_group("messages", Messages, *MESSAGE_OPTIONS)
def cache(action: str, cache_dir: str | None, messages: Messages) -> None:
    """Show the size of the cache, or clear it.

    The cache contains the results of files that have not changed, so that they are not read again. It can be cleared
    at any time.
    """
    directory = cache_dir or default_cache_directory()
    if not directory:
        raise TranstatsError("the path of your cache directory is not absolute; name the directory with --cache-dir")
    count, size = measure_usage(directory) if action == "info" else remove_documents(directory)
    title = "" if action == "info" else "removed: "
    write_text(f"{title}{escape_controls(directory)}: {count} documents, {size / 1_000_000:.1f} MB")
