"""Functions for all formats that are read with translate-toolkit, which the documentation here calls the toolkit.

A store is an object of the toolkit that parses a file. It contains one unit of the toolkit for each string.
"""

import logging
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from translate.storage.base import TranslationStore

from transtats_cli.columns import columns_of
from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.keyed import to_comment_lines
from transtats_cli.formats.references import flags_of_references
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State, Unit

_MAX_REASON_LENGTH = 200
_PARSER_ERRORS = (AttributeError, IndexError, KeyError, TypeError)
"""Exceptions that a parser raises by mistake. Their messages mean nothing to a user."""
_LINE_IN_MESSAGE_PATTERN = re.compile(r"(?:\s+in \"<unicode string>\", |: )line (\d+), column \d+")
"""Place of an error in a message of the YAML parser. The rest of such a message is an excerpt of the file."""
_TEMPORARY_FILE_PATTERN = re.compile(r" of file '[^']*'$")
"""Name of the file in a message of the parser of subtitles, which reads a copy of the file."""
# Without a handler, Python prints the warnings of a library to standard error.
for _library in ("translate", "aeidon", "ply"):
    logging.getLogger(_library).addHandler(logging.NullHandler())

StoreFactory = Callable[[], Any]
"""Function that creates an empty store for a file."""
UnitBuilder = Callable[[Any], Unit | None]
"""Function that converts a unit of the toolkit. It returns None for an element that is no string, such as a header."""
LineFinder = Callable[[bytes, Any], Iterable[int]]
"""Function that returns the line number of each unit of a store, from the content of the file and the store. 0 for a
unit without a line number."""
WarningFinder = Callable[[Any], tuple[str, ...]]
"""Function that returns warnings about the file of a store."""


def _find_no_warnings(_: Any) -> tuple[str, ...]:
    return ()


def create_store_reader(
    create_store: StoreFactory,
    build_unit: UnitBuilder,
    options: ReadOptions,
    find_lines: LineFinder | None = None,
    find_warnings: WarningFinder = _find_no_warnings,
) -> Reader:
    """Return a reader that parses a file with a store of the toolkit, and converts each of its units with `build_unit`.

    `find_lines` is for formats whose units have no line number in the toolkit. `find_lines` is called when a line
    number is needed, which is not the case if a file is only counted.
    """

    def read(content: bytes) -> Catalog:
        with library_errors_as_unreadable():
            store = create_store()
            parse_store(store, content, options.language_code)
            warnings = find_warnings(store)
            found = [*map(build_unit, store.units)]
            units = columns_of(unit for unit in found if unit is not None)
        if find_lines is None:
            return Catalog(units, warnings=warnings)

        def find_line_numbers() -> list[int]:
            lines = _find_lines_or_zeros(find_lines, content, store)
            return [line for unit, line in zip(found, lines, strict=True) if unit is not None]

        return Catalog(units.replace(find_line_numbers=find_line_numbers), warnings=warnings)

    return read


def _find_lines_or_zeros(find_lines: LineFinder, content: bytes, store: Any) -> list[int]:
    """Return the line number of each unit. If the line numbers cannot be found, return 0 for each unit."""
    count = len(store.units)
    try:
        with library_errors_as_unreadable():
            lines = [*find_lines(content, store)]
    except UnreadableFile:
        return [0] * count
    return lines if len(lines) == count else [0] * count


def create_keyed_reader(
    create_store: StoreFactory,
    build_unit: UnitBuilder,
    options: ReadOptions,
    find_lines: LineFinder | None = None,
    find_warnings: WarningFinder = _find_no_warnings,
    decode_key: Callable[[str], str] | None = None,
) -> Reader:
    """Return a reader for a format whose files contain a key and a text in one language for each string.

    `build_unit` returns units with the key as context, and without a source. In a bilingual component, the key is the
    source. `decode_key` is for formats with escapes in keys: the context is the key as it is written, and the source is
    the decoded key. The other parameters are those of `create_store_reader`.
    """
    if options.is_monolingual:
        return create_store_reader(create_store, build_unit, options, find_lines, find_warnings)

    def build_bilingual_unit(unit: Any) -> Unit | None:
        keyed = build_unit(unit)
        if keyed is None:
            return None
        if decode_key:
            return keyed._replace(source=decode_key(keyed.context))
        return keyed._replace(context="", source=keyed.context)

    return create_store_reader(create_store, build_bilingual_unit, options, find_lines, find_warnings)


