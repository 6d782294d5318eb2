"""Cache of rendered reports.

A stamp contains the modification time, the size and other properties of a file or folder. The text of a component is
valid while the stamps of all files that the text depends on are unchanged, and of the folders in which these files were
found. As the stamp of a folder changes with the names in it, the folders are not searched again.
"""

import marshal
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter

from transtats_cli.caching.documents import CacheDocument, compute_checksum
from transtats_cli.caching.stamps import FileStamp, is_stamp_settled, read_stamps
from transtats_cli.changes.files import ChangeSummary
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report

_FIELDS_LEFT_OUT = frozenset({"checks", "read_options", "gate_settings"})
"""Fields of a component that are not separate parts of the key of a text.

No text depends on `gate_settings`, which may contain thousands of limits. The key contains a checksum of the other two
fields.
"""
_select_key_fields = itemgetter(
    *(position for position, field in enumerate(Component._fields) if field not in _FIELDS_LEFT_OUT)
)
"""Function that returns the values of all other fields of a component."""


_FACTS_SHAPE = (str, str, bool, int)
"""Shape of the first part of a document.

The part contains the paths of the files and of the others in `StampedPaths`, a boolean that is True if any file was in
a git repository, and the number of bytes before the text in the second part: the stamp, and the dates from git.
"""
_PATH_SEPARATOR = "\0"
_TEXTS_IN_MEMORY = 100
"""Number of documents that are loaded together. Each document contains one text."""


class CachedText:
    """Cached text of one component. `text` is None before `look_up`, and if no valid text is cached."""

    text: str | None = None

    def __init__(
        self,
        cache_directory: str,
        component: Component,
        render_key: str,
        lookup: ChangeLookup | None,
        *,
        with_template: bool = False,
    ) -> None:
        """Define the text without looking it up.

        `lookup` finds dates in git. If `lookup` is None, the text does not depend on these dates. If `with_template` is
        True, the text also depends on the gettext template.
        """
        self.component = component
        self._lookup = lookup
        options = _identify_options(component.checks, component.read_options, render_key, with_template)
        facts = ("text", *_select_key_fields(component), options)
        self._document = CacheDocument(cache_directory, *facts, part_shapes=(_FACTS_SHAPE, bytes))

    @staticmethod
    def look_up(texts: "Sequence[CachedText]") -> None:
        """Look up the cached texts of several components in the same cache directory."""
        for start in range(0, len(texts), _TEXTS_IN_MEMORY):
            some = texts[start : start + _TEXTS_IN_MEMORY]
            CacheDocument.load_together([each._document for each in some])
            for each in some:
                each.text = each._load_text()

    def save_text(self, report: Report, text: str) -> None:
        """Cache the text of a report for later runs.

        Nothing is cached in the following cases:

        - The report contains no stamp, or it contains failures or warnings.
        - A date from git is unknown.
        - A file is left out, and users get a message about it.
        - A file or folder was changed so recently that another change might not change its stamp.
        """
        stamped = report.stamped_paths
        has_message = any(file.needs_message for file in report.left_out)
        if stamped is None or report.failures or report.warnings or has_message:
            return
        if not is_stamp_settled(stamped.stamp, stamped.listed_at):
            return
        changes = self._find_changes(stamped.files)
        if changes is not None:
            state = _encode_state(stamped.stamp, changes)
            # Two long texts are parsed faster than lists of texts.
            files, others = map(_PATH_SEPARATOR.join, (stamped.files, stamped.others))
            head = (files, others, bool(changes), len(state))
            self._document.save(head, state + text.encode("utf-8", "backslashreplace"))

    def _load_text(self) -> str | None:
        found = self._document.take_part(0)
        if found is None:
            return None
        joined_files, joined_others, has_git_dates, state_length = found
        files = joined_files.split(_PATH_SEPARATOR)
        stamp = read_stamps(self.component.root, files + joined_others.split(_PATH_SEPARATOR))
        content: bytes | None = self._document.take_part(1)
        if not stamp or content is None:
            return None
        # The stamps of the inner folders show that no repository was created in them.
        may_have_dates = has_git_dates or (
            self._lookup is not None and self._lookup.repository_finder.is_folder_in_git(self.component.root)
        )
        changes = self._find_changes(files) if may_have_dates else []
        if changes is None or content[:state_length] != _encode_state(stamp, changes):
            return None
        try:
            # A text may be long, and slicing bytes would copy it.
            return str(memoryview(content)[state_length:], "utf-8")
        except UnicodeDecodeError:
            return None

    def _find_changes(self, file_paths: Collection[str]) -> "list[ChangeSummary | None] | None":
        """Return the changes of the files in git. None if a change is unknown. [] if no file is in a repository."""
        try:
            return self._lookup.get_cached_changes(self.component, file_paths) if self._lookup else []
        except TranstatsError:
            return None


def _encode_state(stamp: FileStamp, changes: "Iterable[ChangeSummary | None]") -> bytes:
    """Return the values that the text depends on as bytes, which are equal if the values are equal."""
    # marshal is several times faster than text. In its later versions the bytes depend on more than the value.
    return marshal.dumps((stamp, [each and tuple(each) for each in changes]), 2)


# Most components of a run have the same options, and their representation would be the longest part of the key.
@lru_cache(maxsize=64)
def _identify_options(*options: object) -> str:
    return compute_checksum(repr(options))
