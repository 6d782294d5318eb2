"""The strings of one translation, each once with all that fails in it, and the page of them that is asked for."""

from collections import OrderedDict
from typing import Any, NamedTuple

from transtats_cli.budget import SCAN_SECONDS, Budget
from transtats_cli.component import Component
from transtats_cli.envelope import Page
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import by_code
from transtats_cli.report import FoundUnit
from transtats_cli.scanning import findings
from transtats_cli.serving.objects import units
from transtats_cli.serving.pagination import Wanted
from transtats_cli.serving.strings.query import parse

_MOST_KEPT = 2
"""Translations whose strings a process remembers: who reads one page will read the next."""
_kept: "OrderedDict[tuple[str, ...], list[FoundUnit]]" = OrderedDict()


class Asked(NamedTuple):
    """Which strings of a translation are wanted."""

    code: str
    version: str
    """Of the component's files; strings are remembered for as long as it stays."""
    query: str
    wanted: Wanted
    check_time: float = SCAN_SECONDS


class Shown(NamedTuple):
    """A page of strings, as JSON says them, and how many there are on all pages."""

    found: int
    page: Page
    units: list[dict[str, Any]]


def shown(component: Component, asked: Asked) -> Shown:
    """The page that is asked for. Raises Problem where there is none, QueryError for a query that cannot be read."""
    condition = parse(asked.query)
    numbered = list(enumerate(_strings(component, asked), start=1))
    if condition is not None:
        numbered = [(position, found) for position, found in numbered if condition(found)]
    page = asked.wanted.page(len(numbered))
    part = numbered[(page.number - 1) * page.size : page.number * page.size]
    return Shown(len(numbered), page, [units.fields(found, position, component) for position, found in part])


def _strings(component: Component, asked: Asked) -> list[FoundUnit]:
    key = (component.root, component.project, component.slug, asked.code, asked.version)
    strings = _kept.pop(key, None)
    if strings is None:
        strings = _read(component, asked)
    _kept[key] = strings
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return strings


def _read(component: Component, asked: Asked) -> list[FoundUnit]:
    """In the order of the file; what only a comparison tells is added to what a string tells by itself.

    Raises TranstatsError for a file that cannot be read: no strings would be a wrong answer.
    """
    code = asked.code
    is_source = code == by_code(component.source_language).code
    wanted = findings.Wanted(languages=(code,), with_source=is_source, budget=Budget(asked.check_time))
    strings: dict[tuple[str, str], FoundUnit] = {}
    search = findings.Search(component, wanted)
    for found in search.units():
        if found.language.code != code:
            continue
        key = (found.unit.context, found.unit.source)
        before = strings.get(key)
        strings[key] = found if before is None else before._replace(findings=before.findings + found.findings)
    failures = search.report().failures
    if failures and not strings:
        raise TranstatsError(str(failures[0]))
    return list(strings.values())
