"""What is drawn depends on where it goes, and never on more than the environment says."""

import io

import pytest

from transtats_cli.output.screen import is_terminal, may_colour, width_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        pytest.param({"TERM": "xterm"}, True, id="terminal"),
        pytest.param({"TERM": "xterm", "NO_COLOR": "1"}, False, id="NO_COLOR"),
        pytest.param({"TERM": "xterm", "NO_COLOR": ""}, True, id="empty NO_COLOR"),
        pytest.param({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, False, id="NO_COLOR wins"),
        pytest.param({"TERM": "dumb"}, False, id="dumb terminal"),
        pytest.param({}, True, id="nothing said"),
    ],
)
def test_colour_is_for_those_who_want_it(
    environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert may_colour() is expected


@pytest.mark.parametrize(
    ("columns", "stream", "expected"),
    [
        pytest.param("60", Terminal(), 60, id="the user's word"),
        pytest.param("60", io.StringIO(), 60, id="the user's word for a pipe"),
        pytest.param("0", io.StringIO(), None, id="zero is no width"),
        pytest.param("wide", io.StringIO(), None, id="nor is a word"),
        pytest.param("²", io.StringIO(), None, id="nor an odd digit"),
        pytest.param("9" * 5000, io.StringIO(), None, id="nor a number without end"),
        pytest.param("", io.StringIO(), None, id="a pipe has no limit"),
        pytest.param("", None, None, id="nor has nothing"),
        pytest.param("", Terminal(), 80, id="a terminal that does not know"),
    ],
)
def test_the_width_is_the_users_or_the_terminals(
    columns: str, stream: io.StringIO | None, expected: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert width_of(stream) == expected


def test_a_closed_stream_is_no_terminal() -> None:
    assert not is_terminal(None)
    assert is_terminal(Terminal())
