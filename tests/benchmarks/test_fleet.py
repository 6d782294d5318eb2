"""Measurements of fleets: the cases, and the text of the results."""

from benchmarks.fleet import FleetResult, list_cases, render_fleet
from benchmarks.measurement import Sample


def test_all_sizes_run_on_two_workers_and_the_smallest_also_on_one() -> None:
    assert [tuple(case) for case in list_cases((10, 40))] == [
        (engine, workers, size) for engine in ("processes", "Dask") for workers, size in ((1, 10), (2, 10), (2, 40))
    ]


def test_growth_and_the_gain_of_the_second_worker_are_printed() -> None:
    results = [
        FleetResult(
            case,
            [
                Sample(case.components * seconds, case.components * seconds / case.workers, 50_000_000, 0)
                for seconds in (0.1, 0.2, 0.4)
            ],
        )
        for case in list_cases((10, 40))
    ]
    lines = render_fleet(results).splitlines()
    assert lines[-1] == (
        "Dask: exponent of CPU time 1.00 [1.00–1.00]; two workers take 2.00 [2.00–2.00] times less wall time and"
        " 1.00 [1.00–1.00] times the CPU time of one"
    )
    assert lines[7].split("  ")[0] == "Dask, 40 components, 2 worker(s)"
    assert "8.00 [4.00–16.0]" in lines[7]


def test_one_size_has_no_growth() -> None:
    results = [FleetResult(case, [Sample(1.0, 1.0, 50_000_000, 0)]) for case in list_cases((10,))]
    assert render_fleet(results).splitlines()[-1] == (
        "Dask: two workers take 1.00 [1.00–1.00] times less wall time and 1.00 [1.00–1.00] times the CPU time of one"
    )


def test_one_engine_can_be_chosen() -> None:
    assert {case.engine for case in list_cases((10, 40), ["Dask"])} == {"Dask"}
