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
_CREATION_DATE_PATTERN = re.compile(
    rb'"POT-Creation-Date: *([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?:[+-][0-9]{4})?)'
)


class FileComparisonResult(NamedTuple):
    """Number of strings in one file, and number of strings that both the file and the reference contain."""

    string_count: int
    common_string_count: int
    """Number of strings of the file that the reference contains."""
    common_word_count: int
    """Number of words of the strings that both the file and the reference contain."""
    common_translated_count: int
    """Number of translated strings of the file that the reference contains."""
    creation_date: str = ""
    """Value of POT-Creation-Date. '' if the file has none, or if there is no gettext template."""


class FileComparisonResults(NamedTuple):
    """Results of comparing some files of a component."""

    files_by_path: dict[str, FileComparisonResult]
    """Results by path. Unreadable files are left out."""
    word_counts_by_digest: dict[bytes, int]
    """Number of words of each string in the files, by digest of its identity.

    Empty if the component has a reference file.
    """


def merge_comparisons(comparisons: Iterable[FileComparisonResults]) -> FileComparisonResults:
    """Return the results of several batches as one."""
    merged = FileComparisonResults({}, {})
    for part in comparisons:
        merged.files_by_path.update(part.files_by_path)
        merged.word_counts_by_digest.update(part.word_counts_by_digest)
    return merged


class FileComparer:
    """Comparer of files with the reference file of a component.

    If there is no reference file, the strings of all files are collected. They are the reference.
    """

    def __init__(self, reader: ComponentReader) -> None:
        """Read the reference file. Raises UnreadableFile if the file cannot be read."""
        self._reader = reader
        self._reference_word_counts = count_reference_words(reader)
        self._reference_word_total = (
            sum(self._reference_word_counts.values()) if self._reference_word_counts is not None else 0
        )
        self._untranslatable_keys = find_untranslatable_keys(reader)
        self.results = FileComparisonResults({}, {})
        """Results of the files that were compared so far."""

    def compare_file(self, translation: Translation, string_keys: Sequence[str], content: bytes) -> None:
        """Compare a file and add the result. `string_keys` are the identities of the strings in the file."""
        results = self.results
        if self._reference_word_counts is None:
            results.files_by_path[translation.path] = self._add_to_union(translation, string_keys)
            return
        own = self._untranslatable_keys.union(string_keys)
        # Nearly all files have nearly all strings of the reference, so the exceptions are counted.
        missing = self._reference_word_counts.keys() - own
        stale = own - self._reference_word_counts.keys()
        columns = columns_of(translation.units)
        translated = _count_translated(columns.states)
        if exceptions := missing | stale:
            translated -= _count_translated(
                state
                for key, state in zip(self._reader.identity_function(columns), columns.states, strict=True)
                if key in exceptions
            )
        results.files_by_path[translation.path] = FileComparisonResult(
            len(own),
            len(own) - len(stale),
            self._reference_word_total - sum(map(self._reference_word_counts.__getitem__, missing)),
            translated,
            "" if self._reader.component.template else read_creation_date(content),
        )

    def _add_to_union(self, translation: Translation, string_keys: Sequence[str]) -> FileComparisonResult:
        """Add the strings of a bilingual file to the union of the strings of all files, which is the reference.

        All strings of the file are counted as common strings, because the union contains them.
        """
        union = self.results.word_counts_by_digest
        columns = columns_of(translation.units)
        cjk = self._reader.source_language.is_cjk
        sizes = array("Q")
        for key, source in zip(string_keys, columns.sources, strict=True):
            digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            size = union.get(digest)
            if size is None:
                size = union[digest] = count_words(source, cjk=cjk)
            sizes.append(size)
        return FileComparisonResult(len(sizes), len(sizes), sum(sizes), _count_translated(columns.states))


def _count_translated(states: Iterable[int]) -> int:
    return sum(state >= State.TRANSLATED for state in states)


def count_reference_words(reader: ComponentReader) -> dict[str, int] | None:
    """Return the number of words of each string in the reference file of a component.

    The key is the identity of the string, which `reader.identity_function` returns. Return None if the component has no
    reference file. Raises UnreadableFile if the reference file cannot be read.
    """
    template = reader.read_template()
    if template is None:
        return None
    columns = columns_of(template.units)
    cjk = reader.source_language.is_cjk
    return {
        key: count_words(source, cjk=cjk)
        for key, source in zip(reader.identity_function(columns), columns.sources, strict=True)
    }


def find_untranslatable_keys(reader: ComponentReader) -> frozenset[str]:
    """Return the keys of the strings that the template marks as not translatable, so translations may lack them.

    Empty if the component has no template with the source texts.
    """
    template = reader.read_template() if reader.component.template else None
    if template is None:
        return frozenset()
    columns = columns_of(template.units)
    keys = reader.identity_function(columns)
    return frozenset(keys[index] for index in columns.read_only_indices)


def read_creation_date(content: bytes) -> str:
    """Return the POT-Creation-Date of a PO file, or '' if the header has none."""
    found = _CREATION_DATE_PATTERN.search(content, 0, _HEADER_SIZE)
    return found[1].decode() if found else ""
