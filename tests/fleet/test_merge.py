"""Joined data sets: all rows once, later directories first, and small parts together."""

import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.fleets import OPTIONS, DirectEngine, read_rows, run_roots, write_component, write_roots
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import ItemOutcome, ItemSupplier, WorkOptions
from transtats_cli.fleet.merge import MergeSummary, merge_datasets
from transtats_cli.fleet.output.manifest import load_parts
from transtats_cli.fleet.output.store import FileStore
from transtats_cli.fleet.work import run_item


class EngineLosingFirstBatch(DirectEngine):
    """Engine that loses the first batch of each root, each time."""

    def __call__(self, take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
        while (item := take_item()) is not None:
            is_first = item.result is not None and item.result.part == 0
            yield item, "lost by the test" if is_first else run_item(item, options)


@pytest.fixture
def roots(tmp_path: Path) -> list[str]:
    return [str(tmp_path / name) for name in write_roots(tmp_path, 4)]


def test_small_parts_become_one_part(roots: list[str], tmp_path: Path) -> None:
    output = str(tmp_path / "output")
    run_roots(roots, output, item_bytes=1)
    before = read_rows(output)
    assert len(load_parts(FileStore(output))) == 8
    assert merge_datasets([output], output) == MergeSummary(4, 1, 0)
    assert read_rows(output) == before
    assert run_roots(roots, output, item_bytes=1).unchanged == 4


def test_a_later_run_that_loses_a_batch_leaves_each_row_once(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1, components=3)]
    output = str(tmp_path / "output")
    run_roots(roots, output, item_bytes=1)
    before = read_rows(output)
    merge_datasets([output], output)
    summary = run_roots(roots, output, EngineLosingFirstBatch(), formats=("ndjson", "sqlite"), item_bytes=1)
    assert summary.failures
    assert read_rows(output) == before
    assert run_roots(roots, output, formats=("ndjson", "sqlite"), item_bytes=1).failures == ()
    assert read_rows(output) == before


@pytest.mark.parametrize("rows", [1, 7, 12, 1000])
def test_a_part_has_about_the_requested_number_of_rows(roots: list[str], tmp_path: Path, rows: int) -> None:
    output, merged = str(tmp_path / "output"), str(tmp_path / "merged")
    run_roots(roots, output, item_bytes=1)
    merge_datasets([output], merged, rows)
    assert read_rows(merged) == read_rows(output)
    sizes = [sum(part.row_counts.values()) for part in load_parts(FileStore(merged))]
    assert all(size < rows + 3 for size in sizes)


@pytest.mark.parametrize("output", ["old", "new", "merged"])
def test_the_last_directory_with_a_root_is_used(roots: list[str], tmp_path: Path, output: str) -> None:
    old, new = str(tmp_path / "old"), str(tmp_path / "new")
    run_roots(roots, old)
    write_component(tmp_path / "root-01" / "project-1" / "app-0", 30)
    run_roots(roots[:2], new)
    merge_datasets([old, new], str(tmp_path / output))
    run_roots(roots, str(tmp_path / "expected"))
    assert read_rows(tmp_path / output) == read_rows(tmp_path / "expected")


def test_the_output_can_be_one_of_the_directories(roots: list[str], tmp_path: Path) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    run_roots(roots[:2], first)
    run_roots(roots[1:], second)
    merge_datasets([first, second], first)
    run_roots(roots, str(tmp_path / "expected"))
    assert read_rows(first) == read_rows(tmp_path / "expected")


@pytest.mark.parametrize("output", ["old", "merged"], ids=["same directory", "another directory"])
def test_the_failure_of_a_root_with_earlier_rows_stays_in_the_list(
    roots: list[str], tmp_path: Path, output: str
) -> None:
    run_roots(roots, str(tmp_path / "old"))
    (tmp_path / "root-01").rename(tmp_path / "away")
    run_roots(roots, str(tmp_path / "old"))
    listed = (tmp_path / "old" / "failures.ndjson").read_bytes()
    assert merge_datasets([str(tmp_path / "old")], str(tmp_path / output)) == MergeSummary(4, 1, 1)
    assert (tmp_path / output / "failures.ndjson").read_bytes() == listed


def test_the_failure_of_a_root_that_a_later_directory_contains_is_removed(roots: list[str], tmp_path: Path) -> None:
    old, new, merged = (str(tmp_path / name) for name in ("old", "new", "merged"))
    run_roots(roots[:1], old)
    run_roots(roots, new)
    (tmp_path / "root-01").rename(tmp_path / "away")
    run_roots(roots, old)
    assert merge_datasets([new, old], merged).failure_count == 1
    assert merge_datasets([old, new], str(tmp_path / "other")).failure_count == 0
    assert merge_datasets([new], merged).failure_count == 0


