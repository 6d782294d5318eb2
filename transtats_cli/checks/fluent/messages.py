"""Fluent messages and terms as values, without the objects of a library."""

from typing import NamedTuple, Union


class FluentSyntaxError(Exception):
    """Error for a text that is no Fluent message or term. Contains the reason."""


class Reference(NamedTuple):
    """Reference to a variable, a message or a term, or a call of a function."""

    notation: str
    """Notation without the arguments of a term and the options of a function, such as `-brand` or `NUMBER($count)`."""
    names: tuple[str, ...]
    """Variables, messages and terms, such as `$count`, `save.title` or `-brand`. More than one only in a function."""


class Selection(NamedTuple):
    """Select expression: a place of a text with several variants."""

    selector_names: tuple[str, ...]
    """Names of the references in the selector."""
    variants: tuple["Pattern", ...]


Pattern = tuple[Union[str, Reference, Selection], ...]  # noqa: UP007  Selection is defined with Pattern


class FluentMessage(NamedTuple):
    """Value and attributes of a Fluent message or term."""

    value: Pattern | None
    """None if there are only attributes."""
    attributes: dict[str, Pattern]
