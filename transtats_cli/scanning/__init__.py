"""Scan a component: find the files, read the strings, and return a report. Python programs use `transtats_cli.api`."""

from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides

_COMPARED_WITH_TEMPLATE = DEFAULT_OPTIONS._replace(with_completeness=True)


def scan(
    project: Component | str,
    component: str = "",
    *,
    root: str = ".",
    overrides: Overrides = NO_OVERRIDES,
    options: ScanOptions | None = None,
) -> Report:
    """Read the files of a component, and return its statistics.

    The component is a Component, or the names of a project and of its component below the directory `root`, as two
    arguments or as "project/component". If a file cannot be read, the report contains a failure. Raises TranstatsError
    if the component does not exist, or if its settings are wrong.
    """
    if not isinstance(project, Component):
        names = (project, component) if component else project.partition("/")[::2]
        project = locate_component(root, *names, overrides)
    return scan_component(project, options or _COMPARED_WITH_TEMPLATE)
