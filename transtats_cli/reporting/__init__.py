"""Reports of components with the dates of their last changes from git.

`report_component` reports one component, and `many_components` reports many components.
"""

from collections.abc import Callable
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.changes import with_git_dates
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component


class ReportOptions(NamedTuple):
    """Options of reports, which are the same for all components of a run."""

    languages: tuple[str, ...] = ()
    """Languages to include, in any spelling. If the tuple is empty, all languages are included."""
    with_source: bool = False
    """True to include the record of the source language."""
    runs_checks: bool = True
    with_file_notes: bool = False
    """True to count the suggestions and comments in the files."""
    with_statistics: bool = True
    """False to count only the strings of the source language."""
    with_git_dates: bool = True
    """True if dates of last changes are read from git."""
    jobs: int = 1
    cache_directory: str = ""
    """Path of the cache directory. If the path is empty, no cache is used."""
    budget: "CheckTimeBudget | None" = None
    with_completeness: bool = False
    """True to compare the file of each language with the reference.

    The reference is the template, the source file, or the union of all languages.
    """

    def to_scan_options(
        self, *, progress: Callable[[str], None] | None = None, languages_must_exist: bool = True
    ) -> "ScanOptions":
        return ScanOptions(
            with_source=self.with_source,
            runs_checks=self.runs_checks,
            with_file_notes=self.with_file_notes,
            with_statistics=self.with_statistics,
            languages=self.languages,
            languages_must_exist=languages_must_exist,
            progress=progress,
            jobs=self.jobs,
            cache_directory=self.cache_directory,
            budget=self.budget,
            with_completeness=self.with_completeness,
        )


def report_component(
    component: Component, options: ReportOptions, progress: Callable[[str], None] | None = None
) -> Report:
    """Scan a component that was already located, and return its report.

    `progress` is called with the path of each file after the file was read.
    """
    report = scan_component(component, options.to_scan_options(progress=progress))
    return with_git_dates(report, cache=options.cache_directory) if options.with_git_dates else report
