"""Style pieces of text with escape sequences, without a rich console."""

from functools import cache


def ink(text: str, style: str, *, colour: bool) -> str:
    """Return the text with the escape sequences of a rich style. Without colour, return the text unchanged."""
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
