"""Rows of the tables of the pages of a site."""

from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.measures import Share
from transtats_cli.pages.history import format_points
from transtats_cli.pages.links import Place
from transtats_cli.pages.progress import TranslationProgress
from transtats_cli.report import NO_COVERAGE, Coverage


class TableRow(NamedTuple):
    """Row of a table: a name with a link to a page, and the figures of this page."""

    name: str
    code: str
    """Language code or slug that is shown beside the name. Empty if it is the same as the name."""
    place: Place
    """Page of the row. The links of its figures lead to the strings there."""
    progress: TranslationProgress
    group: str = ""
    """Name of the project, to be shown before the name of the row. Empty if the project is not shown."""
    change: float | None = None
    """Change of the share in the 30 days to the last commit, in percentage points. None if it is unknown."""
    coverage: Coverage = NO_COVERAGE
    """Components that have the language, if the row is the sum of a language."""
    language: str = ""
    """Language code of a row that is a translation, or the sum of a language. Empty for others and for the source."""
    pending: str = ""
    """Text in place of the figures, which have not been counted yet. Empty if they have been counted."""

    @property
    def share_of_all(self) -> Share:
        """Share of the strings of all components, also of those without a file of the language."""
        progress = self.progress
        return self.coverage.extend_share(progress.measure, progress.share, progress.statistics)

    @property
    def is_complete(self) -> bool:
        return not (self.progress.strings_left or self.coverage.not_begun.strings)

    @property
    def shown_change(self) -> str:
        return "–" if self.change is None else format_points(self.change)

    @property
    def searched_texts(self) -> tuple[str, ...]:
        return self.name, self.code, self.group


class CheckRow(NamedTuple):
    """Row of the table of checks."""

    name: str
    """Id of the check."""
    requirement: str
    """Condition that a string without this problem meets, in one sentence."""
    strings: int
    """Number of strings that fail the check."""
    translations: int
    """Number of translations that contain such strings."""
    worst_name: str
    """Name of the translation with the most strings that fail the check."""
    worst_address: str
    worst_strings: int
    checks_source: bool = False
    language: str = ""
    """Always empty, because a row is no language."""

    @property
    def searched_texts(self) -> tuple[str, ...]:
        return self.name, self.requirement


class FailingRow(NamedTuple):
    """Row of the table of the translations with strings that fail a check."""

    name: str
    """Name of the language."""
    code: str
    component: str
    """Titles of the project and of the component."""
    component_address: str
    address: str
    """Address of the strings. Empty if the site does not show them."""
    strings: int

    @property
    def language(self) -> str:
        return self.code

    @property
    def searched_texts(self) -> tuple[str, ...]:
        return self.name, self.code, self.component


class ChangeRow(NamedTuple):
    """Row of a table of changes: shares before and after, and numbers of changed strings."""

    name: str
    code: str
    """Language code or slug that is shown beside the name. Empty if it is the same as the name."""
    address: str
    before: float
    after: float
    change: str
    """Change of the share in points, or `new` or `gone`."""
    counts: Mapping[str, int]
    """Number of strings by the word for the kind of change."""
    total_change: int
    """Change of the whole of the share, in all languages of the row together."""
    cell_addresses: Mapping[str, str] = {}
    """Addresses of lists of strings by word."""
    is_gone: bool = False
    is_changed: bool = True
    """True if there are changed strings, or if the language is new or gone."""
    language: str = ""
    """Language code of a row that is a language."""

    @property
    def searched_texts(self) -> tuple[str, ...]:
        return self.name, self.code
