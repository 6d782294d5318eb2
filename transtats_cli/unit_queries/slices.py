"""Parts of components that queries describe: the option `--where` and the table `[slices]` of the settings."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import find_similar_name
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.options import StringSlice
from transtats_cli.settings.layers import SLICE_MARK, Setting
from transtats_cli.unit_queries.query import QueryError, UnitCondition, needs_findings, parse_unit_query

_NAME_PATTERN = re.compile(rf'"(?:[^"\\]|\\.)*+"|(?<![^\s(-]){SLICE_MARK}[^\s()":]*+')
"""Quoted text, or the name of a slice in a query."""


def parse_slice(queries: Sequence[str], named_slices: Mapping[str, Setting]) -> StringSlice:
    """Return the slice of the strings that match all queries. They may contain names of slices in the settings: `@app`.

    Raises TranstatsError, with the file and the line of an invalid query in the settings.
    """
    expanded: list[str] = []
    for query in queries:
        origin = f"--where {query!r}"
        expanded.append(_NAME_PATTERN.sub(partial(_expand_name, origin, named_slices), query))
        if not query.strip():
            raise TranstatsError(f"{origin}: the query is empty, so it would select all strings")
        _parse_query(expanded[-1], origin)
    needs_checks = any(map(needs_findings, expanded))
    # Conditions cannot be sent to worker processes, so these parse the queries again.
    return StringSlice(partial(_matches_all, tuple(expanded)), " ".join(queries), needs_checks)


def _expand_name(origin: str, named_slices: Mapping[str, Setting], match: re.Match[str]) -> str:
    """Return the query of a slice in parentheses. A quoted text is returned as it is."""
    name = match[0]
    if not name.startswith(SLICE_MARK):
        return name
    if name not in named_slices:
        similar = find_similar_name(name, named_slices)
        hint = f"did you mean {similar}?" if similar else f"there are: {', '.join(named_slices) or 'none'}"
        raise TranstatsError(f"{origin}: the table [slices] of the settings does not contain {name}; {hint}")
    setting = named_slices[name]
    place = f"{setting.origin}: slices.{name.removeprefix(SLICE_MARK)}"
    for other in _NAME_PATTERN.findall(str(setting.value)):
        if other.startswith(SLICE_MARK):
            raise TranstatsError(f"{place}: a slice cannot contain another one; write the query of {other}")
    _parse_query(str(setting.value), place)
    return f"({setting.value})"


def _parse_query(query: str, origin: str) -> None:
    """Raise TranstatsError with the origin of the query if the query is invalid."""
    try:
        parse_unit_query(query)
    except QueryError as error:
        raise TranstatsError(f"{origin}: {error}") from error


def _matches_all(queries: tuple[str, ...], located_unit: LocatedUnit) -> bool:
    return all(condition(located_unit) for condition in _parse_queries(queries))


@lru_cache(maxsize=16)
def _parse_queries(queries: tuple[str, ...]) -> Sequence[UnitCondition]:
    return [*filter(None, map(parse_unit_query, queries))]