def parse_store(store: TranslationStore[Any], content: bytes, language_code: str) -> None:
    """Parse the content of a file into a store of the toolkit.

    Some stores read only the plural forms of the language with the code `language_code`. If it is empty, the store uses
    its default language.
    """
    if language_code:
        store.settargetlanguage(language_code)
    store.parse(content)


@contextmanager
def library_errors_as_unreadable() -> Iterator[None]:
    """Convert each exception in the block to UnreadableFile. Parsers of files raise exceptions of many types.

    MemoryError is not converted. Warnings are ignored, because Python would print them to standard error.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (UnreadableFile, MemoryError):
        raise
    except RecursionError as error:
        raise UnreadableFile("the file is nested too deeply") from error
    except Exception as error:
        raise UnreadableFile(*_describe_error(error)) from error


def _describe_error(error: BaseException) -> tuple[str, int | None]:
    """Return the reason why a file is unreadable, in one short line, and the line number if the error has one."""
    # The toolkit wraps the exceptions of parsers.
    inner = getattr(error, "inner_exc", None)
    if isinstance(inner, BaseException):
        return _describe_error(inner)
    if isinstance(error, _PARSER_ERRORS):
        return f"the parser does not support its content ({type(error).__name__}: {error})"[:_MAX_REASON_LENGTH], None
    message = getattr(error, "msg", None) or getattr(error, "problem", None) or str(inner or error)
    text = _TEMPORARY_FILE_PATTERN.sub("", str(message))
    named_line = _LINE_IN_MESSAGE_PATTERN.search(text)
    reason = " ".join(text[: named_line.start()].split() if named_line else text.split()) or type(error).__name__
    if len(reason) > _MAX_REASON_LENGTH:
        reason = reason[:_MAX_REASON_LENGTH] + "…"
    return reason, int(named_line[1]) if named_line else _find_line_number(error)


def _find_line_number(error: BaseException) -> int | None:
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        return int(mark.line) + 1
    line = getattr(error, "lineno", None) or getattr(error, "line", None)
    return line if isinstance(line, int) else None


def build_unit(
    context: str,
    target: object,
    *,
    source: object = "",
    note: str = "",
    locations: Iterable[str] = (),
    flags: Flags = NO_FLAGS,
    is_fuzzy: bool = False,
    is_read_only: bool = False,
    line: int = 0,
) -> Unit:
    """Return a Unit with texts of the toolkit: a string, a multistring with plural forms, or None.

    If all forms of the target are empty, the unit is empty. If not, the unit needs editing or is translated, depending
    on `is_fuzzy`. Flags that follow from the locations are added to `flags`. A single empty location is ignored.
    """
    locations = tuple(locations)
    if locations == ("",):
        locations = ()
    if locations:
        flags = flags_of_references(locations).joined_with(flags)
    text = join_forms(target)
    state = State.EMPTY
    if text.strip(PLURAL_SEPARATOR):
        state = State.NEEDS_EDITING if is_fuzzy else State.TRANSLATED
    comments = to_comment_lines(note, locations)
    return Unit(context, join_forms(source), text, state, flags, is_read_only, comments, line)


def join_forms(text: object) -> str:
    """Return a text of the toolkit as one string, in which plural forms are joined with PLURAL_SEPARATOR."""
    forms = getattr(text, "strings", None)
    if forms is None:
        return "" if text is None else str(text)
    return PLURAL_SEPARATOR.join(map(str, forms))
