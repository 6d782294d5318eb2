"""The query language for units: `state:<translated AND (check:same OR "end of file")`.

Words and quoted texts are searched in all fields, `field:text` in one field, and `field:=text` must equal the whole
field. Adjacent conditions must all match. `OR` and `NOT` (or a leading `-`) are operators, and parentheses group
conditions.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.strings import conditions
from transtats_cli.serving.strings.conditions import Condition

LARGEST_LENGTH = 1000
_LARGEST_DEPTH = 20
_TOKEN = re.compile(
    r"""\s*+(?:
        (?P<bracket>[()])
      | (?P<minus>-)(?=[^\s)])
      | (?P<field>[^\s()":]*+):(?P<relation>[<>]=?|=)?(?:"(?P<value>(?:[^"\\]|\\.)*+)"|(?P<plain>[^\s()"]++))
      | "(?P<quoted>(?:[^"\\]|\\.)*+)"
      | (?P<word>[^\s()":]++)(?!:)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_OPERATORS = frozenset({"AND", "OR", "NOT"})


class QueryError(TranstatsError):
    """Error for a search query that cannot be parsed."""


class _Token(NamedTuple):
    """Token of a query. `mark` is a parenthesis or an operator, or else `condition` is a condition."""

    mark: str = ""
    condition: Condition | None = None


def parse(query: str) -> Condition | None:
    """Parse a search query. Return its condition on units, or None if the query is empty. Raises QueryError."""
    if len(query) > LARGEST_LENGTH:
        raise QueryError(f"The query has more than {LARGEST_LENGTH} characters.")
    tokens = list(_tokens(query))
    if not tokens:
        return None
    parser = _Parser(tokens)
    condition = parser.any_of(0)
    if parser.peek is not None:
        raise QueryError(f"Unexpected {parser.peek.mark} in the query.")
    return condition


def _tokens(query: str) -> Iterator[_Token]:
    query = query.rstrip()
    position = 0
    while position < len(query):
        match = _TOKEN.match(query, position)
        if match is None:
            raise QueryError(
                f"Syntax error in the query at character {position + 1}: quotes must be paired,"
                " and a text must follow a colon."
            )
        position = match.end()
        yield _token(match)


def _token(match: re.Match[str]) -> _Token:
    if match["bracket"]:
        return _Token(match["bracket"])
    if match["minus"]:
        return _Token("NOT")
    if match["word"] in _OPERATORS:
        return _Token(match["word"])
    relation, text = match["relation"] or "", match["word"] or match["plain"]
    if text is None:
        text = _ESCAPED.sub(r"\1", match["value"] or match["quoted"] or "")
    if text == "r" and match.string[match.end() : match.end() + 1] == '"':
        raise QueryError("Regular expressions are not supported; a quoted text is searched literally.")
    if not text and relation != "=":
        raise QueryError('An empty text matches every string; field:="" finds strings with an empty field.')
    try:
        return _Token(condition=conditions.condition(match["field"], relation, text))
    except TranstatsError as error:
        raise QueryError(_sentence(str(error))) from error


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(("?", ".")) else ".")


class _Parser:
    """Recursive-descent parser of search queries. NOT has the highest precedence, then AND, then OR."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._position = 0

    @property
    def peek(self) -> _Token | None:
        return self._tokens[self._position] if self._position < len(self._tokens) else None

    def any_of(self, depth: int) -> Condition:
        parts = [self._all_of(depth)]
        while self._accept("OR"):
            parts.append(self._all_of(depth))
        return parts[0] if len(parts) == 1 else lambda found_unit: any(part(found_unit) for part in parts)

    def _all_of(self, depth: int) -> Condition:
        parts = [self._one(depth)]
        while self._accept("AND") or not self._is_at("OR", ")"):
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else lambda found_unit: all(part(found_unit) for part in parts)

    def _one(self, depth: int) -> Condition:
        if depth > _LARGEST_DEPTH:
            raise QueryError(f"The query is nested more than {_LARGEST_DEPTH} levels deep.")
        is_negated = False
        while self._accept("NOT"):
            is_negated = not is_negated
        if is_negated:
            negated = self._one(depth)
            return lambda found_unit: not negated(found_unit)
        if self._accept("("):
            condition = self.any_of(depth + 1)
            if not self._accept(")"):
                raise QueryError("A closing parenthesis is missing in the query.")
            return condition
        token = self.peek
        if token is None or token.condition is None:
            raise QueryError(f"A condition is missing {f'before {token.mark}' if token else 'at the end'}.")
        self._position += 1
        return token.condition

    def _accept(self, mark: str) -> bool:
        token = self.peek
        accepted = token is not None and token.mark == mark
        self._position += accepted
        return accepted

    def _is_at(self, *marks: str) -> bool:
        """Return True if the parser is at the end of the query or at one of the given marks."""
        token = self.peek
        return token is None or token.mark in marks
