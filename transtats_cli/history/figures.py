"""Statistics of a component at one commit, in a form that takes little space in a cache."""

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from transtats_cli.git.checkout import Checkout
from transtats_cli.history.commits import Commit
from transtats_cli.report import Failure, Report
from transtats_cli.statistics import Counts, Statistics

ComponentNames = tuple[str, str]
"""Names of a project and of a component in this project."""


class LanguageFigures(NamedTuple):
    """Statistics of one language of a component at one commit."""

    code: str
    name: str
    path: str
    """Path of the translation file, relative to the top of the repository."""
    statistics: Statistics


class ComponentFigures(NamedTuple):
    """Statistics of a component at one commit."""

    names: ComponentNames
    """Names of the project and the component at this commit."""
    languages: tuple[LanguageFigures, ...]
    failures: tuple[Failure, ...] = ()
    """Files that could not be read. Their paths are relative to the top of the repository."""
    unchecked_count: int = 0
    """Number of strings that were not checked because the time budget of the checks was used up.

    If this number is not 0, the statistics are not cached.
    """

    @property
    def total_statistics(self) -> Statistics:
        total = Statistics()
        for language in self.languages:
            total = total.plus(language.statistics)
        return total

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
    return ComponentFigures(
        (component.project, component.slug),
        tuple(
            LanguageFigures(
                record.language.code,
                record.language.name,
                checkout.relative_path(os.path.join(component.root, record.path)),
                record.statistics,
            )
            for record in report.translations
        ),
        tuple(
            Failure(
                checkout.relative_path(os.path.join(component.root, failure.path)),
                checkout.without_temporary_path(failure.reason),
                failure.line,
            )
            for failure in report.failures
        ),
        report.unchecked_strings,
    )


class FiguresTable:
    """Table of the statistics of languages at several commits, for a cache.

    If a language has equal statistics at several commits, these commits share a row.
    """

    def __init__(self, rows: Iterable[Any] = ()) -> None:
        self.rows: list[Any] = list(rows)
        self._languages: dict[int, LanguageFigures] = {}
        self._row_numbers: dict[LanguageFigures, int] = {}

    def pack_figures(self, figures: ComponentFigures) -> list[Any]:
        """Return the arguments of `unpack_figures`, after missing rows were added to the table."""
        return [figures.names, [self._find_or_add_row(language) for language in figures.languages], figures.failures]

    def unpack_figures(self, names: list[str], row_numbers: list[int], failures: list[list[Any]]) -> ComponentFigures:
        (project, component) = names
        return ComponentFigures(
            (project, component),
            tuple(map(self._read_language_at_row, row_numbers)),
            tuple(Failure(*failure) for failure in failures),
        )

    def has_rows(self, row_numbers: list[int]) -> bool:
        """Return True if the table has a row for each of these row numbers."""
        return all(0 <= row_number < len(self.rows) for row_number in row_numbers)

    def _read_language_at_row(self, row_number: int) -> LanguageFigures:
        found = self._languages.get(row_number)
        if found is None:
            code, name, path, counts = self.rows[row_number]
            statistics = Statistics._make([*(Counts(*each) for each in counts[:5]), *counts[5:]])
            found = self._languages[row_number] = LanguageFigures(code, name, path, statistics)
            self._row_numbers[found] = row_number
        return found

    def _find_or_add_row(self, language: LanguageFigures) -> int:
        row_number = self._row_numbers.get(language)
        if row_number is None:
            row_number = self._row_numbers[language] = len(self.rows)
            self._languages[row_number] = language
            self.rows.append(list(language))
        return row_number
