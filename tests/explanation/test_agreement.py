"""Explanations agree with the statistics and the findings of the other commands, string by string."""

import os
from collections import Counter
from pathlib import Path

import pytest

from transtats_cli.checks.outcomes import OutcomeKind
from transtats_cli.explanation.scan import ScannedLanguage, scan_language
from transtats_cli.explanation.states import StateRule
from transtats_cli.explanation.strings import StringExplainer, StringExplanation
from transtats_cli.explanation.translations import explain_language
from transtats_cli.flags import parse_flags
from transtats_cli.languages import language_by_code
from transtats_cli.model import State
from transtats_cli.report import Record
from transtats_cli.scanning.discovery.lookup import ComponentLocator, LocatedComponent, survey_components
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings import load_settings
from transtats_cli.settings.layers import make_overrides

ROOT = Path(__file__).parents[2]
CONFORMANCE = ROOT.parent / "shared" / "conformance"
FORMATS = ROOT.parent / "shared" / "conformance-formats"
RECORDED = (
    "po-flags",
    "po-plurals",
    "po-mono",
    "review-po-flags",
    "review-xliff2",
    "xliff-states",
    "xliff-inline",
    "xliff-mono",
    "lab-reused",
    "lab-placeholders",
    "openstack-horizon",
)
"""Projects of recorded components with one component each."""
MAX_LANGUAGES = 6
"""About this number of languages of each component is explained. Few components have more."""


def list_examples() -> list[tuple[str, str, str]]:
    return [
        (str(folder), each.project, each.slug)
        for folder in sorted((ROOT / "examples").iterdir())
        for each in survey_components(str(folder), load_settings(str(folder))).components
    ]


def list_recorded_components() -> list[tuple[str, str, str]]:
    """Return some recorded components of PO and XLIFF files, and each sixth one of other formats."""
    paths = [path for project in RECORDED for path in sorted(CONFORMANCE.glob(f"expected/{project}/*.json"))]
    paths += sorted(FORMATS.glob("expected/*/*.json"))[::6]
    return [(str(path.parents[2] / "components"), path.parent.name, path.stem) for path in paths]


@pytest.mark.parametrize("place", list_examples(), ids="/".join)
def test_explanations_of_an_example_agree_with_its_statistics_and_findings(place: tuple[str, str, str]) -> None:
    check_component(*place)


@pytest.mark.slow
@pytest.mark.parametrize(
    "place",
    list_recorded_components() or [pytest.param((), id="none", marks=pytest.mark.skip("needs ../shared"))],
    ids=lambda place: place[-1],
)
def test_explanations_of_a_recorded_component_agree_with_its_statistics_and_findings(
    place: tuple[str, str, str],
) -> None:
    check_component(*place)


def check_component(root: str, project: str, slug: str) -> None:
    is_reviewed = os.path.exists(os.path.join(os.path.dirname(root), "expected", project, "review"))
    located = ComponentLocator(root).locate((project, slug), make_overrides(review=is_reviewed))
    report = scan_component(located.component, ScanOptions(with_source=True))
    records = report.records[:: max(1, len(report.records) // MAX_LANGUAGES)]
    codes = {record.language.code for record in records}
    found = StringSearch(located.component, ScanOptions(with_source=True))
    findings = Counter(
        (each.language.code, each.unit.context, each.unit.source, finding.check, finding.message)
        for each in found.find_units()
        if each.language.code in codes
        for finding in each.findings
    )
    explained: Counter[tuple[str, ...]] = Counter()
    for record in records:
        scanned = scan_language(located.component, record.language.code)
        assert scanned.record.statistics == record.statistics
        explained += check_language(located, scanned, record)
    assert explained == findings


def check_language(located: LocatedComponent, scanned: ScannedLanguage, record: Record) -> Counter[tuple[str, ...]]:
    explainer = StringExplainer(scanned, located.settings_by_key)
    strings = [explainer.explain(index) for index in range(len(scanned.units))]
    statistics = record.statistics
    assert sum(len(each.words) for each in strings) == statistics.total.words
    assert sum(len(each.located_unit.unit.source) for each in strings) == statistics.total.chars
    states = Counter(each.located_unit.unit.state for each in strings)
    assert sum(number for state, number in states.items() if state >= State.TRANSLATED) == statistics.translated.strings
    assert states[State.READ_ONLY] == statistics.readonly.strings
    assert states[State.APPROVED] == statistics.approved.strings
    failed = [(each, [o for o in each.outcomes if o.kind is OutcomeKind.FAILED]) for each in strings]
    assert sum(bool(outcomes) for _, outcomes in failed) == statistics.failing
    for each in strings:
        check_flags(each)
        check_state(located, each)
    language = explain_language(scanned)
    assert sum(language.counts_by_state.values()) == statistics.total.strings
    assert len(language.not_translated) == statistics.total.strings - statistics.translated.strings
    code = language_by_code(record.language.code).code
    return Counter(
        (code, each.located_unit.unit.context, each.located_unit.unit.source, outcome.check_id, outcome.message)
        for each, outcomes in failed
        for outcome in outcomes
    )


def check_state(located: LocatedComponent, explained: StringExplanation) -> None:
    """Assert that the rule for the state agrees with the string and the settings."""
    unit, component = explained.located_unit.unit, located.component
    holds = {
        StateRule.READ_ONLY_FLAG: unit.flags.is_read_only,
        StateRule.READ_ONLY_IN_FILE: unit.state is State.READ_ONLY,
        StateRule.SOURCE_LANGUAGE: unit.target == unit.source and explained.located_unit.language.code == "en",
        StateRule.UNCHANGED_TEXT: unit.target == unit.source and "ignore-same" not in unit.flags,
        StateRule.APPROVED: component.review,
        StateRule.APPROVED_WITHOUT_REVIEW: not component.review,
        StateRule.NOT_IN_FILE: bool(component.template) and not unit.target.strip("\x1e"),
        StateRule.EMPTY_TARGET: not unit.target.strip("\x1e"),
        StateRule.MARKED_AS_NEEDING_EDITING: unit.state.is_fuzzy and bool(unit.target.strip("\x1e")),
        StateRule.TRANSLATED: unit.state is State.TRANSLATED,
    }
    assert holds[explained.state_rule], explained.state_rule


def check_flags(explained: StringExplanation) -> None:
    """Assert that the explained flags are those of the string, and that only the source language adds one."""
    joined = parse_flags(", ".join(each.flag for each in explained.flags))
    assert str(joined) == str(explained.located_unit.unit.flags)
    others = [each for each in explained.flags if each.origin == "source-language"]
    assert not others or explained.located_unit.unit.state is State.READ_ONLY
    assert {each.flag for each in others} <= {"read-only"}
