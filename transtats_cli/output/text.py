"""Escape texts for terminals and for Markdown, wrap and shorten texts, count nouns, and limit the size of a text.

GitHub, GitLab and Gitea turn words such as `#1` in Markdown into links, and notify a person who is mentioned. A
backslash does not prevent this in all three services, but code formatting does. Therefore each word that might become a
link is formatted as code.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.report import LocatedUnit

MAX_COMMENT_LENGTH = 65_536
"""Maximum length of a GitHub comment, in characters."""
_MAX_SOURCE_LENGTH = 120
"""Maximum length of the source text that identifies a string, in characters."""
_MAX_CUT_WORD_LENGTH = 40
"""Maximum number of characters that are left out so that the shown source text ends with a whole word."""
_OMISSION_LINE = "\n{} more lines do not fit in here.\n"
_RESERVED_BYTES = 64
"""Number of bytes that are reserved for the end of an open section, and for the number of omitted lines."""

# Control characters of both sets (escape sequences start with one), all line ends, characters that change the text
# direction, lone surrogates (bytes that are not UTF-8), and characters that are invalid in XML.
_UNPRINTABLE_CHARACTER_REGEX = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
_XML_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_MIN_WIDTH = 16
"""Minimum width of a paragraph in columns. A narrower terminal wraps the lines of the paragraph."""
_MARKUP_CHARACTER_REGEX = r"[\\|`*<>\[\]~&$]|(?<![^\W_])_|_(?![^\W_])"
_LINK_START_REGEX = r"""(?aix)
      [@#!$%&~^] [\w"({]                         # @person, #1, owner/repository#1, !1, $1, %"milestone", ~label
    | :// | www\. | mailto: | xmpp:              # addresses
    | (?<![0-9a-z]) (?: gh | ghsa | cve ) -\w    # issues and advisories
    | (?<![0-9a-z]) (?-i: [A-Z][A-Z0-9]+ -\d )   # issues of other trackers
    | (?<![0-9a-z]) (?= \d* [a-f] ) [0-9a-f]{7,64} (?![0-9a-z])    # commits
    | \[ \w+ : | \*iteration:                    # GitLab's references with a word
    """
_BLOCK_START_REGEX = r"/\w|(?:[#+=-]+|\d+[.)])\Z"
"""Expression for a first word that starts a heading or a list, or that is a command to GitLab or to a bot."""


def escape_controls(text: str, *, keeps_newlines: bool = False) -> str:
    """Return the text with control characters escaped as in Python: `\\x1b`, `\\n`, `\\u202e`.

    If `keeps_newlines` is True, newlines are kept. Messages of this package may have several lines.
    """
    if text.isprintable():
        return text
    return "\n".join(
        re.sub(_UNPRINTABLE_CHARACTER_REGEX, _escape_character, line)
        for line in (text.split("\n") if keeps_newlines else [text])
    )


def _escape_character(match: re.Match[str]) -> str:
    character = match[0]
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def escape_xml(text: str) -> str:
    """Return a text for XML and HTML. Characters that are invalid in XML are escaped as in Python."""
    return escape_controls(text).translate(_XML_ESCAPES)


def shorten(text: str, max_length: int, *, cuts_words: bool = True) -> str:
    """Return a text with at most `max_length` characters. A shortened text ends with an ellipsis.

    If `cuts_words` is False, the text is shortened at the end of a word, if there is one near.
    """
    if len(text) <= max_length:
        return text
    end = max_length - 1
    blank = -1 if cuts_words else text.rfind(" ", end - _MAX_CUT_WORD_LENGTH, end + 1)
    return text[: blank if blank >= 0 else end].rstrip() + "…"


def shorten_middle(text: str, width: int) -> str:
    """Return a text of at most `width` terminal columns. An ellipsis replaces the middle of a wider text."""
    kept, shown = width - 1, text
    while cell_len(shown) > width:
        shown = f"{text[: kept // 2]}…{text[len(text) - (kept - kept // 2) :]}"
        kept -= 1
    return shown


def shorten_source(source: str) -> str:
    """Return the beginning of the first plural form of a source text on one line, to identify the string."""
    return escape_controls(shorten(source.partition(PLURAL_SEPARATOR)[0], _MAX_SOURCE_LENGTH, cuts_words=False))


def split_excerpt(text: str, start: int, end: int) -> tuple[str, str, str]:
    """Return the part of a text with the characters from `start` to `end`, on one line: before, in and after them."""
    first = start - _MAX_CUT_WORD_LENGTH if end > _MAX_SOURCE_LENGTH and start > _MAX_CUT_WORD_LENGTH else 0
    before = f"…{text[first:start].lstrip()}" if first else text[:start]
    after = shorten(text[end:], max(1, _MAX_SOURCE_LENGTH - (end - first)), cuts_words=False)
    return escape_controls(before), escape_controls(text[start:end]), escape_controls(after)


def shorten_change(before: str, after: str) -> tuple[str, str]:
    """Return two texts as `shorten_source` does. Of long texts with the same beginning, show where they differ."""
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    if common > _MAX_SOURCE_LENGTH // 2:
        start = common - _MAX_CUT_WORD_LENGTH
        before, after = f"…{before[start:]}", f"…{after[start:]}"
    return shorten_source(before), shorten_source(after)


def format_unit_location(located_unit: LocatedUnit) -> str:
    """Return the position of a string as `file:line`, or only the file if the file does not contain the string."""
    return escape_controls(located_unit.location)


def label_plural_forms(label: str, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each plural form of a text with its label. The labels of several forms are numbered."""
    for number, text in enumerate(texts, start=1):
        yield label if len(texts) == 1 else f"{label} {number}", text


def format_count(count: int, noun: str) -> str:
    """Return a count with a noun: `1 string` or `2 strings`. The plural is formed with `s`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def limit_text_size(lines: Iterable[str], max_bytes: int) -> Iterator[str]:
    """Yield the lines of a text up to a total of `max_bytes` bytes.

    The first line that does not fit and all lines after it are omitted. The omitted lines are replaced by a line with
    their number. If `max_bytes` is too small for the line with the number, yield nothing.
    """
    remaining = max_bytes - _RESERVED_BYTES
    omitted, is_open = 0, False
    if remaining < 0:
        return
    for line in (line for piece in lines for line in piece.splitlines(keepends=True) or [""]):
        remaining -= len(line.encode("utf-8", "backslashreplace"))
        if remaining >= 0:
            is_open = line.startswith("<details>") or (is_open and not line.startswith("</details>"))
            yield line
        elif line:
            remaining = -1
            omitted += 1
    if is_open:
        yield "\n</details>\n"
    if omitted:
        yield _OMISSION_LINE.format(omitted)


def cell_len(text: str) -> int:
    """Return the width of a text in terminal columns."""
    if text.isascii() and text.isprintable():
        return len(text)
    # Imported late, because most texts are ASCII, and most runs draw no table.
    from rich.cells import cell_len

    return cell_len(text)


def wrap_text(text: str, width: int, *, break_characters: str = "") -> list[str]:
    """Split a text into lines of at most `width` columns, at blanks if possible.

    If a line contains no blank, the text is split after one of `break_characters`, which are tried in this order. If
    the line contains none of them, the text is split after the last character that fits.
    """
    if len(text) <= width and text.isascii():
        return [text]
    lines: list[str] = []
    start = 0
    while (end := _find_end_of_line(text, start, width)) < len(text):
        # A blank at the break may exceed the width, because it is removed.
        blank = text.rfind(" ", start, end + 1)
        if blank <= start:
            places = (text.rfind(character, start + 1, end) for character in break_characters)
            blank = next((place for place in places if place >= 0), end - 1)
        following = blank + 1
        lines.append(text[start:following].rstrip(" "))
        start = following
    return [*lines, text[start:]]


def wrap_paragraph(text: str, width: int, *, first_prefix: str = "", other_prefix: str = "") -> Iterator[str]:
    """Yield the lines of a wrapped text.

    The first line begins with `first_prefix`, and all other lines begin with `other_prefix`. Both prefixes must have
    the same width. `first_prefix` may contain escape sequences, which have no width.
    """
    before = first_prefix
    for line in wrap_text(text, max(width - cell_len(other_prefix), _MIN_WIDTH)):
        yield f"{before}{line}"
        before = other_prefix


def wrap_at_blanks(text: str, width: int | None, *, indent: str) -> list[str]:
    """Split a text at blanks into lines with an indent. Without a width, return one line.

    A word that is wider than a line, such as a path, stays whole.
    """
    lines: list[str] = []
    for word in text.split(" ") if width is not None else [text]:
        if lines and width is not None and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{indent}{word}")
    return lines


def _find_end_of_line(text: str, start: int, width: int) -> int:
    """Return the end index of the longest part of a text that fits into the width.

    The part begins at `start` and has at least one character.
    """
    used = 0
    for index in range(start, len(text)):
        used += cell_len(text[index])
        if used > width and index > start:
            return index
    return len(text)


def escape_markdown(text: str) -> str:
    """Return Markdown that shows a text literally, on one line, without blanks at the beginning and the end."""
    words = escape_controls(text).strip().split(" ")
    return " ".join(
        # Punctuation after a word is not a part of it.
        format_code_span(word.rstrip(",;.")) + word[len(word.rstrip(",;.")) :]
        if re.search(_LINK_START_REGEX, word) or (not index and re.match(_BLOCK_START_REGEX, word))
        else re.sub(_MARKUP_CHARACTER_REGEX, r"\\\g<0>", word)
        for index, word in enumerate(words)
    )


def format_code_span(text: str) -> str:
    """Return a text as a Markdown code span on one line. If the text is blank, return an empty string."""
    # In a table a bar ends the cell, even in code.
    shown = escape_controls(text).replace("|", "\\|")
    if not shown.strip():
        return ""
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    space = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{space}{shown}{space}{fence}"
