"""Read the folders of commits. If several commits contain the same folder, the folder is read once."""

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transtats_cli.git.limits import MAX_FILES, MAX_FOLDER_DEPTH
from transtats_cli.git.objects import ObjectReader
from transtats_cli.git.process import BeyondLimitsError, GitError

_KINDS_BY_MODE = {b"40000": "folder", b"040000": "folder", b"120000": "link", b"160000": "repository"}
_ENTRY_REGEXES = {length: rb"(?s)([0-7]{1,7}) ([^\0]*)\0(.{%d})|.+" % length for length in (20, 32)}
"""Regular expression for one entry of a git tree object, by the length of ids in bytes.

The last match of a damaged object contains everything after the last entry, and no groups. Without this match, the
search would continue at each byte.
"""
_TREE_LINE_REGEX = rb"tree ([0-9a-f]+)\n"


class TreeEntry(NamedTuple):
    """Entry in a folder of a commit: a file, a folder, a link or a submodule."""

    kind: str
    """Kind of the entry: `file`, `folder`, `link`, or `repository` for a submodule."""
    object_id: str


TreeListing = dict[str, TreeEntry]
"""Entries of a folder, by name."""


_ON_WINDOWS = os.name == "nt"
_WINDOWS_FORBIDDEN_REGEX = (
    r'[\\:*?"<>|\0-\x1f]|[. ]\Z|\Agit~[0-9]'
    r"|\A(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|\Z)"
)
"""Regular expression for names that are not ordinary file names on Windows, but paths, devices, streams or aliases.

The expression is compiled on Windows only.
"""
_MAX_CACHED_ENTRIES = 100_000
"""Maximum number of folder entries in memory. This number of entries takes about 40 MB."""


class FolderSize(NamedTuple):
    """Number of entries, depth of nested folders, and number of links in and below a folder of a commit."""

    entry_count: int = 0
    depth: int = 0
    link_count: int = 0


