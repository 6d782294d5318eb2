"""Immutable tuples with named fields, like `typing.NamedTuple`, but with classes that are defined much faster.

`typing.NamedTuple` compiles a constructor for each class, and checks the annotations. A command defines 80 classes of
options, settings and results before it reads a file. As named tuples, these definitions took an eighth of the time of a
small run. All subclasses of `FieldTuple` share one constructor. Defining such a class is eight times as fast.

`FieldTuple` has two disadvantages. Creating an instance takes longer if values are left out or passed by name. Type
checkers cannot infer the types of unpacked items. So `typing.NamedTuple` is used for classes with many instances, such
as `Unit`, and for classes whose instances are unpacked.
"""

import sys

# The type of the fields of named tuples. Python has no public name for it.
from collections import _tuplegetter  # type: ignore[attr-defined]
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar, Self, dataclass_transform

_MISSING: Any = object()


def _list_annotated_names(namespace: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the annotated names in the body of a class. `namespace` contains the names that the body defines."""
    if sys.version_info >= (3, 14) and "__annotations__" not in namespace:
        from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

        annotate = get_annotate_from_class_namespace(namespace)
        return tuple(call_annotate_function(annotate, Format.FORWARDREF)) if annotate else ()
    return tuple(namespace.get("__annotations__", ()))


# Cached, so that classes share the getters of fields at the same position. Reading a property takes half as long again.
@cache
def _create_getter(index: int) -> Any:
    return _tuplegetter(index, None)


@dataclass_transform(frozen_default=True)
class _FieldTupleType(type):
    """Type of field tuples: the annotations of a class are its fields, and the assigned values their defaults."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> "_FieldTupleType":
        fields = _list_annotated_names(namespace) if bases != (tuple,) else ()
        defaults = {field: namespace[field] for field in fields if field in namespace}
        getters = {field: _create_getter(index) for index, field in enumerate(fields)}
        special = {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
        special["_default_values"] = tuple(defaults.get(field, _MISSING) for field in fields)
        return super().__new__(cls, name, bases, {**namespace, **getters, **special})


# Representations are parts of the keys of cached values, so there may be thousands.
@lru_cache(maxsize=256)
def _create_repr_format(cls: "type[FieldTuple]") -> str:
    return f"{cls.__name__}({', '.join(map('{}=%r'.format, cls._fields))})"


class FieldTuple(tuple[Any, ...], metaclass=_FieldTupleType):
    """Base class of tuples with named fields. The methods are those of `typing.NamedTuple`."""

    _fields: ClassVar[tuple[str, ...]]
    _field_defaults: ClassVar[Mapping[str, Any]]
    _default_values: ClassVar[tuple[Any, ...]]
    """Default of each field. _MISSING for a field without a default. These fields are the first ones."""

    def __new__(cls, *values: Any, **named_values: Any) -> Self:
        if named_values or len(values) != len(cls._fields):
            values = cls._complete_values(values, named_values)
        return tuple.__new__(cls, values)

    @classmethod
    def _complete_values(cls, values: tuple[Any, ...], named_values: dict[str, Any]) -> tuple[Any, ...]:
        """Return the values of all fields, and empty `named_values`.

        Raises TypeError if a value is missing, unknown or given twice.
        """
        count = len(values)
        # Thousands of components are created by name, and copying dictionaries would take longer.
        completed = (*values, *map(named_values.pop, cls._fields[count:], cls._default_values[count:]))
        if named_values or len(completed) != len(cls._fields):
            raise TypeError(f"{cls.__name__}: the arguments do not match the fields {', '.join(cls._fields)}")
        if _MISSING in completed[count : -len(cls._field_defaults) or None]:
            field = cls._fields[completed.index(_MISSING)]
            raise TypeError(f"{cls.__name__}: the field {field!r} is missing")
        return completed

    def __repr__(self) -> str:
        return _create_repr_format(type(self)) % self

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the arguments of the constructor for copies and for pickle."""
        return tuple(self)

    def _replace(self, **new_values: Any) -> Self:
        """Return a copy of the tuple with other values of some fields."""
        values = tuple(map(new_values.pop, self._fields, self))
        if new_values:
            raise ValueError(f"{type(self).__name__} has no field {', '.join(new_values)}")
        return tuple.__new__(type(self), values)

    def _asdict(self) -> dict[str, Any]:
        """Return a dictionary of the values by field name."""
        return dict(zip(self._fields, self, strict=True))
