"""Catalogs of formats with a key and a text in one language for each string, for fast readers.

translate-toolkit is imported only when plural categories are needed.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.columns import UnitColumns
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.model import PLURAL_SEPARATOR, UNSPLIT_LOCATION_MARK, Catalog, State

_SEPARATOR_CHARACTER = PLURAL_SEPARATOR[0]
_STATES = bytes.maketrans(bytes([False, True]), bytes([State.EMPTY, State.TRANSLATED]))
"""Translation table for bytes: 0 becomes the state EMPTY, and 1 the state TRANSLATED."""


class KeyedStrings(NamedTuple):
    """Strings of a file, without their line numbers."""

    keys: Sequence[str]
    texts: Sequence[str]
    """Text of each string. Plural forms are joined with PLURAL_SEPARATOR."""
    notes: Mapping[int, str] = {}
    """Notes that are not empty, by the index of the string."""
    flags: Mapping[int, Flags] = {}
    """Flags by the index of the string."""
    read_only_indices: Sequence[int] = ()
    """Indices of the strings that the file marks as not translatable."""
    empty_indices: Collection[int] = ()
    """Indices of the strings that are empty although they have a text, such as the value `false` in JSON."""


def create_catalog(
    strings: KeyedStrings,
    options: ReadOptions,
    find_lines: Callable[[], Sequence[int]],
    decode_key: Callable[[str], str] | None = None,
) -> Catalog:
    """Return a Catalog of strings. A key becomes the context of a unit, or the source in a bilingual component.

    `find_lines` returns the line number of each string. It is called when a line number is needed. `decode_key` is for
    formats with escapes in keys: in a bilingual component, the context is the key as it is written, and the source is
    the decoded key.
    """
    keys, texts, notes, flags_by_index, read_only_indices, empty_indices = strings
    flags = [NO_FLAGS] * len(keys)
    for index, own_flags in flags_by_index.items():
        flags[index] = own_flags
    states = _find_states(texts, empty_indices)
    empty = [""] * len(keys)
    contexts, sources = (keys, empty) if options.is_monolingual else (empty, keys)
    identifying_texts: Sequence[str] | None = keys
    if decode_key and not options.is_monolingual:
        contexts, sources, identifying_texts = keys, [*map(decode_key, keys)], None

    def find_comments(index: int) -> str:
        return to_comment_lines(notes.get(index, ""))

    columns = UnitColumns(
        contexts,
        sources,
        texts,
        bytes(states),
        flags,
        find_comments=find_comments,
        find_line_numbers=find_lines,
        identifying_texts=identifying_texts,
        read_only_indices=read_only_indices,
    )
    return Catalog(columns)


def _find_states(texts: Sequence[str], empty_indices: Collection[int]) -> bytes:
    """Return the state of each text. A text with an index in `empty_indices` counts as empty."""
    if _SEPARATOR_CHARACTER in "".join(texts):
        # A text without any character but those of the separator is empty.
        texts = [text.strip(PLURAL_SEPARATOR) for text in texts]
    states = bytearray(map(bool, texts)).translate(_STATES)
    for index in empty_indices:
        states[index] = State.EMPTY
    return bytes(states)


def to_comment_lines(note: str, locations: Iterable[str] = ()) -> str:
    """Return a note and source locations as comment lines in PO notation."""
    lines = [f"#. {line}" for line in note.split("\n")] if note else []
    for location in locations:
        is_word = location.split() == [location]
        lines.append(f"#: {location}" if is_word else UNSPLIT_LOCATION_MARK + location.replace("\n", " "))
    return "\n".join(lines)


@lru_cache(maxsize=1024)
def find_plural_categories(language_code: str) -> list[str]:
    """Return the plural categories of a language, in the order of translate-toolkit."""
    from translate.lang.data import get_cldr_plural_tags

    # The code of the language without its script and its region, as the toolkit finds it.
    code = language_code.removeprefix("b+").replace("_", "-").replace("+", "-").split("-")[0]
    categories: list[str] = get_cldr_plural_tags(code or "en")
    return categories
