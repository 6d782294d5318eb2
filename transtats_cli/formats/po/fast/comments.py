"""Comments and flags above the entries of a PO file, a part of the reader `units`."""

from itertools import compress, count
from operator import add
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats.po.text import comments_of_entry, parse_comments
from transtats_cli.formats.references import may_refer_to_markup


class CommentLines(NamedTuple):
    """Lines above the entries of a PO file, in two lists with one text for each entry, in file order."""

    lines_before_first_flags: list[str]
    """Lines before the first comment with flags. Source references in these lines may also add flags."""
    lines_from_first_flags: list[str]
    """First comment with flags, and all lines after this comment. Empty for most entries."""

    def comments_of_entry(self, entry_index: int) -> str:
        """Return the comment lines of one entry, including flags, joined with line breaks."""
        return comments_of_entry(self.lines_before_first_flags[entry_index] + self.lines_from_first_flags[entry_index])


def parse_flags_of_entries(comment_lines: CommentLines) -> tuple[list[Flags], list[int]]:
    """Return the flags of each entry, and the indices of fuzzy entries. Raises ValueError for malformed flags."""
    flag_lines = comment_lines.lines_from_first_flags
    # One long text is searched much faster than many short ones.
    if may_refer_to_markup("".join(map("".join, comment_lines))):
        flag_lines = [*map(add, *comment_lines)]
    flags = [NO_FLAGS] * len(flag_lines)
    fuzzy: list[int] = []
    for place in compress(count(), flag_lines):
        flags[place], is_fuzzy = parse_comments(comments_of_entry(flag_lines[place]))
        if is_fuzzy:
            fuzzy.append(place)
    return flags, fuzzy
