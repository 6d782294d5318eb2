"""Regular expression for the query language, for the OpenAPI document."""

from collections.abc import Iterable

from transtats_cli.serving.strings.conditions import FIELDS, VALUES

_QUOTED = r'"(?:[^"\\]|\\[\s\S])+"'
_WORD = r'[^\s():"]+'
_VALUE = r'[^\s():"<>=][^\s():"]*'


def query_pattern() -> str:
    """Return a regular expression that matches queries without parentheses.

    Regular expressions cannot match pairs of parentheses. This expression also matches queries in which AND, OR and NOT
    have no operands. No text matches in two ways, so there is no exponential backtracking.
    """
    fields = [
        _fixed_values_pattern(name, VALUES[name]) if name in VALUES else _text_field_pattern(name) for name in FIELDS
    ]
    part = f"(?:{'|'.join([*fields, f'-?{_QUOTED}', _WORD])})"
    return rf"^\s*(?:{part}(?:\s+{part})*\s*)?$"


def _fixed_values_pattern(name: str, values: Iterable[str]) -> str:
    relation = "(?:[<>]=?|=)?" if name == "state" else ""
    return f"-?{name}:{relation}(?:{'|'.join(values)})"


def _text_field_pattern(name: str) -> str:
    return f"-?{name}:=?(?:{_QUOTED}|{_VALUE})"
