"""Manifest of a data set: one file for each part, with the roots whose rows the part contains.

A part exists as soon as its file in the manifest exists. Several runs can add parts at the same time without locks,
because each run writes files of its own.
"""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from transtats_cli.caching.documents import from_json
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import TABLES, RootFailure, RootInPart
from transtats_cli.fleet.output.formats import FORMATS, encode_json
from transtats_cli.fleet.output.store import FileStore, MissingFileError

MANIFEST_FOLDER = "manifest"
PART_NAME_REGEX = r"(?:all|shard-[0-9]+-of-[0-9]+)-(?P<sequence>[0-9]{6,})-[0-9a-f]{16}"
"""Names of parts: the prefix of the run, its number, and a digest."""
_SHAPE_ERRORS = (ValueError, KeyError, TypeError, RecursionError)


class ResultOptions(NamedTuple):
    """Version of transtats, options and file formats of the rows in a part."""

    version: str
    options: str
    """`WorkOptions.result_key` of the run."""
    formats: tuple[str, ...]


class DatasetPart(NamedTuple):
    """Part of a data set: one file for each format and table that has rows."""

    name: str
    sequence: int
    """Number of the run that wrote the part. A later run has a higher number."""
    options: ResultOptions
    row_counts: Mapping[str, int]
    """Number of rows by table."""
    roots: tuple[RootInPart, ...]
    file_sizes: Mapping[str, int]
    """Sizes of the files of the part in bytes, by name."""


ResultInPart = tuple[DatasetPart, RootInPart]


def load_parts(store: FileStore) -> list[DatasetPart]:
    """Return the parts of a data set.

    A file that is not a manifest is ignored, and so is a file that the run of another shard removes in the meantime.
    Raises TranstatsError for a part or a table that transtats does not write, because their names are names of files.
    """
    parts = []
    for name in store.list_sizes(MANIFEST_FOLDER):
        with suppress(MissingFileError, *_SHAPE_ERRORS):
            part_name, _, suffix = name.rpartition(".")
            if suffix == "json":
                part = _parse_part(part_name, store.read(f"{MANIFEST_FOLDER}/{name}"))
                _require_known_names(part, f"{store.address}/{MANIFEST_FOLDER}/{name}")
                parts.append(part)
    return parts


def save_part(store: FileStore, part: DatasetPart) -> None:
    values = {**part._asdict(), **part.options._asdict()}
    del values["name"]
    values["roots"] = [{**root._asdict(), "failures": [each[1:] for each in root.failures]} for root in part.roots]
    store.write(name_manifest_file(part.name), encode_json(values))


def name_manifest_file(part_name: str) -> str:
    return f"{MANIFEST_FOLDER}/{part_name}.json"


def select_valid_roots(
    parts: Iterable[DatasetPart], confirmed_keys: Mapping[str, str] | None = None
) -> list[tuple[DatasetPart, tuple[RootInPart, ...]]]:
    """Return each part with its roots whose rows are valid. All other rows were replaced by rows of other parts.

    If a root has several results, its rows are taken from one of them. Complete results, which contain all batches, are
    preferred to incomplete results. Among these, results of the current content of the root are preferred, and then the
    newest results. `confirmed_keys` contains the current content keys of roots, by name of the root.
    """
    places: dict[str, list[ResultInPart]] = {}
    for part in (parts := list(parts)):
        for root in part.roots:
            places.setdefault(root.root, []).append((part, root))
    valid = {
        (part.name, root.root, root.part)
        for name, found in places.items()
        for part, root in (found if len(found) == 1 else _choose_results(found, (confirmed_keys or {}).get(name)))
    }
    return [(part, tuple(root for root in part.roots if (part.name, root.root, root.part) in valid)) for part in parts]


def find_complete_results(found: Iterable[RootInPart]) -> set[RootInPart]:
    """Return the results of which all batches are among the results, with the index 0 and without failures."""
    indexes: dict[RootInPart, set[int]] = {}
    for root in found:
        indexes.setdefault(root._replace(part=0, failures=()), set()).add(root.part)
    return {root for root, present in indexes.items() if len(present) == root.part_count}


def _choose_results(found: list[ResultInPart], confirmed_key: str | None) -> list[ResultInPart]:
    """Return the valid batches among the results of a root.

    A row does not contain the index of its batch. So either all batches of a part are valid, or none. As many different
    batches as possible are chosen, if possible from one run. Among these choices, the newest run is preferred.
    """
    # Results with different content, division, version or options are not combined.
    alternatives: dict[tuple[RootInPart, tuple[str, ...]], list[ResultInPart]] = {}
    for part, root in sorted(found, key=lambda each: (each[0].sequence, each[0].name), reverse=True):
        key = (root._replace(part=0, failures=()), part.options[:2])
        alternatives.setdefault(key, []).append((part, root))
    is_complete = {key: bool(find_complete_results(root for _, root in each)) for key, each in alternatives.items()}
    valid_key = max(alternatives, key=lambda key: (is_complete[key], key[0].content_key == confirmed_key))
    batches_by_part: dict[str, list[ResultInPart]] = {}
    for part, root in alternatives[valid_key]:
        batches_by_part.setdefault(part.name, []).append((part, root))
    choices = []
    for sequence in dict.fromkeys(batches[0][0].sequence for batches in batches_by_part.values()):
        chosen: list[ResultInPart] = []
        indexes: set[int] = set()
        # Sorting is stable: the parts of this run come first.
        for batches in sorted(batches_by_part.values(), key=lambda each: each[0][0].sequence != sequence):
            added = {root.part for _, root in batches}
            if indexes.isdisjoint(added):
                indexes |= added
                chosen += batches
        choices.append(chosen)
    return max(choices, key=len)


def _require_known_names(part: DatasetPart, manifest_file: str) -> None:
    match = re.fullmatch(PART_NAME_REGEX, part.name)
    is_known = match is not None and int(match["sequence"]) == part.sequence
    foreign = [] if is_known else [f"the part {part.name!r} of the run {part.sequence}"]
    foreign += [f"the table {table!r}" for table in part.row_counts if table not in TABLES]
    foreign += [f"the format {name!r}" for name in part.options.formats if name not in FORMATS]
    if foreign:
        raise TranstatsError(
            f"{manifest_file} contains {foreign[0]}, which transtats does not write; remove this file, and run"
            " `transtats fleet` again to scan its roots"
        )


def _parse_part(name: str, content: bytes) -> DatasetPart:
    """Return a part. Keys of later versions are ignored. Raises one of _SHAPE_ERRORS for a file that is no manifest."""
    values = {**json.loads(content), "name": name}
    for root in values["roots"]:
        root["failures"] = [[root["root"], *failure] for failure in root["failures"]]
    values["roots"] = [_list_fields(RootInPart, root) for root in values["roots"]]
    values["options"] = _list_fields(ResultOptions, values)
    part: DatasetPart = from_json(DatasetPart, _list_fields(DatasetPart, values))
    return part


def parse_failure(line: bytes) -> RootFailure | None:
    """Return the failure in a line of a list, or None for another line."""
    with suppress(*_SHAPE_ERRORS):
        failure: RootFailure = from_json(RootFailure, _list_fields(RootFailure, json.loads(line)))
        return failure
    return None


def _list_fields(row_type: type[NamedTuple], values: Mapping[str, Any]) -> list[Any]:
    return [values[field] for field in row_type._fields]
