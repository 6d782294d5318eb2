"""Count the failing units of each check, and the words of all failing units."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.budget import DEFAULT_SCAN_SECONDS, CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.statistics import count_words


class FailingUnitCounts(NamedTuple):
    """Number of failing units of one translation for each check, and number of words in all failing units."""

    unit_counts_by_check: Mapping[str, int]
    """Number of failing units by check id. Checks without failing units are left out."""
    word_count: int
    """Number of words in the source texts of all failing units. Each unit is counted once."""


def count_failing_units(component: Component, check_time: float = DEFAULT_SCAN_SECONDS) -> dict[str, FailingUnitCounts]:
    """Return the numbers of failing units by language code.

    The source language is included. Languages without failing units are left out.
    """
    cjk = language_by_code(component.source_language).is_cjk
    checks: dict[str, Counter[str]] = {}
    words_by_language: Counter[str] = Counter()
    options = ScanOptions(with_source=True, budget=CheckTimeBudget(check_time))
    for located_unit in StringSearch(component, options, StringFilters(only_failing=True)).find_units():
        code = located_unit.language.code
        checks.setdefault(code, Counter()).update({finding.check for finding in located_unit.findings})
        if not located_unit.is_returned_again:
            words_by_language[code] += count_words(located_unit.unit.source, cjk=cjk)
    return {code: FailingUnitCounts(dict(counter), words_by_language[code]) for code, counter in checks.items()}
