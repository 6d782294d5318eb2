"""Add, replace and remove the parts of a data set, and list the failures of its roots.

The files of a part are written first, then its file in the manifest. Old parts are removed after the new ones exist. If
a run is killed, the next run removes the files without a manifest and the rows that have been replaced.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import TABLES, RootFailure, RootInPart, Row, Rows, sort_key
from transtats_cli.fleet.output import manifest
from transtats_cli.fleet.output.formats import FORMATS, decode_rows, encode_lines
from transtats_cli.fleet.output.manifest import DatasetPart, ResultOptions
from transtats_cli.fleet.output.store import TEMPORARY_SUFFIX, FileStore, MissingFileError

_TEMPORARY_REGEX = rf"\.[0-9a-f]{{8}}{re.escape(TEMPORARY_SUFFIX)}"
_PART_FILE_PATTERN = re.compile(rf"(?P<part>{manifest.PART_NAME_REGEX})\.[a-z]+(?P<temporary>{_TEMPORARY_REGEX})?")
_FAILURE_LIST_PATTERN = re.compile(rf"failures(?P<shard>-shard-[\w-]*)?\.ndjson(?P<temporary>{_TEMPORARY_REGEX})?")


class Dataset:
    """Data set in a file store: its parts, and methods to add, rewrite and remove parts.

    A run over a shard changes only parts of this shard. No other run may write at the same time as one over all roots.
    """

    def __init__(self, address: str, shard_prefix: str = "") -> None:
        """Read the manifest. Nothing is changed. `shard_prefix` is the `Shard.file_prefix` of a run over a shard."""
        self.store = FileStore(address)
        self.shard_prefix = shard_prefix
        self.failure_list = f"failures{'-' if shard_prefix else ''}{shard_prefix.strip('-')}.ndjson"
        self._parts = {part.name: part for part in manifest.load_parts(self.store)}
        self._sequence = max((part.sequence for part in self._parts.values()), default=0) + 1
        self._damaged_parts: set[str] = set()
        """Names of the parts with a missing or truncated file, as far as `check_files` was called."""

    @property
    def parts(self) -> list[DatasetPart]:
        return list(self._parts.values())

    def require_parts(self) -> None:
        """Raise TranstatsError if there is no data set at the address."""
        if not self._parts:
            raise TranstatsError(f"{self.store.address} contains no data set of `transtats fleet`: no manifest")

    def find_results(self, options: ResultOptions) -> set[RootInPart]:
        """Return the results with the same options, in undamaged parts with all requested formats, without failures."""
        return {
            root._replace(failures=())
            for part in self.parts
            for root in part.roots
            if part.name not in self._damaged_parts
            and part.options[:2] == options[:2]
            and set(options.formats) <= set(part.options.formats)
        }

    def add_part(self, roots: tuple[RootInPart, ...], rows: Rows, options: ResultOptions) -> DatasetPart:
        """Write a part. Its name contains the number of the run, and a digest of its roots and options."""
        names = sorted(root._replace(failures=()) for root in roots)
        digest = blake2b(repr((names, options)).encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()
        name = f"{self.shard_prefix or 'all-'}{self._sequence:06d}-{digest}"
        sizes: dict[str, int] = {}
        counts = {table: len(table_rows) for table, table_rows in rows.items() if table_rows}
        for table in counts:
            rows[table].sort(key=sort_key)
            for format_name in options.formats:
                content = FORMATS[format_name].encode(table, rows[table])
                file_name = FORMATS[format_name].name_file(table, name)
                self.store.write(file_name, content)
                sizes[file_name] = len(content)
        part = DatasetPart(name, self._sequence, options, row_counts=counts, roots=roots, file_sizes=sizes)
        manifest.save_part(self.store, part)
        self._parts[name] = part
        return part

    def read_rows(
        self, part: DatasetPart, roots: Collection[RootInPart], table: str, columns: Sequence[str] = ()
    ) -> list[Row]:
        """Return the rows of some roots of a part: the cells of some columns, which begin with the root, or of all.

        A file that can be read without a library is preferred. Raises TranstatsError. For a file that is missing or
        damaged, or has another number of rows, the message contains a solution.
        """
        if not part.row_counts.get(table):
            return []
        names = {root.root for root in roots}
        format_name = next(each for each in reversed(FORMATS) if each in part.options.formats)
        name = FORMATS[format_name].name_file(table, part.name)
        manifest_file = manifest.name_manifest_file(part.name)
        solution = f"; remove {manifest_file}, and run `transtats fleet` again to scan the roots of this file"
        try:
            with self.store.open(name) as file:
                rows = decode_rows(format_name, file, table, part.row_counts[table], columns)
        except MissingFileError as error:
            raise TranstatsError(f"{error}{solution}") from error
        except TranstatsError:
            raise
        except Exception as error:
            reason = " ".join(str(error).split()).rstrip(".")
            # An error of the system, such as a lost connection, may be temporary.
            hint = "" if getattr(error, "errno", None) else solution
            raise TranstatsError(f"{self.store.address}/{name} cannot be read: {reason}{hint}") from error
        return [row for row in rows if row[0] in names]

    def check_files(self) -> None:
        """Remove the files that a killed run has left, and find the parts with a missing or truncated file.

        It leaves temporary files and parts without a manifest; files of the user have other names. The roots of damaged
        parts are scanned again.
        """
        sizes: dict[str, int | None] = {}
        folders = [f"{form.folder}{table}" for form in FORMATS.values() for table in TABLES]
        for folder in (*folders, manifest.MANIFEST_FOLDER):
            for name, size in self.store.list_sizes(folder).items():
                match = _PART_FILE_PATTERN.fullmatch(name)
                is_left = match and (match["temporary"] or match["part"] not in self._parts)
                if is_left and name.startswith(self.shard_prefix):
                    self.store.remove(f"{folder}/{name}")
                sizes[f"{folder}/{name}"] = size
        # A store may not contain the size of a file.
        self._damaged_parts = {
            part.name
            for part in self.parts
            if any(sizes.get(name, -1) not in (None, part.file_sizes.get(name)) for name in _list_files(part))
        }
        for name in self.store.list_sizes("") if not self.shard_prefix else ():
            match = _FAILURE_LIST_PATTERN.fullmatch(name)
            if match and match["temporary"]:
                self.store.remove(name)

    def remove_replaced_rows(self, confirmed_keys: Mapping[str, str] | None = None) -> int:
        """Remove all rows that newer parts replace, in the parts that this run may change.

        Return the number of parts of other shards that still contain such rows. `confirmed_keys` contains the current
        content keys of the roots of this run, by name of the root.
        """
        left = 0
        for part, kept in manifest.select_valid_roots(self.parts, confirmed_keys):
            if len(kept) == len(part.roots):
                continue
            if not part.name.startswith(self.shard_prefix):
                left += 1
            # The kept rows of a damaged part cannot be read. A run over their roots replaces all rows of the part.
            elif not kept or part.name not in self._damaged_parts:
                if kept:
                    rows = {table: self.read_rows(part, kept, table) for table in TABLES}
                    self.add_part(kept, rows, part.options)
                # If the run is killed after the manifest is removed, the next run removes the other files.
                for name in (manifest.name_manifest_file(part.name), *_list_files(part)):
                    self.store.remove(name)
                del self._parts[part.name]
        return left

    def list_failures(self, confirmed_keys: Mapping[str, str] | None = None) -> list[RootFailure]:
        """Return the failures in the parts of all roots with valid rows."""
        valid = manifest.select_valid_roots(self.parts, confirmed_keys)
        return [failure for _, roots in valid for root in roots for failure in root.failures]

    def read_listed_failures(self) -> list[RootFailure]:
        """Return the failures in the list of the shard, or in all lists, also those of roots without rows.

        Lines that are not failures are ignored.
        """
        lines = (line for name in self._list_failure_lists() for line in self.store.read(name).splitlines())
        return list(filter(None, map(manifest.parse_failure, lines)))

    def write_failures(self, failures: Iterable[RootFailure]) -> None:
        """Replace the list, and for all roots the lists of the shards. Without failures, there is no list."""
        ordered = sorted(set(failures), key=lambda each: (each.root, each.file, each.line or 0, each.reason))
        if ordered:
            self.store.write(self.failure_list, encode_lines(each._asdict() for each in ordered))
        for name in self._list_failure_lists():
            if name != self.failure_list or not ordered:
                self.store.remove(name)

    def _list_failure_lists(self) -> list[str]:
        """Return the names of the lists that belong to this run: its own, and those of shards for all roots."""
        matches = filter(None, map(_FAILURE_LIST_PATTERN.fullmatch, self.store.list_sizes("")))
        names = [match.string for match in matches if not match["temporary"]]
        return [name for name in names if not self.shard_prefix or name == self.failure_list]


def _list_files(part: DatasetPart) -> list[str]:
    return [FORMATS[name].name_file(table, part.name) for name in part.options.formats for table in part.row_counts]
