"""Reader of the descriptions of an app in an app store: a folder for each language, with a text file for each string.

The content of a folder is passed to the reader as one bytes object, which `packed_folder.pack_files` creates.
"""

import re
from fnmatch import fnmatchcase

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import parse_flags
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.keyed import build_unit
from transtats_cli.formats.packed_folder import unpack_files
from transtats_cli.formats.toolkit import library_errors_as_unreadable
from transtats_cli.model import Catalog

_FLAGS_BY_FILE_NAME = (
    ("title.txt", "max-length:30"),
    ("name.txt", "max-length:30"),
    ("subtitle.txt", "max-length:30"),
    ("short[-_]description.txt", "max-length:80"),
    ("full[-_]description.txt", "max-length:4000"),
    ("description.txt", "max-length:4000"),
    ("keywords.txt", "max-length:100"),
    ("video*.txt", "max-length:256, url"),
    ("*url.txt", "max-length:256, url"),
    ("changelogs/*.txt", "max-length:500"),
    ("whatsnew*", "max-length:500"),
    ("*", ""),
)
"""Patterns of file names, each with the flags of the strings in these files. The strings have the same order."""


def read_folder(content: bytes, _: ReadOptions) -> Catalog:
    with library_errors_as_unreadable():
        texts = {name: _decode_text(name, text) for name, text in unpack_files(content)}
        units = []
        for name in sorted(texts, key=_sort_key):
            flags = parse_flags(_FLAGS_BY_FILE_NAME[_find_row(name)][1])
            units.append(build_unit(f"{name}:1", texts[name], locations=(f"{name}:1",), flags=flags, line=1))
        return Catalog(units)


def _decode_text(name: str, text: bytes) -> str:
    try:
        return text.decode().strip()
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{name}: {error}") from error


def _find_row(name: str) -> int:
    """Return the index of the first pattern in _FLAGS_BY_FILE_NAME that matches the name of a file."""
    return next(row for row, (pattern, _) in enumerate(_FLAGS_BY_FILE_NAME) if fnmatchcase(name, pattern))


def _sort_key(name: str) -> tuple[int, int, str]:
    """Return the sort key of a file: names in the order of _FLAGS_BY_FILE_NAME, the newest changelog first."""
    number = re.fullmatch(r"changelogs/(\d+)\.txt", name)
    return _find_row(name), -int(number[1]) if number else 0, name
