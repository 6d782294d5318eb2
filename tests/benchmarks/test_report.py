"""Reports and tables of the documentation, from invented measurements."""

from pathlib import Path

from benchmarks import report
from benchmarks.claims import check_cost_ratios
from benchmarks.growth import GrowthResult
from benchmarks.measurement import Sample
from benchmarks.sets import FileSet

FILES = FileSet("huge-po", Path("huge-po"), "po", ["af.po"], 12_000_000)
SAMPLES = {
    ("huge-po", "no checks"): [Sample(0.1, 0.2, 1_000_000_000, 0), Sample(0.2, 0.3, 1_000_000_000, 0)],
    ("huge-po", "msgfmt"): [Sample(0.3, 0.4, 1, 0), Sample(1.0, 1.1, 1, 0)],
}


def test_a_file_set_is_a_table_of_costs_and_ratios() -> None:
    title, _, headings, _, ours, peer = report.render_set(FILES, SAMPLES).splitlines()
    assert title == "one huge PO file: 1 files, 12.0 MB; rounds: 2"
    assert headings.split("  ")[-1].strip() == "CPU to no checks"
    assert ours.split() == "transtats, no checks 150 250 1000 1.00× (1.00–1.00)".split()
    # A peak below the memory of the measuring process is not visible.
    assert peer.split()[:4] == ["msgfmt", "650", "750", "<"]
    assert peer.endswith("4.00× (3.00–5.00)")


def test_the_last_column_is_yes_if_a_claim_is_met() -> None:
    lines = report.render_claims(check_cost_ratios(SAMPLES)).splitlines()
    (met,) = [line for line in lines if line.startswith("one huge PO file") and "msgfmt" in line]
    assert met.split()[-3:] == ["4.00×", "3.00–5.00", "yes"]
    assert sum(line.endswith("not measured") for line in lines) == len(lines) - 3


def test_growth_shows_every_size() -> None:
    text = report.render_growth([GrowthResult("files", (1000, 2000), [[0.5, 1.0], [0.5, 2.0], [0.5, 0.5]])])
    assert text.splitlines()[-1] == "files         1.000 (0.000–2.000)  1,000: 500 ms, 2,000: 1000 ms"


def test_the_page_contains_the_claims_and_the_ratios_of_peers() -> None:
    table = report.render_page(list(check_cost_ratios(SAMPLES)), [FILES], SAMPLES, "2 cores")
    assert "| one huge PO file, no checks | msgfmt | at least 2.2 times less | 4.00× | 3.00–5.00 |\n" in table
    assert "| CPU time of others, divided by ours | msgfmt |\n| --- | ---: |\n" in table
    assert "| one huge PO file, no checks | 4.00× |\n" in table
    assert table.endswith("\nMeasured on 2 cores.\n")
