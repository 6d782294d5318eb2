"""The query language as a regular expression, for those who describe the API or try it out."""

from collections.abc import Iterable

from transtats_cli.serving.strings.conditions import FIELDS, VALUES

_QUOTED = r'"(?:[^"\\]|\\[\s\S])+"'
_WORD = r'[^\s():"]+'
_VALUE = r'[^\s():"<>=][^\s():"]*'


def query_pattern() -> str:
    """Matches queries whose parts stand apart, without parentheses, which no regular expression can pair.

    It does not know that AND, OR and NOT need something beside them. No text fits in two ways, so that it fails fast.
    """
    fields = [_field(name, VALUES[name]) if name in VALUES else _any_text(name) for name in FIELDS]
    part = f"(?:{'|'.join([*fields, f'-?{_QUOTED}', _WORD])})"
    return rf"^\s*(?:{part}(?:\s+{part})*\s*)?$"


def _field(name: str, values: Iterable[str]) -> str:
    relation = "(?:[<>]=?|=)?" if name == "state" else ""
    return f"-?{name}:{relation}(?:{'|'.join(values)})"


def _any_text(name: str) -> str:
    return f"-?{name}:=?(?:{_QUOTED}|{_VALUE})"
