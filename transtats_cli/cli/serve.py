"""`transtats serve`: serve the statistics over HTTP."""

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import click

from transtats_cli import settings
from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.exit_codes import INTERRUPTED
from transtats_cli.cli.options import (
    cache_dir_option,
    create_check_time_option,
    create_jobs_option,
    git_timeout_option,
    measure_option,
    reference_option,
    strict_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError, require_extra
from transtats_cli.limits import DEFAULT_SCAN_SECONDS
from transtats_cli.output.writing import write_text
from transtats_cli.serving.options import (
    ServeOptions,
    parse_editor_link,
    parse_origins,
    parse_proxies,
    parse_rate_limit,
    parse_root_path,
    read_tokens,
)
from transtats_cli.settings.layers import make_overrides


def _parse_with(parse: Callable[..., Any], if_absent: object = "") -> Callable[..., Any]:
    """Return the callback of an option. It parses the value, and returns `if_absent` if there is no value."""
    return lambda _context, _option, value: parse(value) if value else if_absent


@command("transtats serve --root ~/src", "transtats serve --port 8080 --token-file tokens.txt --gzip")
@option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on. 0 selects a free one, which is printed.",
)
@option(
    "--base-url",
    metavar="URL",
    envvar="TRANSTATS_BASE_URL",
    help="Address that links begin with. Required if other machines can reach --host.",
)
@option(
    "--root-path",
    callback=_parse_with(parse_root_path),
    metavar="PATH",
    help="Path prefix that a reverse proxy removes.",
)
@option(
    "--forwarded-allow-ips",
    callback=_parse_with(parse_proxies),
    metavar="ADDRESSES",
    help="Proxies whose X-Forwarded-For contains the address of the client; comma-separated.",
)
@flag("--open", "opens_browser", help="Open the pages in a browser.")
@option("--token-file", metavar="FILE", help="Require one of the tokens in this file, one per line.")
@option(
    "--rate-limit",
    callback=_parse_with(parse_rate_limit, None),
    metavar="RATE",
    help="Requests that each client may send: 100/day, 5000/hour, 10/second.",
)
@option(
    "--cors-origin",
    "cors_origins",
    callback=_parse_with(parse_origins, frozenset()),
    multiple=True,
    metavar="ORIGIN",
    help="Origin whose pages may read the responses; * for all. Can be given several times.",
)
@flag("--gzip", help="Compress responses for clients that accept it.")
@option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Format of the request log on standard error.",
)
@flag("--extended", help="Add the words and characters of every state to statistics, as for wlc stats.")
@flag("--outdated", help="Show on the pages the strings whose source changed after their translation, from git.")
@option(
    "--editor-link",
    callback=_parse_with(parse_editor_link),
    metavar="URL",
    help="Link of each string on the pages, such as vscode://file/{path}:{line}.",
)
@create_run_options(
    measure_option,
    create_jobs_option("Number of worker processes for totals of many components."),
    create_check_time_option(DEFAULT_SCAN_SECONDS, "for slow strings in one scan of a component"),
    cache_dir_option,
    strict_option,
    reference_option,
    git_timeout_option,
)
def serve(
    host: str,
    port: int,
    base_url: str | None,
    opens_browser: bool,
    token_file: str | None,
    run: Run,
    **values: Any,
) -> int:
    """Serve the statistics over HTTP, read-only.

    The responses are compatible with the API of a Weblate server, so its client wlc, scripts and dashboards work
    without a server. Ctrl-C ends it.
    """
    with require_extra("serve", "transtats serve"):
        from transtats_cli.serving import server
    if base_url is None and not server.is_loopback(host):
        raise click.UsageError(
            f"--host {host} accepts connections from other machines: give the address of links with --base-url."
        )
    if not os.path.isdir(run.root):
        raise TranstatsError(f"{run.root}: no such directory; name the one that holds your projects with --root")
    # Mistakes in the settings are reported before the first request.
    loaded = settings.load_settings(run.root)
    links = make_overrides(base_url=base_url).get("base_url")
    options = ServeOptions(
        root=os.path.abspath(run.root),
        excluded=loaded.excluded_by_option,
        base_url=str(links.value).rstrip("/") if links else "",
        overrides=run.overrides,
        tokens=read_tokens(token_file) if token_file else frozenset(),
        quiet=run.messages.quiet,
        verbose=run.messages.verbose,
        jobs=run.jobs,
        cache_directory=run.cache_directory,
        check_time=run.budget.seconds_left,
        **values,
    )
    with server.open_listening_socket(host, port) as listening:
        origin = server.format_server_url(listening, host)
        address = options.base_url or origin + options.root_path

        def announce_address() -> None:
            write_text(f"{origin}/api/")
            run.messages.print_unless_quiet(
                f"Serving {options.root} as {address}/api/, with pages at {address}/; Ctrl-C ends it."
            )
            if opens_browser:
                # A browser in the terminal runs until it is closed, and needs responses meanwhile.
                threading.Thread(target=click.launch, args=[f"{address}/"], daemon=True).start()

        ended_by = server.run_server(options._replace(base_url=address), listening, announce_address)
    return INTERRUPTED if ended_by == signal.SIGINT else 0
