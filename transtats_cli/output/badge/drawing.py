"""Parts of SVG images: the beginning with its title, and texts with a computed width.

The attribute `textLength` fixes the width of a text, so the text fits into its place in any font.
"""

from unicodedata import combining, east_asian_width

from transtats_cli.output.text import escape_controls
from transtats_cli.output.xml_text import escape_xml

FONT = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"'
"""Attributes of an SVG element that set the font."""
_CHARACTERS_BY_TENTHS_OF_PIXEL = {
    30: "'",
    31: "ijl",
    32: "IJ",
    35: " ,.",
    37: "/:;\\|",
    39: "f",
    40: "-",
    43: "()[]t",
    44: "!",
    45: "r",
    51: '"',
    55: "*_`",
    57: "s",
    58: "?z",
    60: "c",
    61: "L",
    63: "F",
    64: "k",
    65: "vxy",
    66: "P",
    67: "TYao",
    68: "e",
    70: "$0123456789ESbdghnpqu{}",
    72: "K",
    75: "ABVXZ",
    76: "R",
    77: "C",
    81: "U",
    82: "N",
    83: "H",
    85: "DG",
    86: "&",
    87: "OQ",
    90: "w",
    92: "#+<=>^~",
    95: "M",
    105: "%",
    107: "m",
    109: "W",
    110: "@",
}
"""Characters by their width in DejaVu Sans at a size of 11 pixels, in tenths of a pixel."""
_TENTHS_OF_PIXEL_BY_CHARACTER = {
    character: width for width, characters in _CHARACTERS_BY_TENTHS_OF_PIXEL.items() for character in characters
}
_WIDE_CHARACTER_TENTHS_OF_PIXEL = 110
_OTHER_CHARACTER_TENTHS_OF_PIXEL = 75
_MAX_TITLE_LENGTH = 200


def text_width(text: str) -> int:
    """Return the width of a text in pixels, rounded up."""
    return -(-sum(map(_character_width_tenths, text)) // 10)


def _character_width_tenths(character: str) -> int:
    known = _TENTHS_OF_PIXEL_BY_CHARACTER.get(character)
    if known is not None:
        return known
    if combining(character):
        return 0
    return _WIDE_CHARACTER_TENTHS_OF_PIXEL if east_asian_width(character) in "WF" else _OTHER_CHARACTER_TENTHS_OF_PIXEL


def limit_text_length(text: str, max_length: int) -> str:
    """Return a text with at most `max_length` characters, and with control characters escaped.

    A shortened text ends with an ellipsis.
    """
    shown = escape_controls(text[: max_length + 1])
    return shown if len(shown) <= max_length else shown[: max_length - 1].rstrip() + "…"


def begin_image(width: int, height: int, title: str) -> str:
    """Return the start tag and the title of an SVG image. The title is also the text for screen readers."""
    shown = escape_xml(limit_text_length(title, _MAX_TITLE_LENGTH))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="{shown}" {FONT}>\n'
        f"<title>{shown}</title>\n"
    )


def draw_text(text: str, x: float, y: int, colour: str, anchor: str) -> str:
    """Return a text element. `anchor` is the part of the text that is at `x`: `start`, `middle` or `end`."""
    return (
        f'<text x="{x:g}" y="{y}" fill="{colour}" text-anchor="{anchor}" textLength="{text_width(text)}">'
        f"{escape_xml(text)}</text>\n"
    )
