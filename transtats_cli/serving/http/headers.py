"""Headers that all responses contain, and headers for CORS."""

from collections.abc import Collection

from transtats_cli.serving.http.response_cache import Header
from transtats_cli.serving.options import ServeOptions

ALLOWED_METHODS = b"GET, HEAD, OPTIONS"
_CONTENT_SECURITY_POLICY = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_PAGE_CONTENT_SECURITY_POLICY = (
    b"default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none';"
    b" form-action 'self'; frame-ancestors 'none'"
)
PAGE_HEADERS: tuple[Header, ...] = (
    (b"content-security-policy", _PAGE_CONTENT_SECURITY_POLICY),
    # With `no-referrer`, browsers would send no origin with the forms of our own pages either.
    (b"referrer-policy", b"same-origin"),
)
"""Headers of an HTML page, instead of the common headers with the same names."""
_PREFLIGHT_SECONDS = b"600"


def common_headers(options: ServeOptions) -> list[Header]:
    """Return the headers that every response contains: caching, Vary, and security policies for browsers."""
    vary = [b"Accept", *([b"Accept-Encoding"] if options.gzip else []), *([b"Origin"] if options.cors_origins else [])]
    headers = [
        (b"vary", b", ".join(vary)),
        (b"allow", ALLOWED_METHODS),
        (b"cache-control", b"private, no-cache" if options.tokens else b"no-cache"),
        (
            b"content-security-policy",
            _CONTENT_SECURITY_POLICY,
        ),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"cross-origin" if options.cors_origins else b"same-origin"),
    ]
    if options.base_url.startswith("https:"):
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    return headers


def replace_headers(headers: list[Header], replacing: Collection[Header]) -> list[Header]:
    """Return the headers of `replacing`, and those of `headers` with other names."""
    names = {name for name, _ in replacing}
    return [*(header for header in headers if header[0] not in names), *replacing]


def cors_headers(origin: bytes | None, options: ServeOptions) -> list[Header]:
    """Return the CORS headers that allow web pages of an origin to read the response.

    Return an empty list if the origin is not allowed.
    """
    if origin is None or not _is_origin_allowed(origin, options):
        return []
    exposed = b"etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset"
    return [(b"access-control-allow-origin", origin), (b"access-control-expose-headers", exposed)]


def preflight_headers(origin: bytes, options: ServeOptions) -> list[Header]:
    """Return the headers of the response to a CORS preflight request.

    Return an empty list if the origin is not allowed.
    """
    if not _is_origin_allowed(origin, options):
        return []
    return [
        (b"access-control-allow-origin", origin),
        (b"access-control-allow-methods", ALLOWED_METHODS),
        (b"access-control-allow-headers", b"accept, authorization, if-none-match"),
        (b"access-control-max-age", _PREFLIGHT_SECONDS),
    ]


def _is_origin_allowed(origin: bytes, options: ServeOptions) -> bool:
    return "*" in options.cors_origins or origin.decode("latin-1") in options.cors_origins
