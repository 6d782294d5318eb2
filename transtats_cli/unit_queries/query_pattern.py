"""Regular expression for the query language, for the OpenAPI document."""

from collections.abc import Iterable

from transtats_cli.unit_queries.conditions import QUERY_FIELD_VALUES, QUERY_FIELDS

_QUOTED_CHARACTER_REGEX = r'(?:[^"\\]|\\[\s\S])'
_QUOTED_REGEX = f'"{_QUOTED_CHARACTER_REGEX}+"'
_WORD_REGEX = r'[^\s():"]+'
_VALUE_REGEX = r'[^\s()"<>=][^\s()"]*'
_EXACT_VALUE_REGEX = rf'=(?:"{_QUOTED_CHARACTER_REGEX}*"|[^\s()"]+)'


def build_query_pattern() -> str:
    """Return a regular expression that matches all queries without parentheses.

    Regular expressions cannot match pairs of parentheses. The expression also matches invalid queries in which AND, OR
    and NOT have no operands. Each text can match in one way only, so there is no exponential backtracking.
    """
    fields = [
        _build_values_pattern(name, QUERY_FIELD_VALUES[name])
        if name in QUERY_FIELD_VALUES
        else _build_text_field_pattern(name)
        for name in QUERY_FIELDS
    ]
    part = f"(?:{'|'.join([*fields, f'-?{_QUOTED_REGEX}', _WORD_REGEX])})"
    return rf"^\s*(?:{part}(?:\s+{part})*\s*)?$"


def _build_values_pattern(name: str, values: Iterable[str]) -> str:
    relation = "(?:[<>]=?|=)?" if name == "state" else ""
    return f"-?{name}:{relation}(?:{'|'.join(values)})"


def _build_text_field_pattern(name: str) -> str:
    return f"-?{name}:(?:{_QUOTED_REGEX}|{_VALUE_REGEX}|{_EXACT_VALUE_REGEX})"
