"""Answers as they are sent: made once, and kept while what they were made of holds."""

import gzip
from collections import OrderedDict
from email.utils import formatdate
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from transtats_cli.serving.freshness import Current

Header = tuple[bytes, bytes]
Key = tuple[bytes, bytes, bytes]
"""Path and query as they came, and the Accept header."""
Source = tuple[Current[Any], Any]
"""What was read for an answer, and what it was then."""

_LEAST_WORTHWHILE = 1_000
"""Bytes below which nothing is compressed."""
_OVERHEAD = 1_000
"""Bytes that an answer takes besides its body, its address, and what it was made of."""
_SOURCE_BYTES = 100


class Message(NamedTuple):
    """One form of an answer, ready to be sent."""

    status: int
    headers: list[Header]
    body: bytes


class Answer:
    """A body with its headers; plain, compressed, and as the word that nothing has changed."""

    def __init__(self, body: bytes, headers: list[Header], changed: float = 0.0, *, compress: bool = False) -> None:
        tag = sha256(body).hexdigest()[:32].encode()
        common = list(headers)
        if changed:
            common.append((b"last-modified", formatdate(changed, usegmt=True).encode()))
        self.sources: tuple[Source, ...] = ()
        self.key: Key = (b"", b"", b"")
        self.is_public = False
        """Anybody may have it, however often."""
        self._plain = _message(body, common, b'"%b"' % tag)
        self._compressed: Message | None = None
        if compress and len(body) >= _LEAST_WORTHWHILE:
            content = gzip.compress(body, mtime=0)
            self._compressed = _message(content, [*common, (b"content-encoding", b"gzip")], b'"%b-gzip"' % tag)
        self._unchanged = {
            _etag(each): Message(304, _of_unchanged(each.headers), b"")
            for each in (self._plain, self._compressed)
            if each is not None
        }

    def message(self, accept_encoding: bytes | None, if_none_match: bytes | None) -> Message:
        """The form for a client that takes these encodings and has these versions."""
        message = self._plain
        if self._compressed is not None and accept_encoding is not None and takes_gzip(accept_encoding):
            message = self._compressed
        if if_none_match is not None and self._is_had(if_none_match):
            return self._unchanged[_etag(message)]
        return message

    @property
    def size(self) -> int:
        """About so many bytes of memory."""
        bodies = len(self._plain.body) + (len(self._compressed.body) if self._compressed else 0)
        return _OVERHEAD + bodies + sum(map(len, self.key)) + _SOURCE_BYTES * len(self.sources)

    def holds(self, now: float) -> bool:
        # A loop, because this is asked for every request.
        for current, value in self.sources:  # noqa: SIM110
            if not current.holds(value, now):
                return False
        return True

    def _is_had(self, if_none_match: bytes) -> bool:
        """Whether one of the tags is ours. `*` asks whether there is anything at all: as a server does, we go on."""
        return any(tag.strip().removeprefix(b"W/") in self._unchanged for tag in if_none_match.split(b","))


class Answers:
    """Answers by what was asked, as many as there is room for; those that nobody asked for go first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._taken = 0
        self._answers: OrderedDict[Key, Answer] = OrderedDict()

    def find(self, key: Key, now: float) -> Answer | None:
        """The answer that was given before, if it may be given again."""
        answer = self._answers.get(key)
        if answer is None:
            return None
        if answer.holds(now):
            self._answers.move_to_end(key)
            return answer
        # Gone for now; it comes back when it has been made anew.
        self._drop(key)
        return None

    def keep(self, key: Key, answer: Answer, sources: list[Source]) -> None:
        answer.key, answer.sources = key, tuple(sources)
        self._drop(key)
        if answer.size > self._room // 4:
            return
        self._answers[key] = answer
        self._taken += answer.size
        while self._taken > self._room:
            self._drop(next(iter(self._answers)))

    def _drop(self, key: Key) -> None:
        answer = self._answers.pop(key, None)
        if answer is not None:
            self._taken -= answer.size


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


def _message(body: bytes, headers: list[Header], tag: bytes) -> Message:
    return Message(200, [*headers, (b"etag", tag), (b"content-length", b"%d" % len(body))], body)


def _etag(message: Message) -> bytes:
    return dict(message.headers)[b"etag"]


def _of_unchanged(headers: list[Header]) -> list[Header]:
    """What is said again though the body is not."""
    silent = (b"content-length", b"content-type", b"content-encoding")
    return [(name, value) for name, value in headers if name not in silent]
