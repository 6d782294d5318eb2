"""Explain why translation files are in no component, and recognise test data."""

from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.scanning.discovery import sniffing

SOURCE = "it has the source texts that translations are made from"
UNCLEAR = ""
"""Value for a file whose content has to be read to determine the reason."""

_TEST_FOLDERS = frozenset(
    {"test", "tests", "testing", "test_data", "testdata", "testdir", "__tests__", "spec", "specs"}
    | {"fixture", "fixtures", "__fixtures__", "example", "examples", "node_modules", "vendor"}
)
"""Names of folders whose translation files are test data, examples or files of other projects."""


class LeftOut(NamedTuple):
    """Translation file that is in no component, with the reason."""

    path: str
    """Absolute path of the file."""
    reason: str

    @property
    def is_expected(self) -> bool:
        """True if the reason is that the file contains source texts.

        Then no translation is missing in the statistics.
        """
        return self.reason == SOURCE


def explained(root: str, left: Mapping[str, str]) -> list[LeftOut]:
    """Return the files in no component with the reasons, sorted by path.

    `left` contains the known reasons. If the reason of a file is '', the beginning of the file is read.
    """
    return [LeftOut(path, reason or _reason(path, root)) for path, reason in sorted(left.items())]


def is_test_data(path: str) -> bool:
    """True if the path of a file, or a file mask, contains a folder of test data."""
    return any(name.lower().replace("-", "_") in _TEST_FOLDERS for name in path.split("/")[:-1])


def _reason(path: str, root: str) -> str:
    declaration, shown = sniffing.declaration(path, root), path.removeprefix(root).lstrip("/")
    if declaration.is_source:
        return SOURCE
    where = "test data, and its path names no language" if is_test_data(shown) else "its path names no language"
    return f"{where}; it declares {declaration.language_code}" if declaration.language_code else where
