"""Shapes of parsed JSON. A shape describes the types of a value and of all values inside it.

A shape is a type (`int` does not accept booleans), None, a list of one shape (a list of any length), a tuple of shapes
(a list of that length), a dict `{str: shape}` (an object with any keys), `Either` (any of several shapes), or `Fields`
(an object with known keys). A cache document with an unexpected shape counts as absent.
"""

from typing import Any, NamedTuple

Shape = Any

IS_DAMAGED = (LookupError, TypeError, ValueError, RecursionError)
"""Exceptions that may be raised while a damaged document is parsed, or a document with an unexpected shape."""


class Either(NamedTuple):
    """Shape of a value that has any one of several shapes."""

    shapes: tuple[Shape, ...]


class Fields(NamedTuple):
    """Shape of an object. Each key of the object must be in `shapes`, and its value must have the shape of the key."""

    shapes: dict[str, Shape]


def fits(value: object, shape: Shape) -> bool:
    """Return True if a value parsed from JSON has exactly this shape."""
    if isinstance(shape, type) or shape is None:
        return value is None if shape is None else type(value) is shape
    if isinstance(shape, Either):
        return any(fits(value, each) for each in shape.shapes)
    if isinstance(shape, Fields):
        return isinstance(value, dict) and all(
            key in shape.shapes and fits(each, shape.shapes[key]) for key, each in value.items()
        )
    if isinstance(shape, dict):
        (each_shape,) = shape.values()
        return isinstance(value, dict) and _all_fit(value.values(), each_shape)
    # A value that has not been written yet may contain tuples. They are parsed as lists later.
    if not isinstance(value, list | tuple):
        return False
    if isinstance(shape, tuple):
        return len(value) == len(shape) and all(map(fits, value, shape))
    return _all_fit(value, shape[0])


def _all_fit(values: Any, shape: Shape) -> bool:
    if isinstance(shape, type):
        # Fast path for the most frequent case.
        return {*map(type, values)} <= {shape}
    return all(fits(value, shape) for value in values)
