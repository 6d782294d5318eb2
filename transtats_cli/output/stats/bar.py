"""Bar that shows how much of a language is translated."""

from rich.text import Text

from transtats_cli.statistics import Statistics

_TRANSLATED_CHARACTER, _FUZZY_CHARACTER, _UNTRANSLATED_CHARACTER = "━", "╍", "─"


def draw_bar(statistics: Statistics, width: int) -> Text:
    """Return a bar with the shares of translated, fuzzy and untranslated strings.

    Each share has its own character and colour. If there are no strings, the bar is full.
    """
    whole = statistics.total.strings
    translated = _count_cells(statistics.translated.strings, whole, width) if whole else width
    # The sum is rounded, not each part, so that the bar ends at the right cell.
    reached = _count_cells(statistics.translated.strings + statistics.fuzzy.strings, whole, width) if whole else width
    bar = Text()
    bar.append(_TRANSLATED_CHARACTER * translated, "green")
    bar.append(_FUZZY_CHARACTER * (reached - translated), "yellow")
    bar.append(_UNTRANSLATED_CHARACTER * (width - reached), "dim")
    return bar


def _count_cells(part: int, whole: int, width: int) -> int:
    """Return the number of characters for a part of the bar.

    The number is rounded down, so that the bar is full only if `part` equals `whole`. If `part` is greater than 0, the
    number is at least 1.
    """
    return max(width * part // whole, 1 if part else 0)
