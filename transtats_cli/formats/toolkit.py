"""Functions for all formats that are read with translate-toolkit, which the documentation here calls the toolkit.

A store is an object of the toolkit that parses a file. It contains one unit of the toolkit for each string.
"""

import logging
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from operator import attrgetter, methodcaller
from typing import Any, NamedTuple

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.keyed import build_unit, create_catalog
from transtats_cli.model import Catalog, Unit
from transtats_cli.problems import Problem

_MAX_REASON_LENGTH = 200
_PARSER_ERRORS = (AttributeError, IndexError, KeyError, TypeError)
"""Exceptions that a parser raises by mistake. Their messages mean nothing to a user."""
_LINE_IN_MESSAGE_PATTERN = re.compile(r"(?:\s+in \"<unicode string>\", |: )line (\d+), column \d+")
"""Place of an error in a message of the YAML parser. The rest of such a message is an excerpt of the file."""
_ENCODING_ERROR_PATTERN = re.compile(r"'([\w-]+)' codec can't decode|Failed to decode|Cannot detect encoding")
"""Messages of the toolkit, and of Python, about a text in another encoding."""
_TEMPORARY_FILE_PATTERN = re.compile(r" of file '[^']*'$")
"""Name of the file in a message of the parser of subtitles, which reads a copy of the file."""
# Without a handler, Python prints the warnings of a library to standard error.
for _library in ("translate", "aeidon", "ply"):
    logging.getLogger(_library).addHandler(logging.NullHandler())

UnitText = Callable[[Any], Any]
"""Function that returns a text of a unit of the toolkit: a string, a multistring with plural forms, or None."""
LineFinder = Callable[[bytes, Any], Iterable[int]]
"""Function that returns the line number of each unit of a store, from the content of the file and the store. 0 for a
unit without a line number."""


get_id, get_locations = methodcaller("getid"), methodcaller("getlocations")
get_source, get_target = attrgetter("source"), attrgetter("target")
is_blank, is_header = methodcaller("isblank"), methodcaller("isheader")


def no_note(_: Any) -> str:
    return ""


def id_as_location(unit: Any) -> tuple[str, ...]:
    return (unit.getid(),)


def never(_: Any) -> bool:
    return False


def is_not_translatable(unit: Any) -> bool:
    return not unit.istranslatable()


def line_of_element(unit: Any) -> int:
    return unit.xmlelement.sourceline or 0


class ToolkitReader(NamedTuple):
    """Description of a format that the toolkit reads: its store, and functions for the parts of a unit.

    A description is called like a function that reads a file, so that a row of the format table can name it. In a file
    with a key and a text in one language for each string, `key` returns the key. In a bilingual component, the key of
    such a file is the source.
    """

    store: str | Callable[[], Any]
    """Class of the store, or its module below `translate.storage` and its name: `dtd:dtdfile`. The module is imported
    for the first file."""
    create_store: Callable[[Any, ReadOptions], Any] = lambda store_class, _: store_class()
    """Function that creates a store from its class."""
    parse: Callable[[Any, bytes], object] = lambda store, content: store.parse(content)
    skip: Callable[[Any], bool] = never
    """Function that returns True for an element that is no string, such as a header."""
    key: Callable[[Any], Any] = get_id
    decode_key: Callable[[str], str] | None = None
    """Function that decodes the escapes in keys. In a bilingual component, the source is the decoded key, and the
    context is the key as it is written."""
    source: UnitText | None = None
    """Function for files that contain the source texts. `key` then returns the context."""
    target: UnitText = get_target
    is_empty: Callable[[Any], bool] = never
    """Function that returns True for a string that is empty although its target has a text."""
    note: Callable[[Any], str] = lambda unit: str(unit.getnotes())
    locations: Callable[[Any], Iterable[str]] = no_note
    flags: Callable[[Any], Flags] = lambda _: NO_FLAGS
    is_read_only: Callable[[Any], bool] = never
    line: Callable[[Any], int] = lambda _: 0
    find_lines: LineFinder | None = None
    """Function for formats whose units have no line number in the toolkit."""
    find_warnings: Callable[[Any], tuple[Problem, ...]] = lambda _: ()
    """Function that returns warnings about the file of a store."""
    build: Callable[[Any, ReadOptions], Unit | None] | None = None
    """Function that builds the Unit of a unit of the toolkit, for rules that the functions above cannot express."""

    def __call__(self, content: bytes, options: ReadOptions) -> Catalog:
        """Return the Catalog of a file. Raises ImportError if a library is not installed."""
        try:
            return self._read(content, options)
        except UnreadableFile as error:
            described = _describe_encoding_error(content, error)
            if described is error:
                raise
            raise described from error

    def _read(self, content: bytes, options: ReadOptions) -> Catalog:
        store_class: Any = self.store
        if isinstance(store_class, str):
            module, name = store_class.split(":")
            store_class = getattr(import_module(f"translate.storage.{module}"), name)
        with library_errors_as_unreadable():
            store = self.create_store(store_class, options)
            # Some stores read only the plural forms of this language.
            if options.language_code:
                store.settargetlanguage(options.language_code)
            self.parse(store, content)
            build = self.build or self._build_unit
            found = [None if self.skip(unit) else build(unit, options) for unit in store.units]
            if self.find_lines is not None:
                lines = _find_lines_or_zeros(self.find_lines, content, store)
                found = [unit and unit._replace(line=line) for unit, line in zip(found, lines, strict=True)]
            units = [unit for unit in found if unit is not None]
            is_keyed = self.source is None and self.build is None
            catalog = create_catalog(units, options, decode_key=self.decode_key) if is_keyed else Catalog(units)
            return catalog._replace(warnings=self.find_warnings(store))

    def _build_unit(self, unit: Any, _: ReadOptions) -> Unit:
        return build_unit(
            self.key(unit),
            self.target(unit),
            source="" if self.source is None else self.source(unit),
            note=self.note(unit),
            locations=self.locations(unit),
            flags=self.flags(unit),
            is_read_only=self.is_read_only(unit),
            is_empty=self.is_empty(unit),
            line=self.line(unit),
        )


def _find_lines_or_zeros(find_lines: LineFinder, content: bytes, store: Any) -> list[int]:
    """Return the line number of each unit. If the line numbers cannot be found, return 0 for each unit."""
    lines: list[int] = []
    with suppress(UnreadableFile), library_errors_as_unreadable():
        lines = [*find_lines(content, store)]
    return lines if len(lines) == len(store.units) else [0] * len(store.units)


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


def _describe_encoding_error(content: bytes, error: UnreadableFile) -> UnreadableFile:
    """Return an error with reason and line if a file is unreadable because of its encoding. Otherwise, `error`."""
    found = _ENCODING_ERROR_PATTERN.search(error.reason)
    if found is None:
        return error
    if content.startswith(b"bplist"):
        return UnreadableFile("the file is a binary property list; convert it to a text file")
    encoding = found[1] or "utf-8"
    try:
        content.decode(encoding)
    except UnicodeDecodeError as wrong:
        line = None if "16" in encoding else content.count(b"\n", 0, wrong.start) + 1
        return UnreadableFile(f"the file is not in the encoding {encoding.upper()}", line)
    return error


def _find_line_number(error: BaseException) -> int | None:
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        return int(mark.line) + 1
    line = getattr(error, "lineno", None) or getattr(error, "line", None)
    return line if isinstance(line, int) else None
