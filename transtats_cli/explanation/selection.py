"""Find the string of a language that an argument names: by file and line, context, source text, or hash."""

import os
import re
from collections.abc import Iterator, Sequence

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.explanation.scan import ScannedLanguage
from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.nearest import shorten_list
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.reading.safe_reading import read_bytes
from transtats_cli.unit_queries.checksums import unit_checksum

_PLACE_PATTERN = re.compile(r"(?:(.+):)?([1-9][0-9]{0,9})", re.DOTALL)
_STRING_HASH_PATTERN = re.compile("#?([0-9a-f]{16})")
_MAX_LISTED_STRINGS = 20
_MAX_SOURCE_LENGTH = 60


def find_unit_index(scanned: ScannedLanguage, text: str) -> int:
    """Return the index of the string that a text names: `FILE:LINE`, a line number, `#HASH`, a context, or a source.

    The line may be any line from the first line of the string to the line before the next string. In a PO file, the
    comments above a string are lines of this string. Raises TranstatsError if no string or several strings match.
    """
    for found in _find_candidates(scanned, text):
        if len(found) > 1:
            raise TranstatsError(
                f"{text!r} is the text of {len(found)} strings; name one by its line:", *_list_places(scanned, found)
            )
        if found:
            return found[0]
    raise TranstatsError(
        f"{text!r} is no string in {scanned.language.code}: give FILE:LINE, a context, a source text or #HASH, as"
        f" `transtats units` and `transtats explain {scanned.component.project} {scanned.component.slug}"
        f" {scanned.language.code} --format json` print them"
    )


def find_language_of_place(component: Component, text: str) -> str:
    """Return the language code of the file in a text of the form `FILE:LINE`. Empty for the name of a language.

    Raises TranstatsError for another text with a colon, and for the name of a file without a line.
    """
    if ":" not in text and not text.endswith(tuple(f".{extension}" for extension in EXTENSIONS)):
        return ""
    files = {each.path: each.language.code for each in find_translations(component).translations}
    files |= {path: component.source_language for path in (component.template, component.new_base) if path}
    file, colon, line = text.rpartition(":") if ":" in text else (text, "", "")
    code = next((code for path, code in files.items() if _is_same_file(component, path, file)), "")
    if code:
        if _PLACE_PATTERN.fullmatch(text) and colon:
            return code
        fault = f"{line!r} is no line" if colon else "a line is missing"
        raise TranstatsError(f"{text}: {fault}; give FILE:LINE, such as {file}:12")
    names = component.full_name
    listed = shorten_list([f"  {component.path_for_messages(path)}" for path in sorted(files)])
    raise TranstatsError(f"{file} is no file of {names}. Its files are:", *listed)


def _find_candidates(scanned: ScannedLanguage, text: str) -> Iterator[list[int]]:
    """Yield the indexes of the strings with a context, a source text, a hash or a place, in this order."""
    units = [*enumerate(scanned.units)]
    if text:
        yield [index for index, unit in units if unit.context == text]
        yield [index for index, unit in units if text in (unit.source, unit.source.partition(PLURAL_SEPARATOR)[0])]
    if match := _STRING_HASH_PATTERN.fullmatch(text):
        yield [index for index, unit in units if unit_checksum(unit) == match[1]]
    yield _find_by_place(scanned, text)


def _find_by_place(scanned: ScannedLanguage, text: str) -> list[int]:
    match = _PLACE_PATTERN.fullmatch(text)
    if match is None:
        return []
    file, line = match[1] or "", int(match[2])
    places = [
        (index, unit)
        for index, unit in enumerate(scanned.units)
        if unit.line and (not file or _is_same_file(scanned.component, scanned.find_path(index), file))
    ]
    path = scanned.record.path
    if file and not places and not (path and _is_same_file(scanned.component, path, file)):
        own = f", which is {scanned.component.path_for_messages(path)}" if path else ""
        raise TranstatsError(f"{file} is not the file of {scanned.language.code}{own}")
    starts = [(unit.line, index) for index, unit in places]
    if scanned.component.file_format == "po":
        # `Unit.line` is the line of the first keyword of a string, below its comments.
        starts = [(unit.line - _count_comment_lines(unit), index) for index, unit in places]
    before = [start for start in starts if start[0] <= line]
    nearest = max(before)[0] if before else 0
    found = [index for number, index in before if number == nearest]
    if found:
        _refuse_line_after_end(scanned.component, scanned.find_path(found[0]), line)
    return found


def _count_comment_lines(unit: Unit) -> int:
    return unit.comments.removesuffix("\n").count("\n") + 1 if unit.comments else 0


def _refuse_line_after_end(component: Component, path: str, line: int) -> None:
    """Raise TranstatsError if a file does not have a line, or if it was removed after the scan."""
    place = component.path_for_messages(path)
    try:
        count = len(read_bytes(component, path).splitlines())
    except UnreadableFile as error:
        raise TranstatsError(f"{place}: {error.reason}") from error
    if line > count:
        raise TranstatsError(f"{place} has no line {line}: it has {count} line{'' if count == 1 else 's'}")


def _is_same_file(component: Component, path: str, file: str) -> bool:
    """Return True if `file`, a path written by the user, is the file of the component at `path`."""
    absolute = os.path.realpath(os.path.join(component.root, path))
    return file in (path, component.path_for_messages(path)) or os.path.realpath(file) == absolute


def _list_places(scanned: ScannedLanguage, indexes: Sequence[int]) -> list[str]:
    lines = []
    for index in indexes[:_MAX_LISTED_STRINGS]:
        unit = scanned.units[index]
        path = scanned.component.path_for_messages(scanned.find_path(index))
        place = f"{path}:{unit.line}" if unit.line else f"#{unit_checksum(unit)}"
        lines.append(f"  {place}  {unit.context or unit.source[:_MAX_SOURCE_LENGTH]}")
    return lines
