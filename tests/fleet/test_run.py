"""Runs of a fleet: equal rows for every order and packing, resumed runs, changed roots, and lost workers."""

import json
import shutil
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fleet.fleets import (
    HEADER,
    OPTIONS,
    DirectEngine,
    read_rows,
    run_roots,
    write_component,
    write_roots,
)
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import FINDINGS_TABLE, RECORDS_TABLE, ItemOutcome, ItemSupplier, Row, WorkOptions
from transtats_cli.fleet.output.formats import FORMATS
from transtats_cli.fleet.output.store import FileStore


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("fleet")
    return [str(folder / name) for name in write_roots(folder, 6)]


@pytest.fixture(scope="module")
def expected(fleet: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    output = str(tmp_path_factory.mktemp("expected"))
    run_roots(fleet, output)
    return read_rows(output)


@pytest.mark.slow
@given(
    seed=st.integers(0, 1000),
    slots=st.integers(1, 5),
    item_bytes=st.sampled_from([1, 700, 2_000, 1_000_000]),
    order=st.permutations(range(6)),
    loss_probability=st.sampled_from([0.0, 0.3]),
)
def test_the_rows_do_not_depend_on_order_packing_and_lost_workers(
    fleet: list[str],
    expected: list[Row],
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    slots: int,
    item_bytes: int,
    order: list[int],
    loss_probability: float,
) -> None:
    output = str(tmp_path_factory.mktemp("drawn"))
    roots = [fleet[place] for place in order]
    summary = run_roots(roots, output, DirectEngine(seed, slots, loss_probability), item_bytes=item_bytes)
    assert (summary.scanned, summary.failed) == (6, 0)
    assert read_rows(output) == expected
    shutil.rmtree(output)


class StoppingEngine(DirectEngine):
    """Engine that is interrupted after some results."""

    def __init__(self, results: int) -> None:
        super().__init__()
        self._results = results

    def __call__(self, take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
        for number, outcome in enumerate(super().__call__(take_item, options)):
            if number == self._results:
                raise KeyboardInterrupt
            yield outcome


@pytest.mark.parametrize("item_bytes", [1, 2_000], ids=["divided roots", "whole roots"])
@pytest.mark.parametrize("results", [0, 1, 3])
def test_an_interrupted_run_is_continued_by_the_next_run(
    fleet: list[str], expected: list[Row], tmp_path: Path, results: int, item_bytes: int
) -> None:
    output = str(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_roots(fleet, output, StoppingEngine(results), item_bytes=item_bytes)
    engine = DirectEngine()
    run_roots(fleet, output, engine, item_bytes=item_bytes)
    assert read_rows(output) == expected
    again = DirectEngine()
    summary = run_roots(fleet, output, again, item_bytes=item_bytes)
    assert (summary.scanned, summary.unchanged) == (0, 6)
    assert not any(each.result for each in again.started)


def test_batches_that_are_written_are_not_scanned_again(fleet: list[str], tmp_path: Path) -> None:
    output = str(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_roots(fleet, output, StoppingEngine(9), item_bytes=1)
    written = len(read_rows(output)) // 3
    assert written > 0
    engine = DirectEngine()
    run_roots(fleet, output, engine, item_bytes=1)
    batches = [each for each in engine.started if each.result]
    assert len(batches) == 12 - written


def test_batches_are_scanned_again_if_the_root_is_divided_in_another_way(tmp_path: Path) -> None:
    root, output = tmp_path / "root", str(tmp_path / "output")
    for number, strings in enumerate((40, 10, 10, 40)):
        write_component(root / "shop" / f"app-{number}", strings)
    large, small = (
        sum(file.stat().st_size for file in (root / "shop" / name).iterdir()) for name in ("app-0", "app-1")
    )
    with pytest.raises(KeyboardInterrupt):
        # The first two components are in the first batch.
        run_roots([str(root)], output, StoppingEngine(2), item_bytes=large + small + 9)
    # The first three components are in the first batch.
    run_roots([str(root)], output, item_bytes=large + 2 * small + 9)
    run_roots([str(root)], str(tmp_path / "expected"))
    assert read_rows(output) == read_rows(tmp_path / "expected")


def test_a_changed_root_replaces_only_its_own_rows(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 3)]
    output, other = str(tmp_path / "output"), str(tmp_path / "other")
    run_roots(roots, output)
    write_component(tmp_path / "root-01" / "project-1" / "app-0", 50)
    summary = run_roots(roots, output)
    assert (summary.scanned, summary.unchanged) == (1, 2)
    run_roots(roots, other)
    assert read_rows(output) == read_rows(other)


def test_a_root_that_changes_back_has_its_first_rows(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 2)]
    output, changed = str(tmp_path / "output"), tmp_path / "root-01" / "project-1" / "app-0" / "de.po"
    run_roots(roots, output)
    first, content = read_rows(output), changed.read_bytes()
    changed.write_text(HEADER)
    run_roots(roots, output)
    assert read_rows(output) != first
    changed.write_bytes(content)
    run_roots(roots, output)
    assert read_rows(output) == first


def test_other_options_scan_all_roots_again_and_replace_their_rows(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 2)]
    output = str(tmp_path / "output")
    run_roots(roots, output, options=OPTIONS._replace(runs_checks=False))
    assert run_roots(roots, output, options=OPTIONS._replace(with_findings=True)).scanned == 2
    assert len(read_rows(output)) == 12
    assert read_rows(output, FINDINGS_TABLE)
    assert run_roots(roots, output, formats=("ndjson", "sqlite")).scanned == 2
    assert run_roots(roots, output, formats=("sqlite",)).unchanged == 2


def test_files_that_a_killed_run_has_left_are_removed(fleet: list[str], expected: list[Row], tmp_path: Path) -> None:
    records = tmp_path / "ndjson" / "records"
    records.mkdir(parents=True)
    (records / "all-000001-0123456789abcdef.ndjson").write_text("{}\n")
    (records / "all-000001-0123456789abcdef.ndjson.0a1b2c3d.tmp").write_text("{")
    for name in ("failures.ndjson", "failures-shard-1-of-2.ndjson"):
        (tmp_path / f"{name}.0a1b2c3d.tmp").touch()
    run_roots(fleet, str(tmp_path))
    assert read_rows(tmp_path) == expected
    assert len(list(records.iterdir())) == len(list((tmp_path / "manifest").iterdir()))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["manifest", "ndjson"]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("place", ["directory", "memory"])
@pytest.mark.parametrize("item_bytes", [1, 1_000_000], ids=["divided roots", "whole roots"])
def test_a_missing_or_truncated_file_is_written_again(
    fleet: list[str], expected: list[Row], tmp_path: Path, name: str, place: str, item_bytes: int
) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra fleet")
    output = str(tmp_path) if place == "directory" else f"memory://{uuid.uuid4().hex}/new"
    run_roots(fleet, output, formats=(name,), item_bytes=item_bytes)
    store = FileStore(output)
    folder = f"{FORMATS[name].folder}{RECORDS_TABLE}"
    for damage in (lambda file: store.write(file, store.read(file)[:300]), store.remove):
        damage(f"{folder}/{[*store.list_sizes(folder)][-1]}")
        assert run_roots(fleet, output, formats=(name,), item_bytes=item_bytes).scanned > 0
        assert read_rows(output) == expected
        assert run_roots(fleet, output, formats=(name,), item_bytes=item_bytes).unchanged == 6


def test_a_truncated_file_does_not_end_a_run_over_some_of_its_roots(
    fleet: list[str], expected: list[Row], tmp_path: Path
) -> None:
    run_roots(fleet, str(tmp_path))
    (file,) = (tmp_path / "ndjson" / "records").iterdir()
    file.write_bytes(file.read_bytes()[:300])
    assert run_roots(fleet[:2], str(tmp_path)).scanned == 2
    with pytest.raises(TranstatsError, match=rf"; remove manifest/{file.stem}\.json, and run `transtats fleet` again"):
        read_rows(tmp_path)
    assert run_roots(fleet, str(tmp_path)).unchanged == 2
    assert read_rows(tmp_path) == expected


@pytest.mark.parametrize(
    "name", ["manifest/app.json", "records/all-1.csv", "ndjson/findings/notes.ndjson", "a.tmp", "records.sqlite.tmp"]
)
def test_files_of_the_user_in_the_output_are_kept(fleet: list[str], tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}")
    run_roots(fleet, str(tmp_path))
    assert path.read_text() == "{}"


def test_a_shard_does_not_remove_the_files_of_other_shards(tmp_path: Path) -> None:
    foreign = tmp_path / "ndjson" / "records" / "shard-2-of-2-000001-0123456789abcdef.ndjson"
    foreign.parent.mkdir(parents=True)
    foreign.write_text("{}\n")
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1)]
    run_roots(roots, str(tmp_path), prefix="shard-1-of-2-")
    assert foreign.exists()


