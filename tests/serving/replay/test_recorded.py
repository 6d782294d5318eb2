"""Recorded requests get equal responses, except for values that depend on an installation."""

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serving.replay.conftest import CONFORMANCE, NEEDS_SPEC, SERVER_KEYS, SITE, Recorded, list_recordings

pytestmark = pytest.mark.slow

SKIPPED_EXCHANGES = {
    "06-post-anon": "a POST is not allowed even without authentication if no token is needed",
    "07-put-anon": "a PUT is not allowed even without authentication if no token is needed",
    "08-patch-anon": "a PATCH is not allowed even without authentication if no token is needed",
    "09-delete-anon": "a DELETE is not allowed even without authentication if no token is needed",
    "110-slug-null": "an error of the server; our status is 404, as for other unknown slugs",
    "127-glossary": "a glossary is not in a file",
    "128-project-without-components": "a project without components does not exist here",
    "156-category-stats": "categories are only in the database of a server",
    "162-component-links": "links are only in the database of a server",
    "165-groups-anon": "groups are only in the database of a server",
    "166-users-anon": "users are only in the database of a server",
}
"""Exchanges about data that is not in files, and exchanges with an intended difference, with the reason."""
ANONYMOUS = re.compile(r"(14|15|16|18|184|9[0-7]|101|192)-")
"""Requests without permission, recorded from a server with tokens."""
IN_SEQUENCE = re.compile(r"1(8[^4]|90)-")
"""Requests in sequence, to compare the counting of the rate limit."""
OTHER_TREE = re.compile(r"(135|137|138|149|15[0124]|171|173)-")
"""Exchanges about more components than the available ones. Only the structure is compared."""
KEYS_THAT_MAY_DIFFER = SERVER_KEYS | {
    "repo",
    "branch",
    "vcs",
    "new_base",
    "web",
    "locked",
    "language_regex",
    "priority",
}
ENGLISH_MESSAGES = {"Nicht gefunden.": "Not found."}
"""English messages by recorded German messages. Messages of transtats are English in every requested language."""


