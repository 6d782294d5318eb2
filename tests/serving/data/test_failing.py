"""Failing strings and words per language agree with the counts of a scan."""

from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.component import Component
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.serving.data.scans import FailingUnitCounts, count_failing_units
from transtats_cli.statistics import Counts

GERMAN = 'msgid "Stop right there."\nmsgstr "Halt"\n\nmsgid "Close"\nmsgstr "Zu"\n\nmsgid "Shut it"\nmsgstr "Zu"\n'
FRENCH = 'msgid "Stop right there."\nmsgstr "Halte."\n\nmsgid "Wait..."\nmsgstr ""\n'


@pytest.fixture
def component(tree: Callable[..., Path]) -> Component:
    return Component("demo", "app", str(tree({"de.po": GERMAN, "fr.po": FRENCH})), "*.po")


def test_failing_strings_are_counted_per_check_and_their_words_once(component: Component) -> None:
    assert count_failing_units(component) == {
        "de": FailingUnitCounts({"end_stop": 1, "reused": 2}, Counts(3, 6, 29)),
        "en": FailingUnitCounts({"ellipsis": 1}, Counts(1, 1, 7)),
    }


def test_languages_and_counts_agree_with_a_scan(component: Component) -> None:
    report = scan_component(component, ScanOptions(with_source=True))
    counted = {record.language.code for record in report.records if record.statistics.failing}
    assert set(count_failing_units(component)) == counted


def test_the_order_of_the_checks_of_a_string_does_not_depend_on_hashes(tree: Callable[..., Path]) -> None:
    text = '#, c-format\nmsgid "\\n Stop %d times (now): https://example.com/.\\n"\nmsgstr "Halt"\n'
    counts = count_failing_units(Component("demo", "app", str(tree({"de.po": text})), "*.po"))["de"]
    assert len(counts.unit_counts_by_check) > 3
    assert list(counts.unit_counts_by_check) == sorted(counts.unit_counts_by_check)
