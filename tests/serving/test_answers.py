"""Answers as they are sent, and how many are kept."""

import asyncio
import gzip

import pytest

from transtats_cli.serving.answers import Answer, Answers, takes_gzip
from transtats_cli.serving.freshness import Current

TYPE = (b"content-type", b"application/json")
BODY = b"[" + b"1," * 1_000 + b"1]"
A_DAY = 1_795_132_800.0


def answer(body: bytes = BODY, *, compress: bool = True) -> Answer:
    return Answer(body, [TYPE, (b"vary", b"Accept")], A_DAY, compress=compress)


def test_an_answer_says_what_it_is_and_how_old() -> None:
    status, headers, body = answer().message(None, None)
    assert (status, body) == (200, BODY)
    named = dict(headers)
    assert named[b"content-length"] == b"2003"
    assert named[b"last-modified"] == b"Fri, 20 Nov 2026 00:00:00 GMT"
    assert named[b"etag"].startswith(b'"')
    assert b"content-encoding" not in named


def test_another_body_has_another_tag() -> None:
    tags = {dict(answer(body).message(None, None).headers)[b"etag"] for body in (b"1", b"2", b"1")}
    assert len(tags) == 2


def test_who_takes_gzip_gets_it_under_a_tag_of_its_own() -> None:
    plain, compressed = answer().message(None, None), answer().message(b"gzip", None)
    headers = dict(compressed.headers)
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"content-length"] == b"%d" % len(compressed.body)
    assert gzip.decompress(compressed.body) == BODY
    assert headers[b"etag"] != dict(plain.headers)[b"etag"]


def test_nothing_is_compressed_unless_wanted_and_worthwhile() -> None:
    assert answer(compress=False).message(b"gzip", None).body == BODY
    assert answer(b"[]").message(b"gzip", None).body == b"[]"


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
def test_who_has_it_is_told_so(tags: bytes, status: int, encoding: bytes | None) -> None:
    given = answer()
    tag = dict(given.message(encoding, None).headers)[b"etag"]
    message = given.message(encoding, tags.replace(b"%b", tag))
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
def test_the_header_says_whether_gzip_is_taken(accepted: bytes, expected: bool) -> None:
    assert takes_gzip(accepted) is expected


def key(path: int) -> tuple[bytes, bytes, bytes]:
    return b"/%d" % path, b"", b""


def test_answers_are_kept_as_long_as_there_is_room() -> None:
    kept = Answers(10 * answer(compress=False).size)
    for number in range(20):
        kept.keep(key(number), answer(compress=False), [])
        assert kept.find(key(0), 0.0) is not None
    found = [number for number in range(20) if kept.find(key(number), 0.0) is not None]
    assert found[0] == 0
    assert found[-1] == 19
    assert 8 <= len(found) <= 10


def test_what_would_take_all_the_room_is_not_kept() -> None:
    kept = Answers(4_000)
    kept.keep(key(1), answer(), [])
    assert kept.find(key(1), 0.0) is None


def test_an_answer_goes_when_what_it_was_made_of_changes() -> None:
    async def make(_: Current[int]) -> int:
        return 1

    async def story() -> None:
        source = Current(make, lambda: True, lambda: None)
        kept = Answers(100_000)
        kept.keep(key(1), answer(), [(source, await source.get())])
        now = asyncio.get_running_loop().time()
        assert kept.find(key(1), now) is not None
        source.forget()
        assert kept.find(key(1), now) is None

    asyncio.run(story())
