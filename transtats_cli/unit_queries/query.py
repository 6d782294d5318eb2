"""The query language for units: `state:<translated AND (check:same OR "end of file")`.

A word or a quoted text is searched in all text fields. With `field:text`, the text is searched in one field. With
`field:=text`, the whole field must equal the text. With `key:admin.*`, the whole key must match the pattern; so do
`context` and `location`, whose line need not match. Adjacent conditions must all match. `AND`, `OR` and `NOT` (or a
leading `-`) are operators, and parentheses group conditions.
"""

import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.errors import TranstatsError
from transtats_cli.model import State
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.checking import find_check

UnitCondition = Callable[[LocatedUnit], bool]
Value = TypeVar("Value")

_STATES_BY_NAME = {
    "empty": State.EMPTY,
    "needs-editing": State.NEEDS_EDITING,
    "fuzzy": State.NEEDS_EDITING,
    "translated": State.TRANSLATED,
    "approved": State.APPROVED,
    "read-only": State.READ_ONLY,
    "readonly": State.READ_ONLY,
}
_COMPARISONS_BY_SIGN: Mapping[str, Callable[[int, int], bool]] = {
    "": operator.eq,
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_IS_CONDITIONS: Mapping[str, UnitCondition] = {
    "empty": lambda located_unit: located_unit.unit.state is State.EMPTY,
    "needs-editing": lambda located_unit: located_unit.unit.state.is_fuzzy,
    "fuzzy": lambda located_unit: located_unit.unit.state.is_fuzzy,
    "approved": lambda located_unit: located_unit.unit.state is State.APPROVED,
    "read-only": lambda located_unit: located_unit.unit.state is State.READ_ONLY,
    "readonly": lambda located_unit: located_unit.unit.state is State.READ_ONLY,
    "translated": lambda located_unit: located_unit.unit.state >= State.TRANSLATED,
    "untranslated": lambda located_unit: located_unit.unit.state < State.TRANSLATED and not located_unit.is_stale,
    "missing": lambda located_unit: located_unit.is_missing,
    "outdated": lambda located_unit: located_unit.source_change is not None,
}
"""Conditions by the value of `is:` in a query.

As in the statistics, translated units include approved and read-only units. A missing unit is empty and untranslated,
and nothing is left to translate of one that is known to be stale.
"""
_HAS_CONDITIONS: Mapping[str, UnitCondition] = {
    "check": lambda located_unit: bool(located_unit.findings),
    "translation": _IS_CONDITIONS["translated"],
    "plural": lambda located_unit: len(located_unit.unit.sources) > 1,
    "context": lambda located_unit: bool(located_unit.unit.context),
    "note": lambda located_unit: bool(located_unit.note),
    "location": lambda located_unit: bool(located_unit.references),
    "flags": lambda located_unit: bool(located_unit.unit.flags),
    "suggestion": lambda located_unit: False,
    "comment": lambda located_unit: False,
}
"""Conditions by the value of `has:` in a query.

Suggestions and comments exist only on servers, so `has:suggestion` and `has:comment` match no unit.
"""
_TEXT_GETTERS: Mapping[str, Callable[[LocatedUnit], Iterable[str]]] = {
    "source": lambda located_unit: located_unit.unit.sources,
    "target": lambda located_unit: located_unit.unit.targets,
    "context": lambda located_unit: (located_unit.unit.context,),
    "key": lambda located_unit: (located_unit.unit.context,),
    "note": lambda located_unit: (located_unit.note,),
    "location": lambda located_unit: located_unit.references,
}
_PATTERN_SUFFIXES = {"context": "", "key": "", "location": "(:[0-9]+)?"}
"""Fields in which an unquoted text with `*` is a pattern, with the regular expression of what may follow the text."""

QUERY_FIELDS = (*_TEXT_GETTERS, "flags", "state", "is", "has", "check", "fails")
QUERY_FIELD_VALUES: Mapping[str, Collection[str]] = {
    "state": _STATES_BY_NAME,
    "is": _IS_CONDITIONS,
    "has": _HAS_CONDITIONS,
    "check": CHECKS_BY_ID,
    "fails": CHECKS_BY_ID,
}
"""Allowed values of each query field that has a fixed set of values."""


def make_condition(field: str | None, relation: str, text: str) -> UnitCondition:
    """Return the condition for `FIELD:TEXT` in a query. If `field` is None, the text is searched in all text fields.

    `relation` is the sign before the text, such as `<=`, or empty. Raises TranstatsError if the field does not exist,
    or does not allow the relation or the value.
    """
    if field is None:
        return _make_general_text_condition(text)
    field = field.lower()
    if field == "flags" and relation in ("", "="):
        return _make_text_condition((_list_flags,), text, is_exact=relation == "=")
    if field == "state":
        compare, state = _COMPARISONS_BY_SIGN[relation], _look_up_value(_STATES_BY_NAME, field, text)
        return lambda located_unit: compare(located_unit.unit.state, state)
    if field in _TEXT_GETTERS and relation in ("", "="):
        return _make_text_condition((_TEXT_GETTERS[field],), text, is_exact=relation == "=")
    if field not in QUERY_FIELDS:
        raise TranstatsError(f"there is no field {field!r}; there are {', '.join(QUERY_FIELDS)}")
    if relation not in ("", "="):
        raise TranstatsError(f"{relation} compares only states, not {field}")
    if field in ("check", "fails"):
        check_id = find_check(text).id
        if field == "fails":
            return lambda located_unit: check_id in located_unit.failing_checks
        return lambda located_unit: any(finding.check == check_id for finding in located_unit.findings)
    return _look_up_value(_IS_CONDITIONS if field == "is" else _HAS_CONDITIONS, field, text)


def _make_general_text_condition(text: str) -> UnitCondition:
    """Return a condition that searches a text in all text fields, ignoring case.

    The whole fields are searched before notes and locations are parsed, because this is several times as fast.
    """
    expected = text.casefold()
    if not expected.isprintable():
        # The text may be in the lines of a note, which have comment marks, or contain the separator of plural forms.
        return _make_text_condition(tuple(_TEXT_GETTERS.values()), text, is_exact=False)
    in_comments = _make_text_condition((_TEXT_GETTERS["note"], _TEXT_GETTERS["location"]), text, is_exact=False)

    def matches(located_unit: LocatedUnit) -> bool:
        unit, reference = located_unit.unit, located_unit.reference or located_unit.unit
        return (
            expected in unit.source.casefold()
            or expected in unit.target.casefold()
            or expected in unit.context.casefold()
            or (
                (expected in unit.comments.casefold() or expected in reference.comments.casefold())
                and in_comments(located_unit)
            )
        )

    return matches


def _make_text_condition(
    getters: Iterable[Callable[[LocatedUnit], Iterable[str]]], text: str, *, is_exact: bool
) -> UnitCondition:
    """Return a condition that searches a text in the texts that the getters return for a unit, ignoring case.

    If `is_exact` is True, a text of the unit must equal `text`. Otherwise, a text of the unit must contain `text`.
    """
    expected, matches = text.casefold(), operator.eq if is_exact else operator.contains
    return lambda located_unit: any(
        matches(each.casefold(), expected) for getter in getters for each in getter(located_unit)
    )


def _list_flags(located_unit: LocatedUnit) -> Iterable[str]:
    """Return the flags of a unit, without the values of flags that have some, and all flags as one text."""
    return (*located_unit.unit.flags, str(located_unit.unit.flags))


def _make_pattern_condition(field: str, pattern: str) -> UnitCondition:
    """Return a condition that a text of the field matches a pattern, in which `*` stands for any characters."""
    first, *middle, last = map(re.escape, pattern.casefold().split("*"))
    # Atomic groups prevent backtracking: the first place of a part leaves most text for the parts after it.
    regex = first + "".join(f"(?>.*?{part})" for part in middle) + f".*{last}{_PATTERN_SUFFIXES[field]}"
    fullmatch = re.compile(regex, re.DOTALL).fullmatch
    return lambda located_unit: any(fullmatch(text.casefold()) for text in _TEXT_GETTERS[field](located_unit))


def _look_up_value(values_by_name: Mapping[str, Value], field: str, name: str) -> Value:
    if name not in values_by_name:
        raise TranstatsError(f"there is no {field}:{name}; there are {', '.join(values_by_name)}")
    return values_by_name[name]


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
      | (?P<field>[^\s()":]*+):(?P<relation>[<>]=?|=)?(?:
            "(?P<value>(?:[^"\\]|\\.)*+)"|(?P<plain>[^\s()"](?:[^\s()"]|\([^\s()"]*+\))*+))
      | "(?P<quoted>(?:[^"\\]|\\.)*+)"
      | (?P<word>(?:AND|OR|NOT)(?=\()|[^\s()":](?:[^\s()":]|\([^\s()":]*+\))*+)(?!:)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED_CHARACTER_PATTERN = re.compile(r"\\(.)", re.DOTALL)
_MARKS = frozenset({"(", ")", "AND", "OR", "NOT"})
_QueryToken = str | UnitCondition
"""Token of a query: one of the marks, or a condition."""


class QueryError(TranstatsError):
    """Error for a search query that cannot be parsed."""

    @property
    def sentence(self) -> str:
        """The message as a sentence, as in the responses of a server."""
        text = str(self)
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"


def parse_unit_query(query: str, *, knows_outdated: bool = False) -> UnitCondition | None:
    """Parse a search query and return a condition on units. Return None if the query is empty. Raises QueryError.

    Only with `knows_outdated` are outdated units marked, so that `is:outdated` is allowed.
    """
    if len(query) > MAX_QUERY_LENGTH:
        raise QueryError(f"the query has more than {MAX_QUERY_LENGTH} characters")
    tokens = [*map(_make_query_token, _match_tokens(query))]
    if not knows_outdated and _IS_CONDITIONS["outdated"] in tokens:
        raise QueryError(
            "the query is:outdated needs `serve --outdated`; `units --outdated` prints these strings,"
            " `stats --outdated` counts them, and `gate --max-outdated` limits their number"
        )
    if not tokens:
        return None
    parser = _QueryParser(tokens)
    condition = parser.parse_or(0)
    if parser.next_token is not None:
        raise QueryError(f"unexpected {parser.next_token} in the query")
    return condition


def needs_findings(query: str) -> bool:
    """Return True if a condition of a query is about the findings of checks. Raises QueryError."""
    conditions = ((match["field"] or "", match["plain"] or match["value"]) for match in _match_tokens(query))
    return any(
        (field.lower(), value) == ("has", "check") or field.lower() in ("check", "fails") for field, value in conditions
    )


def list_searched_texts(query: str) -> list[tuple[str, str]]:
    """Return the texts that a query searches, each with its field, or with '' for all text fields. Raises QueryError.

    Patterns such as `key:admin.*` are left out.
    """
    found = [((match["field"] or "").lower(), _read_text(match)) for match in _match_tokens(query)]
    return [(field, text) for field, text in found if text not in _MARKS and (not field or field in _TEXT_GETTERS)]


def _match_tokens(query: str) -> Iterator[re.Match[str]]:
    query = query.rstrip()
    position = 0
    while position < len(query):
        match = _TOKEN_PATTERN.match(query, position)
        if match is None:
            raise QueryError(
                f"syntax error in the query at character {position + 1}: quotes must be paired,"
                " and a text must follow a colon"
            )
        position = match.end()
        yield match


def _make_query_token(match: re.Match[str]) -> _QueryToken:
    mark = "NOT" if match["minus"] else match["bracket"] or match["word"]
    if mark in _MARKS:
        return mark
    relation, text = match["relation"] or "", _read_text(match)
    if "*" in (match["plain"] or "") and not relation and match["field"].lower() in _PATTERN_SUFFIXES:
        return _make_pattern_condition(match["field"].lower(), match["plain"])
    if text == "r" and match.string[match.end() : match.end() + 1] == '"':
        raise QueryError("regular expressions are not supported; a quoted text is searched literally")
    if not text and relation != "=":
        raise QueryError('an empty text matches every string; field:="" finds strings with an empty field')
    try:
        return make_condition(match["field"], relation, text)
    except TranstatsError as error:
        raise QueryError(str(error)) from error


def _read_text(match: re.Match[str]) -> str:
    """Return the text of a token, without quotes and escapes."""
    plain = match["word"] or match["plain"]
    return plain or _ESCAPED_CHARACTER_PATTERN.sub(r"\1", match["value"] or match["quoted"] or "")


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
        while self._skip_mark("AND") or self.next_token not in (None, "OR", ")"):
            operands.append(self._parse_not(depth))
        return operands[0] if len(operands) == 1 else lambda located_unit: all(part(located_unit) for part in operands)

    def _parse_not(self, depth: int) -> UnitCondition:
        if depth > _MAX_NESTING_DEPTH:
            raise QueryError(f"the query is nested more than {_MAX_NESTING_DEPTH} levels deep")
        is_negated = False
        while self._skip_mark("NOT"):
            is_negated = not is_negated
        if is_negated:
            negated = self._parse_not(depth)
            return lambda located_unit: not negated(located_unit)
        if self._skip_mark("("):
            condition = self.parse_or(depth + 1)
            if not self._skip_mark(")"):
                raise QueryError("a closing parenthesis is missing in the query")
            return condition
        token = self.next_token
        if token is None or isinstance(token, str):
            raise QueryError(f"a condition is missing {f'before {token}' if token else 'at the end'}")
        self._position += 1
        return token

    def _skip_mark(self, mark: str) -> bool:
        """Skip the next token if it is the given mark. Return True if the token was skipped."""
        accepted = self.next_token == mark
        self._position += accepted
        return accepted


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
