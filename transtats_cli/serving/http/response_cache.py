"""Cache of HTTP responses. All responses become invalid when a component changes."""

import gzip
import math
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

Header = tuple[bytes, bytes]
RequestKey = tuple[bytes, ...]
"""Raw path, raw query, Accept header, and languages of the reader of a request."""

_CONTENT_HEADERS = (b"content-type", b"content-encoding", b"content-length")
"""Headers that a response with status 304 does not contain."""
_MIN_COMPRESSED_BYTES = 1_000
"""Minimum size in bytes of a response body that is compressed."""
_RESPONSE_OVERHEAD_BYTES = 1_000
"""Estimated memory of a cached response without its body and key, in bytes."""


class Response(NamedTuple):
    """Status, headers and body of an HTTP response."""

    status: int
    headers: list[Header]
    body: bytes


class CachedResponse:
    """Cached response in two forms, plain and compressed with gzip."""

    def __init__(self, body: bytes, headers: list[Header], *, compress: bool = False) -> None:
        tag = sha256(body).hexdigest()[:32].encode()
        self.expiry = math.inf
        """Time of the event loop after which the response is computed again."""
        self.is_public = False
        """True if the response needs no authentication and no rate limit."""
        forms = [(b'"%b"' % tag, headers, body)]
        if compress and len(body) >= _MIN_COMPRESSED_BYTES:
            encoding = (b"content-encoding", b"gzip")
            forms.append((b'"%b-gzip"' % tag, [*headers, encoding], gzip.compress(body, mtime=0)))
        self._etags = {etag for etag, _, _ in forms}
        self._responses = [
            Response(200, [*headers, (b"etag", etag), (b"content-length", b"%d" % len(content))], content)
            for etag, headers, content in forms
        ]

    def select_response(self, accept_encoding: bytes | None, if_none_match: bytes | None) -> Response:
        """Return the form of the response that matches the request headers Accept-Encoding and If-None-Match.

        As on a Weblate server, the entity tag `*` does not match.
        """
        response = self._responses[-1 if accept_encoding is not None and accepts_gzip(accept_encoding) else 0]
        if if_none_match is not None:
            tags = {tag.strip().removeprefix(b"W/") for tag in if_none_match.split(b",")}
            if tags & self._etags:
                return Response(304, [each for each in response.headers if each[0] not in _CONTENT_HEADERS], b"")
        return response

    def estimate_memory(self, key: RequestKey) -> int:
        """Return the estimated memory of this response and its key, in bytes."""
        return _RESPONSE_OVERHEAD_BYTES + sum(len(each.body) for each in self._responses) + sum(map(len, key))


class ResponseCache:
    """Cached responses by request key. If they are too large together, all are removed, as after a change of a file."""

    def __init__(self, capacity_bytes: int) -> None:
        self._capacity_bytes = capacity_bytes
        self._used_bytes = 0
        self._version = 0
        """Version of the change feed for which all cached responses were computed."""
        self._responses: dict[RequestKey, CachedResponse] = {}

    def get(self, key: RequestKey, version: int, now: float) -> CachedResponse | None:
        """Return the cached response for a key, or None if there is no valid response.

        `version` is the version of the change feed, and `now` the time of the event loop.
        """
        if version != self._version:
            self._responses.clear()
            self._used_bytes, self._version = 0, version
        response = self._responses.get(key)
        return None if response is None or now > response.expiry else response

    def put(self, key: RequestKey, response: CachedResponse, version: int) -> None:
        """Add a response, or replace the response with this key.

        A response is not stored if it was computed for another version than those in the cache, or if it is larger than
        a quarter of the cache.
        """
        memory_bytes = response.estimate_memory(key)
        if version != self._version or memory_bytes > self._capacity_bytes // 4:
            return
        # A replaced response still counts, which does no harm.
        self._used_bytes += memory_bytes
        if self._used_bytes > self._capacity_bytes:
            self._responses.clear()
            self._used_bytes = memory_bytes
        self._responses[key] = response


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: bytes) -> bool:
    """Return True if an Accept-Encoding header allows gzip."""
    accepted = {}
    for part in accept_encoding.lower().replace(b" ", b"").split(b","):
        name, has_quality, quality = part.partition(b";q=")
        accepted[name] = not has_quality or quality.strip(b"0.") != b""
    return accepted.get(b"gzip", accepted.get(b"*", False))