def test_a_failed_root_keeps_its_earlier_rows_and_is_read_again_later(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 2)]
    output = tmp_path / "output"
    run_roots(roots, str(output))
    before = read_rows(output)
    (tmp_path / "root-01").rename(tmp_path / "away")
    summary = run_roots(roots, str(output))
    assert (summary.unchanged, summary.failed) == (1, 1)
    assert read_rows(output) == before
    (failure,) = map(json.loads, (output / "failures.ndjson").read_text().splitlines())
    assert failure == {
        "root": roots[1],
        "file": "",
        "line": None,
        "reason": "no such file or directory; check the path",
    }
    (tmp_path / "away").rename(tmp_path / "root-01")
    assert run_roots(roots, str(output)).failures == ()
    assert not (output / "failures.ndjson").exists()


def test_the_failures_of_unchanged_roots_are_listed_again(tmp_path: Path) -> None:
    (root,) = (str(tmp_path / name) for name in write_roots(tmp_path, 1))
    (tmp_path / "root-00" / "project-0" / "app-0" / "xx.po").write_text(HEADER + 'msgid "One"\nmsgstr "Eins\n')
    output = tmp_path / "output"
    first = run_roots([root], str(output))
    listed = (output / "failures.ndjson").read_text()
    second = run_roots([root], str(output))
    assert (first.scanned, second.unchanged) == (1, 1)
    assert first.failures == second.failures != ()
    assert (output / "failures.ndjson").read_text() == listed


