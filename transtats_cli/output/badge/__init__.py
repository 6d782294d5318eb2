"""Draw badges: the translated share of a project, a component or a language.

`svg_badge` and `bars` draw SVG images, and `shields` renders JSON for shields.io. `drawing` contains text widths and
other parts of the images. The images contain no script, no style sheet and no font.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transtats_cli.output.renderers import Renderers
from transtats_cli.report import Record
from transtats_cli.statistics import Statistics, percent_tenths
from transtats_cli.totals import sum_statistics, sum_statistics_by_language

LABEL = "translated"


class BadgeColour(NamedTuple):
    """Colour of a badge."""

    value: str
    """Colour in SVG."""
    shields_name: str
    """Name of the same colour at shields.io."""


# The same colours, from the same percentages on, as those of a Weblate server.
_COLOURS_BY_PERCENT = (
    (90, BadgeColour("#4c1", "brightgreen")),
    (75, BadgeColour("#dfb317", "yellow")),
    (0, BadgeColour("#e05d44", "red")),
)
_COLOUR_WITHOUT_STRINGS = BadgeColour("#9f9f9f", "lightgrey")


class TranslatedShare(NamedTuple):
    """Number of translated strings, and number of all strings."""

    translated: int
    total: int

    @property
    def tenths(self) -> int:
        """Translated share in tenths of a percent, rounded down. 0 if there are no strings."""
        return percent_tenths(self.translated, self.total)

    @property
    def text(self) -> str:
        """Translated share in percent, such as `77%`. `no strings` if there are no strings.

        The share is rounded down, so that `100%` means that all strings are translated.
        """
        return f"{self.tenths // 10}%" if self.total else "no strings"

    @property
    def colour(self) -> BadgeColour:
        """Colour of a badge with this share. Grey if there are no strings."""
        if not self.total:
            return _COLOUR_WITHOUT_STRINGS
        return next(colour for least, colour in _COLOURS_BY_PERCENT if self.tenths >= 10 * least)


class BadgeFigures(NamedTuple):
    """Figures that a badge shows."""

    name: str
    """Name of the project, component or translation, for screen readers."""
    share: TranslatedShare
    """Translated share of all languages together."""
    languages: Sequence[tuple[str, TranslatedShare]]
    """English name and share of each language, sorted by name."""

    @property
    def title(self) -> str:
        return f"{self.name}: {self.share.text} {LABEL}" if self.share.total else f"{self.name}: {self.share.text}"


def collect_figures(name: str, records: Iterable[Record]) -> BadgeFigures:
    """Return the figures of records, which may belong to several components."""
    all_records = list(records)
    languages = [
        (language.name, _share_of(total.statistics)) for language, total in sum_statistics_by_language(all_records)
    ]
    return BadgeFigures(name, _share_of(sum_statistics(all_records).statistics), languages)


def _share_of(statistics: Statistics) -> TranslatedShare:
    return TranslatedShare(statistics.translated.strings, statistics.total.strings)


RENDERERS: Renderers[BadgeFigures] = Renderers(
    {
        "badge": "transtats_cli.output.badge.svg_badge:render",
        "bars": "transtats_cli.output.badge.bars:render",
        "shields": "transtats_cli.output.badge.shields:render",
    }
)
