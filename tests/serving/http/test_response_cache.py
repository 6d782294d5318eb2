"""Compressed and conditional responses, and the capacity of the response cache."""

import gzip

import pytest

from transtats_cli.serving.http.response_cache import CachedResponse, ResponseCache, accepts_gzip

TYPE = (b"content-type", b"application/json")
BODY = b"[" + b"1," * 1_000 + b"1]"


def make_cached_response(body: bytes = BODY, *, compress: bool = True) -> CachedResponse:
    return CachedResponse(body, [TYPE, (b"vary", b"Accept")], compress=compress)


def test_a_response_has_type_and_length() -> None:
    status, headers, body = make_cached_response().select_response(None, None)
    assert (status, body) == (200, BODY)
    named = dict(headers)
    assert named[b"content-length"] == b"2003"
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
        assert {name for name, _ in message.headers} == {b"vary", b"etag"}
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


def make_key(path: int) -> tuple[bytes, bytes, bytes]:
    return b"/%d" % path, b"", b""


def test_responses_are_cached_up_to_the_capacity() -> None:
    cache = ResponseCache(10 * make_cached_response(compress=False).estimate_memory(make_key(0)))
    counts = []
    for number in range(1, 26):
        cache.put(make_key(number), make_cached_response(compress=False), 0)
        assert cache.get(make_key(number), 0, 0.0) is not None
        counts.append(sum(cache.get(make_key(each), 0, 0.0) is not None for each in range(1, 26)))
    assert 9 <= max(counts) <= 10


def test_a_very_large_response_is_not_cached() -> None:
    cache = ResponseCache(4_000)
    cache.put(make_key(1), make_cached_response(), 0)
    assert cache.get(make_key(1), 0, 0.0) is None


def test_a_large_address_counts_as_memory() -> None:
    cache = ResponseCache(8_000)
    cache.put((b"/" * 4_000, b"", b""), make_cached_response(b"[]"), 0)
    assert cache.get((b"/" * 4_000, b"", b""), 0, 0.0) is None


def test_a_response_that_has_expired_is_not_returned() -> None:
    cache, response = ResponseCache(100_000), make_cached_response()
    response.expiry = 3.0
    cache.put(make_key(1), response, 0)
    assert cache.get(make_key(1), 0, 3.0) is response
    assert cache.get(make_key(1), 0, 3.1) is None


def test_all_responses_are_removed_if_a_component_changes() -> None:
    cache = ResponseCache(100_000)
    cache.put(make_key(1), make_cached_response(), 0)
    assert cache.get(make_key(1), 1, 0.0) is None
    # The component changed while this response was computed.
    cache.put(make_key(2), make_cached_response(), 0)
    assert cache.get(make_key(2), 1, 0.0) is None
    cache.put(make_key(2), make_cached_response(), 1)
    assert cache.get(make_key(2), 1, 0.0) is not None
