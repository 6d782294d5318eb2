"""Recorded requests and responses of a real server, from `../shared/spec`, and functions to send and compare them."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import parse_qsl, urlencode

import pytest

SPEC = Path(__file__).parent.parent.parent.parent.parent / "shared" / "spec"
CONFORMANCE = SPEC.parent / "conformance" / "components"
SITE = "https://weblate.example.org"

NEEDS_SPEC = pytest.mark.skipif(not SPEC.is_dir(), reason="needs ../shared/spec, which does not exist")
NO_RECORDINGS = pytest.param("", marks=pytest.mark.skip("needs ../shared/spec, which does not exist"))

SERVER_KEYS = frozenset({"id", "last_change", "recent_changes", "revision", "web", "git_export", "last_author"})
"""Keys whose values come from the database of a server."""


class Recorded(NamedTuple):
    """One recorded request and its response."""

    method: str
    path: str
    headers: Mapping[str, str | None]
    """Headers by name. None for a header that was not recorded."""
    sent: str
    """Body of the request."""
    status: int
    received: Mapping[str, str]
    """Headers of the response."""
    text: str
    """Body of the response."""

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class ClientResult(NamedTuple):
    """Output of a call of the official client."""

    status: int
    stdout: str
    stderr: str
    requests: list[str]


class CallClient(Protocol):
    """Type of `call_client`, a function that calls the official client for the API at a URL."""

    def __call__(self, api: str, args: list[str]) -> ClientResult: ...


def is_source(record: Any) -> bool:
    """Return True for the record of the source language, which lists of transtats do not contain."""
    return isinstance(record, dict) and record.get("code") == "en" and "readonly" in record


def list_recordings(pattern: str) -> list[Any]:
    """Return the recordings that match a pattern, or one skipped parameter if there are none."""
    return sorted(path.name for path in SPEC.glob(pattern)) or [NO_RECORDINGS]


@pytest.fixture(scope="session")
def aggregates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy of the files of `http-aggregates`. Reviews are turned off, as in the projects of the server."""
    root = tmp_path_factory.mktemp("aggregates") / "files"
    shutil.copytree(SPEC / "http-aggregates" / "files", root, copy_function=shutil.copyfile)
    root.chmod(0o755)
    (root / "transtats.toml").write_text("review = false\n")
    return root


@pytest.fixture(scope="session")
def read_recorded() -> Callable[[str], Recorded]:
    """Function that reads the exchange in a file of `http-recorded`."""

    def read(name: str) -> Recorded:
        text = (SPEC / "http-recorded" / name).read_bytes().decode("utf-8", "surrogateescape")
        request, _, response = text.partition("\n--- response ---\n")
        line, _, rest = request.partition("\n")
        head, _, sent = rest.partition("\n\n")
        method, _, path = line.partition(" ")
        headers: dict[str, str | None] = {}
        for header in head.splitlines():
            # Syntax of curl: `Name: value`, and `Name;` for an empty header.
            name, _, value = header.partition(":") if ":" in header else (header.rstrip(";"), "", "")
            headers.setdefault(name, None if name == "Host" and header.endswith(";") else value.strip())
        head, _, body = response.lstrip().partition("\n\n")
        status, *lines = head.splitlines()
        received = dict(line.split(": ", 1) for line in lines)
        return Recorded(method, path, headers, sent.strip(), int(status.split()[1]), received, body.strip("\n"))

    return read


@pytest.fixture
def call_client(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CallClient:
    """Function that calls the official client, and returns its output and its requests."""
    wlc = pytest.importorskip("wlc.main", reason="the client is not installed")
    monkeypatch.setattr("sys.argv", ["wlc"])

    def call_client(api: str, args: list[str]) -> ClientResult:
        try:
            status = wlc.main(settings=[("weblate", "url", api)], args=["--debug", *args])
        except SystemExit as ended:
            status = ended.code
        printed = capsys.readouterr()
        lines = printed.err.splitlines(keepends=True)
        errors = "".join(line for line in lines if not line.startswith("DEBUG:wlc:"))
        requests = re.findall(r"^DEBUG:wlc:HTTP response (GET) http://[^/]+(\S+) -> (.*)$", printed.err, re.MULTILINE)
        return ClientResult(
            status, printed.out, errors, [f"{method} {path} -> {answer}" for method, path, answer in requests]
        )

    return call_client


@pytest.fixture(scope="session")
def find_differences() -> Callable[..., list[str]]:
    """Function that lists the places where our JSON differs from the JSON of a server, with both values.

    Values of the keys in `ignored_keys` are not compared. Keys that only the server has are ignored.
    """

    def compare(ours: Any, theirs: Any, ignored_keys: frozenset[str] = SERVER_KEYS) -> list[str]:
        return list(_find_differences(ours, theirs, ignored_keys, ""))

    return compare


def _find_differences(ours: Any, theirs: Any, ignored_keys: frozenset[str], place: str) -> Iterator[str]:
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted(ours.keys() - theirs.keys()):
            yield f"{place}.{key}: only ours"
        for key, value in theirs.items():
            if key in ours and key not in ignored_keys:
                yield from _find_differences(ours[key], value, ignored_keys, f"{place}.{key}")
    elif isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            yield f"{place}: {len(ours)} instead of {len(theirs)}"
        for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
            yield from _find_differences(our, their, ignored_keys, f"{place}[{index}]")
    elif type(ours) is not type(theirs) or ours != theirs:
        yield f"{place}: {ours!r} instead of {theirs!r}"


@pytest.fixture(scope="session")
def describe_shape() -> Callable[[Any], Any]:
    """Function that returns the structure of JSON: keys and types. A list is represented by its first element."""

    def describe_shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: describe_shape(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [describe_shape(inner) for inner in value[:1]]
        return type(value).__name__

    return describe_shape


@pytest.fixture(scope="session")
def remove_added_parameters() -> Callable[[Any], Any]:
    """Function that removes parameters that a Weblate server does not have from the links in JSON."""
    return _remove_added_parameters


def _remove_added_parameters(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _remove_added_parameters(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_remove_added_parameters(inner) for inner in value]
    if isinstance(value, str) and value.startswith(SITE) and "?" in value:
        path, _, query = value.partition("?")
        kept = [(key, each) for key, each in parse_qsl(query) if key not in ("extended", "with_source")]
        return f"{path}?{urlencode(kept)}" if kept else path
    return value


@pytest.fixture(scope="session")
def find_missing_keys() -> Callable[[Any, Any], set[str]]:
    """Function that returns the keys that only the objects of a server have."""
    return _find_missing_keys


def _find_missing_keys(ours: Any, theirs: Any) -> set[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        missing = theirs.keys() - ours.keys()
        return set(missing).union(*(_find_missing_keys(ours[key], theirs[key]) for key in theirs.keys() & ours.keys()))
    if isinstance(ours, list) and isinstance(theirs, list):
        return set().union(*(_find_missing_keys(*pair) for pair in zip(ours, theirs, strict=False)))
    return set()
