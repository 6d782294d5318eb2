"""Conditions of a search query. A condition is a function that returns True if a unit matches."""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
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
    "untranslated": lambda located_unit: located_unit.unit.state < State.TRANSLATED,
}
"""Conditions by the value of `is:` in a query.

As in the statistics, translated units include approved and read-only units.
"""
_HAS_CONDITIONS: Mapping[str, UnitCondition] = {
    "check": lambda located_unit: bool(located_unit.findings),
    "translation": _IS_CONDITIONS["translated"],
    "plural": lambda located_unit: len(located_unit.unit.sources) > 1,
    "context": lambda located_unit: bool(located_unit.unit.context),
    "note": lambda located_unit: bool(located_unit.unit.note),
    "location": lambda located_unit: bool(located_unit.unit.references),
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
    "note": lambda located_unit: (located_unit.unit.note,),
    "location": lambda located_unit: located_unit.unit.references,
}

QUERY_FIELDS = (*_TEXT_GETTERS, "state", "is", "has", "check")
QUERY_FIELD_VALUES: Mapping[str, Collection[str]] = {
    "state": _STATES_BY_NAME,
    "is": _IS_CONDITIONS,
    "has": _HAS_CONDITIONS,
    "check": CHECKS_BY_ID,
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
    if field == "state":
        compare, state = _COMPARISONS_BY_SIGN[relation], _look_up_value(_STATES_BY_NAME, field, text)
        return lambda located_unit: compare(located_unit.unit.state, state)
    if field in _TEXT_GETTERS and relation in ("", "="):
        return _make_text_condition((_TEXT_GETTERS[field],), text, is_exact=relation == "=")
    if field not in QUERY_FIELDS:
        raise TranstatsError(f"there is no field {field!r}; there are {', '.join(QUERY_FIELDS)}")
    if relation not in ("", "="):
        raise TranstatsError(f"{relation} compares only states, not {field}")
    if field == "check":
        check_id = find_check(text).id
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
        unit = located_unit.unit
        return (
            expected in unit.source.casefold()
            or expected in unit.target.casefold()
            or expected in unit.context.casefold()
            or (expected in unit.comments.casefold() and in_comments(located_unit))
        )

    return matches


def _make_text_condition(
    getters: Iterable[Callable[[LocatedUnit], Iterable[str]]], text: str, *, is_exact: bool
) -> UnitCondition:
    """Return a condition that searches a text in the texts that the getters return for a unit, ignoring case.

    If `is_exact` is True, a text of the unit must equal `text`. Otherwise, a text of the unit must contain `text`.
    """
    expected = text.casefold()
    if is_exact:
        return lambda located_unit: any(
            expected == each.casefold() for getter in getters for each in getter(located_unit)
        )
    return lambda located_unit: any(expected in each.casefold() for getter in getters for each in getter(located_unit))


def _look_up_value(values_by_name: Mapping[str, Value], field: str, name: str) -> Value:
    if name not in values_by_name:
        raise TranstatsError(f"there is no {field}:{name}; there are {', '.join(values_by_name)}")
    return values_by_name[name]
