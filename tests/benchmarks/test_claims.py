"""Comparison of claims with measurements."""

import pytest

from benchmarks.claims import (
    COST_RATIO_CLAIMS,
    FIGURE_CLAIMS,
    CostRatioClaim,
    check_cost_ratios,
    check_figures,
    peak_memory,
)
from benchmarks.measurement import Sample
from benchmarks.peers import PEERS
from benchmarks.ratios import Ratio
from benchmarks.rounds import Samples
from benchmarks.sets import SETS
from benchmarks.variants import VARIANTS


def make_samples(cpu: float, wall: float = 1.0) -> list[Sample]:
    return [Sample(cpu, wall, 0, 0)] * 3


def is_floor_met(samples: Samples, **attributes: str) -> bool | None:
    (is_met,) = [
        result.is_met
        for claim, result in zip(COST_RATIO_CLAIMS, check_cost_ratios(samples), strict=True)
        if all(getattr(claim, name) == value for name, value in attributes.items())
    ]
    return is_met


@pytest.mark.parametrize(
    ("peer", "is_met"),
    [pytest.param(7.1, True, id="above"), pytest.param(7.0, True, id="at"), pytest.param(6.9, False, id="below")],
)
def test_a_lower_bound_applies_to_their_cost_divided_by_ours(peer: float, is_met: bool) -> None:
    samples = {("many-po", "no checks"): make_samples(1), ("many-po", "msgfmt"): make_samples(peer)}
    assert is_floor_met(samples, file_set_name="many-po", other_case="msgfmt") is is_met


@pytest.mark.parametrize(
    ("ours", "is_met"), [pytest.param(2.1, True, id="below"), pytest.param(2.3, False, id="above")]
)
def test_an_upper_bound_applies_to_our_cost_divided_by_theirs(ours: float, is_met: bool) -> None:
    samples = {("sphinx", "all checks"): make_samples(ours), ("sphinx", "pocount"): make_samples(1)}
    assert is_floor_met(samples, file_set_name="sphinx") is is_met


def test_a_warm_run_is_compared_with_a_cold_run() -> None:
    samples = {("plain-po", "all checks"): make_samples(30), ("plain-po", "warm"): make_samples(1)}
    assert is_floor_met(samples, file_set_name="plain-po", our_case="warm") is True


def test_two_cores_are_compared_with_one_core_by_wall_time() -> None:
    samples = {
        ("plain-po", "all checks"): make_samples(1, wall=3),
        ("plain-po", "two cores"): make_samples(1.1, wall=2),
    }
    assert is_floor_met(samples, file_set_name="plain-po", our_case="two cores") is False


def test_a_claim_without_measurement_is_neither_met_nor_unmet() -> None:
    assert {(result.ratio, result.is_met) for result in [*check_cost_ratios({}), *check_figures({})]} == {(None, None)}


@pytest.mark.parametrize(
    "claim", COST_RATIO_CLAIMS, ids=lambda claim: f"{claim.file_set_name}-{claim.our_case}-{claim.other_case}"
)
def test_a_claim_names_programs_that_are_measured_on_its_set(claim: CostRatioClaim) -> None:
    definition = SETS[claim.file_set_name]
    assert claim.our_case in definition.our_case_names
    assert claim.other_case in {*definition.our_case_names, *definition.peer_names}
    assert (claim.at_least is None) is not (claim.at_most is None)


def test_sets_name_variants_and_peers_that_exist() -> None:
    assert {name for definition in SETS.values() for name in definition.our_case_names} <= set(VARIANTS)
    assert {name for definition in SETS.values() for name in definition.peer_names} == set(PEERS)


def test_a_warm_run_follows_the_run_that_fills_its_cache() -> None:
    for definition in SETS.values():
        for before, name in zip(("", *definition.our_case_names), definition.our_case_names, strict=False):
            assert VARIANTS[name].cache_source in ("", before)


def test_a_ceiling_is_compared_with_one_figure() -> None:
    samples = {("million", "all checks"): [Sample(1, 1, 120_000_000, 0), Sample(1, 1, 140_000_000, 0)]}
    figures = {"strings": Ratio(1.01, 0.9, 1.2), "files": Ratio(1.2, 1.0, 1.3)}
    results = check_figures(figures | peak_memory(samples))
    met = {claim.figure: result.is_met for claim, result in zip(FIGURE_CLAIMS, results, strict=True)}
    not_measured = {"languages": None, "components": None, "discovery": None}
    assert met == {"strings": True, "files": False, "memory": True} | not_measured
