"""Scan components: from directories to reports. The command line and Python programs call `scan`."""

from typing import TYPE_CHECKING

from transtats_cli.report import Report
from transtats_cli.scanning.discovery.assembly import Overrides

if TYPE_CHECKING:
    from transtats_cli.scanning.pipeline.scan import ScanOptions

NO_OVERRIDES = Overrides()


def scan(
    project: str,
    component: str,
    *,
    root: str = ".",
    overrides: Overrides = NO_OVERRIDES,
    options: "ScanOptions | None" = None,
) -> Report:
    """Find the component below root, read its files, and count.

    Raises TranstatsError when there is no such component or the settings are wrong; a file that cannot be read is in
    the report's failures.
    """
    # Imported late, so that importing this package stays fast.
    from transtats_cli.scanning.discovery.lookup import locate
    from transtats_cli.scanning.pipeline.scan import DEFAULT_OPTIONS, scan_component

    return scan_component(locate(root, project, component, overrides), options or DEFAULT_OPTIONS)
