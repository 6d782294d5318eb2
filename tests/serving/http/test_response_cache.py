"""Compressed and conditional responses, and the capacity of the response cache."""

import gzip

import pytest

from transtats_cli.serving.data.component_cache import Validity
from transtats_cli.serving.http.response_cache import CachedResponse, ResponseCache, accepts_gzip

TYPE = (b"content-type", b"application/json")
BODY = b"[" + b"1," * 1_000 + b"1]"
MODIFICATION_TIME = 1_795_132_800.0


def make_cached_response(body: bytes = BODY, *, compress: bool = True) -> CachedResponse:
    return CachedResponse(body, [TYPE, (b"vary", b"Accept")], MODIFICATION_TIME, compress=compress)


def test_a_response_has_type_length_and_date() -> None:
    status, headers, body = make_cached_response().select_response(None, None)
    assert (status, body) == (200, BODY)
    named = dict(headers)
    assert named[b"content-length"] == b"2003"
    assert named[b"last-modified"] == b"Fri, 20 Nov 2026 00:00:00 GMT"
    assert named[b"etag"].startswith(b'"')
    assert b"content-encoding" not in named


def test_etags_depend_on_the_body() -> None:
    tags = {
        dict(make_cached_response(body).select_response(None, None).headers)[b"etag"] for body in (b"1", b"2", b"1")
    }
    assert len(tags) == 2


def test_a_compressed_response_has_its_own_etag() -> None:
    plain, compressed = (
        make_cached_response().select_response(None, None),
        make_cached_response().select_response(b"gzip", None),
    )
    headers = dict(compressed.headers)
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"content-length"] == b"%d" % len(compressed.body)
    assert gzip.decompress(compressed.body) == BODY
    assert headers[b"etag"] != dict(plain.headers)[b"etag"]


def test_small_bodies_are_not_compressed() -> None:
    assert make_cached_response(compress=False).select_response(b"gzip", None).body == BODY
    assert make_cached_response(b"[]").select_response(b"gzip", None).body == b"[]"


@pytest.mark.parametrize(
    ("tags", "status"),
    [
        pytest.param(b"%b", 304, id="same"),
        pytest.param(b"W/%b", 304, id="weak"),
        pytest.param(b'"x", %b', 304, id="one-of-several"),
        pytest.param(b'"x"', 200, id="another"),
        pytest.param(b"*", 200, id="star"),
    ],
)
@pytest.mark.parametrize("encoding", [None, b"gzip"])
def test_a_request_with_the_current_etag_gets_status_304(tags: bytes, status: int, encoding: bytes | None) -> None:
    cached = make_cached_response()
    tag = dict(cached.select_response(encoding, None).headers)[b"etag"]
    message = cached.select_response(encoding, tags.replace(b"%b", tag))
    assert message.status == status
    if status == 304:
        assert message.body == b""
        assert {name for name, _ in message.headers} == {b"vary", b"last-modified", b"etag"}
        assert dict(message.headers)[b"etag"] == tag


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (b"gzip", True),
        (b"br, GZIP;q=0.5", True),
        (b"*", True),
        (b"identity", False),
        (b"gzip;q=0", False),
        (b"gzip; q=0.000", False),
        (b"gzip;q=0, *", False),
        (b"", False),
    ],
)
def test_accept_encoding_is_parsed(accepted: bytes, expected: bool) -> None:
    assert accepts_gzip(accepted) is expected


VALIDITY = Validity(None, None, 0)


def is_always_valid(validity: Validity, now: float) -> bool:
    return True


def make_key(path: int) -> tuple[bytes, bytes, bytes]:
    return b"/%d" % path, b"", b""


def test_responses_are_cached_up_to_the_capacity() -> None:
    cache = ResponseCache(10 * make_cached_response(compress=False).memory_bytes, is_always_valid)
    for number in range(20):
        cache.put(make_key(number), make_cached_response(compress=False), VALIDITY)
        assert cache.get(make_key(0), 0.0) is not None
    cached_numbers = [number for number in range(20) if cache.get(make_key(number), 0.0) is not None]
    assert cached_numbers[0] == 0
    assert cached_numbers[-1] == 19
    assert 8 <= len(cached_numbers) <= 10


def test_a_very_large_response_is_not_cached() -> None:
    cache = ResponseCache(4_000, is_always_valid)
    cache.put(make_key(1), make_cached_response(), VALIDITY)
    assert cache.get(make_key(1), 0.0) is None


def test_a_response_that_is_not_valid_any_more_is_removed() -> None:
    cache = ResponseCache(100_000, lambda validity, now: now < validity.version)
    cache.put(make_key(1), make_cached_response(), Validity(None, None, 3))
    assert cache.get(make_key(1), 2) is not None
    assert cache.get(make_key(1), 3) is None
    assert cache.get(make_key(1), 2) is None
