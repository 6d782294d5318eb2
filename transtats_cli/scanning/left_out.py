"""Translation files in no component, each with the reason."""

from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.scanning import sniffing
from transtats_cli.scanning.test_data import is_test_data

SOURCE = "it has the source texts that translations are made from"
UNCLEAR = ""
"""The reason is in the file."""


class LeftOut(NamedTuple):
    """One translation file in no component."""

    path: str
    """Absolute."""
    reason: str

    @property
    def is_expected(self) -> bool:
        """No language is missed because of it."""
        return self.reason == SOURCE


def explained(root: str, left: Mapping[str, str]) -> list[LeftOut]:
    """The files in the order of their paths. The beginning of a file is read where its path gives no reason."""
    return [
        LeftOut(path, reason or _reason(path, path.removeprefix(root).lstrip("/")))
        for path, reason in sorted(left.items())
    ]


def _reason(path: str, shown: str) -> str:
    declaration = sniffing.declaration(path)
    if declaration.is_source:
        return SOURCE
    where = "test data, and its path names no language" if is_test_data(shown) else "its path names no language"
    return f"{where}; it declares {declaration.language}" if declaration.language else where
