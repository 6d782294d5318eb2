"""Draw an image with a bar for each language. Its white background is readable on light and on dark pages."""

from collections.abc import Iterator

from transtats_cli.output import View
from transtats_cli.output.badge import BadgeFigures, TranslatedShare
from transtats_cli.output.badge.drawing import begin_image, draw_text, limit_text_length, text_width

_MARGIN = 10
_ROW_HEIGHT = 18
_BASELINE = 13
_BAR_WIDTH = 150
_BAR_HEIGHT = 10
_BAR_TOP = 4
_GAP = 10
"""Distance in pixels between the name, the bar and the percentage of a row."""
_MAX_NAME_LENGTH = 40
_TEXT_COLOUR = "#333"
_TRACK_COLOUR = "#e4e4e4"
# The same colours, from the same percentages on, as those of a Weblate server.
_COLOURS_BY_PERCENT = ((85, "#2eccaa"), (50, "#38f"), (0, "#f6664c"))
_NO_LANGUAGES = "No translations."


def render(figures: BadgeFigures, view: View) -> Iterator[str]:
    rows = [(limit_text_length(name, _MAX_NAME_LENGTH), share) for name, share in figures.languages]
    name_width = max((text_width(name) for name, _ in rows), default=0)
    share_width = max((text_width(share.text) for _, share in rows), default=0)
    width = 2 * _MARGIN + name_width + _GAP + _BAR_WIDTH + _GAP + share_width
    height = 2 * _MARGIN + _ROW_HEIGHT * max(1, len(rows))
    yield begin_image(width, height, figures.title)
    yield (f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" fill="#fff" stroke="#d0d0d0"/>\n')
    if not rows:
        yield draw_text(_NO_LANGUAGES, width / 2, _MARGIN + _BASELINE, _TEXT_COLOUR, "middle")
    for place, (name, share) in enumerate(rows):
        top = _MARGIN + place * _ROW_HEIGHT
        yield draw_text(name, _MARGIN + name_width, top + _BASELINE, _TEXT_COLOUR, "end")
        yield from _draw_bar(share, _MARGIN + name_width + _GAP, top + _BAR_TOP)
        yield draw_text(share.text, width - _MARGIN, top + _BASELINE, _TEXT_COLOUR, "end")
    yield "</svg>\n"


def _draw_bar(share: TranslatedShare, x: int, y: int) -> Iterator[str]:
    yield _draw_rectangle(x, y, _BAR_WIDTH, _TRACK_COLOUR)
    if share.tenths:
        colour = next(colour for least, colour in _COLOURS_BY_PERCENT if share.tenths >= 10 * least)
        # Rounded down, so the bar is full only if all strings are translated.
        yield _draw_rectangle(x, y, max(1, _BAR_WIDTH * share.translated // share.total), colour)


def _draw_rectangle(x: int, y: int, width: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{_BAR_HEIGHT}" fill="{colour}"/>\n'
