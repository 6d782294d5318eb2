"""Sessions of browsers, for servers that need a token.

A client of the API sends the token in the header Authorization. A browser sends a cookie instead, after a login.
"""

import hmac
import secrets
from collections.abc import Iterable

from transtats_cli.serving.http.authentication import digest_token

COOKIE_NAME = b"transtats_session"


class Sessions:
    """Creates and checks the values of session cookies. There is one value for each token.

    The values depend on a random key of the server, so all sessions end when the server ends.
    """

    def __init__(self, token_digests: Iterable[bytes]) -> None:
        key = secrets.token_bytes(32)
        self._values_by_digest = {
            digest: hmac.new(key, digest, "sha256").hexdigest().encode() for digest in token_digests
        }

    def open_session(self, token: bytes) -> bytes | None:
        """Return the value of the session cookie for a token, or None if the token is not valid."""
        digest = digest_token(token)
        found = None
        # All tokens are compared, so the duration reveals nothing about them.
        for known, value in self._values_by_digest.items():
            if hmac.compare_digest(known, digest):
                found = value
        return found

    def is_valid(self, cookie_header: bytes | None) -> bool:
        """Return True if the Cookie header of a request contains the value of a valid session cookie."""
        if cookie_header is None or not self._values_by_digest:
            return False
        given = [
            value.strip()
            for name, _, value in (part.partition(b"=") for part in cookie_header.replace(b",", b";").split(b";"))
            if name.strip() == COOKIE_NAME
        ]
        return any(hmac.compare_digest(value, known) for value in given for known in self._values_by_digest.values())


def make_cookie_header(value: bytes, path: str, *, is_secure: bool) -> bytes:
    """Return the content of a Set-Cookie header for the session cookie. An empty `value` deletes the cookie.

    Scripts cannot read the cookie. Browsers send it only for `path` and the paths below, and if `is_secure` is True,
    only over HTTPS.
    """
    lifetime = b"" if value else b"; Max-Age=0"
    secure = b"; Secure" if is_secure else b""
    return b"%b=%b; Path=%b; HttpOnly; SameSite=Strict%b%b" % (COOKIE_NAME, value, path.encode(), lifetime, secure)
