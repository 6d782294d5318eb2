"""Python API: find components, scan them, and read the numbers of each language by their names in the JSON output."""

import warnings
from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import completeness_fields, record_fields
from transtats_cli.report import Report, create_total_report
from transtats_cli.scanning import scan
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.settings import load_settings

__all__ = ["create_total_report", "find_components", "scan", "statistics_by_language"]


def find_components(root: str = ".") -> list[Component]:
    """Return the components below the directory `root`, as `transtats components` lists them.

    A file with settings that cannot be used causes a warning. Raises TranstatsError if there is no such directory, or
    if `transtats.toml` is wrong.
    """
    found = survey_components(root, load_settings(root))
    for problem in found.problems:
        warnings.warn(str(problem), stacklevel=2)
    return found.components


def statistics_by_language(report: Report) -> dict[str, dict[str, Any]]:
    """Return the numbers of each language, by its code and by the keys of `transtats stats --completeness`.

    `percent` is the percentage that tables, badges and limits have, by the measure in `report.measure`.
    """
    return {
        record.language.code: {
            "percent": record.share.percent_done,
            **record_fields(record, report.component),
            **completeness_fields(report.completeness_of_record(record)),
        }
        for record in report.records
    }