class TreeReader:
    """Reader of the folders of commits by tree id, with a cache of the folders that were read last."""

    def __init__(self, objects: ObjectReader) -> None:
        self.objects = objects
        self._listings: dict[str, TreeListing] = {}
        self._entries = 0
        self._sizes: dict[str, FolderSize] = {"": FolderSize()}

    def find_tree(self, commit: str) -> str:
        """Return the tree id of the top folder of a commit. Raises GitError if the commit is missing or damaged."""
        found = re.match(_TREE_LINE_REGEX, self.objects.read(commit, "commit"))
        if found is None:
            raise GitError(self._error_message(commit, "is a commit without a tree; git fsck shows more"))
        return found[1].decode()

    def read_listing(self, tree: str) -> TreeListing:
        """Return the entries of a folder by name. {} for the tree id ''.

        Raises GitError if the tree object is damaged.
        """
        found = self._listings.get(tree) if tree else {}
        if found is None:
            found = self._add_to_cache(tree, self.objects.read(tree, "tree"))
        return found

    def cache_listings(self, tree: str, paths: Iterable[str]) -> None:
        """Add all folders on the paths of many files to the cache.

        `tree` is the id of the folder that the paths are relative to. One request is sent for each level of
        folders, because one request for each folder takes longer.
        """
        remaining = [(tree, path) for path in paths]
        while remaining:
            missing = list(dict.fromkeys(folder for folder, _ in remaining if folder not in self._listings))
            for folder, content in zip(missing, self.objects.read_all(missing, "tree"), strict=True):
                self._add_to_cache(folder, content)
            below: list[tuple[str, str]] = []
            for folder, path in remaining:
                name, slash, rest = path.partition("/")
                entry = self.read_listing(folder).get(name) if slash else None
                if entry is not None and entry.kind == "folder":
                    below.append((entry.object_id, rest))
            remaining = below

    def _add_to_cache(self, tree: str, content: bytes) -> TreeListing:
        """Parse the content of a tree object, add the folder to the cache, and return its entries.

        If the cache is full, the folders that were read first are removed.
        """
        try:
            listing = _parse_tree(content, 32 if len(tree) >= 64 else 20)
        except ValueError as error:
            raise GitError(self._error_message(tree, "is a damaged tree; git fsck shows more")) from error
        self._listings[tree] = listing
        self._entries += len(listing)
        while self._entries > _MAX_CACHED_ENTRIES and len(self._listings) > 1:
            self._entries -= len(self._listings.pop(next(iter(self._listings))))
        return listing

    def find_entry(self, tree: str, path: str) -> TreeEntry | None:
        """Return the entry at a path below the folder `tree`. None if there is no entry.

        Links in the path are not followed.
        """
        found: TreeEntry | None = TreeEntry("folder", tree)
        for name in path.split("/") if path else ():
            if found is None or found.kind != "folder":
                return None
            found = self.read_listing(found.object_id).get(name)
        return found

    def measure(self, tree: str, depth: int = 0) -> FolderSize:
        """Return the size of a folder. Raises BeyondLimitsError before a large folder takes much time or memory.

        `depth` is the number of folders above this folder.

        Each tree id is read once, because a few nested folders may expand to billions of paths.
        """
        cached = self._sizes.get(tree)
        if cached is not None and depth + cached.depth <= MAX_FOLDER_DEPTH:
            return cached
        if depth >= MAX_FOLDER_DEPTH:
            raise BeyondLimitsError(
                self._error_message(tree, f"has more than {MAX_FOLDER_DEPTH} nested folders; that is the limit")
            )
        listing = self.read_listing(tree)
        entries, deepest, links = len(listing), 0, 0
        for entry in listing.values():
            if entry.kind == "link":
                links += 1
            elif entry.kind == "folder":
                below = self.measure(entry.object_id, depth + 1)
                entries += below.entry_count
                links += below.link_count
                deepest = max(deepest, below.depth)
        if entries > MAX_FILES:
            raise BeyondLimitsError(
                self._error_message(tree, f"contains more than {MAX_FILES:,} files and folders; that is the limit")
            )
        found = self._sizes[tree] = FolderSize(entries, deepest + 1, links)
        return found

    def refuse_beyond_limits(self, *revisions: str) -> None:
        """Raise BeyondLimitsError if one of the commits or trees exceeds a limit. Missing objects are ignored."""
        for revision in revisions:
            try:
                self.measure(f"{revision}^{{tree}}")
            except BeyondLimitsError:
                raise
            except GitError:
                # Reading a missing object fails later, with a better message.
                continue

    def find_links(self, tree: str, folder: str = "") -> Iterator[tuple[str, str]]:
        """Yield the path and the blob id of each symbolic link below the folder `tree`.

        `folder` is the prefix of the paths.
        """
        if not self.measure(tree).link_count:
            return
        for name, entry in self.read_listing(tree).items():
            if entry.kind == "link":
                yield folder + name, entry.object_id
            elif entry.kind == "folder":
                yield from self.find_links(entry.object_id, f"{folder}{name}/")

    def _error_message(self, object_id: str, problem: str) -> str:
        return f"{self.objects.repository.top}: the git object {object_id} {problem}"


def find_entry_kind(mode: bytes) -> str:
    """Convert a file mode in the output of git to `TreeEntry.kind`.

    '' for the mode zero, which git prints for a missing entry.
    """
    return "" if not mode.strip(b"0") else _KINDS_BY_MODE.get(mode, "file")


def _parse_tree(content: bytes, length: int) -> TreeListing:
    """Parse the content of a tree object. Repeated names and names that are not allowed in a tree are left out.

    `length` is the length of ids in bytes. Raises ValueError if the object is damaged.
    """
    entries = re.findall(_ENTRY_REGEXES[length], content)
    if entries and not entries[-1][0]:
        raise ValueError
    listing: TreeListing = {}
    for mode, encoded, object_id in entries:
        name = os.fsdecode(encoded)
        if name not in listing and _is_harmless(name):
            listing[name] = TreeEntry(_KINDS_BY_MODE.get(mode, "file"), object_id.hex())
    return listing


def _is_harmless(name: str) -> bool:
    if "/" in name or name.lower() in ("", ".", "..", ".git"):
        return False
    return not (_ON_WINDOWS and re.search(_WINDOWS_FORBIDDEN_REGEX, name, re.IGNORECASE))