def read_failures(path: Path) -> list[tuple[str, str]]:
    listed = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    return [(each["root"], each["reason"]) for each in listed]


@pytest.mark.parametrize("prefix", ["", "shard-1-of-2-"], ids=["all roots", "shard"])
def test_the_failure_of_a_whole_root_is_listed_until_the_root_is_read(tmp_path: Path, prefix: str) -> None:
    good, bad = (str(tmp_path / name) for name in write_roots(tmp_path, 2))
    output = tmp_path / "output"
    listed = output / f"failures{prefix and '-shard-1-of-2'}.ndjson"
    (tmp_path / "root-01").rename(tmp_path / "away")
    run_roots([good, bad], str(output), prefix=prefix)
    assert run_roots([good], str(output), prefix=prefix).failures == ()
    assert read_failures(listed) == [(bad, "no such file or directory; check the path")]
    (tmp_path / "root-01").write_text("no archive")
    run_roots([bad], str(output), prefix=prefix)
    ((root, reason),) = read_failures(listed)
    assert root == bad
    assert reason.startswith("no tar or zip archive")
    (tmp_path / "root-01").unlink()
    (tmp_path / "away").rename(tmp_path / "root-01")
    run_roots([bad], str(output), prefix=prefix)
    assert read_failures(listed) == []


@pytest.mark.parametrize("prefix", ["", "shard-1-of-2-"], ids=["all roots", "shard"])
def test_the_failure_of_a_file_in_another_root_stays_in_the_list(tmp_path: Path, prefix: str) -> None:
    good, bad = (str(tmp_path / name) for name in write_roots(tmp_path, 2))
    (tmp_path / "root-01" / "project-1" / "app-0" / "xx.po").write_text(HEADER + 'msgid "One"\nmsgstr "Eins\n')
    output = tmp_path / "output"
    run_roots([good, bad], str(output), prefix=prefix)
    (listed,) = output.glob("failures*.ndjson")
    run_roots([good], str(output), prefix=prefix)
    assert [root for root, _ in read_failures(listed)] == [bad]


def test_the_list_of_a_run_over_all_roots_replaces_the_lists_of_the_shards(tmp_path: Path) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 1)]
    output, gone = tmp_path / "output", str(tmp_path / "gone")
    run_roots([gone], str(output), prefix="shard-1-of-2-")
    run_roots(roots, str(output))
    assert [path.name for path in output.glob("failures*")] == ["failures.ndjson"]
    assert [root for root, _ in read_failures(output / "failures.ndjson")] == [gone]
    run_roots([*roots, gone], str(output))
    (tmp_path / "gone").mkdir()
    run_roots([gone], str(output))
    assert list(output.glob("failures*")) == []


@pytest.mark.parametrize("item_bytes", [1, 1_000_000], ids=["divided roots", "whole roots"])
def test_only_the_root_that_ends_its_workers_fails(fleet: list[str], tmp_path: Path, item_bytes: int) -> None:
    bad = fleet[2]

    class Engine(DirectEngine):
        def __call__(self, take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
            for item, outcome in super().__call__(take_item, options):
                yield item, "was killed (signal 9)" if bad in {root.name for root in item.roots} else outcome

    summary = run_roots(fleet, str(tmp_path), Engine(), item_bytes=item_bytes)
    assert (summary.scanned, summary.failed) == (5, 1)
    (failure,) = summary.failures
    assert failure.root == bad
    assert failure.reason.startswith("workers ended while they read this root (was killed (signal 9))")


def test_a_root_without_translations_is_not_a_failure(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    summary = run_roots([str(tmp_path / "empty")], str(tmp_path / "output"))
    assert (summary.scanned, summary.roots_without_records, summary.failures) == (1, 1, ())
    assert run_roots([str(tmp_path / "empty")], str(tmp_path / "output")).unchanged == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="the file system accepts names in UTF-8 only")
@pytest.mark.parametrize("name", FORMATS)
def test_a_name_of_a_root_that_is_not_utf_8_is_escaped(tmp_path: Path, name: str) -> None:
    root = f"{tmp_path}/caf\udce9"
    write_component(Path(root), 4)
    (Path(root) / "it.po").write_text("broken")
    output = str(tmp_path / "output")
    for expected_count in (1, 0):
        summary = run_roots([root], output, formats=(name,))
        assert (summary.scanned, [failure.root for failure in summary.failures]) == (
            expected_count,
            [f"{tmp_path}/caf\\udce9"],
        )
    assert {row[0] for row in read_rows(output)} == {f"{tmp_path}/caf\\udce9"}
