"""Share of a project, a component or a language, and its formats: SVG images, and JSON for shields.io.

The images contain no script, no style sheet and no font. The attribute `textLength` fixes the width of a text, so the
text fits into its place in any font. The image with a bar for each language has a white background, which is readable
on light and on dark pages.
"""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from transtats_cli.measures import Measure, Share, add_shares, describe_measure
from transtats_cli.output import View
from transtats_cli.output.formats import Output, Outputs, create_outputs
from transtats_cli.output.text import escape_controls, escape_xml, shorten
from transtats_cli.report import Record, Report, create_total_report, find_measure

_HEIGHT = 20
_RADIUS = 3
_PADDING = 6
"""Distance in pixels between a text and the edges of its background."""
_BASELINE = 14
_LABEL_BACKGROUND = "#555"
_LABEL_COLOUR = "#fff"
_SHARE_COLOUR = "#111"
"""Colour of the share. White texts would be hard to read on the bright backgrounds."""
_MARGIN = 10
_ROW_HEIGHT = 18
_ROW_BASELINE = 13
_BAR_WIDTH = 150
_BAR_HEIGHT = 10
_BAR_TOP = 4
_GAP = 10
"""Distance in pixels between the name, the bar and the percentage of a row."""
_MAX_NAME_LENGTH = 40
_TEXT_COLOUR = "#333"
_TRACK_COLOUR = "#e4e4e4"
# The colours of bars and badges, and the percentages from which on they apply, are those of a Weblate server.
_BAR_COLOURS_BY_PERCENT = ((85, "#2eccaa"), (50, "#38f"), (0, "#f6664c"))
_NO_LANGUAGES = "No translations."
FONT = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"'
"""Attributes of an SVG element that set the font."""
_WIDTHS_OF_ASCII = (
    "35 44 51 92 70 105 86 30 43 43 55 92 35 40 35 37 70 70 70 70 70 70 70 70 70 70 37 37 92 92 92 58"
    " 110 75 75 77 85 70 63 85 83 32 32 72 61 95 82 87 66 87 76 70 67 81 75 109 75 67 75 43 37 43 92 55"
    " 55 67 70 60 70 68 39 70 70 31 31 64 31 107 70 67 70 70 45 57 43 70 65 90 65 65 58 70 37 70 92"
)
"""Widths of the characters from the blank to `~` in DejaVu Sans at a size of 11 pixels, in tenths of a pixel.

Each line has the 32 characters of a column of the ASCII table, and the last one has 31.
"""
_TENTHS_OF_PIXEL_BY_CHARACTER = dict(zip(map(chr, range(32, 127)), map(int, _WIDTHS_OF_ASCII.split()), strict=True))
_WIDE_CHARACTER_TENTHS_OF_PIXEL = 110
_OTHER_CHARACTER_TENTHS_OF_PIXEL = 75
_MAX_TITLE_LENGTH = 200


class BadgeColour(NamedTuple):
    """Colour in SVG, and its name at shields.io."""

    value: str
    shields_name: str


_COLOURS_BY_PERCENT = (
    (90, BadgeColour("#4c1", "brightgreen")),
    (75, BadgeColour("#dfb317", "yellow")),
    (0, BadgeColour("#e05d44", "red")),
)
_COLOUR_WITHOUT_STRINGS = BadgeColour("#9f9f9f", "lightgrey")


class BadgeFigures(NamedTuple):
    """Figures that a badge shows."""

    name: str
    """Name of the project, component or translation, for screen readers."""
    measure: Measure
    share: Share
    """Share of all languages together."""
    languages: Sequence[Record]
    """Total of each language, sorted by name."""
    is_incomplete: bool = False
    """True if a file cannot be read. Then the share is that of the other files, and no badge shows it."""

    @property
    def text(self) -> str:
        return "incomplete" if self.is_incomplete else _format_share(self.share)

    @property
    def colour(self) -> BadgeColour:
        return _COLOUR_WITHOUT_STRINGS if self.is_incomplete else _choose_colour(self.share)

    @property
    def title(self) -> str:
        has_share = self.share.whole and not self.is_incomplete
        return f"{self.name}: {self.text}{f' {self.measure.phrase}' if has_share else ''}"


def collect_figures(name: str, reports: Sequence[Report], language_code: str = "") -> BadgeFigures:
    """Return the figures of reports, or of one language in them. The source language does not count."""
    total = create_total_report(reports)
    records = [] if total is None else [each for each in total.records if not total.is_source(each)]
    languages = [each for each in records if language_code in ("", each.language.code)]
    measure, share = describe_measure(find_measure(reports)), add_shares(each.share for each in languages)
    # A language that has a badge has a file that can be read.
    is_incomplete = not language_code and any(map(_lacks_file, reports))
    return BadgeFigures(name, measure, share, languages, is_incomplete)


def _lacks_file(report: Report) -> bool:
    """Return True if a file cannot be read. A server may have its last good record, which counts."""
    known = {report.component.template, *(record.path for record in report.records)}
    return any(failure.path not in known for failure in report.failures)


def render_badges(name: str, reports: Sequence[Report]) -> Iterator[tuple[str, str]]:
    """Yield the badge of the reports together, and of each of their languages, each with its language code.

    The first code is empty. The images are the same as for `collect_figures`.
    """
    figures = collect_figures(name, reports)
    yield "", "".join(_render_badge(figures, View()))
    for record in figures.languages:
        code = record.language.code
        of_language = figures._replace(name=f"{name}/{code}", share=record.share, is_incomplete=False)
        yield code, "".join(_render_badge(of_language, View()))


