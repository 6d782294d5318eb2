"""Pieces of text in a style, for output that is written piece by piece."""

from functools import cache


def ink(text: str, style: str, *, colour: bool) -> str:
    """The text, in the style where colour is wanted; styles are spelled as rich spells them."""
    if not colour or not text:
        return text
    before, after = _sequences(style)
    return f"{before}{text}{after}"


@cache
def _sequences(style: str) -> tuple[str, str]:
    from rich.color import ColorSystem
    from rich.style import Style

    before, after = Style.parse(style).render("|", color_system=ColorSystem.STANDARD).split("|")
    return before, after
