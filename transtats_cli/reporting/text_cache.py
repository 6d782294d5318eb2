"""Cache of rendered reports.

A stamp contains the modification time, the size and other properties of a file or folder. The text of a component is
valid while the stamps of all files that the text depends on are unchanged, and of the folders in which these files were
found. As the stamp of a folder changes with the names in it, the folders are not searched again.
"""

import marshal
import os
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import FileStamp, is_stamp_settled, read_file_stamp, read_stamps
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.field_tuples import FieldTuple
from transtats_cli.report import Failure, Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.linguas import find_linguas_path
from transtats_cli.scanning.filemask.matching import find_matches, matches_folders

if TYPE_CHECKING:
    from transtats_cli.changes.files import ChangeSummary

_FIELDS_LEFT_OUT = frozenset({"checks", "read_options", "gate_settings"})
"""Fields of a component that are not separate parts of the key of a text.

No text depends on `gate_settings`, which may contain thousands of limits. The other two fields are in the result of
`_describe_options`, which is one part of the key.
"""
_select_key_fields = itemgetter(
    *(position for position, field in enumerate(Component._fields) if field not in _FIELDS_LEFT_OUT)
)
"""Function that returns the values of all other fields of a component."""


class _TextFacts(FieldTuple):
    """Facts about a cached text. Paths are relative to the folder of the component."""

    files: Sequence[str]
    """Paths of the translation files, sorted."""
    others: Sequence[str]
    """Paths of the folders that the text depends on, and of files that are no translations."""
    has_git_dates: bool = False
    """True if any of the files was in a git repository."""
    state_length: int = 0
    """Number of bytes before the text in the cache: the stamp, and the dates from git."""


_FACTS_SHAPE = (str, str, bool, int)
_PATH_SEPARATOR = "\0"
_NO_FACTS = _TextFacts((), ())
_NO_STAMP: FileStamp = []


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
        listings of folders for several components of one run. If `with_template` is True, the text also depends
        on the gettext template.
        """
        self.component = component
        self._lookup = lookup
        facts = (*_list_key_parts(component), render_key, with_template)
        self._document = CacheDocument(cache_directory, "text", *facts, part_shapes=(_FACTS_SHAPE, bytes))
        self.text = self._load_text()
        self._facts, self._stamp = _NO_FACTS, _NO_STAMP
        if self.text is None:
            listings = listings or FolderListings()
            # The folders may have been listed for another component.
            self._checked_at = listings.created_at
            self._facts, self._stamp = _stamp_paths(component, listings, with_template=with_template)

    def save_text(self, report: Report, text: str) -> None:
        """Cache the text of a report for later runs.

        Nothing is cached in the following cases:

        - The report contains failures or warnings.
        - The stamp of a file, or a date from git, is unknown.
        - A file is left out, and users get a message about it.
        - A file or folder was changed so recently that another change might not change its stamp.

        The stamps were read before the files were read. If a file was changed in the meantime, a later run reads a
        different stamp, and does not use the cached text.
        """
        has_message = any(file.needs_message for file in report.left_out)
        is_complete = not (report.failures or report.warnings or has_message)
        if not self._stamp or not is_complete or not is_stamp_settled(self._stamp, self._checked_at):
            return
        changes = self._find_changes(self._facts.files)
        if changes is not None:
            state = _encode_state(self._stamp, changes)
            # Two long texts are parsed faster than lists of texts.
            files, others = map(_PATH_SEPARATOR.join, (self._facts.files, self._facts.others))
            head = (files, others, bool(changes), len(state))
            self._document.save(head, state + text.encode("utf-8", "backslashreplace"))

    def _load_text(self) -> str | None:
        found = self._document.take_part(0)
        if found is None:
            return None
        files, others, has_git_dates, state_length = found
        facts = _TextFacts(files.split(_PATH_SEPARATOR), others.split(_PATH_SEPARATOR), has_git_dates, state_length)
        stamp = read_stamps(self.component.root, (*facts.files, *facts.others))
        content: bytes | None = self._document.take_part(1)
        if not stamp or content is None:
            return None
        # The stamps of the inner folders show that no repository was created in them.
        may_have_dates = facts.has_git_dates or (
            self._lookup is not None and self._lookup.repository_finder.is_folder_in_git(self.component.root)
        )
        changes = self._find_changes(facts.files) if may_have_dates else []
        if changes is None or content[: facts.state_length] != _encode_state(stamp, changes):
            return None
        try:
            # A text may be long, and slicing bytes would copy it.
            return str(memoryview(content)[facts.state_length :], "utf-8")
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


def _list_key_parts(component: Component) -> list[object]:
    """Return the values of a component that its text depends on."""
    return [*_select_key_fields(component), _describe_options(component.checks, component.read_options)]


# Most components of a run have the same options, and their description is the longest part of the key.
@lru_cache(maxsize=64)
def _describe_options(*options: FieldTuple) -> str:
    return repr(options)


def _stamp_paths(
    component: Component, listings: FolderListings, *, with_template: bool
) -> tuple[_TextFacts, FileStamp]:
    """Return the files and folders that the text of a component depends on, and their stamp.

    These are the translation files, the folders in which the component's mask is searched, LINGUAS if it exists, and
    the gettext template if requested. The stamp is [] if the text depends on other files, if a file or folder is a
    link, if translations are folders, or if a folder cannot be read.
    """
    if matches_folders(component):
        return _NO_FACTS, _NO_STAMP
    failures: list[Failure] = []
    found = find_matches(component.root, component.filemask, listings, failures)
    if not failures:
        # The scan needs the same files again.
        listings.keep_matches(component.root, component.filemask, found)
    matches = sorted(found, key=itemgetter(0))
    files = [path for path, _, _ in matches]
    folders = _list_folders_of_mask(component, listings)
    more_files = [component.new_base] if with_template and component.new_base else []
    linguas = find_linguas_path(component)
    if linguas and os.path.lexists(os.path.join(component.root, linguas)):
        more_files.append(linguas)
    has_links = any(os.path.islink(os.path.join(component.root, path)) for path in more_files)
    has_other_files = component.paths_by_language or (component.template and component.template not in files)
    if not files or not folders or failures or has_links or has_other_files:
        return _NO_FACTS, _NO_STAMP
    others = folders + more_files
    stamp: FileStamp = []
    for path, _, status in matches:
        if status is None:
            return _NO_FACTS, _NO_STAMP
        stamp += read_file_stamp(path, status)
    stamp_of_others = read_stamps(component.root, others)
    return _TextFacts(files, others), stamp + stamp_of_others if stamp_of_others else _NO_STAMP


def _list_folders_of_mask(component: Component, listings: FolderListings) -> list[str]:
    """Return the folders whose entries decide which files the mask of a component matches. [] if a link matches.

    The folder of the component itself is left out if the mask names its subfolder, as in `po/*.po`.
    """
    *segments, _ = component.filemask.split("/")
    folders: list[str] = []
    for depth in range(len(segments) + 1):
        if depth == 0 and segments and "*" not in segments[0]:
            continue
        matched = listings.match_folders(component.root, segments[:depth])
        if matched.has_links:
            return []
        folders += matched.list_paths()
    return folders
