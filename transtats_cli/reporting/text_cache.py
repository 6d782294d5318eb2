"""Cache of rendered reports.

A stamp contains the modification time, the size and other properties of a file. The text of a component is valid while
the stamps of all files that the text depends on are unchanged.
"""

import marshal
import os
import time
from functools import lru_cache
from operator import itemgetter

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import FileStamp, is_stamp_settled, read_file_stamp
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.field_tuples import FieldTuple
from transtats_cli.report import Failure, Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.linguas import find_linguas_path
from transtats_cli.scanning.filemask.matching import find_matches

_FIELDS_LEFT_OUT = frozenset({"checks", "read_options", "gate_settings"})
"""Fields of a component that are not separate parts of the key of a text.

No text depends on `gate_settings`, which may contain thousands of limits. The other two fields are in the result of
`_describe_options`, which is one part of the key.
"""


class CachedText:
    """Cached text of one component. If no valid text is cached, `text` is None."""

    def __init__(
        self,
        cache_directory: str,
        component: Component,
        render_key: str,
        lookup: ChangeLookup | None,
        listings: FolderListings | None = None,
        *,
        with_template: bool = False,
    ) -> None:
        """Look up the cached text.

        `lookup` finds dates in git. If `lookup` is None, the text does not depend on these dates. `listings` caches
        listings of folders for several components, and must be new. If `with_template` is True, the text also depends
        on the gettext template.
        """
        self.component = component
        self._created_at = time.time_ns()
        self._document = CacheDocument(
            cache_directory, "text", *_list_key_parts(component), render_key, part_shapes=(bytes, bytes)
        )
        self._stamps_by_path = _read_stamps(component, listings, with_template=with_template)
        self._linguas_stamp = _read_linguas_stamp(component)
        self._lookup = lookup
        self._stamps_and_dates = self._read_stamps_and_dates()
        self.text = self._load_text()
        if self.text is not None:
            # There may be thousands of files, and nothing will be saved.
            self._stamps_by_path, self._stamps_and_dates = {}, b""

    def save_text(self, report: Report, text: str) -> None:
        """Cache the text of a report for later runs.

        Nothing is cached in the following cases:

        - The report contains failures or warnings.
        - The stamp of a file, or a date from git, is unknown.
        - A file is left out, and users get a message about it.
        - A file was changed so recently that another change might not change its stamp.

        The stamps were read before the files were read. If a file was changed in the meantime, a later run reads a
        different stamp, and does not use the cached text.
        """
        has_message = any(file.needs_message for file in report.left_out)
        is_complete = not (report.failures or report.warnings or has_message)
        # If dates were unknown when the text was looked up, they are known by now.
        self._stamps_and_dates = self._stamps_and_dates or self._read_stamps_and_dates()
        if (
            self._stamps_and_dates
            and is_complete
            and is_stamp_settled(self._linguas_stamp, self._created_at)
            and all(is_stamp_settled(stamp, self._created_at) for stamp in self._stamps_by_path.values())
        ):
            content = self._stamps_and_dates + text.encode("utf-8", "backslashreplace")
            self._document.save(b"%d" % len(self._stamps_and_dates), content)

    def _load_text(self) -> str | None:
        if not self._stamps_and_dates:
            return None
        length: bytes | None = self._document.take_part(0)
        content: bytes | None = self._document.take_part(1)
        if (
            content is None
            or length != b"%d" % len(self._stamps_and_dates)
            or not content.startswith(self._stamps_and_dates)
        ):
            return None
        try:
            return content[len(self._stamps_and_dates) :].decode()
        except UnicodeDecodeError:
            return None

    def _read_stamps_and_dates(self) -> bytes:
        """Return the stamps of the files and the dates from git in one bytes object.

        Return b"" if a stamp or a date is unknown.
        """
        if not self._stamps_by_path:
            return b""
        try:
            changes = self._lookup.get_cached_changes(self.component, self._stamps_by_path) if self._lookup else []
        except TranstatsError:
            return b""
        if changes is None:
            return b""
        # marshal is several times faster than text. In its later versions the bytes depend on more than the value.
        return marshal.dumps(
            (self._stamps_by_path, self._linguas_stamp, changes and [each and tuple(each) for each in changes]), 2
        )


def _list_key_parts(component: Component) -> list[object]:
    """Return the values of a component that its text depends on."""
    values = [value for field, value in zip(Component._fields, component, strict=True) if field not in _FIELDS_LEFT_OUT]
    return [*values, _describe_options(component.checks, component.read_options)]


# Most components of a run have the same options, and their description is the longest part of the key.
@lru_cache(maxsize=64)
def _describe_options(*options: FieldTuple) -> str:
    return repr(options)


def _read_linguas_stamp(component: Component) -> FileStamp:
    """Return the stamp of the LINGUAS file with which the files are compared. [] if there is no such file.

    A report with warnings about LINGUAS is not cached, so a change of LINGUAS may only add warnings.
    """
    path = find_linguas_path(component)
    return read_file_stamp(os.path.join(component.root, path)) if path else []


def _read_stamps(
    component: Component, listings: FolderListings | None, *, with_template: bool = False
) -> dict[str, FileStamp]:
    """Return the stamp of each file that the component's mask matches, and of the gettext template if requested.

    Return an empty dictionary if the text depends on other files, if a file is reached through a link, or if a folder
    cannot be read.
    """
    failures: list[Failure] = []
    stamps: dict[str, FileStamp] = {}
    for path, _, status in sorted(
        find_matches(component.root, component.filemask, listings, failures), key=itemgetter(0)
    ):
        if status is None:
            return {}
        stamps[path] = read_file_stamp(path, status)
    if with_template and component.new_base:
        path = os.path.join(component.root, component.new_base)
        if os.path.islink(path):
            return {}
        stamps[component.new_base] = read_file_stamp(path)
    has_others = component.paths_by_language or (component.template and component.template not in stamps)
    return {} if failures or has_others else stamps
