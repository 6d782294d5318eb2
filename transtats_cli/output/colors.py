"""Add colours to pieces of text, and render rich objects as text. This module creates all rich consoles."""

from functools import cache
from io import StringIO

UNLIMITED_WIDTH = 1_000_000


def style_text(text: str, style: str) -> str:
    """Return the text with the escape sequences of a rich style."""
    before, after = _render_escape_sequences(style)
    return f"{before}{text}{after}"


@cache
def _render_escape_sequences(style: str) -> tuple[str, str]:
    from rich.color import ColorSystem
    from rich.style import Style

    before, after = Style.parse(style).render("|", color_system=ColorSystem.STANDARD).split("|")
    return before, after


def render_rich(renderable: object, *, colour: bool, width: int = UNLIMITED_WIDTH) -> str:
    """Return a rich object as text, with the 16 standard colours or without colour.

    Environment variables are ignored.
    """
    from rich.console import Console

    buffer = StringIO()
    console = Console(
        file=buffer,
        width=width,
        color_system="standard" if colour else None,
        force_terminal=colour,
        no_color=not colour,
        legacy_windows=False,
        emoji=False,
        markup=False,
        highlight=False,
    )
    console.print(renderable, soft_wrap=width == UNLIMITED_WIDTH)
    return buffer.getvalue()
