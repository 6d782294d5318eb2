"""Explain why translation files are in no component, and recognise test data."""

from collections.abc import Iterable, Mapping

from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery import sniffing

SOURCE_FILE_REASON = "it has the source texts that translations are made from"
NO_LANGUAGE_REASON = "its path names no language"
TEST_DATA_REASON = "a component in a folder of tests or examples"

_TEST_FOLDERS = frozenset(
    {"test", "tests", "testing", "test_data", "testdata", "testdir", "__tests__", "spec", "specs"}
    | {"fixture", "fixtures", "__fixtures__", "example", "examples", "node_modules", "vendor"}
)
"""Names of folders whose translation files are test data, examples or files of other projects."""


def list_left_out(root: str, left_out_reasons: Mapping[str, str], test_masks: Iterable[str] = ()) -> list[LeftOutFile]:
    """Return the files in no component with the reasons, sorted by path. The paths are absolute.

    `left_out_reasons` contains the known reasons. If the reason of a file is '', the beginning of the file is read.
    `test_masks` are absolute file masks of components with test data. The result contains each of these masks instead
    of its files.
    """
    files = [LeftOutFile(path, reason or _find_reason(path, root)) for path, reason in left_out_reasons.items()]
    files = [file._replace(needs_message=file.reason != SOURCE_FILE_REASON) for file in files]
    return sorted([*files, *(LeftOutFile(mask, TEST_DATA_REASON, needs_message=False) for mask in test_masks)])


def combine_reasons(reason: str, reason_of_component: str) -> str:
    """Return one reason for a file in no component that the mask of a component matches.

    `reason` is more precise, because the beginning of the file was read, except if it is that the path names no
    language: the mask of the component has a language in this place, and `reason_of_component` contains its text.
    """
    return reason.replace(NO_LANGUAGE_REASON, reason_of_component)


def is_test_data(path: str) -> bool:
    """True if the path of a file, or a file mask, contains a folder of test data."""
    return any(name.lower().replace("-", "_") in _TEST_FOLDERS for name in path.split("/")[:-1])


def _find_reason(path: str, root: str) -> str:
    declaration, shown = sniffing.read_declaration(path, root), path.removeprefix(root).lstrip("/")
    if declaration.is_source:
        return SOURCE_FILE_REASON
    where = f"test data, and {NO_LANGUAGE_REASON}" if is_test_data(shown) else NO_LANGUAGE_REASON
    return f"{where}; it declares {declaration.language_code}" if declaration.language_code else where
