"""Totals of a data set: each valid row once, and sorted lists."""

from pathlib import Path

import pytest

from tests.fleet.fleets import OPTIONS, create_root, run_roots, write_component, write_roots
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import WorkItem
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import ResultOptions
from transtats_cli.fleet.summary import FleetSummary, summarize_dataset
from transtats_cli.fleet.work import run_item

pytest.importorskip("pyarrow", reason="needs the extra fleet")


def run_and_summarize(roots: list[str], output: str) -> FleetSummary:
    run_roots(roots, output, options=OPTIONS._replace(with_findings=True), formats=("parquet",), item_bytes=2_000)
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
        tuple(result.scanned), result.rows, ResultOptions(options.version, options.result_key, ("parquet",))
    )
    assert len(dataset.parts) == 2
    assert summarize_dataset(output) == run_and_summarize([root], str(tmp_path / "new"))


def test_languages_are_sorted_by_untranslated_strings_and_by_percentage(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 2, strings=7)]
    summary = run_and_summarize(roots, str(tmp_path / "output"))
    left = [each["untranslated"] for each in summary.nearest_languages]
    assert left == sorted(left)
    shares = [each["translated_percent"] for each in summary.languages]
    assert shares == sorted(shares, reverse=True)


def test_a_data_set_without_parquet_is_an_error(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1)]
    run_roots(roots, str(tmp_path / "output"))
    with pytest.raises(TranstatsError, match="has no Parquet files; run `transtats fleet` with --format parquet"):
        summarize_dataset(str(tmp_path / "output"))


def test_missing_values_count_as_nothing_and_values_of_another_kind_are_an_error(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    output = tmp_path / "output"
    run_and_summarize([str(tmp_path / name) for name in write_roots(tmp_path, 1)], str(output))
    for path in (output / "records").iterdir():
        table = parquet.read_table(path)
        for name in ("total", "project"):
            index, field = table.schema.get_field_index(name), table.schema.field(name)
            table = table.set_column(index, field, pyarrow.nulls(table.num_rows, field.type))
        parquet.write_table(table, path)
    summary = summarize_dataset(str(output))
    assert [(each["name"], each["total"]) for each in summary.projects] == [("", 0)]
    index = table.schema.get_field_index("total")
    parquet.write_table(table.set_column(index, "total", pyarrow.array(["x"] * table.num_rows)), path)
    with pytest.raises(TranstatsError, match=f"{path.name}: a Parquet file of the data set cannot be read"):
        summarize_dataset(str(output))


def test_the_error_for_a_truncated_file_contains_a_solution(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1)]
    run_and_summarize(roots, str(tmp_path / "output"))
    (path,) = (tmp_path / "output" / "records").iterdir()
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(TranstatsError, match=rf"; remove manifest/{path.stem}\.json, and run `transtats fleet` again"):
        summarize_dataset(str(tmp_path / "output"))
    assert run_and_summarize(roots, str(tmp_path / "output")) == run_and_summarize(roots, str(tmp_path / "new"))
