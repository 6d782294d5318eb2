"""Catalogs of formats with a key and a text in one language for each string, for fast readers.

translate-toolkit is imported only when plural categories are needed.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.columns import UnitColumns
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.model import PLURAL_SEPARATOR, UNSPLIT_LOCATION_MARK, Catalog, State


class KeyedString(NamedTuple):
    """String of a file."""

    key: str
    text: str
    """Text of the string. Plural forms are joined with PLURAL_SEPARATOR."""
    line: int = 0
    note: str = ""
    flags: Flags = NO_FLAGS
    is_read_only: bool = False
    """True if the file marks the string as not translatable."""
    is_empty: bool = False
    """True if the string counts as empty although it has a text, such as the value `false` in JSON."""


def create_catalog(
    strings: Iterable[KeyedString],
    options: ReadOptions,
    *,
    find_lines: Callable[[], Sequence[int]] | None = None,
    decode_key: Callable[[str], str] | None = None,
) -> Catalog:
    """Return a Catalog of strings. A key becomes the context of a unit, or the source in a bilingual component.

    `find_lines` returns the line number of each string, if the strings have none. It is called when a line number is
    needed. `decode_key` is for formats with escapes in keys: in a bilingual component, the context is the key as it is
    written, and the source is the decoded key.
    """
    columns = [[*column] for column in zip(*strings, strict=True)] or [[] for _ in KeyedString._fields]
    keys, texts, lines, notes, flags, read_only, empty = columns
    no_texts = [""] * len(keys)
    contexts, sources = (keys, no_texts) if options.is_monolingual else (no_texts, keys)
    identifying_texts: Sequence[str] | None = keys
    if decode_key and not options.is_monolingual:
        contexts, sources, identifying_texts = keys, [*map(decode_key, keys)], None
    units = UnitColumns(
        contexts,
        sources,
        texts,
        bytes(
            State.TRANSLATED if text.strip(PLURAL_SEPARATOR) and not is_empty else State.EMPTY
            for text, is_empty in zip(texts, empty, strict=True)
        ),
        flags,
        find_comments=lambda index: to_comment_lines(notes[index]),
        find_line_numbers=find_lines or (lambda: lines),
        identifying_texts=identifying_texts,
        read_only_indices=[index for index, is_marked in enumerate(read_only) if is_marked],
    )
    return Catalog(units)


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


def flags_of_named_placeholders(names: Iterable[str]) -> Flags:
    """Return the flags for the named placeholders of a string in an ARB file or a browser extension.

    A placeholder has the form `$NAME$`, in upper or lower case.
    """
    return Flags({"placeholders": tuple(f"${name.upper()}$" for name in names), "case-insensitive": ()})
