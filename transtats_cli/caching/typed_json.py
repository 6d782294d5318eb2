"""Convert values that were parsed from JSON to annotated types, such as a `NamedTuple` of lists of numbers."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

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
