"""Fluent messages and terms as values, without the objects of a library."""

from typing import NamedTuple, Union


class FluentSyntaxError(Exception):
    """Error for a text that is not a valid Fluent message or term. Contains the reason."""


class Reference(NamedTuple):
    """Reference to a variable, a message or a term, or a call of a function."""

    notation: str
    """Notation without the arguments of a term and the options of a function, such as `-brand` or `NUMBER($count)`."""
    names: tuple[str, ...]
    """Name of the variable, message or term, such as `$count`, `save.title` or `-brand`.

    A function has the names of its arguments, which may be none.
    """


class Selection(NamedTuple):
    """Select expression: several variants of a part of a text."""

    selector_names: tuple[str, ...]
    """Names of the references in the selector."""
    variants: tuple["Pattern", ...]


Pattern = tuple[Union[str, Reference, Selection], ...]  # noqa: UP007  Selection is defined with Pattern
"""Text of a value, an attribute or a variant: plain texts, references and selections, in order."""


class FluentMessage(NamedTuple):
    """Value and attributes of a Fluent message or term."""

    value: Pattern | None
    """None if there are only attributes."""
    attributes: dict[str, Pattern]
