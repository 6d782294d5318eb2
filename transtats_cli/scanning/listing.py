"""A short report on each component of a tree: which languages it has, and how many strings."""

from transtats_cli.component import Component
from transtats_cli.report import Record, Report
from transtats_cli.scanning import files
from transtats_cli.scanning.engine import ScanOptions, scan_component
from transtats_cli.statistics import Statistics


def outline(component: Component, *, count_strings: bool) -> Report:
    """The component's languages and source strings; nothing is read, and nothing counted, unless strings are wanted."""
    if count_strings:
        return scan_component(component, ScanOptions(with_source=True, checks=False))
    found = files.find(component)
    records = tuple(Record(file.language, file.path, Statistics()) for file in found.translations)
    return Report(component, records, None, found.failures, found.warnings, found.notes)
