"""Sessions of browsers, for servers that need a token.

A client of the API sends the token in the header Authorization. A browser sends a cookie instead, after a login.
"""

import secrets
from collections import OrderedDict
from collections.abc import Collection

from transtats_cli.serving.http.authentication import digest_token, is_valid_token

COOKIE_NAME = b"transtats_session"
_MAX_SESSIONS = 10_000
"""Maximum number of open sessions. The oldest one ends first."""


class Sessions:
    """Opens, checks and closes sessions. The value of a session cookie is random, and only its digest is stored.

    All sessions end when the server ends.
    """

    def __init__(self, token_digests: Collection[bytes]) -> None:
        self._token_digests = token_digests
        self._open_sessions: OrderedDict[bytes, None] = OrderedDict()

    def open_session(self, token: bytes) -> bytes | None:
        """Return the value of the cookie of a new session, or None if the token is not valid."""
        if not is_valid_token(token, self._token_digests):
            return None
        value = secrets.token_hex(32).encode()
        self._open_sessions[digest_token(value)] = None
        if len(self._open_sessions) > _MAX_SESSIONS:
            self._open_sessions.popitem(last=False)
        return value

    def is_valid(self, cookie_header: bytes | None) -> bool:
        """Return True if the Cookie header of a request contains the cookie of an open session."""
        return any(digest in self._open_sessions for digest in _digest_cookies(cookie_header))

    def close_session(self, cookie_header: bytes | None) -> None:
        """Close the session whose cookie is in the Cookie header of a request."""
        for digest in _digest_cookies(cookie_header):
            self._open_sessions.pop(digest, None)


def _digest_cookies(cookie_header: bytes | None) -> list[bytes]:
    """Return the digests of the session cookies in a Cookie header.

    The duration of a lookup of a digest reveals nothing about the values of other sessions.
    """
    parts = (part.partition(b"=") for part in (cookie_header or b"").replace(b",", b";").split(b";"))
    return [digest_token(value.strip()) for name, _, value in parts if name.strip() == COOKIE_NAME]


def make_cookie_header(value: bytes, path: str, *, is_secure: bool) -> bytes:
    """Return the content of a Set-Cookie header for the session cookie. An empty `value` deletes the cookie.

    Scripts cannot read the cookie. Browsers send it only for `path` and the paths below, and if `is_secure` is True,
    only over HTTPS.
    """
    lifetime = b"" if value else b"; Max-Age=0"
    secure = b"; Secure" if is_secure else b""
    return b"%b=%b; Path=%b; HttpOnly; SameSite=Strict%b%b" % (COOKIE_NAME, value, path.encode(), lifetime, secure)
