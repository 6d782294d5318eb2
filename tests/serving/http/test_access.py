"""Authentication with tokens."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.http.access import AccessControl
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.options import digest_token, read_tokens

TOKENS = frozenset({digest_token(b"wlu_one"), digest_token(b"two")})


@pytest.mark.parametrize("header", [b"Token wlu_one", b"Bearer two", b"token two", b"BEARER  two "])
def test_a_valid_token_is_accepted(header: bytes) -> None:
    AccessControl(TOKENS).authenticate(header)


@pytest.mark.parametrize("header", [None, b"Token xyz", b"Basic YQ==", b""])
def test_without_configured_tokens_no_token_is_needed_and_a_sent_one_is_ignored(header: bytes | None) -> None:
    AccessControl(frozenset()).authenticate(header)


@pytest.mark.parametrize(
    ("header", "code", "detail"),
    [
        pytest.param(None, "not_authenticated", "Authentication credentials were not provided.", id="no-header"),
        pytest.param(b"Token xyz", "authentication_failed", "Invalid token.", id="wrong"),
        pytest.param(b"Token wlu_on", "authentication_failed", "Invalid token.", id="beginning-of-a-token"),
        pytest.param(b"Bearer \xff", "authentication_failed", "Invalid token.", id="not-utf-8"),
        pytest.param(
            b"Token", "authentication_failed", "Invalid token header. No credentials provided.", id="no-token"
        ),
        pytest.param(
            b"Token a b",
            "authentication_failed",
            "Invalid token header. Token string should not contain spaces.",
            id="two-words",
        ),
        pytest.param(
            b"Basic YQ==",
            "authentication_failed",
            "Unsupported authentication scheme. Use Token or Bearer.",
            id="basic",
        ),
        pytest.param(
            b"", "authentication_failed", "Unsupported authentication scheme. Use Token or Bearer.", id="empty"
        ),
    ],
)
def test_a_missing_or_invalid_token_is_rejected(header: bytes | None, code: str, detail: str) -> None:
    with pytest.raises(HttpProblem) as caught:
        AccessControl(TOKENS).authenticate(header)
    problem = caught.value
    assert (problem.status, problem.code, problem.detail) == (401, code, detail)
    assert problem.headers == [(b"www-authenticate", b"Token")]


@pytest.mark.parametrize("beginning", [b"", BOM_UTF8], ids=["plain", "byte-order-mark"])
def test_tokens_are_parsed_from_a_file(tmp_path: Path, beginning: bytes) -> None:
    (tmp_path / "tokens").write_bytes(beginning + b"# for the dashboard\nwlu_one\n\n  two\r\n")
    assert read_tokens(str(tmp_path / "tokens")) == TOKENS


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("# nothing\n", "contains no token", id="no-token"),
        pytest.param("one two\n", "must not contain spaces", id="two-words"),
        pytest.param(None, "no such file", id="no-file"),
    ],
)
def test_a_file_without_valid_tokens_is_an_error(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "tokens"
    if content is not None:
        path.write_text(content)
    with pytest.raises(TranstatsError, match=message) as caught:
        read_tokens(str(path))
    assert str(path) in str(caught.value)
