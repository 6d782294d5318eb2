"""Recorded exchanges with a real server, if they are available next to the project, and their comparison with ours."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

import pytest

SPEC = Path(__file__).parent.parent.parent.parent.parent / "shared" / "spec"
CONFORMANCE = SPEC.parent / "conformance" / "components"
SITE = "https://weblate.example.org"

NEEDS_SPEC = pytest.mark.skipif(not SPEC.is_dir(), reason="needs ../shared/spec, which is not there")
ABSENT = pytest.param("", marks=pytest.mark.skip("needs ../shared/spec, which is not there"))

OF_THE_SERVER = frozenset({"id", "last_change", "recent_changes", "revision", "web", "git_export", "last_author"})
"""Keys whose values only a server has. Ours are neutral."""


class Recorded(NamedTuple):
    """One recorded request and its response."""

    method: str
    path: str
    headers: Mapping[str, str | None]
    """Headers by name. None for a header that was not recorded."""
    sent: str
    status: int
    received: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def names(pattern: str) -> list[Any]:
    """Return the recordings that match a pattern, or one skipped parameter if there are none."""
    return sorted(path.name for path in SPEC.glob(pattern)) or [ABSENT]


@pytest.fixture(scope="session")
def aggregates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of `http-aggregates`, in projects without reviews, as the server had them."""
    root = tmp_path_factory.mktemp("aggregates") / "files"
    shutil.copytree(SPEC / "http-aggregates" / "files", root, copy_function=shutil.copyfile)
    root.chmod(0o755)
    (root / "transtats.toml").write_text("review = false\n")
    return root


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], Recorded]:
    """Load the exchange in a file of `http-recorded`."""

    def read(name: str) -> Recorded:
        text = (SPEC / "http-recorded" / name).read_bytes().decode("utf-8", "surrogateescape")
        asked, _, answered = text.partition("\n--- response ---\n")
        line, _, rest = asked.partition("\n")
        head, _, sent = rest.partition("\n\n")
        method, _, path = line.partition(" ")
        headers: dict[str, str | None] = {}
        for header in head.splitlines():
            # Syntax of curl: `Name: value`, and `Name;` for an empty header.
            name, _, value = header.partition(":") if ":" in header else (header.rstrip(";"), "", "")
            headers.setdefault(name, None if name == "Host" and header.endswith(";") else value.strip())
        head, _, body = answered.lstrip().partition("\n\n")
        status, *lines = head.splitlines()
        received = dict(line.split(": ", 1) for line in lines)
        return Recorded(method, path, headers, sent.strip(), int(status.split()[1]), received, body.strip("\n"))

    return read


@pytest.fixture(scope="session")
def differences() -> Callable[..., list[str]]:
    """Where our JSON says something else than a server's: each place, with both values.

    `free` are keys whose values may differ; keys that we leave out are to be known as such.
    """

    def compare(ours: Any, theirs: Any, free: frozenset[str] = OF_THE_SERVER) -> list[str]:
        return list(_differences(ours, theirs, free, ""))

    return compare


def _differences(ours: Any, theirs: Any, free: frozenset[str], place: str) -> Iterator[str]:
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted(ours.keys() - theirs.keys()):
            yield f"{place}.{key}: only ours"
        for key, value in theirs.items():
            if key in ours and key not in free:
                yield from _differences(ours[key], value, free, f"{place}.{key}")
    elif isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            yield f"{place}: {len(ours)} instead of {len(theirs)}"
        for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
            yield from _differences(our, their, free, f"{place}[{index}]")
    elif type(ours) is not type(theirs) or ours != theirs:
        yield f"{place}: {ours!r} instead of {theirs!r}"


@pytest.fixture(scope="session")
def shape() -> Callable[[Any], Any]:
    """Return the structure of JSON: keys and types. A list is represented by its first element."""

    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shape(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [shape(inner) for inner in value[:1]]
        return type(value).__name__

    return shape


@pytest.fixture(scope="session")
def without_ours() -> Callable[[Any], Any]:
    """Return JSON with the parameters that we added removed from its links."""
    return _without_ours


def _without_ours(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_ours(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_ours(inner) for inner in value]
    if isinstance(value, str) and value.startswith(SITE) and "?" in value:
        path, _, query = value.partition("?")
        kept = [(key, each) for key, each in parse_qsl(query) if key not in ("extended", "with_source")]
        return f"{path}?{urlencode(kept)}" if kept else path
    return value


@pytest.fixture(scope="session")
def left_out() -> Callable[[Any, Any], set[str]]:
    """Return the keys that only the objects of a server have."""
    return _left_out


def _left_out(ours: Any, theirs: Any) -> set[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        found = theirs.keys() - ours.keys()
        return set(found).union(*(_left_out(ours[key], theirs[key]) for key in theirs.keys() & ours.keys()))
    if isinstance(ours, list) and isinstance(theirs, list):
        return set().union(*(_left_out(*pair) for pair in zip(ours, theirs, strict=False)))
    return set()
