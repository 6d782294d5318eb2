"""Options of one run of a fleet, and the function that starts the run."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli import __version__
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.engines import Engine
from transtats_cli.fleet.engines.dask import DaskEngine
from transtats_cli.fleet.engines.local import LocalEngine
from transtats_cli.fleet.items import WorkOptions
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.formats import parse_formats
from transtats_cli.fleet.output.store import find_local_path
from transtats_cli.fleet.plan import BYTES_PER_WORK_ITEM, parse_shard
from transtats_cli.fleet.roots import RootLimits, list_roots, make_absolute
from transtats_cli.fleet.run import FleetRun, ProgressCallbacks, RunSummary, name_root
from transtats_cli.git import time_limit
from transtats_cli.paths import is_below


class FleetRequest(NamedTuple):
    """Options of one `transtats fleet` command."""

    arguments: tuple[str, ...]
    """Addresses of roots."""
    output: str
    files_from: str = ""
    formats: tuple[str, ...] = ()
    cluster: str = ""
    """Address of a Dask scheduler. Empty for processes of this machine."""
    jobs: int = 1
    shard: str = ""
    runs_checks: bool = True
    with_findings: bool = False
    limits: RootLimits = RootLimits()
    wait_seconds: float = 300.0
    """Maximum time to wait for the scheduler or the workers of a cluster."""
    item_bytes: int = BYTES_PER_WORK_ITEM

    def list_roots(self) -> list[str]:
        """Return the roots of the shard. Raises TranstatsError if the arguments name no root."""
        roots = list_roots(self.arguments, self.files_from)
        if not roots and self.files_from:
            place = "standard input" if self.files_from == "-" else self.files_from
            raise TranstatsError(f"{place} contains no root; write one root on each line")
        if not roots:
            raise TranstatsError("there are no roots; name directories, archives or repositories, or use --files-from")
        self._refuse_output_in_root(roots)
        shard = parse_shard(self.shard) if self.shard else None
        # Two addresses of the same root may contain different credentials.
        named = {name_root(root): root for root in roots}
        return [root for name, root in named.items() if shard is None or shard.includes(name)]

    def _refuse_output_in_root(self, roots: Sequence[str]) -> None:
        """Raise TranstatsError if the files of the output would be files of a root."""
        path = find_local_path(self.output)
        if path is not None:
            output = os.path.realpath(path)
            for root in roots:
                folder = root if os.path.isdir(root) else make_absolute(root)
                if os.path.isdir(folder) and is_below(output, os.path.realpath(folder)):
                    raise TranstatsError(f"{self.output} is in the root {root}; choose an output outside of all roots")


def run_fleet(request: FleetRequest, roots: Sequence[str], callbacks: ProgressCallbacks) -> RunSummary:
    """Scan the roots, write the data set, and return a summary. Raises TranstatsError if the run cannot be done."""
    if request.with_findings and not request.runs_checks:
        raise TranstatsError("--findings needs the checks; leave out --no-checks")
    formats = parse_formats(request.formats)
    prefix = parse_shard(request.shard).file_prefix if request.shard else ""
    options = WorkOptions(__version__, request.runs_checks, request.with_findings, request.limits, time_limit())
    engine: Engine = LocalEngine(request.jobs)
    if request.cluster:
        engine = DaskEngine(request.cluster, request.wait_seconds, callbacks.on_waiting)
    with engine:
        run = FleetRun(Dataset(request.output, prefix), options, formats, callbacks, request.item_bytes)
        return run.run(roots, engine)
