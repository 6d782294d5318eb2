"""What the folders of a commit hold, each read once however many commits have it."""

import os
from typing import NamedTuple

from transtats_cli.git.objects import Objects

_KINDS = {b"40000": "folder", b"120000": "link", b"160000": "repository"}


class Entry(NamedTuple):
    """One name in a folder of a commit."""

    kind: str
    """`file`, `folder`, `link`, or `repository` for a submodule."""
    identity: str


Listing = dict[str, Entry]


class Trees:
    """Folders by the identity of their content."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self._known: dict[str, Listing] = {"": {}}

    def of(self, commit: str) -> str:
        """The identity of the top folder of a commit."""
        head = self.objects.read(commit)
        # Asked for what it is: the first line of a commit names its tree.
        return head[5 : head.index(b"\n")].decode()

    def listing(self, tree: str) -> Listing:
        """What a folder holds; '' is one that is not there."""
        found = self._known.get(tree)
        if found is None:
            found = self._known[tree] = _listing(self.objects.read(tree), len(tree) // 2)
        return found

    def entry(self, tree: str, path: str) -> Entry | None:
        """What is at a path below a folder; a link on the way leads nowhere."""
        found: Entry | None = Entry("folder", tree)
        for name in path.split("/") if path else ():
            if found is None or found.kind != "folder":
                return None
            found = self.listing(found.identity).get(name)
        return found


def _listing(content: bytes, length: int) -> Listing:
    """The entries of a tree object; a name that no honest tree has, or has twice, is left out."""
    listing: Listing = {}
    place = 0
    while place < len(content):
        mode = content[place : place + 8].partition(b" ")[0]
        start = place + len(mode) + 1
        end = content.index(b"\0", start)
        place = end + 1 + length
        name = os.fsdecode(content[start:end])
        if name not in listing and _is_harmless(name):
            listing[name] = Entry(_KINDS.get(mode, "file"), content[end + 1 : place].hex())
    return listing


def _is_harmless(name: str) -> bool:
    return "/" not in name and os.sep not in name and name.lower() not in ("", ".", "..", ".git")
