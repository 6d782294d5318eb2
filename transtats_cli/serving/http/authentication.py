"""Authenticate requests with tokens. Only the digests of tokens are stored."""

import hmac
from codecs import BOM_UTF8
from collections.abc import Iterable
from hashlib import sha256

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.http import problems

_SCHEMES = ("token", "bearer")


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
