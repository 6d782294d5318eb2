"""Lists of the roots, files and components that could not be read, as NDJSON files at the top of a data set."""

import json
from collections.abc import Iterable, Mapping

from transtats_cli.fleet.items import RootFailure
from transtats_cli.fleet.output.manifest import DatasetPart, parse_failure, select_valid_roots
from transtats_cli.fleet.output.store import FileStore


def list_valid_failures(
    parts: Iterable[DatasetPart], confirmed_keys: Mapping[str, str] | None = None
) -> list[RootFailure]:
    """Return the failures of all roots whose rows are in the data set. Failures of replaced results are left out.

    `confirmed_keys` contains the current content keys of roots, by name of the root.
    """
    parts = list(parts)
    valid_roots = select_valid_roots(parts, confirmed_keys)
    return [
        failure
        for part in parts
        for root in part.roots
        if (root.root, root.part) in valid_roots[part.name]
        for failure in root.failures
    ]


def name_failure_list(prefix: str = "") -> str:
    """Return the name of the list: `failures.ndjson`, or a name of its own for each shard."""
    return f"failures{'-' if prefix else ''}{prefix.strip('-')}.ndjson"


def is_failure_list_of_shard(name: str) -> bool:
    return name.startswith("failures-shard-") and name.endswith(".ndjson")


def write_failures(store: FileStore, failures: Iterable[RootFailure], prefix: str = "") -> None:
    """Write the list, sorted and without duplicates. If there are no failures, remove the list."""
    ordered = sorted(set(failures), key=lambda each: (each.root, each.file, each.line or 0, each.reason))
    if not ordered:
        store.remove(name_failure_list(prefix))
        return
    lines = (json.dumps(each._asdict(), ensure_ascii=False, separators=(",", ":")) for each in ordered)
    store.write(name_failure_list(prefix), "".join(f"{line}\n" for line in lines).encode())


def read_failures(store: FileStore) -> list[RootFailure]:
    """Return the failures of all lists of a data set. Lines that are not failures are ignored."""
    found: list[RootFailure] = []
    for name in store.list_names(""):
        if name == name_failure_list() or is_failure_list_of_shard(name):
            for line in store.read(name).splitlines():
                try:
                    found.append(parse_failure(**json.loads(line)))
                except (ValueError, TypeError, RecursionError):
                    continue
    return found
