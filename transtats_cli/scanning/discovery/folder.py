"""Folder whose files discovery examines."""

import os

from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.filemask.folders import FolderListings, find_matches


class Folder:
    """Folder whose files discovery examines. All paths are relative to the folder."""

    def __init__(self, root: str, link_boundary: str = "", listings: FolderListings | None = None) -> None:
        """`root` is the absolute path. Links that lead out of `link_boundary`, by default `root`, are not read."""
        self.root = root
        self.link_boundary = link_boundary or root
        self.listings = listings or FolderListings()

    def join(self, path: str) -> str:
        """Return the absolute path."""
        return os.path.join(self.root, path)

    def match(self, mask: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the paths that a file mask matches, with the texts in the places of the stars, unsorted."""
        return [match[:2] for match in find_matches(self.root, mask, self.listings, with_status=False)]

    def is_file(self, path: str) -> bool:
        return os.path.isfile(self.join(path))

    def is_folder(self, path: str) -> bool:
        return os.path.isdir(self.join(path))

    def read_beginning(self, path: str, size: int = sniffing.BEGINNING_SIZE) -> bytes:
        """Return the beginning of a file. b'' if the file is unreadable, or if a link leads out of the boundary."""
        return sniffing.read_beginning(self.join(path), self.link_boundary, size)
