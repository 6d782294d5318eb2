"""Texts for error messages about requests to a server."""

import json
import ssl
from http.client import HTTPException
from urllib.parse import urlsplit

from transtats_cli.verification.address import RemoteAddress

_MAX_DETAIL_LENGTH = 200


class RequestTimeoutError(HTTPException):
    """Error for a request that took longer than its time limit. The message is complete."""


def describe_failure(error: Exception) -> str:
    if isinstance(error, RequestTimeoutError):
        return str(error)
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the certificate of the server is not valid: {error.verify_message.rstrip('.')}; if its authority is your"
            " own, set the environment variable SSL_CERT_FILE to the file with the certificate of the authority"
        )
    if isinstance(error, ssl.SSLError):
        reason = getattr(error, "reason", "") or "TLS error"
        return f"no encrypted connection is possible ({reason}); check if the address begins with http://"
    if isinstance(error, ConnectionRefusedError):
        return "the server refuses the connection"
    if isinstance(error, TimeoutError):
        return "no connection within the time limit"
    if isinstance(error, ConnectionError):
        return "the server closed the connection"
    if isinstance(error, OSError):
        return f"the server cannot be reached: {error.strerror or error}"
    return (
        f"the answer is not valid HTTP: {error}"[:_MAX_DETAIL_LENGTH] if str(error) else "the answer is not valid HTTP"
    )


def describe_redirect(location: str, address: RemoteAddress, target: str) -> str:
    """Return the address of the server in a redirect, without the path of the request.

    If `location` is not a valid URL, return `another address`.
    """
    try:
        parts = urlsplit(location)
    except ValueError:
        return "another address"
    host = f"{parts.scheme or address.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else address.origin
    path = parts.path.removesuffix(target.partition("?")[0].removeprefix(address.path.removesuffix("api/")))
    return f"{host}{path}"[:_MAX_DETAIL_LENGTH]


def read_detail(body: bytes) -> str:
    """Return the message in the body of an error response. Empty if the body contains no message."""
    try:
        found = json.loads(body)
        errors = found.get("errors") if isinstance(found, dict) else None
        detail = errors[0]["detail"] if errors else found["detail"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return " ".join(str(detail).split())[:_MAX_DETAIL_LENGTH]
