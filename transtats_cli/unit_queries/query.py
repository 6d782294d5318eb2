"""The query language for units: `state:<translated AND (check:same OR "end of file")`.

A word or a quoted text is searched in all text fields. With `field:text`, the text is searched in one field. With
`field:=text`, the whole field must equal the text. Adjacent conditions must all match. `AND`, `OR` and `NOT` (or a
leading `-`) are operators, and parentheses group conditions.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.unit_queries import conditions
from transtats_cli.unit_queries.conditions import QUERY_FIELD_VALUES, QUERY_FIELDS, UnitCondition

_QUOTED_CHARACTER_REGEX = r'(?:[^"\\]|\\[\s\S])'
_QUOTED_REGEX = f'"{_QUOTED_CHARACTER_REGEX}+"'
_WORD_REGEX = r'[^\s():"]+'
_VALUE_REGEX = r'[^\s()"<>=][^\s()"]*'
_EXACT_VALUE_REGEX = rf'=(?:"{_QUOTED_CHARACTER_REGEX}*"|[^\s()"]+)'
MAX_QUERY_LENGTH = 1000
_MAX_NESTING_DEPTH = 20
_TOKEN_PATTERN = re.compile(
    r"""\s*+(?:
        (?P<bracket>[()])
      | (?P<minus>-)(?=[^\s)])
      | (?P<field>[^\s()":]*+):(?P<relation>[<>]=?|=)?(?:"(?P<value>(?:[^"\\]|\\.)*+)"|(?P<plain>[^\s()"]++))
      | "(?P<quoted>(?:[^"\\]|\\.)*+)"
      | (?P<word>[^\s()":]++)(?!:)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED_CHARACTER_PATTERN = re.compile(r"\\(.)", re.DOTALL)
_OPERATORS = frozenset({"AND", "OR", "NOT"})


class QueryError(TranstatsError):
    """Error for a search query that cannot be parsed."""


class _QueryToken(NamedTuple):
    """Token of a query: a parenthesis, an operator, or a condition."""

    mark: str = ""
    """Parenthesis or operator: `(`, `)`, `AND`, `OR` or `NOT`. Empty if the token is a condition."""
    condition: UnitCondition | None = None
    """None if the token is a parenthesis or an operator."""


def parse_unit_query(query: str) -> UnitCondition | None:
    """Parse a search query and return a condition on units. Return None if the query is empty. Raises QueryError."""
    if len(query) > MAX_QUERY_LENGTH:
        raise QueryError(f"The query has more than {MAX_QUERY_LENGTH} characters.")
    tokens = list(_tokenize_query(query))
    if not tokens:
        return None
    parser = _QueryParser(tokens)
    condition = parser.parse_or(0)
    if parser.next_token is not None:
        raise QueryError(f"Unexpected {parser.next_token.mark} in the query.")
    return condition


def _tokenize_query(query: str) -> Iterator[_QueryToken]:
    query = query.rstrip()
    position = 0
    while position < len(query):
        match = _TOKEN_PATTERN.match(query, position)
        if match is None:
            raise QueryError(
                f"Syntax error in the query at character {position + 1}: quotes must be paired,"
                " and a text must follow a colon."
            )
        position = match.end()
        yield _make_query_token(match)


def _make_query_token(match: re.Match[str]) -> _QueryToken:
    if match["bracket"]:
        return _QueryToken(match["bracket"])
    if match["minus"]:
        return _QueryToken("NOT")
    if match["word"] in _OPERATORS:
        return _QueryToken(match["word"])
    relation, text = match["relation"] or "", match["word"] or match["plain"]
    if text is None:
        text = _ESCAPED_CHARACTER_PATTERN.sub(r"\1", match["value"] or match["quoted"] or "")
    if text == "r" and match.string[match.end() : match.end() + 1] == '"':
        raise QueryError("Regular expressions are not supported; a quoted text is searched literally.")
    if not text and relation != "=":
        raise QueryError('An empty text matches every string; field:="" finds strings with an empty field.')
    try:
        return _QueryToken(condition=conditions.make_condition(match["field"], relation, text))
    except TranstatsError as error:
        text = str(error)
        raise QueryError(text[:1].upper() + text[1:] + ("" if text.endswith(("?", ".")) else ".")) from error


class _QueryParser:
    """Recursive-descent parser of search queries. NOT has the highest precedence, then AND, then OR."""

    def __init__(self, tokens: list[_QueryToken]) -> None:
        self._tokens = tokens
        self._position = 0

    @property
    def next_token(self) -> _QueryToken | None:
        return self._tokens[self._position] if self._position < len(self._tokens) else None

    def parse_or(self, depth: int) -> UnitCondition:
        operands = [self._parse_and(depth)]
        while self._skip_mark("OR"):
            operands.append(self._parse_and(depth))
        return operands[0] if len(operands) == 1 else lambda located_unit: any(part(located_unit) for part in operands)

    def _parse_and(self, depth: int) -> UnitCondition:
        operands = [self._parse_not(depth)]
        while self._skip_mark("AND") or not self._is_at_mark("OR", ")"):
            operands.append(self._parse_not(depth))
        return operands[0] if len(operands) == 1 else lambda located_unit: all(part(located_unit) for part in operands)

    def _parse_not(self, depth: int) -> UnitCondition:
        if depth > _MAX_NESTING_DEPTH:
            raise QueryError(f"The query is nested more than {_MAX_NESTING_DEPTH} levels deep.")
        is_negated = False
        while self._skip_mark("NOT"):
            is_negated = not is_negated
        if is_negated:
            negated = self._parse_not(depth)
            return lambda located_unit: not negated(located_unit)
        if self._skip_mark("("):
            condition = self.parse_or(depth + 1)
            if not self._skip_mark(")"):
                raise QueryError("A closing parenthesis is missing in the query.")
            return condition
        token = self.next_token
        if token is None or token.condition is None:
            raise QueryError(f"A condition is missing {f'before {token.mark}' if token else 'at the end'}.")
        self._position += 1
        return token.condition

    def _skip_mark(self, mark: str) -> bool:
        """Skip the next token if it is the given mark. Return True if the token was skipped."""
        token = self.next_token
        accepted = token is not None and token.mark == mark
        self._position += accepted
        return accepted

    def _is_at_mark(self, *marks: str) -> bool:
        """Return True if the parser is at the end of the query or at one of the given marks."""
        token = self.next_token
        return token is None or token.mark in marks


def build_query_pattern() -> str:
    """Return a regular expression that matches all queries without parentheses.

    Regular expressions cannot match pairs of parentheses. The expression also matches invalid queries in which AND, OR
    and NOT have no operands. Each text can match in one way only, so there is no exponential backtracking.
    """
    fields = []
    for name in QUERY_FIELDS:
        relation = "(?:[<>]=?|=)?" if name == "state" else ""
        values = QUERY_FIELD_VALUES.get(name, (_QUOTED_REGEX, _VALUE_REGEX, _EXACT_VALUE_REGEX))
        fields.append(f"-?{name}:{relation}(?:{'|'.join(values)})")
    part = f"(?:{'|'.join([*fields, f'-?{_QUOTED_REGEX}', _WORD_REGEX])})"
    return rf"^\s*(?:{part}(?:\s+{part})*\s*)?$"
