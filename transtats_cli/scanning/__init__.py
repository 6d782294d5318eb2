"""Scan a component: find the files, read the strings, and return a report. Python programs call `scan`."""

from transtats_cli.report import Report
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides


def scan(
    project: str,
    component: str,
    *,
    root: str = ".",
    overrides: Overrides = NO_OVERRIDES,
    options: "ScanOptions | None" = None,
) -> Report:
    """Find a component below the directory `root`, read its files, and return its statistics.

    If a file cannot be read, the report contains a failure. Raises TranstatsError if the component does not exist, or
    if its settings are wrong.
    """
    return scan_component(locate_component(root, project, component, overrides), options or DEFAULT_OPTIONS)
