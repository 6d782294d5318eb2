"""Properties of a terminal come from the environment alone, and only a terminal shows progress."""

import io

import pytest
from rich.color import ColorSystem
from rich.style import Style

from tests.fixture_types import Run, WriteTree
from transtats_cli.output.terminal import ProgressBar, is_coloured, is_terminal, style_text, terminal_width


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "style", ["", "bold", "dim", "red", "green", "yellow", "magenta", "cyan", "bold red", "bold cyan"]
)
def test_a_style_has_the_escape_sequences_of_rich(style: str) -> None:
    assert style_text("a\tb", style) == Style.parse(style).render("a\tb", color_system=ColorSystem.STANDARD)


@pytest.mark.parametrize(
    ("environment", "on_terminal", "elsewhere"),
    [
        pytest.param({"TERM": "xterm"}, True, False, id="terminal"),
        pytest.param({"TERM": "xterm", "NO_COLOR": "1"}, False, False, id="NO_COLOR"),
        pytest.param({"TERM": "xterm", "NO_COLOR": ""}, True, False, id="empty NO_COLOR"),
        pytest.param({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True, id="FORCE_COLOR"),
        pytest.param({"FORCE_COLOR": "0"}, True, False, id="FORCE_COLOR=0"),
        pytest.param({"FORCE_COLOR": ""}, True, False, id="empty FORCE_COLOR"),
        pytest.param(
            {"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False, id="NO_COLOR and FORCE_COLOR"
        ),
        pytest.param({"TERM": "dumb"}, False, False, id="dumb terminal"),
        pytest.param({}, True, False, id="no variable"),
    ],
)
def test_only_a_terminal_is_coloured_if_the_environment_does_not_override_it(
    environment: dict[str, str], on_terminal: bool, elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert is_coloured(Terminal()) is on_terminal
    assert is_coloured(io.StringIO()) is elsewhere
    assert not is_coloured(None)


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}])
def test_the_option_color_overrides_the_environment(run: Run, tree: WriteTree, variables: dict[str, str]) -> None:
    tree({"demo/app/de.po": 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n'})
    stats = ("stats", "demo", "app", "--no-history", "--no-cache")
    assert "\x1b[" in run(*stats, "--format", "table", "--color", "always", env=variables).stdout
    assert "\x1b[" not in run(*stats, "--format", "table", "--color", "never", env=variables).stdout
    is_coloured = "\x1b[" in run(*stats, "--format", "table", env=variables).stdout
    assert is_coloured is ("FORCE_COLOR" in variables)
    for name in ("json", "csv", "ndjson", "markdown"):
        assert "\x1b[" not in run(*stats, "--format", name, "--color", "always").stdout


@pytest.mark.parametrize(
    ("columns", "stream", "expected"),
    [
        pytest.param("60", Terminal(), 60, id="COLUMNS on a terminal"),
        pytest.param("60", io.StringIO(), 60, id="COLUMNS for a pipe"),
        pytest.param("0", io.StringIO(), None, id="zero"),
        pytest.param("wide", io.StringIO(), None, id="a word"),
        pytest.param("²", io.StringIO(), None, id="a superscript digit"),
        pytest.param("9" * 5000, io.StringIO(), None, id="5,000 digits"),
        pytest.param("", io.StringIO(), None, id="a pipe has no limit"),
        pytest.param("", None, None, id="no stream"),
        pytest.param("", Terminal(), 80, id="a terminal without a width"),
    ],
)
def test_the_width_is_that_of_columns_or_of_the_terminal(
    columns: str, stream: io.StringIO | None, expected: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width(stream) == expected


def test_a_closed_stream_is_not_a_terminal() -> None:
    assert not is_terminal(None)
    assert is_terminal(Terminal())


ERASE = "\r\x1b[K"


class Clock:
    """Clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "50")


@pytest.fixture
def clock(environment: None) -> Clock:
    return Clock()


def test_a_short_run_shows_no_progress_bar(clock: Clock) -> None:
    stream = Terminal()
    with ProgressBar(stream, 2, clock) as progress:
        progress.advance("a.po")
        clock.now += 0.9
        progress.advance("b.po")
    assert stream.getvalue() == ""


def test_a_long_run_shows_a_progress_bar_that_is_erased_at_the_end(clock: Clock) -> None:
    stream = Terminal()
    with ProgressBar(stream, 4, clock) as progress:
        clock.now += 1
        progress.advance("a.po")
        clock.now += 1
        progress.advance("b.po")
    assert stream.getvalue() == (f"{ERASE}[#####...............] 1/4 a.po{ERASE}[##########..........] 2/4 b.po{ERASE}")


def test_the_progress_bar_is_not_redrawn_at_every_quick_step(clock: Clock) -> None:
    stream = Terminal()
    with ProgressBar(stream, 100, clock) as progress:
        for _ in range(100):
            clock.now += 0.02
            progress.advance("x.po")
    assert stream.getvalue().count("x.po") <= 11


def test_without_a_total_the_progress_bar_counts_the_steps(clock: Clock) -> None:
    stream = Terminal()
    with ProgressBar(stream, clock=clock) as progress:
        clock.now += 2
        progress.advance("a.po")
    assert stream.getvalue() == f"{ERASE}1 a.po{ERASE}"


def test_the_progress_bar_is_erased_before_other_text(clock: Clock) -> None:
    stream = Terminal()
    with ProgressBar(stream, clock=clock) as progress:
        progress.clear()
        clock.now += 2
        progress.advance("a.po")
        progress.clear()
        progress.clear()
    assert stream.getvalue() == f"{ERASE}1 a.po{ERASE}"


def test_a_name_in_the_progress_bar_is_escaped_and_shortened(clock: Clock) -> None:
    stream = Terminal()
    with ProgressBar(stream, clock=clock) as progress:
        clock.now += 2
        progress.advance("\x1b[2J" + "日本" * 50)
        shown = stream.getvalue().removeprefix(ERASE)
    assert shown.startswith("1 \\x1b[2J日本")
    assert len(shown.encode("utf-16-le")) < 2 * 50


@pytest.mark.parametrize(
    ("stream", "term"),
    [
        pytest.param(io.StringIO(), "xterm", id="pipe"),
        pytest.param(Terminal(), "dumb", id="dumb terminal"),
        pytest.param(None, "xterm", id="closed stream"),
    ],
)
def test_the_progress_bar_is_shown_only_on_a_terminal_with_cursor_control(
    stream: io.StringIO | None, term: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    with ProgressBar(stream, clock=clock) as progress:
        clock.now += 2
        progress.advance("a.po")
    assert stream is None or stream.getvalue() == ""


def test_a_closed_terminal_does_not_stop_the_run(clock: Clock) -> None:
    class Gone(Terminal):
        def write(self, text: str) -> int:
            raise OSError(5, "Input/output error")

    with ProgressBar(Gone(), clock=clock) as progress:
        clock.now += 2
        progress.advance("a.po")
        progress.advance("b.po")
