"""The bar that shows how far a translation is."""

from rich.text import Text

from transtats_cli.statistics import Statistics

_TRANSLATED, _FUZZY, _LEFT = "━", "╍", "─"


def draw_bar(statistics: Statistics, width: int) -> Text:
    """Translated, fuzzy and untranslated strings as parts of a line; told apart without colour too."""
    whole = statistics.total.strings
    translated = _cells(statistics.translated.strings, whole, width) if whole else width
    # Rounded as one, so that the end of both is right.
    reached = _cells(statistics.translated.strings + statistics.fuzzy.strings, whole, width) if whole else width
    bar = Text()
    bar.append(_TRANSLATED * translated, "green")
    bar.append(_FUZZY * (reached - translated), "yellow")
    bar.append(_LEFT * (width - reached), "dim")
    return bar


def _cells(part: int, whole: int, width: int) -> int:
    """Rounded down, so that a full bar means complete; but something is never nothing."""
    return max(width * part // whole, 1 if part else 0)
