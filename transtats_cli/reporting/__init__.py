"""Reports of components with the dates of their last changes from git.

`report_component` reports one component, and `many_components` reports many components.
"""

from collections.abc import Callable

from transtats_cli import changes
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component


def report_component(
    component: Component,
    options: ScanOptions,
    progress: Callable[[str], None] | None = None,
    *,
    with_git_dates: bool = True,
) -> Report:
    """Scan a component that was already located, and return its report.

    `progress` is called with the path of each file after the file was read. If `with_git_dates`, the dates of last
    changes are read from git.
    """
    report = scan_component(component, options._replace(progress=progress))
    return changes.with_git_dates(report, cache=options.cache_directory) if with_git_dates else report
