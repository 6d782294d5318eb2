"""Explain why translation files are in no component, and recognise test data."""

import re
from collections.abc import Iterable, Mapping

from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery import sniffing

SOURCE_FILE_REASON = "it has the source texts that translations are made from"
NO_LANGUAGE_REASON = "its path names no language"
TEST_DATA_REASON = "a component in a folder of tests, examples or other projects"

_FIRST_WORDS_OF_TEST_FOLDERS = frozenset("test tests testing fixture fixtures example examples sample samples".split())
_OTHER_FOLDERS = frozenset(
    "t devtest testdata testdir spec specs dist node_modules bower_components site_packages vendor vendors vendored"
    " third_party thirdparty 3rdparty pods carthage pdfjs pdf.js pdfjs_dist".split()
)
"""Other names of folders whose translation files are test data or copies of other projects, with `_` for `-`."""
_LIBRARIES_REGEX = r"(?:^|/)(?:static|assets|public|wwwroot)/libs?/|\.framework/"
"""Pattern of the folders that usually contain copies of other projects in a website, or in an application of Apple."""


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
    """True if the path of a file, or a file mask, contains a folder of tests, examples or copies of other projects."""
    names = [name.lower().replace("-", "_").strip("_") for name in path.split("/")[:-1]]
    return (
        not _OTHER_FOLDERS.isdisjoint(names)
        or any(name.partition("_")[0] in _FIRST_WORDS_OF_TEST_FOLDERS for name in names)
        or re.search(_LIBRARIES_REGEX, path) is not None
    )


def _find_reason(path: str, root: str) -> str:
    declaration, shown = sniffing.read_declaration(path, root), path.removeprefix(root).lstrip("/")
    if declaration.is_source:
        return SOURCE_FILE_REASON
    where = f"test data, and {NO_LANGUAGE_REASON}" if is_test_data(shown) else NO_LANGUAGE_REASON
    return f"{where}; it declares {declaration.language_code}" if declaration.language_code else where
