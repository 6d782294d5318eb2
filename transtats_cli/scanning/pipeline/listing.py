"""Short reports on the components of a tree: languages and number of strings."""

from transtats_cli.component import Component
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.engine import ScanOptions, scan_component
from transtats_cli.statistics import Statistics


def outline(component: Component, folders: Folders | None = None, *, count_strings: bool) -> Report:
    """Return a report of the component's languages. With `count_strings` all files are read and counted."""
    if count_strings:
        return scan_component(component, ScanOptions(with_source=True, checks=False), folders)
    found = files.find(component, folders)
    records = tuple(Record(file.language, file.path, Statistics()) for file in found.translations)
    return Report(component, records, None, found.failures, found.warnings, found.notes)
