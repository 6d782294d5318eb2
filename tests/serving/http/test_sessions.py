"""Sessions of browsers."""

import pytest

from transtats_cli.serving.http import access
from transtats_cli.serving.http.access import COOKIE_NAME, AccessControl, make_cookie_header
from transtats_cli.serving.options import digest_token

FIRST = digest_token(b"first")
TOKENS = frozenset({FIRST, digest_token(b"second")})


def make_cookie(value: bytes | None) -> bytes:
    return b"%b=%b" % (COOKIE_NAME, value or b"")


def test_a_session_is_valid_only_on_the_server_that_opened_it() -> None:
    sessions, other = AccessControl(TOKENS), AccessControl(TOKENS)
    value = sessions.open_session(b"second")
    assert value is not None
    assert sessions.is_open_session(b"a=b; %b=%b" % (COOKIE_NAME, value))
    assert not other.is_open_session(make_cookie(value))


def test_a_closed_session_is_invalid_and_other_sessions_of_the_token_are_valid() -> None:
    sessions = AccessControl(TOKENS)
    first, second = (make_cookie(sessions.open_session(b"first")) for _ in range(2))
    sessions.close_session(first)
    assert [sessions.is_open_session(cookie) for cookie in (first, second)] == [False, True]
    sessions.close_session(first)
    sessions.close_session(None)
    assert sessions.is_open_session(second)


def test_the_number_of_open_sessions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_MAX_SESSIONS", 2)
    sessions = AccessControl(TOKENS)
    cookies = [make_cookie(sessions.open_session(b"first")) for _ in range(3)]
    assert [sessions.is_open_session(cookie) for cookie in cookies] == [False, True, True]


@pytest.mark.parametrize("token", [b"", b"third", b"first ", FIRST])
def test_an_unknown_token_opens_no_session(token: bytes) -> None:
    assert AccessControl(TOKENS).open_session(token) is None


@pytest.mark.parametrize("cookie", [None, b"", b"transtats_session=", b"transtats_session", b"=;;=", b"\xff=\xff"])
def test_a_cookie_without_a_session_is_invalid(cookie: bytes | None) -> None:
    assert not AccessControl(TOKENS).is_open_session(cookie)
    assert not AccessControl(frozenset()).is_open_session(cookie)


def test_scripts_and_other_sites_cannot_use_the_cookie() -> None:
    cookie = make_cookie_header(b"value", "/l10n/", is_secure=True)
    assert cookie == b"transtats_session=value; Path=/l10n/; HttpOnly; SameSite=Strict; Secure"
    assert b"Max-Age=0" in make_cookie_header(b"", "/", is_secure=False)
