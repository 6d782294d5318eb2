"""Log of the server with one line for each request or message. The log contains no tokens and no search texts."""

import contextlib
import json
import sys
import time
from functools import lru_cache
from typing import TextIO
from urllib.parse import parse_qsl, urlencode

_LOGGED_PARAMETERS = frozenset({"page", "page_size", "format", "extended", "with_source", "checks"})
"""Query parameters whose values are logged. The values of all other parameters can be confidential."""
_MAX_PATH_LENGTH = 300


class ServerLog:
    """Writes log lines as text or JSON."""

    def __init__(self, *, as_json: bool, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._as_json = as_json
        self._quiet = quiet
        self._stream = stream if stream is not None else sys.stderr

    def log_request(self, client: str, method: str, target: str, response: tuple[int, int, float]) -> None:
        """Log one request.

        `response` contains the status, the size of the body in bytes, and the duration in seconds.
        """
        if self._quiet:
            return
        status, size, seconds = response
        self._write_line(
            f'{client} "{method} {target}" {status} {size} {seconds * 1000:.1f}ms',
            client=client,
            method=method,
            target=target,
            status=status,
            bytes=size,
            seconds=round(seconds, 6),
        )

    def log_message(self, text: str) -> None:
        """Log a message that does not belong to a request."""
        line = text if text.isprintable() else text.encode("unicode_escape").decode()
        self._write_line(line, message=text)

    def _write_line(self, text: str, **fields: str | float) -> None:
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = json.dumps({"time": now, **fields}) if self._as_json else f"{now} {text}"
        # If standard error is closed, the server continues without a log.
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(f"{line}\n")
            self._stream.flush()


@lru_cache(maxsize=512)
def format_logged_target(raw_path: bytes, query: bytes) -> str:
    """Return the path and the query parameters of a request for the log.

    `...` replaces all parameters that are not in `_LOGGED_PARAMETERS`, because their values can be confidential.
    """
    path = raw_path[:_MAX_PATH_LENGTH].decode("latin-1")
    if not query:
        return path
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    logged = [(name, value[:20]) for name, value in pairs if name in _LOGGED_PARAMETERS]
    hidden = "..." if len(logged) < len(pairs) else ""
    return f"{path}?{'&'.join(filter(None, (urlencode(logged), hidden)))}"
