"""Sessions of browsers."""

import pytest

from transtats_cli.serving.http import authentication
from transtats_cli.serving.http.authentication import COOKIE_NAME, Sessions, digest_token, make_cookie_header

TOKENS = [digest_token(b"first"), digest_token(b"second")]


def make_cookie(value: bytes | None) -> bytes:
    return b"%b=%b" % (COOKIE_NAME, value or b"")


def test_a_session_is_valid_only_on_the_server_that_opened_it() -> None:
    sessions, other = Sessions(TOKENS), Sessions(TOKENS)
    value = sessions.open_session(b"second")
    assert value is not None
    assert sessions.is_valid(b"a=b; %b=%b" % (COOKIE_NAME, value))
    assert not other.is_valid(make_cookie(value))


def test_a_closed_session_is_invalid_and_other_sessions_of_the_token_are_valid() -> None:
    sessions = Sessions(TOKENS)
    first, second = (make_cookie(sessions.open_session(b"first")) for _ in range(2))
    sessions.close_session(first)
    assert [sessions.is_valid(cookie) for cookie in (first, second)] == [False, True]
    sessions.close_session(first)
    sessions.close_session(None)
    assert sessions.is_valid(second)


def test_the_number_of_open_sessions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "_MAX_SESSIONS", 2)
    sessions = Sessions(TOKENS)
    cookies = [make_cookie(sessions.open_session(b"first")) for _ in range(3)]
    assert [sessions.is_valid(cookie) for cookie in cookies] == [False, True, True]


@pytest.mark.parametrize("token", [b"", b"third", b"first ", TOKENS[0]])
def test_an_unknown_token_opens_no_session(token: bytes) -> None:
    assert Sessions(TOKENS).open_session(token) is None


@pytest.mark.parametrize("cookie", [None, b"", b"transtats_session=", b"transtats_session", b"=;;=", b"\xff=\xff"])
def test_a_cookie_without_a_session_is_invalid(cookie: bytes | None) -> None:
    assert not Sessions(TOKENS).is_valid(cookie)
    assert not Sessions([]).is_valid(cookie)


def test_scripts_and_other_sites_cannot_use_the_cookie() -> None:
    cookie = make_cookie_header(b"value", "/l10n/", is_secure=True)
    assert cookie == b"transtats_session=value; Path=/l10n/; HttpOnly; SameSite=Strict; Secure"
    assert b"Max-Age=0" in make_cookie_header(b"", "/", is_secure=False)
