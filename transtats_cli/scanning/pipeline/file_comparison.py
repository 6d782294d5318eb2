"""Compare translation files with the reference file of their component, one file after another.

If a component has no reference file, the strings of each file are listed, to be compared with those of all files.
"""

import re
from array import array
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.columns import columns_of
from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import ComponentReader, Translation
from transtats_cli.statistics import Completeness, count_words

_HEADER_SIZE = 65_536
"""Number of bytes at the beginning of a file in which the header is searched."""
_CREATION_DATE_REGEX = rb'"POT-Creation-Date: *([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?:[+-][0-9]{4})?)'


class FileComparison(NamedTuple):
    """Result of comparing one file with the reference, or with the union of the strings of all languages."""

    completeness: Completeness
    creation_date: str = ""
    """Value of POT-Creation-Date. '' if the file has none, or if there is no gettext template."""
    reference_date: str = ""
    """Value of POT-Creation-Date in the gettext template."""
    is_with_union: bool = False


class FileStrings(NamedTuple):
    """Strings of one file, for the comparison with the strings of all files. There may be a million strings."""

    hashes: "array[int]"
    """Hash of the identity of each string. It is the same in all processes."""
    word_counts: "array[int]"
    """Number of words in the source of each string."""


def list_strings(string_keys: Sequence[str], sources: Sequence[str], *, cjk: bool) -> FileStrings:
    """Return the strings of a file. `string_keys` are the identities of the strings."""
    return FileStrings(
        array("Q", map(_hash_key, string_keys)), array("I", (count_words(source, cjk=cjk) for source in sources))
    )


# The files of a component mostly have the same strings.
@lru_cache(maxsize=65536)
def _hash_key(key: str) -> int:
    # Imported late, because it loads OpenSSL.
    from hashlib import blake2b

    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class FileComparer:
    """Comparer of files with the reference of a component, see `ComponentReader.reference_path`."""

    def __init__(self, reader: ComponentReader, reference_units: Iterable[Unit]) -> None:
        """Raises UnreadableFile if the template cannot be read."""
        self._reader = reader
        component = reader.component
        columns = columns_of(reference_units)
        sizes = [count_words(source, cjk=reader.source_language.is_cjk) for source in columns.sources]
        self._word_counts = dict(zip(reader.identity_function(columns), sizes, strict=True))
        self._reference_words = self._sum_words(self._word_counts)
        self._untranslatable_keys = find_untranslatable_keys(reader)
        self._reference_date = (
            _read_creation_date(safe_reading.read_bytes(component, reader.reference_path))
            if reader.reference_path and not component.template
            else ""
        )

    def compare_file(self, translation: Translation, string_keys: Sequence[str], content: bytes) -> FileComparison:
        """Compare a file with the reference. `string_keys` are the identities of the strings in the file."""
        return FileComparison(
            self.compare_strings(translation.units, string_keys),
            "" if self._reader.component.template else _read_creation_date(content),
            self._reference_date,
        )

    def compare_strings(
        self, units: Iterable[Unit], string_keys: Iterable[str], slice_keys: Set[str] | None = None
    ) -> Completeness:
        """Compare the strings of a file with the reference.

        `slice_keys` are the identities of the strings to compare, in the file or in the reference, whose units are
        `units`. If None, all strings are compared.
        """
        own = self._untranslatable_keys.union(string_keys)
        reference: Set[str] = self._word_counts.keys()
        words = self._reference_words
        if slice_keys is not None:
            own, reference = own & slice_keys, reference & slice_keys
            words = self._sum_words(reference)
        # Nearly all files have nearly all strings of the reference, so the exceptions are counted.
        missing = reference - own
        stale = own - reference
        columns = columns_of(units)
        translated = count_translated(columns.states)
        if exceptions := missing | stale:
            keys = self._reader.identity_function(columns)
            translated -= count_translated(
                state for key, state in zip(keys, columns.states, strict=True) if key in exceptions
            )
        missing_words = self._sum_words(missing)
        counted = (len(missing), missing_words) if self._reader.component.counts_missing_strings else (0, 0)
        return Completeness(len(reference), len(missing), missing_words, len(stale), translated, *counted, words)

    def _sum_words(self, keys: Iterable[str]) -> int:
        return sum(map(self._word_counts.__getitem__, keys))


def count_translated(states: Iterable[int]) -> int:
    return sum(state >= State.TRANSLATED for state in states)


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


def _read_creation_date(content: bytes) -> str:
    found = re.search(_CREATION_DATE_REGEX, content[:_HEADER_SIZE])
    return found[1].decode() if found else ""
