"""Authenticate requests with tokens, and browsers with sessions. Only digests are stored.

A client of the API sends the token in the header Authorization. A browser sends a cookie instead, after a login.
"""

import hmac
import secrets
from codecs import BOM_UTF8
from collections import OrderedDict
from collections.abc import Collection, Iterable
from hashlib import sha256

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.http import problems

_SCHEMES = ("token", "bearer")
COOKIE_NAME = b"transtats_session"
_MAX_SESSIONS = 10_000
"""Maximum number of open sessions. The oldest one ends first."""


def digest_token(token: bytes) -> bytes:
    return sha256(token).digest()


def read_tokens(path: str) -> frozenset[bytes]:
    """Return the digests of the tokens in a file. Raises TranstatsError.

    Each line contains one token. Empty lines and lines that begin with # are skipped.
    """
    try:
        with open(path, "rb") as file:
            lines = [line.strip() for line in file.read().removeprefix(BOM_UTF8).splitlines()]
    except OSError as error:
        raise TranstatsError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    tokens = [line for line in lines if line and not line.startswith(b"#")]
    if not tokens:
        raise TranstatsError(f"{path}: contains no token; write one on each line")
    for token in tokens:
        if len(token.split()) > 1:
            raise TranstatsError(f"{path}: a token must not contain spaces; write one on each line")
    return frozenset(map(digest_token, tokens))


def authenticate(authorization: bytes | None, token_digests: frozenset[bytes]) -> None:
    """Check the Authorization header of a request. Raises HttpProblem if the header is missing or invalid.

    If no tokens are configured, the header is ignored, because clients such as wlc may have a key for all servers.
    """
    if not token_digests:
        return
    if authorization is None:
        raise problems.not_authenticated()
    scheme, *rest = authorization.split() if authorization.strip() else [b""]
    if scheme.decode("latin-1").lower() not in _SCHEMES:
        raise problems.authentication_failed("Unsupported authentication scheme. Use Token or Bearer.")
    if not rest:
        raise problems.authentication_failed("Invalid token header. No credentials provided.")
    if len(rest) > 1:
        raise problems.authentication_failed("Invalid token header. Token string should not contain spaces.")
    if not is_valid_token(rest[0], token_digests):
        raise problems.authentication_failed("Invalid token.")


def is_valid_token(token: bytes, valid_digests: Iterable[bytes]) -> bool:
    """Return True if the digest of the token is one of the accepted digests.

    The comparison takes constant time, so the duration reveals nothing about the tokens.
    """
    digest = digest_token(token)
    return sum(hmac.compare_digest(digest, valid) for valid in valid_digests) > 0


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
