"""ResponseCache as they are sent: made once, and kept while what they were made of holds."""

import gzip
from collections import OrderedDict
from email.utils import formatdate
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from transtats_cli.serving.cached_value import CachedValue

Header = tuple[bytes, bytes]
Key = tuple[bytes, bytes, bytes]
"""Path and query as they came, and the Accept header."""
Dependency = tuple[CachedValue[Any], Any]
"""What was read for an response, and what it was then."""

_SMALLEST_COMPRESSED = 1_000
"""Bytes below which nothing is compressed."""
_OVERHEAD = 1_000
"""Bytes that an response takes besides its body, its address, and what it was made of."""
_SOURCE_BYTES = 100


class Response(NamedTuple):
    """One response_format of an response, ready to be sent."""

    status: int
    headers: list[Header]
    body: bytes


class CachedResponse:
    """A body with its headers; plain, compressed, and as the word that nothing has changed."""

    def __init__(self, body: bytes, headers: list[Header], changed: float = 0.0, *, compress: bool = False) -> None:
        tag = sha256(body).hexdigest()[:32].encode()
        common = list(headers)
        if changed:
            common.append((b"last-modified", formatdate(changed, usegmt=True).encode()))
        self.dependencies: tuple[Dependency, ...] = ()
        self.key: Key = (b"", b"", b"")
        self.is_public = False
        """Anybody may have it, however often."""
        self._plain = _response(body, common, b'"%b"' % tag)
        self._compressed: Response | None = None
        if compress and len(body) >= _SMALLEST_COMPRESSED:
            content = gzip.compress(body, mtime=0)
            self._compressed = _response(content, [*common, (b"content-encoding", b"gzip")], b'"%b-gzip"' % tag)
        self._unchanged = {
            _etag(each): Response(304, _not_modified_headers(each.headers), b"")
            for each in (self._plain, self._compressed)
            if each is not None
        }

    def response_for(self, accept_encoding: bytes | None, if_none_match: bytes | None) -> Response:
        """The response_format for a client that takes these encodings and has these versions."""
        response = self._plain
        if self._compressed is not None and accept_encoding is not None and takes_gzip(accept_encoding):
            response = self._compressed
        if if_none_match is not None and self._matches_etag(if_none_match):
            return self._unchanged[_etag(response)]
        return response

    @property
    def size(self) -> int:
        """About so many bytes of memory."""
        bodies = len(self._plain.body) + (len(self._compressed.body) if self._compressed else 0)
        return _OVERHEAD + bodies + sum(map(len, self.key)) + _SOURCE_BYTES * len(self.dependencies)

    def is_valid(self, now: float) -> bool:
        # A loop, because this is asked for every request.
        for cached, value in self.dependencies:  # noqa: SIM110
            if not cached.is_valid(value, now):
                return False
        return True

    def _matches_etag(self, if_none_match: bytes) -> bool:
        """Whether one of the tags is ours. `*` asks whether there is anything at all: as a server does, we go on."""
        return any(tag.strip().removeprefix(b"W/") in self._unchanged for tag in if_none_match.split(b","))


class ResponseCache:
    """ResponseCache by what was asked, as many as there is capacity for; those that nobody asked for go first."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._used = 0
        self._responses: OrderedDict[Key, CachedResponse] = OrderedDict()

    def get(self, key: Key, now: float) -> CachedResponse | None:
        """The response that was given before, if it may be given again."""
        response = self._responses.get(key)
        if response is None:
            return None
        if response.is_valid(now):
            self._responses.move_to_end(key)
            return response
        # Gone for now; it comes back when it has been made anew.
        self._drop(key)
        return None

    def put(self, key: Key, response: CachedResponse, dependencies: list[Dependency]) -> None:
        response.key, response.dependencies = key, tuple(dependencies)
        self._drop(key)
        if response.size > self._capacity // 4:
            return
        self._responses[key] = response
        self._used += response.size
        while self._used > self._capacity:
            self._drop(next(iter(self._responses)))

    def _drop(self, key: Key) -> None:
        response = self._responses.pop(key, None)
        if response is not None:
            self._used -= response.size


@lru_cache(maxsize=256)
def takes_gzip(accept_encoding: bytes) -> bool:
    """Whether gzip is among the encodings that are accepted."""
    accepted = {}
    for part in accept_encoding.decode("latin-1").lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        accepted[name] = not any(_is_zero(parameter) for parameter in parameters)
    return accepted.get("gzip", accepted.get("*", False))


def _is_zero(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "q" and not value.strip(" 0.")


def _response(body: bytes, headers: list[Header], tag: bytes) -> Response:
    return Response(200, [*headers, (b"etag", tag), (b"content-length", b"%d" % len(body))], body)


def _etag(response: Response) -> bytes:
    return dict(response.headers)[b"etag"]


def _not_modified_headers(headers: list[Header]) -> list[Header]:
    """What is said again though the body is not."""
    silent = (b"content-length", b"content-type", b"content-encoding")
    return [(name, value) for name, value in headers if name not in silent]
