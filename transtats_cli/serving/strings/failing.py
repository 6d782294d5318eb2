"""How many strings fail each check, and how long those are: what statistics do not count."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import by_code
from transtats_cli.scanning.findings import Search, Wanted
from transtats_cli.statistics import words


class Failing(NamedTuple):
    """The failing strings of one translation."""

    checks: Mapping[str, int]
    """How many strings fail each check; a check that all pass is left out."""
    words: int
    """In the sources of all strings that fail, each counted once."""


def count_failing(component: Component) -> dict[str, Failing]:
    """For each language in which a string fails, the source language among them."""
    cjk = by_code(component.source_language).is_cjk
    checks: dict[str, Counter[str]] = {}
    lengths: Counter[str] = Counter()
    for found in Search(component, Wanted(failing=True, with_source=True)).units():
        code = found.language.code
        checks.setdefault(code, Counter()).update({finding.check for finding in found.findings})
        if not found.is_repeated:
            lengths[code] += words(found.unit.source, cjk=cjk)
    return {code: Failing(dict(of_code), lengths[code]) for code, of_code in checks.items()}
