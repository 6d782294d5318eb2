"""Totals of a data set: each valid row once, sorted lists, and the comparison with an earlier data set."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.fleet.fleets import HEADER, OPTIONS, create_root, run_roots, write_component, write_roots
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import WorkItem
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import ResultOptions
from transtats_cli.fleet.summary import FleetSummary, summarize_dataset
from transtats_cli.fleet.work import run_item
from transtats_cli.output.fleet import compare_summaries


def run_and_summarize(roots: list[str], output: str, *formats: str, with_findings: bool = True) -> FleetSummary:
    options = OPTIONS._replace(with_findings=with_findings)
    run_roots(roots, output, options=options, formats=formats or ("ndjson",), item_bytes=2_000)
    return summarize_dataset(output)


def test_the_totals_do_not_depend_on_the_parts(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 5)]
    first = run_and_summarize(roots, str(tmp_path / "first"))
    second = run_and_summarize(roots[::-1], str(tmp_path / "second"))
    assert first == second
    assert [(each["name"], each["components"]) for each in first.projects] == [
        (each["name"], 2) for each in second.projects
    ]
    assert {each["name"]: each["components"] for each in first.languages} == {"cs": 10, "de": 10, "fr": 10}
    assert first.checks[0]["findings"] == max(each["findings"] for each in first.checks)


def test_rows_that_were_replaced_are_not_counted(tmp_path: Path) -> None:
    (root,) = (str(tmp_path / name) for name in write_roots(tmp_path, 1))
    output = str(tmp_path / "output")
    run_and_summarize([root], output)
    write_component(tmp_path / "root-00" / "project-0" / "app-0", 40)
    # A run that was killed before it has removed the old rows.
    options = OPTIONS._replace(with_findings=True)
    result = run_item(WorkItem((create_root(root, root),)), options)
    dataset = Dataset(output)
    dataset.add_part(
        tuple(result.scanned), result.rows, ResultOptions(options.version, options.result_key, ("ndjson",))
    )
    assert len(dataset.parts) == 2
    assert summarize_dataset(output) == run_and_summarize([root], str(tmp_path / "new"))


def test_languages_are_sorted_by_untranslated_strings_and_by_percentage(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 2, strings=7)]
    summary = run_and_summarize(roots, str(tmp_path / "output"))
    left = [each["left"] for each in summary.nearest_languages]
    assert left == sorted(left)
    shares = [each["percent"] for each in summary.languages]
    assert shares == sorted(shares, reverse=True)


def test_the_totals_of_all_formats_and_of_their_combinations_are_equal(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra fleet")
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 3)]
    combinations = [("ndjson",), ("sqlite",), ("parquet",), ("parquet", "sqlite")]
    expected, *others = (run_and_summarize(roots, str(tmp_path / "-".join(each)), *each) for each in combinations)
    assert others == [expected] * 3
    for root, formats in zip(roots, combinations, strict=False):
        run_and_summarize([root], str(tmp_path / "mixed"), *formats)
    assert summarize_dataset(str(tmp_path / "mixed")) == expected


def test_a_part_that_has_other_files_beside_parquet_needs_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra fleet")
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 2)]
    expected = run_and_summarize(roots, str(tmp_path / "output"), "parquet", "ndjson")
    run_and_summarize(roots, str(tmp_path / "parquet"), "parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert summarize_dataset(str(tmp_path / "output")) == expected
    with pytest.raises(TranstatsError, match=r"^Parquet needs pyarrow, which is not installed: pip install"):
        summarize_dataset(str(tmp_path / "parquet"))


def test_missing_values_count_as_nothing(tmp_path: Path) -> None:
    run_and_summarize([str(tmp_path / name) for name in write_roots(tmp_path, 1)], str(tmp_path / "output"))
    for path in (tmp_path / "output" / "ndjson" / "records").iterdir():
        rows = map(json.loads, path.read_text().splitlines())
        path.write_text("".join(json.dumps({**row, "total": None, "project": None}) + "\n" for row in rows))
    summary = summarize_dataset(str(tmp_path / "output"))
    assert [(each["name"], each["total"]) for each in summary.projects] == [("", 0)]


def test_the_error_for_a_truncated_file_contains_a_solution(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1)]
    run_and_summarize(roots, str(tmp_path / "output"))
    (path,) = (tmp_path / "output" / "ndjson" / "records").iterdir()
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(TranstatsError, match=rf"; remove manifest/{path.stem}\.json, and run `transtats fleet` again"):
        summarize_dataset(str(tmp_path / "output"))
    assert run_and_summarize(roots, str(tmp_path / "output")) == run_and_summarize(roots, str(tmp_path / "new"))


def write_shop(folder: Path, **translated: int) -> str:
    """Write a root with one component of four strings, and return its path. Values are translated strings by code."""
    app = folder / "app"
    app.mkdir(parents=True, exist_ok=True)
    for language, count in translated.items():
        units = (f'msgid "Word {n}"\nmsgstr "{"Wort" if n < count else ""}"\n' for n in range(4))
        (app / f"{language}.po").write_text(HEADER + "\n".join(units))
    (app / "component.json").write_text('{"filemask": "*.po", "file_format": "po"}')
    return str(folder)


def test_a_comparison_contains_percentages_before_and_now_and_the_strings_translated_since_then(tmp_path: Path) -> None:
    """The data sets may have other formats and options."""
    first, second, third = tmp_path / "first", tmp_path / "second", tmp_path / "third"
    roots = [write_shop(first, de=1, fr=2), write_shop(second, de=4)]
    before = run_and_summarize(roots, str(tmp_path / "before"), "sqlite", with_findings=False)
    shutil.rmtree(second)
    roots = [write_shop(first, de=3, fr=1), write_shop(third, cs=1)]
    compared = compare_summaries(run_and_summarize(roots, str(tmp_path / "now")), before)
    assert (compared.new_roots, compared.gone_roots) == ([str(third)], [str(second)])
    assert [tuple(each.values()) for each in [compared.total, *compared.projects, *compared.languages]] == [
        ("all", 41.6, 58.3, -16.7, -2, 7),
        ("second", None, 100.0, None, -4, 0),
        ("first", 50.0, 37.5, 12.5, 1, 4),
        ("third", 25.0, None, None, 1, 3),
        ("de", 75.0, 62.5, 12.5, -2, 1),
        ("cs", 25.0, None, None, 1, 3),
        ("fr", 25.0, 50.0, -25.0, -1, 3),
    ]
    assert [*compared.total] == [*("name", "percent", "percent_before", "change", "newly_translated", "left")]


def test_the_comparison_of_a_data_set_with_itself_has_no_changes(tmp_path: Path) -> None:
    summary = run_and_summarize([write_shop(tmp_path / "shop", de=1, fr=2)], str(tmp_path / "output"))
    compared = compare_summaries(summary, summary)
    assert {(each["change"], each["newly_translated"]) for each in compared.languages} == {(0.0, 0)}
    assert (compared.new_roots, compared.gone_roots) == ([], [])


def test_rows_of_an_earlier_version_without_shares_have_the_translated_share(tmp_path: Path) -> None:
    output = tmp_path / "output"
    expected = run_and_summarize([write_shop(tmp_path / "shop", de=1, fr=2)], str(output))
    for file in (output / "ndjson" / "records").iterdir():
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        for row in rows:
            del row["measure"], row["share_part"], row["share_whole"]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = summarize_dataset(str(output))
    assert (found.total["percent"], found.total["left"]) == (expected.total["percent"], expected.total["left"])
    assert found.total["percent"] < 100


def test_shares_by_different_measures_are_compared_as_a_server_computes_them(tmp_path: Path) -> None:
    summary = run_and_summarize([write_shop(tmp_path / "shop", de=1, fr=2)], str(tmp_path / "output"))
    complete = summary._replace(measure="complete", total={**summary.total, "percent": 1.0, "left": 99})
    compared = compare_summaries(complete, summary)
    assert (compared.measure, compared.total["change"]) == ("translated", 0.0)
    assert compared.total["left"] == summary.total["total"] - summary.total["translated"]
