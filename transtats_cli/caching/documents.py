"""Documents in the cache directory.

A document is valid for one set of facts (values that its content depends on), and for one version of the program and of
each library.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints
from zlib import adler32, crc32

from transtats_cli import __version__
from transtats_cli.caching import store

Value = TypeVar("Value")

# A first run encodes thousands of documents. Searching each list for references to itself would take a quarter of that.
_JSON_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class CacheDocument(Generic[Value]):
    """Document in the cache directory: a value of an annotated type, which is stored as JSON.

    If the directory is '', nothing is cached.
    """

    def __init__(self, directory: str, value_type: type[Value], *facts: object) -> None:
        """Define a document without reading it. `facts` are all values that the content depends on.

        `from_json` describes the types that a value may have.
        """
        self._directory = directory
        self._value_type = value_type
        key = f"{checksum_of_versions()}{facts!r}" if directory else ""
        self._key = key.encode("utf-8", "backslashreplace")

    def load(self) -> Value | None:
        """Return the value of the document. None if the document is absent, or if its value has another shape."""
        content = store.load_document(self._directory, self._key) if self._directory else None
        try:
            return None if content is None else from_json(self._value_type, json.loads(content))
        except (ValueError, RecursionError):
            return None

    def save(self, value: Value) -> None:
        """Write the document, and replace an older version of the document. Errors are ignored."""
        if self._directory:
            content = _JSON_ENCODER.encode(value).encode("utf-8", "surrogatepass")
            store.save_document(self._directory, self._key, content)


@lru_cache(maxsize=1)
def checksum_of_versions() -> str:
    """Return a checksum of the versions of the program, of Python and of the installed libraries.

    Each document contains this checksum. The list of the libraries itself may be longer than a document.
    """
    versions = repr((__version__, sys.version_info[:3], _list_distributions())).encode("utf-8", "backslashreplace")
    return f"{len(versions)}-{crc32(versions):08x}{adler32(versions):08x}"


def _list_distributions() -> list[str]:
    """Return the names of the installed distributions.

    If transtats itself is not among them (an editable install), append the newest modification time of its files.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]
    # os.walk skips a folder that cannot be read, from which the interpreter imports nothing.
    names = chain.from_iterable(next(os.walk(folder), ("", [], []))[1] for folder in installed)
    found = sorted(name for name in names if name.endswith(".dist-info"))
    return found if os.path.dirname(package) in installed else [*found, str(_newest_modification_time(package))]


def _newest_modification_time(folder: str) -> int:
    """Return the newest modification time of all source files in and below a folder, in nanoseconds."""
    paths = (f"{place}/{name}" for place, _, names in os.walk(folder) for name in names if not name.endswith(".pyc"))
    # An editor may lock a file with a link to nowhere.
    return max(os.lstat(path).st_mtime_ns for path in paths)


Converter = Callable[[Any], Any]

_EXACT_TYPES = frozenset((bool, int, str))
"""Types of items that are checked together, which is several times faster than a call for each item."""


def from_json(annotation: Any, value: object) -> Any:
    """Return a value parsed from JSON as an instance of the annotated type.

    The type may be None, bool, int, str, a union, a list, a tuple, a dict with keys of type str, or a NamedTuple of
    such types, which is a list in JSON. No value is converted to a similar type: a boolean is not an int. Raises
    ValueError if the value has another shape.
    """
    return _create_converter(annotation)(value)


@cache
def _create_converter(annotation: Any) -> Converter:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return _convert_union([_create_converter(each) for each in arguments])
    if origin is list:
        return _convert_sequence(arguments[0], list)
    if origin is tuple and arguments[-1] is Ellipsis:
        return _convert_sequence(arguments[0], tuple)
    if origin is tuple:
        return _convert_row(arguments, tuple)
    if origin in (dict, Mapping):
        convert_item = _create_converter(arguments[1])
        return lambda value: (
            {key: convert_item(item) for key, item in value.items()} if type(value) is dict else _refuse(value)
        )
    if issubclass(annotation, tuple):
        hints = get_type_hints(annotation)
        return _convert_row([hints[name] for name in annotation._fields], annotation._make)
    return lambda value: value if type(value) is annotation else _refuse(value)


def _convert_sequence(item_annotation: Any, create: Callable[[Any], Any]) -> Converter:
    convert_item = _create_converter(item_annotation)
    if item_annotation in _EXACT_TYPES:
        types = {item_annotation}
        return lambda value: create(value) if type(value) is list and {*map(type, value)} <= types else _refuse(value)
    return lambda value: create(map(convert_item, value)) if type(value) is list else _refuse(value)


def _convert_row(annotations: Sequence[Any], create: Callable[[Any], Any]) -> Converter:
    if _EXACT_TYPES.issuperset(annotations):
        types = [*annotations]
        return lambda value: create(value) if type(value) is list and [*map(type, value)] == types else _refuse(value)
    converters = [*map(_create_converter, annotations)]

    def convert(value: Any) -> Any:
        if type(value) is not list or len(value) != len(converters):
            _refuse(value)
        return create([convert_field(field) for convert_field, field in zip(converters, value, strict=True)])

    return convert


def _convert_union(converters: list[Converter]) -> Converter:
    def convert(value: Any) -> Any:
        for convert_alternative in converters:
            try:
                return convert_alternative(value)
            except ValueError:
                continue
        return _refuse(value)

    return convert


def _refuse(value: object) -> Any:
    raise ValueError(f"unexpected {type(value).__name__}")
