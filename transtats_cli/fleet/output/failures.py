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


def _is_failure_list_of_shard(name: str) -> bool:
    return name.startswith("failures-shard-") and name.endswith(".ndjson")


def write_failures(store: FileStore, failures: Iterable[RootFailure], prefix: str = "") -> None:
    """Write the list, sorted and without duplicates. If there are no failures, remove the list.

    The list of a run over all roots, without a prefix, replaces the lists of the shards.
    """
    ordered = sorted(set(failures), key=lambda each: (each.root, each.file, each.line or 0, each.reason))
    if ordered:
        lines = (json.dumps(each._asdict(), ensure_ascii=False, separators=(",", ":")) for each in ordered)
        store.write(name_failure_list(prefix), "".join(f"{line}\n" for line in lines).encode())
    else:
        store.remove(name_failure_list(prefix))
    if not prefix:
        for name in filter(_is_failure_list_of_shard, store.list_names("")):
            store.remove(name)


def read_failures(store: FileStore, prefix: str = "") -> list[RootFailure]:
    """Return the failures in the list of a shard, or in all lists if there is no prefix.

    Lines that are not failures are ignored.
    """
    found: list[RootFailure] = []
    for name in store.list_names(""):
        if name == name_failure_list(prefix) or (not prefix and _is_failure_list_of_shard(name)):
            for line in store.read(name).splitlines():
                try:
                    found.append(parse_failure(**json.loads(line)))
                except (ValueError, TypeError, RecursionError):
                    continue
    return found