def test_different_options_and_formats_stay_in_different_parts(roots: list[str], tmp_path: Path) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    run_roots(roots[:2], first, options=OPTIONS._replace(runs_checks=False))
    run_roots(roots[2:], second, formats=("ndjson", "sqlite"))
    assert merge_datasets([first, second], str(tmp_path / "merged")).part_count == 2
    parts = load_parts(FileStore(str(tmp_path / "merged")))
    assert sorted(part.options[1:] for part in parts) == [
        ("checks", ("ndjson", "sqlite")),
        ("no-checks", ("ndjson",)),
    ]


def test_a_data_set_at_a_url_has_the_rows_of_a_data_set_in_a_directory(roots: list[str], tmp_path: Path) -> None:
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    output, merged = (f"memory://{uuid.uuid4().hex}/{name}" for name in ("output", "merged"))
    run_roots(roots, output, formats=("ndjson", "sqlite"))
    assert run_roots(roots, output, formats=("ndjson", "sqlite")).unchanged == 4
    merge_datasets([output], merged)
    run_roots(roots, str(tmp_path / "expected"))
    assert read_rows(output) == read_rows(merged) == read_rows(tmp_path / "expected")


def test_a_directory_without_a_data_set_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match="contains no data set of `transtats fleet`"):
        merge_datasets([str(tmp_path)], str(tmp_path / "merged"))


def test_a_damaged_file_is_an_error_with_its_name(roots: list[str], tmp_path: Path) -> None:
    run_roots(roots, str(tmp_path / "output"))
    (file,) = (tmp_path / "output" / "ndjson" / "records").iterdir()
    file.write_text("[\n")
    solution = rf"; remove manifest/{file.stem}\.json, and run `transtats fleet` again to scan the roots of this file"
    with pytest.raises(TranstatsError, match=f"{file.name} cannot be read: Expecting value.*{solution}"):
        merge_datasets([str(tmp_path / "output")], str(tmp_path / "merged"))
    file.unlink()
    with pytest.raises(TranstatsError, match=f"{file.name} cannot be read: .*{solution}"):
        merge_datasets([str(tmp_path / "output")], str(tmp_path / "merged"))


@pytest.mark.parametrize("kept", [0, 5, 7], ids=["no line", "one line less", "one line more"])
def test_a_file_with_another_number_of_rows_is_an_error_with_its_name(tmp_path: Path, kept: int) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1)]
    run_roots(roots, str(tmp_path / "output"))
    (file,) = (tmp_path / "output" / "ndjson" / "records").iterdir()
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines, *lines][:kept]))
    with pytest.raises(TranstatsError) as caught:
        merge_datasets([str(tmp_path / "output")], str(tmp_path / "merged"))
    message = f"{file} cannot be read: {kept} rows instead of 6; remove manifest/{file.stem}.json, and run"
    assert str(caught.value).startswith(message)
    (tmp_path / "output" / "manifest" / f"{file.stem}.json").unlink()
    run_roots(roots, str(tmp_path / "output"))
    assert len(read_rows(tmp_path / "output")) == 6


def test_lines_of_another_program_in_a_list_of_failures_are_ignored(roots: list[str], tmp_path: Path) -> None:
    run_roots(roots, str(tmp_path / "output"))
    failure = '{"root":"gone","file":"","line":null,"reason":"x"}'
    lines = [failure, failure.replace("null", '"1"'), failure.replace('"gone"', "1"), "[" * 100_000, "7"]
    (tmp_path / "output" / "failures.ndjson").write_text("\n".join(lines))
    merge_datasets([str(tmp_path / "output")], str(tmp_path / "merged"))
    assert (tmp_path / "merged" / "failures.ndjson").read_text() == f"{failure}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file that cannot be read")
def test_an_error_of_the_system_while_a_file_is_read_is_an_error_with_its_name(
    roots: list[str], tmp_path: Path
) -> None:
    run_roots(roots, str(tmp_path / "output"))
    (file,) = (tmp_path / "output" / "ndjson" / "records").iterdir()
    file.unlink()
    # The first page of the memory of a process cannot be read.
    file.symlink_to("/proc/self/mem")
    with pytest.raises(TranstatsError, match=f"{file.name} cannot be read: .*Input/output error$"):
        merge_datasets([str(tmp_path / "output")], str(tmp_path / "merged"))
