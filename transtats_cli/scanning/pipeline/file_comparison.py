"""Compare translation files with the reference of their component, one file after another."""

import re
from array import array
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

from transtats_cli.columns import columns_of
from transtats_cli.model import State
from transtats_cli.scanning.reading.reader import ComponentReader, Translation
from transtats_cli.statistics import count_words

_HEADER_SIZE = 65_536
"""Number of bytes at the beginning of a file in which the header is searched."""
_CREATION_DATE = re.compile(rb'"POT-Creation-Date: *([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?:[+-][0-9]{4})?)')


class ComparedFile(NamedTuple):
    """Number of strings in one file, and in the reference."""

    strings: int
    present: int
    """Number of strings that the reference contains."""
    present_words: int
    translated: int
    """Number of translated strings that the reference contains."""
    creation_date: str = ""
    """Value of POT-Creation-Date. '' if the file has none, or if there is no gettext template."""


class ComparedFiles(NamedTuple):
    """Results of comparing some files of a component."""

    files: dict[str, ComparedFile]
    """Results by path. Unreadable files are left out."""
    union: dict[bytes, int]
    """Number of words of each string in the files, by digest. Empty if the component has a reference file."""


def merge(parts: Iterable[ComparedFiles]) -> ComparedFiles:
    """Return the results of several batches as one."""
    merged = ComparedFiles({}, {})
    for part in parts:
        merged.files.update(part.files)
        merged.union.update(part.union)
    return merged


class FileComparer:
    """Comparison of files with the reference file of a component. Without such a file, all strings are collected."""

    def __init__(self, reader: ComponentReader) -> None:
        """Read the reference file. Raises UnreadableFile."""
        self._reader = reader
        self._reference = reference_words(reader)
        self._words = sum(self._reference.values()) if self._reference is not None else 0
        self.results = ComparedFiles({}, {})
        """Results of the files that were compared so far."""

    def compare(self, translation: Translation, keys: Sequence[str], content: bytes) -> None:
        """Compare a file and add the result. `keys` are the identities of the strings in the file."""
        results = self.results
        if self._reference is None:
            results.files[translation.path] = self._add_to_union(translation, keys)
            return
        own = set(keys)
        # Nearly all files have nearly all strings of the reference, so the exceptions are counted.
        missing = self._reference.keys() - own
        stale = own - self._reference.keys()
        columns = columns_of(translation.units)
        translated = _count_translated(columns.states)
        if exceptions := missing | stale:
            translated -= _count_translated(
                state
                for key, state in zip(self._reader.identify_strings(columns), columns.states, strict=True)
                if key in exceptions
            )
        results.files[translation.path] = ComparedFile(
            len(own),
            len(own) - len(stale),
            self._words - sum(map(self._reference.__getitem__, missing)),
            translated,
            "" if self._reader.component.template else creation_date(content),
        )

    def _add_to_union(self, translation: Translation, keys: Sequence[str]) -> ComparedFile:
        """Add the strings of a bilingual file to the union. The union then contains all strings of the file."""
        union = self.results.union
        columns = columns_of(translation.units)
        cjk = self._reader.source_language.is_cjk
        sizes = array("Q")
        for key, source in zip(keys, columns.sources, strict=True):
            digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            size = union.get(digest)
            if size is None:
                size = union[digest] = count_words(source, cjk=cjk)
            sizes.append(size)
        return ComparedFile(len(sizes), len(sizes), sum(sizes), _count_translated(columns.states))


def _count_translated(states: Iterable[int]) -> int:
    return sum(state >= State.TRANSLATED for state in states)


def reference_words(reader: ComponentReader) -> dict[str, int] | None:
    """Return the number of words of each string in the reference file, by identity. None if there is no such file.

    Raises UnreadableFile.
    """
    template = reader.read_template()
    if template is None:
        return None
    columns = columns_of(template.units)
    cjk = reader.source_language.is_cjk
    return {
        key: count_words(source, cjk=cjk)
        for key, source in zip(reader.identify_strings(columns), columns.sources, strict=True)
    }


def creation_date(content: bytes) -> str:
    """Return the POT-Creation-Date of a PO file, or '' if the header has none."""
    found = _CREATION_DATE.search(content, 0, _HEADER_SIZE)
    return found[1].decode() if found else ""
