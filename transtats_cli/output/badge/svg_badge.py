"""Draw a badge: a label, and the translated share on a coloured background."""

from collections.abc import Iterator

from transtats_cli.output import View
from transtats_cli.output.badge import LABEL, BadgeFigures
from transtats_cli.output.badge.drawing import begin_image, draw_text, text_width

_HEIGHT = 20
_RADIUS = 3
_PADDING = 6
"""Distance in pixels between a text and the edges of its background."""
_BASELINE = 14
_LABEL_BACKGROUND = "#555"
_LABEL_COLOUR = "#fff"
_SHARE_COLOUR = "#111"
"""Colour of the share. White texts would be hard to read on the bright backgrounds."""


def render(figures: BadgeFigures, view: View) -> Iterator[str]:
    share = figures.share
    label_width = text_width(LABEL) + 2 * _PADDING
    share_width = text_width(share.text) + 2 * _PADDING
    width = label_width + share_width
    yield begin_image(width, _HEIGHT, figures.title)
    # Each half is a path, because a clip path would need an id, which has to be unique in a page with several badges.
    corner = f"{_RADIUS} {_RADIUS} 0 0 1"
    bottom, right = _HEIGHT - _RADIUS, width - _RADIUS
    yield (
        f'<path fill="{_LABEL_BACKGROUND}" d="M{label_width} 0V{_HEIGHT}H{_RADIUS}A{corner} 0 {bottom}V{_RADIUS}'
        f'A{corner} {_RADIUS} 0Z"/>\n'
    )
    yield (
        f'<path fill="{share.colour.value}" d="M{label_width} 0H{right}A{corner} {width} {_RADIUS}V{bottom}'
        f'A{corner} {right} {_HEIGHT}H{label_width}Z"/>\n'
    )
    yield draw_text(LABEL, label_width / 2, _BASELINE, _LABEL_COLOUR, "middle")
    yield draw_text(share.text, label_width + share_width / 2, _BASELINE, _SHARE_COLOUR, "middle")
    yield "</svg>\n"
