"""From directories to reports: the door that the command line, the server and importers use."""

from transtats_cli.report import Report
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.engine import ScanOptions, scan_component

NO_OVERRIDES = Overrides()
DEFAULT_OPTIONS = ScanOptions()


def scan(
    project: str,
    component: str,
    *,
    root: str = ".",
    overrides: Overrides = NO_OVERRIDES,
    options: ScanOptions = DEFAULT_OPTIONS,
) -> Report:
    """Find the component below root, read its files, and count.

    Raises TranstatsError when there is no such component or the settings are wrong; a file that cannot be read is in
    the report's failures.
    """
    from transtats_cli.scanning.discovery import locate

    return scan_component(locate(root, project, component, overrides), options)
