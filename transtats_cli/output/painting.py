"""Render rich objects as text. All rich consoles are created here."""

from io import StringIO

from rich.console import Console, RenderableType

_ANY_WIDTH = 1_000_000


def paint(renderable: RenderableType, *, colour: bool, width: int = _ANY_WIDTH) -> str:
    """Return the rendered text, with the 16 standard colours or without colour. Ignores the environment."""
    paper = StringIO()
    console = Console(
        file=paper,
        width=width,
        color_system="standard" if colour else None,
        force_terminal=colour,
        no_color=not colour,
        legacy_windows=False,
        emoji=False,
        markup=False,
        highlight=False,
    )
    console.print(renderable, soft_wrap=width == _ANY_WIDTH)
    return paper.getvalue()
