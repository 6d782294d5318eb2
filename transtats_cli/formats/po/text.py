"""Rules of PO files that all readers use: line ends, comments and flags of an entry, and header fields.

Discovery uses the functions that read the language and the entries in the beginning of a file.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from transtats_cli.columns import columns_of
from transtats_cli.flags import NO_FLAGS, Flags, parse_flag_lines
from transtats_cli.formats import LanguageDeclaration
from transtats_cli.formats.references import flags_of_references, may_refer_to_markup
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FIRST_LINE_END_REGEX = rb"(?:\A|[\r\n])msgid [^\r\n]*+(\r*+\n|\r)"
# The look-behind prevents an attempt at each byte of a long run of carriage returns.
_LINE_END_REGEX = rb"(?<!\r)\r++\n"
_MAX_CACHED_LENGTH = 1000
"""Maximum number of characters above an entry whose flags are cached."""
_DATE_REGEX = r"(\d{4})-(\d\d?)-(\d\d?)[ T]+(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([+-])(\d\d):?(\d\d)|Z|UTC|GMT)?"


def normalise_line_ends(content: bytes) -> bytes:
    """Return the content of a PO file without a byte order mark, and with a line feed at the end of each line.

    If a lone carriage return ends the line of the first msgid, all lone carriage returns are line ends. If not, a lone
    carriage return is part of a line.
    """
    content = content.removeprefix(_BYTE_ORDER_MARK)
    if b"\r" in content:
        first = re.search(_FIRST_LINE_END_REGEX, content)
        content = (
            content.replace(b"\r", b"\n") if first and first[1] == b"\r" else re.sub(_LINE_END_REGEX, b"\n", content)
        )
    return content if content.endswith(b"\n") else content + b"\n"


def comments_of_entry(lines_above: str) -> str:
    """Return the comment lines that belong to an entry: those after the last obsolete entry, without empty lines."""
    comments = lines_above.strip("\n")
    if not ("#~" in comments or "\n\n" in comments):
        return comments
    lines: list[str] = []
    for line in comments.split("\n"):
        if line.startswith("#~"):
            lines.clear()
        elif line:
            lines.append(line)
    return "\n".join(lines)


def parse_flags(lines_above: str) -> tuple[Flags, bool]:
    """Return the flags of an entry from the lines above it, and True if it is fuzzy.

    Raises ValueError for malformed flags. Results are cached, because the files of a component have similar comments.
    """
    parse = _parse_flags if len(lines_above) <= _MAX_CACHED_LENGTH else _parse_flags.__wrapped__
    return parse(lines_above)


@lru_cache(maxsize=20_000)
def _parse_flags(lines_above: str) -> tuple[Flags, bool]:
    comments = comments_of_entry(lines_above)
    flags, is_fuzzy = NO_FLAGS, False
    if "#," in comments or "#=" in comments:
        flags, is_fuzzy = _parse_flag_lines(
            "\n".join(line[2:] for line in comments.split("\n") if line.startswith(("#,", "#=")))
        )
    if "#:" in comments and may_refer_to_markup(comments):
        references = [line[2:] for line in comments.split("\n") if line.startswith("#:")]
        flags = flags_of_references(references).joined_with(flags)
    return flags, is_fuzzy


@lru_cache(maxsize=1024)
def _parse_flag_lines(written: str) -> tuple[Flags, bool]:
    lines = written.split("\n")
    return parse_flag_lines(lines), any(item.strip() == "fuzzy" for line in lines for item in line.split(","))


def create_catalog(units: Sequence[Unit], header_text: str) -> Catalog:
    """Return a Catalog of units. The plural rule and the date are read from the text of the PO header."""
    return Catalog(units, _read_header_field(header_text, "Plural-Forms"), read_change_date(header_text))


def read_change_date(header_text: str) -> str | None:
    """Return the date of the last change from the text of a PO header, as `convert_header_date` returns it."""
    return convert_header_date(_read_header_field(header_text, "PO-Revision-Date"))


def _read_header_field(header_text: str, name: str) -> str:
    """Return the value of a field, or "". If several lines have the name, the last one counts."""
    for line in reversed(header_text.split("\n")):
        written_name, colon, value = line.partition(":")
        if colon and written_name.strip() == name:
            return value.strip()
    return ""


@lru_cache(maxsize=1024)
def convert_header_date(header_date: str) -> str | None:
    """Convert the date of a PO header to ISO 8601 in UTC, such as `2026-01-31T12:00:00Z`.

    Return None if the text is no valid date, as in a template. Results are cached, because many files of a component
    have the same date.
    """
    match = re.fullmatch(_DATE_REGEX, header_date, re.ASCII) if header_date else None
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(number or 0) for number in match.group(1, 2, 3, 4, 5, 6))
    offset = timedelta(hours=int(match[8] or 0), minutes=int(match[9] or 0))
    try:
        local = datetime(year, month, day, hour, minute, second)
        moment = local + offset if match[7] == "-" else local - offset
    except (ValueError, OverflowError):
        return None
    return moment.isoformat() + "Z"


def to_monolingual(catalog: Catalog) -> Catalog:
    """Return the Catalog of a PO file in which each msgid is a key instead of a source text.

    The source of each unit is empty. The context of a unit is its key, or `msgctxt.key` if the entry has a msgctxt. The
    msgctxt is a note as well.
    """
    columns = columns_of(catalog.units)
    msgids = (source.partition(PLURAL_SEPARATOR)[0] for source in columns.sources)
    keys = [
        f"{context}.{msgid}" if context and msgid else context or msgid
        for context, msgid in zip(columns.contexts, msgids, strict=True)
    ]

    def find_comments(index: int) -> str:
        context = columns.contexts[index]
        written = columns.comments_of_unit(index)
        return f"{written}\n#. {context}".lstrip("\n") if context else written

    keyed = columns.replace(contexts=keys, sources=[""] * len(keys))
    keyed.comments_of_unit = find_comments
    return catalog._replace(units=keyed)


_LANGUAGE_REGEX = rb'(?m)^"Language: *([A-Za-z0-9@_.-]{1,50}) *\\n"'

# A field of the header, which may be continued on the next lines.
_FIELD_REGEX = rb'[A-Za-z-]+:((?:[^"\\\n]|"\s*\n")*)\\n"'

_ENTRY_REGEX = rb'(?m)^msgid "([^"\n]+)"\nmsgstr "([^"\n]*)"'


def read_target_declaration(content: bytes) -> LanguageDeclaration:
    """Return the language in the header field `Language` of a PO file. If the field is missing, the code is empty."""
    found = re.search(_LANGUAGE_REGEX, content)
    return LanguageDeclaration(found[1].decode("ascii", "replace")) if found is not None else LanguageDeclaration()


def find_language_fields(content: bytes) -> dict[str, tuple[str, int]]:
    """Return value and line number of the header fields `Language` and `Plural-Forms` of a PO file that it fills in.

    If several lines have the name of a field, the last one counts.
    """
    start = content.find(b'msgid ""')
    end = content.find(b"\nmsgid", start + 1) if start >= 0 else 0
    found: dict[str, tuple[str, int]] = {}
    for name in ("Language", "Plural-Forms"):
        place = content.rfind(b'\n"%b:' % name.encode(), start, end) if end else -1
        match = re.compile(_FIELD_REGEX).match(content, place + 2) if place >= 0 else None
        if match is not None:
            value = re.sub(rb'"\s*"', b"", match[1]).decode("ascii", "replace").strip()
            found[name] = value, content.count(b"\n", 0, place) + 2
    return found


def read_simple_entries(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return source and target of each entry whose texts are on one line."""
    return re.findall(_ENTRY_REGEX, content.replace(b"\r\n", b"\n"))
