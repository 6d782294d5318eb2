"""`transtats serve`: serve the statistics over HTTP."""

import os
import signal
import threading
from typing import NamedTuple

import click

from transtats_cli import settings
from transtats_cli.budget import DEFAULT_SCAN_SECONDS
from transtats_cli.caching.store import default_cache_directory
from transtats_cli.cli.command import command, option
from transtats_cli.cli.exit_codes import INTERRUPTED
from transtats_cli.cli.options import (
    cache_dir_option,
    create_check_time_option,
    create_jobs_option,
    create_option_group,
    git_timeout_option,
    reference_option,
    strict_option,
    usable_cores,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError, require_extra
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


class ServerAddress(NamedTuple):
    """Address at which the server listens, and the URL at which clients reach the server."""

    host: str
    port: int
    base_url: str | None
    root_path: str
    forwarded_allow_ips: str
    opens_browser: bool


class ServiceOptions(NamedTuple):
    """Options of the server for access, rate limits and responses."""

    token_file: str | None
    rate_limit: str | None
    cors_origin: tuple[str, ...]
    gzip: bool
    log_format: str
    jobs: int | None
    check_time: float
    cache_dir: str | None
    extended: bool
    strict: bool | None
    reader: str | None
    editor_link: str


address_options = create_option_group(
    "address",
    ServerAddress,
    option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on."),
    option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        show_default=True,
        help="Port to listen on. 0 selects a free one, which is printed.",
    ),
    option(
        "--base-url",
        metavar="URL",
        envvar="TRANSTATS_BASE_URL",
        help="Address that links begin with. Required if other machines can reach --host.",
    ),
    option("--root-path", default="", metavar="PATH", help="Path prefix that a reverse proxy removes."),
    option(
        "--forwarded-allow-ips",
        default="",
        metavar="ADDRESSES",
        help="Proxies whose X-Forwarded-For contains the address of the client; comma-separated.",
    ),
    option("--open", "opens_browser", is_flag=True, help="Open the pages in a browser."),
)

service_options = create_option_group(
    "service",
    ServiceOptions,
    option("--token-file", metavar="FILE", help="Require one of the tokens in this file, one per line."),
    option("--rate-limit", metavar="RATE", help="Requests that each client may send: 100/day, 5000/hour, 10/second."),
    option(
        "--cors-origin",
        multiple=True,
        metavar="ORIGIN",
        help="Origin whose pages may read the responses; * for all. Can be given several times.",
    ),
    option("--gzip", is_flag=True, help="Compress responses for clients that accept it."),
    option(
        "--log-format",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Format of the request log on standard error.",
    ),
    create_jobs_option("Number of worker processes for totals of many components."),
    create_check_time_option(DEFAULT_SCAN_SECONDS, "for slow strings in one scan of a component"),
    cache_dir_option,
    option(
        "--extended", is_flag=True, help="Add the words and characters of every state to statistics, as for wlc stats."
    ),
    strict_option,
    reference_option,
    option(
        "--editor-link",
        default="",
        metavar="URL",
        help="Link of each string on the pages, such as vscode://file/{path}:{line}.",
    ),
)


@command("transtats serve --root ~/src", "transtats serve --port 8080 --token-file tokens.txt --gzip")
@address_options
@service_options
@create_run_options(git_timeout_option)
def serve(address: ServerAddress, service: ServiceOptions, run: Run) -> int:
    """Serve the statistics over HTTP, read-only.

    The responses are compatible with the API of a Weblate server, so its client wlc, scripts and dashboards work
    without a server. Ctrl-C ends it.
    """
    with require_extra("serve", "transtats serve"):
        from transtats_cli.serving import server
    if address.base_url is None and not server.is_loopback(address.host):
        raise click.UsageError(
            f"--host {address.host} accepts connections from other machines: give the address of links with --base-url."
        )
    messages = run.messages
    options = _create_serve_options(address, service, run.root)._replace(quiet=messages.quiet, verbose=messages.verbose)
    with server.open_listening_socket(address.host, address.port) as listening:
        origin = server.format_server_url(listening, address.host)
        base_url = options.base_url or origin + options.root_path

        def announce_address() -> None:
            write_text(f"{origin}/api/")
            if not messages.quiet:
                messages.print(f"Serving {options.root} as {base_url}/api/, with pages at {base_url}/; Ctrl-C ends it.")
            if address.opens_browser:
                # A browser in the terminal runs until it is closed, and needs responses meanwhile.
                threading.Thread(target=click.launch, args=[f"{base_url}/"], daemon=True).start()

        ended_by = server.run_server(options._replace(base_url=base_url), listening, announce_address)
    return INTERRUPTED if ended_by == signal.SIGINT else 0


def _create_serve_options(address: ServerAddress, service: ServiceOptions, root: str) -> ServeOptions:
    if not os.path.isdir(root):
        raise TranstatsError(f"{root}: no such directory; name the one that holds your projects with --root")
    # Mistakes in the settings are reported before the first request.
    loaded = settings.load_settings(root)
    base_url = make_overrides(base_url=address.base_url).get("base_url")
    return ServeOptions(
        root=os.path.abspath(root),
        excluded=loaded.excluded_by_option,
        base_url=str(base_url.value).rstrip("/") if base_url else "",
        overrides=make_overrides(strict=service.strict, reader=service.reader),
        cors_origins=parse_origins(service.cors_origin),
        tokens=read_tokens(service.token_file) if service.token_file else frozenset(),
        rate_limit=parse_rate_limit(service.rate_limit) if service.rate_limit else None,
        gzip=service.gzip,
        root_path=parse_root_path(address.root_path),
        forwarded_allow_ips=parse_proxies(address.forwarded_allow_ips),
        log_format=service.log_format,
        jobs=service.jobs or usable_cores(),
        cache_directory=service.cache_dir or default_cache_directory(),
        check_time=service.check_time,
        extended=service.extended,
        editor_link=parse_editor_link(service.editor_link),
    )