def _format_share(share: Share) -> str:
    """Return a share in percent as tables show it, such as `77.5%` or `100%`, or `no strings`."""
    return f"{share.percent:g}%" if share.whole else "no strings"


def _choose_colour(share: Share) -> BadgeColour:
    if not share.whole:
        return _COLOUR_WITHOUT_STRINGS
    return next(colour for least, colour in _COLOURS_BY_PERCENT if share.reaches(least))


def _render_badge(figures: BadgeFigures, view: View) -> Iterator[str]:
    text, colour = figures.text, figures.colour.value
    label = figures.measure.label
    label_width = text_width(label) + 2 * _PADDING
    share_width = text_width(text) + 2 * _PADDING
    width = label_width + share_width
    yield _begin_image(width, _HEIGHT, figures.title)
    # Each half is a path, because a clip path would need an id, which has to be unique in a page with several badges.
    corner = f"{_RADIUS} {_RADIUS} 0 0 1"
    bottom, right = _HEIGHT - _RADIUS, width - _RADIUS
    yield (
        f'<path fill="{_LABEL_BACKGROUND}" d="M{label_width} 0V{_HEIGHT}H{_RADIUS}A{corner} 0 {bottom}V{_RADIUS}'
        f'A{corner} {_RADIUS} 0Z"/>\n'
    )
    yield (
        f'<path fill="{colour}" d="M{label_width} 0H{right}A{corner} {width} {_RADIUS}V{bottom}'
        f'A{corner} {right} {_HEIGHT}H{label_width}Z"/>\n'
    )
    yield _draw_text(label, label_width / 2, _BASELINE, _LABEL_COLOUR, "middle")
    yield _draw_text(text, label_width + share_width / 2, _BASELINE, _SHARE_COLOUR, "middle")
    yield "</svg>\n"


def _render_bars(figures: BadgeFigures, view: View) -> Iterator[str]:
    rows = [(limit_text_length(each.language.name, _MAX_NAME_LENGTH), each.share) for each in figures.languages]
    name_width = max((text_width(name) for name, _ in rows), default=0)
    share_width = max((text_width(_format_share(share)) for _, share in rows), default=0)
    width = 2 * _MARGIN + name_width + _GAP + _BAR_WIDTH + _GAP + share_width
    height = 2 * _MARGIN + _ROW_HEIGHT * max(1, len(rows))
    yield _begin_image(width, height, figures.title)
    yield (f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" fill="#fff" stroke="#d0d0d0"/>\n')
    if not rows:
        yield _draw_text(_NO_LANGUAGES, width / 2, _MARGIN + _ROW_BASELINE, _TEXT_COLOUR, "middle")
    for place, (name, share) in enumerate(rows):
        top = _MARGIN + place * _ROW_HEIGHT
        yield _draw_text(name, _MARGIN + name_width, top + _ROW_BASELINE, _TEXT_COLOUR, "end")
        yield from _draw_bar(share, _MARGIN + name_width + _GAP, top + _BAR_TOP)
        yield _draw_text(_format_share(share), width - _MARGIN, top + _ROW_BASELINE, _TEXT_COLOUR, "end")
    yield "</svg>\n"


def _draw_bar(share: Share, x: int, y: int) -> Iterator[str]:
    yield _draw_rectangle(x, y, _BAR_WIDTH, _TRACK_COLOUR)
    if share.part:
        colour = next(colour for least, colour in _BAR_COLOURS_BY_PERCENT if share.reaches(least))
        # Rounded down, so the bar is full only if all strings are translated.
        yield _draw_rectangle(x, y, max(1, _BAR_WIDTH * share.part // share.whole), colour)


def _draw_rectangle(x: int, y: int, width: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{_BAR_HEIGHT}" fill="{colour}"/>\n'


def _render_shields(figures: BadgeFigures, _: View) -> Iterator[str]:
    """Yield JSON from which shields.io draws a badge (https://shields.io/badges/endpoint-badge)."""
    text = {"label": figures.measure.label, "message": figures.text, "color": figures.colour.shields_name}
    content = {"schemaVersion": 1, **text}
    yield json.dumps(content) + "\n"


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


def _begin_image(width: int, height: int, title: str) -> str:
    """Return the start tag and the title of an SVG image. The title is also the text for screen readers."""
    shown = escape_xml(limit_text_length(title, _MAX_TITLE_LENGTH))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="{shown}" {FONT}>\n'
        f"<title>{shown}</title>\n"
    )


def _draw_text(text: str, x: float, y: int, colour: str, anchor: str) -> str:
    """Return a text element. `anchor` is the part of the text that is at `x`: `start`, `middle` or `end`."""
    return (
        f'<text x="{x:g}" y="{y}" fill="{colour}" text-anchor="{anchor}" textLength="{text_width(text)}">'
        f"{escape_xml(text)}</text>\n"
    )


def limit_text_length(text: str, max_length: int) -> str:
    """Return a text with at most `max_length` characters, and with control characters escaped."""
    return shorten(escape_controls(text[: max_length + 1]), max_length)


OUTPUTS: Outputs[BadgeFigures] = create_outputs(
    Output("badge", _render_badge), Output("bars", _render_bars), Output("shields", _render_shields)
)
