"""Parser of the flags above the entries of a PO file, a part of the reader `units`.

The results are cached, because the flags are similar in all languages of a component.
"""

from itertools import compress, count
from operator import add
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats.po.text import CommentFlagParser, comments_of_entry

_MAX_CACHED_COMMENTS = 20_000
"""Maximum number of cached comments. If the cache is full, the next file starts with an empty cache."""
_MAX_CACHED_LENGTH = 1000
"""Maximum length of a cached comment in characters."""


class CommentLines(NamedTuple):
    """Lines above the entries of a PO file, in two lists with one text for each entry, in file order."""

    lines_before_first_flags: list[str]
    """Lines before the first comment with flags. Source references in these lines may also add flags."""
    lines_from_first_flags: list[str]
    """First comment with flags, and all lines after this comment. Empty for most entries."""

    def comments_of_entry(self, entry_index: int) -> str:
        """Return the comment lines of one entry, including flags, joined with line breaks."""
        return comments_of_entry(self.lines_before_first_flags[entry_index] + self.lines_from_first_flags[entry_index])


class EntryFlagParser:
    """Parser of the flags in the comments of PO entries. Results are cached for all files of a component."""

    def __init__(self) -> None:
        self._caches: dict[bool, _FlagCache] = {}
        """Two caches: key True for files with references to markup files, key False for files without."""

    def parse_flags_of_entries(self, comment_lines: CommentLines) -> tuple[list[Flags], list[int]]:
        """Return the flags of each entry, and the indices of fuzzy entries. Raises ValueError for malformed flags."""
        # One long text is searched much faster than many short ones.
        lines = "".join(map("".join, comment_lines))
        cache = self._cache_for_comments(lines)
        flag_lines = comment_lines.lines_from_first_flags
        if cache.has_markup:
            flag_lines = [*map(add, *comment_lines)]
        elif "%" in lines:
            # A percent sign may be an escape in a reference.
            flag_lines = [
                all_lines if "%" in all_lines else comment_lines.lines_from_first_flags[place]
                for place, all_lines in enumerate(map(add, *comment_lines))
            ]
        flags = [NO_FLAGS] * len(flag_lines)
        fuzzy: list[int] = []
        for place in compress(count(), flag_lines):
            flags[place], is_fuzzy = cache[flag_lines[place]]
            if is_fuzzy:
                fuzzy.append(place)
        return flags, fuzzy

    def _cache_for_comments(self, all_comments: str) -> "_FlagCache":
        parser = CommentFlagParser(all_comments)
        cache = self._caches.get(parser.has_markup)
        if cache is None or len(cache) >= _MAX_CACHED_COMMENTS:
            cache = self._caches[parser.has_markup] = _FlagCache(parser)
        return cache


class _FlagCache(dict[str, tuple[Flags, bool]]):
    """Cache of parsed flags. The key is the text of the lines above an entry.

    The value contains the flags of the entry, and True if the entry is fuzzy. If the cache lacks a key, the lines are
    parsed.
    """

    def __init__(self, parser: CommentFlagParser) -> None:
        super().__init__()
        self._parser = parser
        self.has_markup = parser.has_markup

    def __missing__(self, above: str) -> tuple[Flags, bool]:
        parsed = self._parser.parse_comments(comments_of_entry(above))
        if len(self) < _MAX_CACHED_COMMENTS and len(above) <= _MAX_CACHED_LENGTH:
            self[above] = parsed
        return parsed
