"""Fluent messages and terms as values, the parser that returns them, and the checks of their syntax and their parts.

Only this module uses fluent.syntax. Its parser is recursive: NotChecked is raised for a text that is nested too deeply.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Union

from fluent.syntax import FluentParser, ast

from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked, refuse_longer_than

_MAX_TEXT_LENGTH = 50_000
_MAX_SELECTION_DEPTH = 20
"""Largest number of selections inside each other."""
_TOO_DEEP_MESSAGE = "the string is nested too deeply for this check"


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


VALUE = "the value"
FluentParts = dict[str, Pattern]
"""Parts of a Fluent message or term by name: `the value`, if there is one, and such as `the attribute .title`."""


def is_term(checked_string: CheckedString) -> bool:
    """Return True if a string is a term, and False if it is a message."""
    return "Term" in checked_string.flags.values_of("fluent-type")


def parse_pair(source: str, target: str, checked_string: CheckedString) -> tuple[FluentParts, FluentParts] | None:
    """Parse the source and the translation of a Fluent string. Return None if one of them has a syntax error.

    Raises NotChecked if a text is too long.
    """
    term = is_term(checked_string)
    try:
        return parse_message(source, is_term=term), parse_message(target, is_term=term)
    except FluentSyntaxError:
        return None


@lru_cache(maxsize=1024)
def parse_message(text: str, *, is_term: bool) -> FluentParts:
    """Return the parts of the text of a message or a term. Raise FluentSyntaxError if the text is not valid.

    Raise NotChecked if the text is too long.
    """
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    entry = _parse_entry(text, is_term=is_term)
    parts: FluentParts = {} if entry.value is None else {VALUE: tuple(_convert_pattern(entry.value, 0))}
    for attribute in entry.attributes:
        name = f"the attribute .{attribute.id.name}"
        if name in parts:
            raise FluentSyntaxError(f"{name} occurs twice")
        parts[name] = tuple(_convert_pattern(attribute.value, 0))
    return parts


def _parse_entry(text: str, *, is_term: bool) -> ast.Message | ast.Term:
    # The lines of the text are indented, so that they cannot begin another entry.
    content = ("-" if is_term else "") + "i =\n " + text.replace("\n", "\n ")
    try:
        entries = FluentParser(with_spans=False).parse(content).body
    except RecursionError as error:
        raise NotChecked(_TOO_DEEP_MESSAGE) from error
    for entry in entries:
        if isinstance(entry, ast.Junk):
            raise FluentSyntaxError(_describe_syntax_error(entry, content))
    entry = entries[0]
    if len(entries) != 1 or not isinstance(entry, ast.Message | ast.Term):
        raise FluentSyntaxError("the text is not one message")
    return entry


def _describe_syntax_error(junk: ast.Junk, content: str) -> str:
    """Return the reason of a syntax error. fluent.syntax returns text with a syntax error as `Junk`."""
    annotation = junk.annotations[0]
    reason = annotation.message or "the text cannot be read"
    reason = reason[0].lower() + reason[1:]
    if annotation.span is None:
        return reason
    return f"line {max(content.count(chr(10), 0, annotation.span.start), 1)}: {reason}"


def _convert_pattern(pattern: ast.Pattern, depth: int) -> Iterator[str | Reference | Selection]:
    if depth > _MAX_SELECTION_DEPTH:
        raise NotChecked(_TOO_DEEP_MESSAGE)
    for element in pattern.elements:
        expression: ast.SyntaxNode = element
        while isinstance(expression, ast.Placeable):
            expression = expression.expression
        if isinstance(expression, ast.TextElement | ast.NumberLiteral):
            yield expression.value
        elif isinstance(expression, ast.StringLiteral):
            yield _convert_string_literal(expression)
        elif isinstance(expression, ast.SelectExpression):
            variants = (tuple(_convert_pattern(variant.value, depth + 1)) for variant in expression.variants)
            yield Selection(_convert_reference(expression.selector).names, tuple(variants))
        else:
            yield _convert_reference(expression)


def _convert_string_literal(literal: ast.StringLiteral) -> str:
    """Return the text of a literal. If an escape sequence is no character, all escape sequences remain as written."""
    try:
        return literal.parse()["value"]
    except ValueError:
        return literal.value


def _convert_reference(expression: ast.SyntaxNode) -> Reference:
    """Return the Reference of an expression. The Reference of a literal has no names."""
    if isinstance(expression, ast.Placeable):
        return _convert_reference(expression.expression)
    if isinstance(expression, ast.FunctionReference):
        arguments = [_convert_reference(argument) for argument in expression.arguments.positional]
        notations = ", ".join(argument.notation for argument in arguments)
        names = tuple(name for argument in arguments for name in argument.names)
        return Reference(f"{expression.id.name}({notations})", names)
    if isinstance(expression, ast.VariableReference):
        return Reference(f"${expression.id.name}", (f"${expression.id.name}",))
    if isinstance(expression, ast.MessageReference | ast.TermReference):
        prefix = "-" if isinstance(expression, ast.TermReference) else ""
        suffix = f".{expression.attribute.name}" if expression.attribute else ""
        name = prefix + expression.id.name + suffix
        return Reference(name, (name,))
    return Reference(str(getattr(expression, "value", "")), ())


def fluent_source_syntax(checked_string: CheckedString) -> str | None:
    """
    Fluent: a source can be read.

    Good:  "Welcome, { $name }"
    Bad:   "Welcome, { $name"

    Checked where the flag `fluent-source-syntax` is set, as for all strings of Fluent files.
    """
    return _find_syntax_error("source", checked_string.sources[0], checked_string)


def fluent_target_syntax(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Fluent: a translation can be read.

    Good:  "Welcome, { $name }"  ->  "Willkommen, { $name }"
    Bad:   "Welcome, { $name }"  ->  "Willkommen, { $name"

    Checked where the flag `fluent-target-syntax` is set, as for all strings of Fluent files.
    """
    return _find_syntax_error("translation", target, checked_string)


def _find_syntax_error(name: str, text: str, checked_string: CheckedString) -> str | None:
    try:
        parse_message(text, is_term=is_term(checked_string))
    except FluentSyntaxError as error:
        return f"the {name} cannot be read: {error}"
    return None


_ATTRIBUTE_NAME_PATTERN = re.compile(r"^\.[A-Za-z][A-Za-z0-9_-]*+ *=", re.MULTILINE)


def fluent_parts(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Fluent: the translation of a message has a value if its source has one, and the same attributes.

    Good:  "Save\\n.title = Save the file"  ->  "Sichern\\n.title = Datei sichern"
    Bad:   "Save\\n.title = Save the file"  ->  "Sichern"
    Bad:   ".title = Save the file"        ->  "Sichern\\n.title = Datei sichern"

    Checked where the flag `fluent-parts` is set, as for all strings of Fluent files. Terms are not checked, because
    their attributes depend on the language.
    """
    messages = None if is_term(checked_string) else parse_pair(source, target, checked_string)
    if messages is None:
        return None
    expected, found = messages
    problems = [f"{part} is missing" for part in expected if part not in found]
    problems += [f"{part} is not in the source" for part in found if part not in expected]
    return "; ".join(problems) or None


def highlight_fluent_parts(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the names of attributes in a message. Yield nothing for a term."""
    return iter(()) if is_term(checked_string) else (found.span() for found in _ATTRIBUTE_NAME_PATTERN.finditer(text))
