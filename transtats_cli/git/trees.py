"""What the folders of a commit hold, each read once however many commits have it."""

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.git.limits import DEEPEST, LONGEST_NAME, MOST_ENTRIES
from transtats_cli.git.objects import Objects
from transtats_cli.git.process import BeyondLimitsError, GitError

_KINDS = {b"40000": "folder", b"040000": "folder", b"120000": "link", b"160000": "repository"}
_HEAD = re.compile(rb"[0-7]{1,7} [^\0]*\0")
_ENTRIES = {length: re.compile(rb"([0-7]{1,7}) ([^\0]*)\0(.{%d})" % length, re.DOTALL) for length in (20, 32)}
"""Entries of a tree object by the length of identities in bytes."""
_TREE = re.compile(rb"tree ([0-9a-f]+)\n")


class Entry(NamedTuple):
    """One name in a folder of a commit."""

    kind: str
    """`file`, `folder`, `link`, or `repository` for a submodule."""
    identity: str


Listing = dict[str, Entry]


_MOST_KEPT = 100_000
"""Entries of folders that are kept in memory: about 40 MB."""


class Extent(NamedTuple):
    """Size of a folder with everything below it."""

    entries: int = 0
    depth: int = 0
    links: int = 0


class Trees:
    """Folders by the identity of their content; the last ones that were read are kept."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self._known: dict[str, Listing] = {}
        self._entries = 0
        self._extents: dict[str, Extent] = {"": Extent()}

    def of(self, commit: str) -> str:
        """The identity of the top folder of a commit."""
        found = _TREE.match(self.objects.read(commit, "commit"))
        if found is None:
            raise GitError(self._about(commit, "is a commit without a tree; git fsck names more"))
        return found[1].decode()

    def listing(self, tree: str) -> Listing:
        """What a folder holds; '' is one that is not there. Raises GitError for one that is damaged."""
        found = self._known.get(tree) if tree else {}
        if found is None:
            try:
                found = _listing(self.objects.read(tree, "tree"), 32 if len(tree) >= 64 else 20)
            except ValueError as error:
                raise GitError(self._about(tree, f"is a damaged tree: {error}; git fsck names more")) from error
            self._keep(tree, found)
        return found

    def _keep(self, tree: str, listing: Listing) -> None:
        """Keep a folder, and drop those that were read first if all together are too large."""
        self._known[tree] = listing
        self._entries += len(listing)
        while self._entries > _MOST_KEPT and len(self._known) > 1:
            self._entries -= len(self._known.pop(next(iter(self._known))))

    def entry(self, tree: str, path: str) -> Entry | None:
        """What is at a path below a folder; a link on the way leads nowhere."""
        found: Entry | None = Entry("folder", tree)
        for name in path.split("/") if path else ():
            if found is None or found.kind != "folder":
                return None
            found = self.listing(found.identity).get(name)
        return found

    def extent(self, tree: str, depth: int = 0) -> Extent:
        """Size of a folder. Raises GitError beyond the limits, before they cost time or memory.

        Folders are read once, although a few of them may stand for billions of paths. `depth` is that of the folder.
        """
        known = self._extents.get(tree)
        if known is not None and depth + known.depth <= DEEPEST:
            return known
        if depth >= DEEPEST:
            raise BeyondLimitsError(self._about(tree, f"is deeper than {DEEPEST} folders, the most that are read"))
        listing = self.listing(tree)
        entries, deepest, links = len(listing), 0, 0
        for entry in listing.values():
            if entry.kind == "link":
                links += 1
            elif entry.kind == "folder":
                below = self.extent(entry.identity, depth + 1)
                entries += below.entries
                links += below.links
                deepest = max(deepest, below.depth)
        if entries > MOST_ENTRIES:
            raise BeyondLimitsError(
                self._about(tree, f"holds more than {MOST_ENTRIES:,} files and folders, the most that are read")
            )
        found = self._extents[tree] = Extent(entries, deepest + 1, links)
        return found

    def refuse_beyond_limits(self, *revisions: str) -> None:
        """Raise BeyondLimitsError for a commit or a tree with too many files; one that is missing is not refused."""
        for revision in revisions:
            try:
                self.extent(f"{revision}^{{tree}}")
            except BeyondLimitsError:
                raise
            except GitError:
                # It is for others to find out what is missing.
                continue

    def links(self, tree: str, folder: str = "") -> Iterator[tuple[str, str]]:
        """Path and identity of each link below a folder whose extent is known; `folder` is what paths begin with."""
        if not self.extent(tree).links:
            return
        for name, entry in self.listing(tree).items():
            if entry.kind == "link":
                yield folder + name, entry.identity
            elif entry.kind == "folder":
                yield from self.links(entry.identity, f"{folder}{name}/")

    def _about(self, identity: str, problem: str) -> str:
        return f"{self.objects.repository.top}: the git object {identity} {problem}"


def is_too_long(name: str) -> bool:
    """True if no file system takes the name."""
    return len(name) * 4 > LONGEST_NAME and len(os.fsencode(name)) > LONGEST_NAME


def kind_of(mode: bytes) -> str:
    """Return the kind of an entry with this mode, as git prints it for differences; '' if there is none."""
    return "" if not mode.strip(b"0") else _KINDS.get(mode, "file")


def _listing(content: bytes, length: int) -> Listing:
    """Return the entries of a tree object. A name that no valid tree has, or that is repeated, is left out.

    Raises ValueError with a reason that continues the sentence `damaged tree:`.
    """
    entries = _ENTRIES[length].findall(content)
    if sum(len(mode) + len(name) for mode, name, _ in entries) + (2 + length) * len(entries) != len(content):
        raise ValueError(_damage(content, length))
    listing: Listing = {}
    for mode, encoded, identity in entries:
        name = os.fsdecode(encoded)
        if name not in listing and _is_harmless(name):
            listing[name] = Entry(_KINDS.get(mode, "file"), identity.hex())
    return listing


def _damage(content: bytes, length: int) -> str:
    """Return what is wrong with a tree object in which something cannot be read."""
    place = 0
    while found := _ENTRIES[length].match(content, place):
        place = found.end()
    return "its last entry is cut off" if _HEAD.match(content, place) else f"no entry begins at byte {place}"


def _is_harmless(name: str) -> bool:
    return "/" not in name and os.sep not in name and name.lower() not in ("", ".", "..", ".git")
