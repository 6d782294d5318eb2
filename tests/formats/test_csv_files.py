"""CSV files with several values of a string."""

from collections.abc import Callable, Mapping
from pathlib import Path

from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.statistics import Counts

CZECH = b'"context","source","target"\n"1","house","dum"\n"1","house","barak"\n"2","home","domov"\n'
GERMAN = b'"context","source","target"\n"1","house","Haus"\n"2","home","Heim"\n"2","home",""\n'


def test_rows_with_equal_context_and_source_are_one_unit() -> None:
    read = FILE_FORMATS["csv-multi"].create_reader(ReadOptions())
    units = [(unit.source, unit.target, unit.references) for unit in read(CZECH).units]
    assert units == [("house\x1e\x1ehouse", "dum\x1e\x1ebarak", ["", ""]), ("home", "domov", [])]


def test_locations_of_rows_are_kept() -> None:
    read = FILE_FORMATS["csv-multi"].create_reader(ReadOptions())
    (unit,) = read(b'"location","source","target"\n"a:1","house","x"\n"","house","y"\n').units
    assert unit.references == ["a:1", ""]


def test_languages_may_have_different_numbers_of_values(tree: Callable[[Mapping[str, str | bytes]], Path]) -> None:
    root = tree({"cs.csv": CZECH, "de.csv": GERMAN})
    component = Component("demo", "app", str(root), filemask="*.csv", file_format="csv-multi")
    report = scan_component(component, ScanOptions(with_source=True))
    totals = [(record.language.code, record.statistics.total, record.statistics.failing) for record in report.records]
    assert totals == [("en", Counts(2, 3, 16), 0), ("cs", Counts(2, 3, 16), 0), ("de", Counts(2, 3, 15), 0)]
