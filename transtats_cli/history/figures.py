"""Statistics of a component at one commit."""

import os
from typing import NamedTuple

from transtats_cli.git.checkout import Checkout
from transtats_cli.history.commits import Commit
from transtats_cli.measures import TRANSLATED_MEASURE, Share, add_shares
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.statistics import Statistics, add_statistics

ComponentNames = tuple[str, str]
"""Names of a project and of a component in this project."""


class LanguageFigures(NamedTuple):
    """Statistics of one language of a component at one commit."""

    code: str
    name: str
    path: str
    """Path of the translation file, relative to the top of the repository."""
    statistics: Statistics
    share: Share
    """Share by the measure of the component, see `Record.share`."""


class ComponentFigures(NamedTuple):
    """Statistics of a component at one commit."""

    names: ComponentNames
    """Names of the project and the component at this commit."""
    languages: tuple[LanguageFigures, ...]
    failures: tuple[Problem, ...] = ()
    """Files that could not be read. Their paths are relative to the top of the repository."""
    unchecked_count: int = 0
    """Number of strings that were not checked because the time budget of the checks was used up.

    If this number is not 0, the statistics are not cached.
    """
    measure: str = TRANSLATED_MEASURE
    """Measure of the shares of the languages."""

    @property
    def total_statistics(self) -> Statistics:
        return add_statistics([language.statistics for language in self.languages])

    @property
    def total_share(self) -> Share:
        """Share of all languages together."""
        return add_shares(language.share for language in self.languages)

    def select_languages(self, language_codes: frozenset[str]) -> "ComponentFigures":
        return self._replace(
            languages=tuple(language for language in self.languages if language.code in language_codes)
        )


class HistoryEntry(NamedTuple):
    """One commit, and the statistics of a component at this commit."""

    commit: Commit
    figures: ComponentFigures


def create_component_figures(report: Report, checkout: Checkout) -> ComponentFigures:
    """Convert a report about checked-out files. Paths in the result are relative to the top of the repository."""
    component = report.component

    def locate(path: str) -> str:
        return checkout.relative_path(os.path.join(component.root, path))

    languages = tuple(
        LanguageFigures(each.language.code, each.language.name, locate(each.path), each.statistics, each.share)
        for each in report.translations
    )
    failures = tuple(
        Problem(locate(each.path), checkout.without_temporary_path(each.reason), each.line) for each in report.failures
    )
    return ComponentFigures(
        (component.project, component.slug), languages, failures, report.unchecked_strings, report.measure
    )
