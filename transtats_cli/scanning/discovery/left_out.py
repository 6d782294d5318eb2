"""Translation files in no component, each with the reason."""

from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.test_data import is_test_data

SOURCE = "it has the source texts that translations are made from"
UNCLEAR = ""
"""Reason of a file whose content has to be read to determine the reason."""


class LeftOut(NamedTuple):
    """A translation file in no component."""

    path: str
    """Absolute path."""
    reason: str

    @property
    def is_expected(self) -> bool:
        """True if the file contains source texts, so no language is missing."""
        return self.reason == SOURCE


def explained(root: str, left: Mapping[str, str]) -> list[LeftOut]:
    """Return the files in the order of their paths. If a path gives no reason, the beginning of the file is read."""
    return [LeftOut(path, reason or _reason(path, root)) for path, reason in sorted(left.items())]


def _reason(path: str, root: str) -> str:
    declaration, shown = sniffing.declaration(path, root), path.removeprefix(root).lstrip("/")
    if declaration.is_source:
        return SOURCE
    where = "test data, and its path names no language" if is_test_data(shown) else "its path names no language"
    return f"{where}; it declares {declaration.language}" if declaration.language else where
