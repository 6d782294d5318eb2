"""Parser for the text of a Fluent message or term: its value and its attributes, as patterns.

Only this module uses fluent.syntax. Its parser is recursive: NotChecked is raised for a text that is nested too deeply.
"""

from collections.abc import Iterator

from fluent.syntax import FluentParser, ast

from transtats_cli.checks.fluent.messages import FluentMessage, FluentSyntaxError, Pattern, Reference, Selection
from transtats_cli.limits import NotChecked

_MAX_SELECTION_DEPTH = 20
"""Largest number of selections inside each other."""
_TOO_DEEP_MESSAGE = "the string is nested too deeply for this check"


def parse_text(text: str, *, is_term: bool) -> FluentMessage:
    """Parse the text of a message or a term. Raise FluentSyntaxError if the text is not valid."""
    entry = _parse_entry(text, is_term=is_term)
    attributes: dict[str, Pattern] = {}
    for attribute in entry.attributes:
        if attribute.id.name in attributes:
            raise FluentSyntaxError(f"the attribute .{attribute.id.name} occurs twice")
        attributes[attribute.id.name] = tuple(_convert_pattern(attribute.value, 0))
    return FluentMessage(None if entry.value is None else tuple(_convert_pattern(entry.value, 0)), attributes)


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
        return _named_reference("$" + expression.id.name)
    if isinstance(expression, ast.MessageReference | ast.TermReference):
        prefix = "-" if isinstance(expression, ast.TermReference) else ""
        suffix = f".{expression.attribute.name}" if expression.attribute else ""
        return _named_reference(prefix + expression.id.name + suffix)
    return Reference(str(getattr(expression, "value", "")), ())


def _named_reference(name: str) -> Reference:
    return Reference(name, (name,))
