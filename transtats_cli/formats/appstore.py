"""Reader of the descriptions of an app in an app store: a folder for each language, with a text file for each string.

The content of a folder is passed to the reader as one bytes object, which `packed_folder.pack_files` creates.
"""

import re
from fnmatch import fnmatchcase

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import Flags, parse_flags
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
)
"""Patterns of file names, each with the flags of the strings in these files. The strings have the same order."""


def read_folder(content: bytes, _: ReadOptions) -> Catalog:
    with library_errors_as_unreadable():
        texts = {name: _decode_text(name, text) for name, text in unpack_files(content)}
        return Catalog(
            [
                build_unit(f"{name}:1", texts[name], locations=(f"{name}:1",), flags=_find_flags(name), line=1)
                for name in sorted(texts, key=_sort_key)
            ]
        )


def _decode_text(name: str, text: bytes) -> str:
    try:
        return text.decode().strip()
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{name}: {error}") from error


def _find_flags(name: str) -> Flags:
    return parse_flags(next((flags for pattern, flags in _FLAGS_BY_FILE_NAME if fnmatchcase(name, pattern)), ""))


def _sort_key(name: str) -> tuple[int, int, str]:
    """Return the sort key of a file: names in the order of _FLAGS_BY_FILE_NAME, the newest changelog first."""
    place = next((place for place, (pattern, _) in enumerate(_FLAGS_BY_FILE_NAME) if fnmatchcase(name, pattern)), 99)
    number = re.fullmatch(r"changelogs/(\d+)\.txt", name)
    return place, -int(number[1]) if number else 0, name
