"""Shapes of parsed JSON. A shape describes the types of a value and of all values inside it.

A shape is a type (`int` does not accept booleans), None, a list of one shape (a list of any length), a tuple of shapes
(a list of that length), a dict `{str: shape}` (an object with any keys), `AnyOfShapes` (any of several shapes), or
`ObjectShape` (an object with known keys). A cache document with an unexpected shape counts as absent.
"""

from typing import Any, NamedTuple

JsonShape = Any

DAMAGED_DOCUMENT_ERRORS = (LookupError, TypeError, ValueError, RecursionError)
"""Exceptions that may be raised while a damaged document is parsed, or a document with an unexpected shape."""


class AnyOfShapes(NamedTuple):
    """Shape of a value that has any one of several shapes."""

    alternatives: tuple[JsonShape, ...]


class ObjectShape(NamedTuple):
    """Shape of an object with known keys.

    Each key of the object must be in `shapes_by_key`, and its value must have the shape of the key.
    """

    shapes_by_key: dict[str, JsonShape]


def has_shape(value: object, shape: JsonShape) -> bool:
    """Return True if a value parsed from JSON has exactly this shape."""
    if isinstance(shape, type) or shape is None:
        return value is None if shape is None else type(value) is shape
    if isinstance(shape, AnyOfShapes):
        return any(has_shape(value, each) for each in shape.alternatives)
    if isinstance(shape, ObjectShape):
        return isinstance(value, dict) and all(
            key in shape.shapes_by_key and has_shape(each, shape.shapes_by_key[key]) for key, each in value.items()
        )
    if isinstance(shape, dict):
        (each_shape,) = shape.values()
        return isinstance(value, dict) and _all_have_shape(value.values(), each_shape)
    # A value that has not been written yet may contain tuples. They are parsed as lists later.
    if not isinstance(value, list | tuple):
        return False
    if isinstance(shape, tuple):
        # Fast path for a tuple of types.
        return (*map(type, value),) == shape or (len(value) == len(shape) and all(map(has_shape, value, shape)))
    return _all_have_shape(value, shape[0])


def _all_have_shape(values: Any, shape: JsonShape) -> bool:
    if isinstance(shape, type):
        # Fast path for the most frequent case.
        return {*map(type, values)} <= {shape}
    return all(has_shape(value, shape) for value in values)