class ParsedResponse(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Directory of components with the names and counts of the recorded ones."""
    root = tmp_path_factory.mktemp("recorded")
    demo = root / "demo"
    demo.mkdir()
    (root / "transtats.toml").write_text('review = false\n[project.demo]\nname = "Demo project"\n')
    for name, origin in {"app": "po-basic", "xl": "xliff-states"}.items():
        shutil.copytree(CONFORMANCE / origin / "main", demo / name, copy_function=shutil.copyfile)
    settings = {"filemask": "*.po", "file_format": "po"}
    (demo / "app/component.json").write_text(json.dumps(settings))
    for name in ("with_under-dash1", "cat/inner", "cat/sub/deep", "a" * 100):
        write_component(demo / name, settings, {"de": ("ab", "cd"), "fr": ("cd", "ef")})
    write_component(demo / "empty", settings, {"cs": (), "de": (), "fr": ()})
    return root


def write_component(folder: Path, settings: dict[str, str], strings: dict[str, tuple[str, ...]]) -> None:
    folder.mkdir(parents=True)
    (folder / "component.json").write_text(json.dumps(settings))
    for language, sources in strings.items():
        entries = [f'msgid "{source}"\nmsgstr "{source[::-1]}"\n' for source in sources]
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        (folder / f"{language}.po").write_text("\n".join([head, *entries]))


@pytest.fixture(scope="session")
def send_request(
    serve_all: Callable[..., Any], root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., ParsedResponse]:
    """Function that sends a recorded request and parses the response."""
    tokens = tmp_path_factory.mktemp("tokens") / "tokens"
    tokens.write_text("wlu_one\n")
    servers: dict[tuple[str, ...], Any] = {}

    def send_request(exchange: Any, *options: str, with_tokens: bool = False) -> ParsedResponse:
        options = ("--base-url", SITE, *options, *(["--token-file", str(tokens)] if with_tokens else []))
        if options not in servers:
            servers[options] = serve_all(root, *options)
        return _parse_response(servers[options].send(_format_request(exchange)))

    return send_request


def _format_request(exchange: Any) -> bytes:
    is_old = exchange.headers.get("Host") is None
    lines = [f"{exchange.method} {_add_parameters(exchange)} HTTP/1.{0 if is_old else 1}"]
    lines += [f"{name}: {value}" for name, value in exchange.headers.items() if value is not None]
    lines += [f"Content-Length: {len(exchange.sent)}"] if exchange.sent else []
    return "\r\n".join([*lines, "Connection: close", "", exchange.sent]).encode("utf-8", "surrogateescape")


def _add_parameters(exchange: Any) -> str:
    """Add the parameters for the source language and for all keys, which a server always includes."""
    path: str = exchange.path
    if "statistics" not in path and "/languages/" not in path:
        return path
    return f"{path}{'&' if '?' in path else '?'}extended=true&with_source=true"


def _parse_response(received: bytes) -> ParsedResponse:
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    return ParsedResponse(int(status.split()[1]), headers, body.decode())


@NEEDS_SPEC
def test_throttled_responses_equal_the_recorded_ones(
    read_recorded: Callable[[str], Recorded], send_request: Callable[..., ParsedResponse]
) -> None:
    for name in [each for each in list_recordings("http-recorded/1[89]*.txt") if IN_SEQUENCE.match(each)]:
        exchange = read_recorded(name)
        response = send_request(exchange, "--rate-limit", "100/day")
        if exchange.status == 429:
            while response.status != 429:
                response = send_request(exchange, "--rate-limit", "100/day")
            seconds = response.headers["retry-after"]
            assert exchange.text.replace(exchange.received["retry-after"], seconds) == response.text
            assert 86_000 < int(seconds) <= 86_400
        assert response.status == exchange.status
        assert_equal_headers(response, exchange)
        for header in ("x-ratelimit-limit", "x-ratelimit-remaining"):
            assert response.headers.get(header) == exchange.received.get(header), f"{name} {header}"
        assert ("x-ratelimit-reset" in response.headers) == ("x-ratelimit-reset" in exchange.received)


@pytest.mark.parametrize(
    "name", [each for each in list_recordings("http-recorded/*.txt") if not IN_SEQUENCE.match(str(each))]
)
def test_a_recorded_request_gets_an_equal_response(
    name: str,
    read_recorded: Callable[[str], Recorded],
    send_request: Callable[..., ParsedResponse],
    find_differences: Callable[..., list[str]],
    describe_shape: Callable[[Any], Any],
    remove_added_parameters: Callable[[Any], Any],
    find_missing_keys: Callable[[Any, Any], set[str]],
) -> None:
    if name.removesuffix(".txt") in SKIPPED_EXCHANGES:
        pytest.skip(SKIPPED_EXCHANGES[name.removesuffix(".txt")])
    exchange = read_recorded(name)
    response = send_request(exchange, with_tokens=bool(ANONYMOUS.match(name)))
    assert response.status == exchange.status
    assert_equal_headers(response, exchange)
    if exchange.method == "HEAD":
        assert response.text == ""
    elif exchange.received["content-type"].startswith("text/csv"):
        assert_equal_rows(response.text, exchange.text)
    elif OTHER_TREE.match(name):
        ours, theirs = describe_shape(json.loads(response.text)), describe_shape(exchange.json)
        assert [each for each in find_differences(ours, theirs, frozenset()) if "'NoneType'" not in each] == []
        assert "statistics" not in exchange.path or find_missing_keys(ours, theirs) == set()
    else:
        ours, theirs = remove_added_parameters(json.loads(response.text)), _translate_messages(exchange.json)
        assert find_differences(ours, theirs, KEYS_THAT_MAY_DIFFER) == []
        if "statistics" in exchange.path:
            # Objects have no keys that only a server can fill. The client tests check the keys that are needed.
            assert find_missing_keys(ours, theirs) == set()
            assert list_keys(ours) == list_keys(theirs)


def list_keys(value: Any) -> Any:
    """Return the keys of JSON in their order, with the keys inside of each value."""
    if isinstance(value, dict):
        return [(key, list_keys(inner)) for key, inner in value.items()]
    return [list_keys(inner) for inner in value] if isinstance(value, list) else None


def assert_equal_headers(response: ParsedResponse, exchange: Any) -> None:
    """Compare the headers that describe the response, without those for caches and cookies."""
    for name in ("content-type", "www-authenticate"):
        assert response.headers.get(name) == exchange.received.get(name), name
    reading_methods = [
        method for method in exchange.received["allow"].split(", ") if method in ("GET", "HEAD", "OPTIONS")
    ]
    assert response.headers["allow"].split(", ") == reading_methods
    assert response.headers["vary"] == "Accept"


def assert_equal_rows(ours: str, theirs: str) -> None:
    """Compare the column order and the common rows of CSV."""
    (our_columns, *our_rows), (their_columns, *their_rows) = (
        list(csv.reader(io.StringIO(each))) for each in (ours, theirs)
    )
    assert our_columns == their_columns
    changing_keys = {"last_change", "recent_changes"}
    our_records = [_select_fixed_values(our_columns, row, changing_keys) for row in our_rows]
    assert ours.count("\r\n") == 1 + len(our_rows)
    if their_columns.count("code"):
        codes = [row[their_columns.index("code")] for row in their_rows]
        assert [row[our_columns.index("code")] for row in our_rows] == codes
        app_only = [row for row, code in zip(their_rows, codes, strict=True) if code in ("ja", "pt_BR", "zh_Hans")]
        assert all(_select_fixed_values(their_columns, row, changing_keys) in our_records for row in app_only)


def _select_fixed_values(columns: list[str], row: list[str], changing_keys: set[str]) -> dict[str, str]:
    return {name: value for name, value in zip(columns, row, strict=True) if name not in changing_keys}


def _translate_messages(value: Any) -> Any:
    text = json.dumps(value)
    for theirs, ours in ENGLISH_MESSAGES.items():
        text = text.replace(theirs, ours)
    return json.loads(text)
