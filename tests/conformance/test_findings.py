"""The search finds as many failing strings as a server counts, in every real component."""

from collections.abc import Iterator
from typing import Any

import pytest

from transtats_cli.scanning.pipeline.findings import SearchOptions, StringSearch


@pytest.mark.slow
def test_failing_strings_agree_with_the_statistics(cases: Iterator[Any]) -> None:
    for case in cases:
        component = case.component
        failing: dict[str, set[tuple[str, str]]] = {}
        for found in StringSearch(component, SearchOptions(only_failing=True, with_source=True)).find_units():
            failing.setdefault(found.language.code, set()).add((found.unit.context, found.unit.source))
        counted = {record["code"]: record["failing"] for record in case.expected["results"] if record["failing"]}
        assert {code: len(strings) for code, strings in failing.items()} == counted, component.project
