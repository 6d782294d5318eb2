"""Add, replace and remove the parts of a data set.

The files of a part are written first, then its file in the manifest. Old parts are removed after the new ones exist. If
a run is killed, the next run removes the files without a manifest and the rows that have been replaced.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import BinaryIO, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import ComponentBatch, RootResult
from transtats_cli.fleet.output import manifest
from transtats_cli.fleet.output.formats import FORMATS
from transtats_cli.fleet.output.manifest import DatasetPart, RootInPart, ValidRootsByPart
from transtats_cli.fleet.output.store import TEMPORARY_SUFFIX, DamagedFileError, FileStore, MissingFileError
from transtats_cli.fleet.schema import FINDINGS_TABLE, RECORDS_TABLE, TABLES, Row, sort_key

ALL_ROOTS_PREFIX = "all-"
"""Beginning of the names of the parts of a run over all roots."""

_TEMPORARY_REGEX = rf"\.[0-9a-f]{{8}}{re.escape(TEMPORARY_SUFFIX)}"
_PART_FILE_PATTERN = re.compile(rf"(?P<part>{manifest.PART_NAME_REGEX})\.[a-z]+(?P<temporary>{_TEMPORARY_REGEX})?")
"""Name of a file of a part: the name of the part, and the suffix of a temporary file."""
_TOP_TEMPORARY_FILE_PATTERN = re.compile(rf"(?:records\.sqlite|failures[\w-]*\.ndjson){_TEMPORARY_REGEX}")
"""Name of a temporary file beside the folders of a data set."""


class ResultOptions(NamedTuple):
    """Version of transtats, options and file formats of the rows in a part."""

    version: str
    options: str
    """`WorkOptions.result_key` of the run."""
    formats: tuple[str, ...]


class Dataset:
    """Data set in a file store: its parts, and methods to add, rewrite and remove parts.

    `prefix` is the beginning of the names of the parts that a run may change. A run over a shard (a share of the roots)
    changes only parts of this shard. A run over all roots may change all parts. No other run may write at the same time
    as a run over all roots.
    """

    def __init__(self, store: FileStore, prefix: str = ALL_ROOTS_PREFIX) -> None:
        """Read the manifest. Nothing is changed."""
        self.store = store
        self._prefix = prefix
        self._parts = {part.name: part for part in manifest.load_parts(store)}
        self._sequence = max((part.sequence for part in self._parts.values()), default=0) + 1
        self._places: dict[str, list[tuple[DatasetPart, RootInPart]]] = {}
        self._damaged_parts: set[str] = set()
        """Names of the parts with a missing or truncated file, as far as `check_files` was called."""
        for part in self._parts.values():
            self._index_part(part)

    @property
    def parts(self) -> list[DatasetPart]:
        return list(self._parts.values())

    def list_complete_keys(self, root: str, options: ResultOptions) -> tuple[str, ...]:
        """Return the content keys of the complete results of a root with the same options and all formats."""
        found = self._find_results(root, options)
        return tuple(sorted({key.content_key for key in manifest.find_complete_keys(found)}))

    def list_missing_batches(self, batches: Sequence[ComponentBatch], options: ResultOptions) -> list[ComponentBatch]:
        """Return the batches of a root without those whose results are in the data set."""
        found = {
            (each.content_key, each.part, each.part_count, each.division)
            for _, each in self._find_results(batches[0].root.name, options)
        }
        return [each for each in batches if (each.content_key, each.part, each.part_count, each.division) not in found]

    def add_part(self, results: Sequence[RootResult], options: ResultOptions) -> DatasetPart:
        """Write the results of some roots as a part, and return the part."""
        rows: dict[str, list[Row]] = {
            RECORDS_TABLE: [row for result in results for row in result.records],
            FINDINGS_TABLE: [row for result in results for row in result.findings],
        }
        roots = tuple(
            RootInPart(each.root, each.content_key, each.part, each.part_count, each.failures, each.division)
            for each in results
        )
        return self.write_part(roots, rows, options)

    def write_part(
        self, roots: tuple[RootInPart, ...], rows: Mapping[str, list[Row]], options: ResultOptions
    ) -> DatasetPart:
        """Write a part. Its name contains the number of the run, and a digest of its roots and options.

        Formats that only another version of transtats can write are left out.
        """
        options = options._replace(formats=tuple(each for each in options.formats if each in FORMATS))
        names = sorted(root._replace(failures=()) for root in roots)
        identity = repr((names, options)).encode("utf-8", "backslashreplace")
        name = f"{self._prefix}{self._sequence:06d}-{blake2b(identity, digest_size=8).hexdigest()}"
        sizes: dict[str, int] = {}
        for table, table_rows in rows.items():
            if table_rows:
                table_rows.sort(key=sort_key)
                for format_name in options.formats:
                    content = FORMATS[format_name].encode(table, TABLES[table], table_rows)
                    file_name = FORMATS[format_name].name_file(table, name)
                    self.store.write(file_name, content)
                    sizes[file_name] = len(content)
        counts = {table: len(table_rows) for table, table_rows in rows.items() if table_rows}
        part = DatasetPart(name, self._sequence, *options, row_counts=counts, roots=roots, file_sizes=sizes)
        manifest.save_part(self.store, part)
        self._parts[name] = part
        self._index_part(part)
        return part

    def read_rows(self, table: str, part: DatasetPart) -> Iterator[Row]:
        """Yield the rows of a table in a part. Raises TranstatsError if the file has another number of rows."""
        expected = part.row_counts.get(table)
        if expected:
            format_name = next((each for each in FORMATS if each in part.formats), "")
            if not format_name:
                raise TranstatsError(f"{self.store.address}: {part.name} has no known format")
            with self.open_table(table, part, format_name) as file:
                found = 0
                for row in FORMATS[format_name].decode(file, table, TABLES[table]):
                    found += 1
                    # The column `checks`, which earlier versions did not write.
                    yield row if table != RECORDS_TABLE or row[-1] is not None else (*row[:-1], part.has_checks)
                if found != expected:
                    raise DamagedFileError(f"{found} rows instead of {expected}")

    @contextmanager
    def open_table(self, table: str, part: DatasetPart, format_name: str) -> Iterator[BinaryIO]:
        """Open the file of a table in a part of the data set.

        A TranstatsError or OSError in the `with` block is raised again as TranstatsError with the address of the file.
        For a file that is missing or damaged, the message contains a solution.
        """
        name = FORMATS[format_name].name_file(table, part.name)
        solution = (
            f"; remove {manifest.name_manifest_file(part.name)}, and run `transtats fleet` again to scan the roots of"
            " this file"
        )
        try:
            with self.store.open(name) as file:
                yield file
        except MissingFileError as error:
            raise TranstatsError(f"{error}{solution}") from error
        except (TranstatsError, OSError) as error:
            is_damaged = isinstance(error, DamagedFileError)
            raise TranstatsError(f"{self.store.address}/{name}: {error}{solution if is_damaged else ''}") from error

    def check_files(self) -> None:
        """Remove the files that a killed run has left, and find the parts with a missing or truncated file.

        A killed run leaves temporary files, and files of parts that are not in the manifest. The roots of damaged parts
        count as absent, so they are scanned again. Each folder is listed once.
        """
        sizes: dict[str, int | None] = {}
        folders = [form.name_folder(table) for form in FORMATS.values() for table in TABLES]
        for folder in (*folders, manifest.MANIFEST_FOLDER):
            for name, size in self.store.list_sizes(folder).items():
                if self._is_incomplete(name):
                    self.store.remove(f"{folder}/{name}")
                sizes[f"{folder}/{name}"] = size
        self._damaged_parts = {part.name for part in self.parts if _is_damaged(part, sizes)}
        if self._prefix == ALL_ROOTS_PREFIX:
            for name in filter(_TOP_TEMPORARY_FILE_PATTERN.fullmatch, self.store.list_names("")):
                self.store.remove(name)

    def _is_incomplete(self, name: str) -> bool:
        """Return True for a file that a killed run of this command has left. Files of the user have other names."""
        match = _PART_FILE_PATTERN.fullmatch(name)
        if match is None or not self._may_change_part(match["part"]):
            return False
        return match["part"] not in self._parts or match["temporary"] is not None

    def remove_replaced_rows(self, confirmed_keys: Mapping[str, str] | None = None) -> int:
        """Remove all rows that newer parts replace, in the parts that this run may change.

        Return the number of parts of other shards that still contain such rows. `confirmed_keys` contains the current
        content keys of the roots of this run, by name of the root.
        """
        valid_roots = manifest.select_valid_roots(self._parts.values(), confirmed_keys)
        left = 0
        for part in self.parts:
            kept = tuple(root for root in part.roots if (root.root, root.part) in valid_roots[part.name])
            if len(kept) == len(part.roots):
                continue
            if not self._may_change_part(part.name):
                left += 1
                continue
            if kept and part.name in self._damaged_parts:
                # The kept rows cannot be read. A run over their roots replaces all rows of the part.
                continue
            if kept:
                self._rewrite_part(part, kept)
            self.remove_part(part)
        return left

    def remove_part(self, part: DatasetPart) -> None:
        """Remove a part. Its file in the manifest is removed first.

        If the run is killed after this, the data set does not contain the part, and the next run removes the rows.
        """
        self.store.remove(manifest.name_manifest_file(part.name))
        for format_name in part.formats:
            for table in part.row_counts:
                if format_name in FORMATS:
                    self.store.remove(FORMATS[format_name].name_file(table, part.name))
        del self._parts[part.name]

    def select_valid_roots(self) -> ValidRootsByPart:
        return manifest.select_valid_roots(self._parts.values())

    def _rewrite_part(self, part: DatasetPart, kept: tuple[RootInPart, ...]) -> None:
        """Write a new part with the rows of some roots of a part."""
        names = {root.root for root in kept}
        rows = {table: [row for row in self.read_rows(table, part) if row[0] in names] for table in TABLES}
        self.write_part(kept, rows, ResultOptions(part.version, part.options, part.formats))

    def _may_change_part(self, part_name: str) -> bool:
        return self._prefix == ALL_ROOTS_PREFIX or part_name.startswith(self._prefix)

    def _find_results(self, root: str, options: ResultOptions) -> list[tuple[DatasetPart, RootInPart]]:
        """Return the results of a root with the same options, in parts with all requested formats."""
        return [
            (part, result)
            for part, result in self._places.get(root, ())
            if part.name in self._parts
            and part.name not in self._damaged_parts
            and (part.version, part.options) == options[:2]
            and set(options.formats) <= set(part.formats)
        ]

    def _index_part(self, part: DatasetPart) -> None:
        for root in part.roots:
            self._places.setdefault(root.root, []).append((part, root))


def _is_damaged(part: DatasetPart, sizes: Mapping[str, int | None]) -> bool:
    """Return True if a file of the part is missing, or has another size than in the manifest."""
    for format_name in part.formats:
        for table in part.row_counts:
            if format_name in FORMATS:
                name = FORMATS[format_name].name_file(table, part.name)
                expected, size = part.file_sizes.get(name), sizes.get(name)
                if name not in sizes or (None not in (expected, size) and size != expected):
                    return True
    return False
