"""Results of work items: the same records as `stats`, failures of single files and roots, and findings."""

import gc
import json
import os
import pickle
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.fleet.fleets import HEADER, OPTIONS, create_root, write_component, write_roots
from transtats_cli.fleet.items import (
    FINDINGS_TABLE,
    RECORDS_TABLE,
    TABLES,
    ItemResult,
    RootFailure,
    Row,
    WorkItem,
    WorkOptions,
)
from transtats_cli.fleet.work import run_item
from transtats_cli.scanning.filemask.folders import FolderListings

RECORD_NAMES = [*TABLES[RECORDS_TABLE]]
ADDED_NAMES = ("measure", "outdated", "share_part", "share_whole", "content_key", "version", "checks")


def scan_root(folder: Path, options: WorkOptions = OPTIONS, known_keys: tuple[str, ...] = ()) -> ItemResult:
    return run_item(WorkItem((create_root("name", folder, known_keys),)), options)


def row_to_dict(row: Row, table: str = RECORDS_TABLE) -> dict[str, object]:
    return dict(zip(TABLES[table], row, strict=True))


@pytest.mark.parametrize("options", [(), ("--no-checks",)], ids=["checks", "no checks"])
def test_the_records_are_those_of_stats(run: Run, tmp_path: Path, options: tuple[str, ...]) -> None:
    write_roots(tmp_path, 3)
    done = run("stats", "--all", "--no-history", "--format", "ndjson", "--no-cache", *options)
    result = scan_root(tmp_path, OPTIONS._replace(runs_checks=not options))
    rows = [row_to_dict(row) for row in result.rows[RECORDS_TABLE]]
    added = {
        "root": "name",
        "measure": "translated",
        "outdated": None,
        "content_key": result.scanned[0].content_key,
        "version": OPTIONS.version,
        "checks": not options,
    }
    records = [json.loads(line) for line in done.stdout.splitlines()]
    shares = [{"share_part": each["translated"], "share_whole": each["total"]} for each in records]
    assert rows == [{**each, **share, **added} for each, share in zip(records, shares, strict=True)]
    assert [list(row) for row in rows] == [RECORD_NAMES] * len(rows)


def test_the_record_keys_keep_the_order_of_the_json(run: Run, tmp_path: Path) -> None:
    write_component(tmp_path / "shop" / "app", 1)
    line = run("stats", "--all", "--format", "ndjson").stdout.splitlines()[0]
    assert ["root", *json.loads(line), *ADDED_NAMES] == RECORD_NAMES


def test_an_unchanged_root_is_not_scanned_again(tmp_path: Path) -> None:
    write_component(tmp_path / "shop" / "app", 1)
    (result,) = scan_root(tmp_path).scanned
    again = scan_root(tmp_path, known_keys=("other", result.content_key))
    assert again == ItemResult(unchanged={"name": result.content_key})


def test_a_root_that_cannot_be_opened_fails_and_the_other_roots_are_scanned(tmp_path: Path) -> None:
    write_component(tmp_path / "good" / "shop" / "app", 1)
    roots = tuple(create_root(name, tmp_path / name) for name in ("bad", "good"))
    result = run_item(WorkItem(roots), OPTIONS)
    assert [each.root for each in result.scanned] == ["good"]
    assert [(each.root, each.file) for each in result.failed] == [("bad", "")]


def test_the_failure_of_a_broken_file_has_the_path_and_the_line(tmp_path: Path) -> None:
    write_component(tmp_path / "shop" / "app", 2)
    (tmp_path / "shop" / "app" / "xx.po").write_text(HEADER + 'msgid "One"\nmsgstr "Eins\n')
    result = scan_root(tmp_path)
    (failure,) = result.scanned[0].failures
    assert failure[:3] == ("name", "shop/app/xx.po", 5)
    assert len(result.rows[RECORDS_TABLE]) == 3


def test_the_failure_of_a_wrong_setting_names_the_file_without_the_path_of_the_root(tmp_path: Path) -> None:
    write_component(tmp_path / "shop" / "app", 1)
    (tmp_path / "transtats.toml").write_text('filemask = ["a"]\n')
    (failure,) = scan_root(tmp_path).failed
    assert str(tmp_path) not in failure.reason
    assert "transtats.toml" in failure.reason


def test_the_reason_of_a_failure_does_not_contain_the_path_of_the_root(tmp_path: Path) -> None:
    (tmp_path / "shop" / "app").mkdir(parents=True)
    (tmp_path / "shop" / "app" / "component.json").write_text("[]")
    result = scan_root(tmp_path)
    failures: list[RootFailure] = [*result.failed, *(each for one in result.scanned for each in one.failures)]
    assert failures
    assert str(tmp_path) not in repr(failures)


@pytest.mark.parametrize("current", ["/", ".", "shop", "scratch"])
@pytest.mark.parametrize("name", ["shop", "shop.zip"])
@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("transtats.toml", "colour = 1\n", "transtats.toml:1: colour: unknown setting"),
        ("transtats.toml", '[project.a.component.b]\npath = "no"\n', "transtats.toml:2: path: no is not a directory"),
        ("web/app/component.json", "[]", "web/app/component.json: must be an object"),
    ],
    ids=["setting", "folder", "component"],
)
def test_a_reason_has_paths_relative_to_the_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, current: str, name: str, path: str, content: str, reason: str
) -> None:
    write_component(tmp_path / "shop" / "web" / "app", 1)
    (tmp_path / "shop" / path).write_text(content)
    shutil.make_archive(str(tmp_path / "shop"), "zip", tmp_path / "shop")
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    monkeypatch.chdir(tmp_path / current)
    result = scan_root(tmp_path / name)
    (failure,) = result.failed or result.scanned[0].failures
    assert failure.reason.startswith(reason)


@pytest.mark.parametrize("address", ["nosuch://", "nosuch://bucket/shop"])
def test_the_reason_of_a_remote_root_has_no_rest_of_its_address(address: str) -> None:
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    (failure,) = run_item(WorkItem((create_root(address, address),)), OPTIONS).failed
    assert failure.reason.startswith("nosuch is no known file system")


def test_a_large_root_is_divided_and_its_batches_have_the_same_rows(tmp_path: Path) -> None:
    write_roots(tmp_path, 4, strings=30)
    divided = run_item(WorkItem((create_root("name", tmp_path),), 10_000), OPTIONS)
    assert len(divided.batches) > 2
    results = [run_item(batch, OPTIONS) for batch in divided.batches]
    whole = scan_root(tmp_path)
    assert [row for result in results for row in result.rows[RECORDS_TABLE]] == whole.rows[RECORDS_TABLE]
    assert {result.scanned[0].content_key for result in results} == {whole.scanned[0].content_key}
    assert [(each.scanned[0].part, each.scanned[0].part_count) for each in results] == [
        (n, len(results)) for n in range(len(results))
    ]


def test_an_unchanged_large_root_is_not_divided(tmp_path: Path) -> None:
    write_roots(tmp_path, 1)
    (whole,) = scan_root(tmp_path).scanned
    result = run_item(WorkItem((create_root("name", tmp_path, (whole.content_key,)),), 100), OPTIONS)
    assert result == ItemResult(unchanged={"name": whole.content_key})


def test_a_large_root_without_components_has_one_empty_batch(tmp_path: Path) -> None:
    (batch,) = run_item(WorkItem((create_root("name", tmp_path),), 100), OPTIONS).batches
    assert (batch.components, batch.result and batch.result.part_count) == ((), 1)


def test_findings_are_a_second_table(tmp_path: Path) -> None:
    folder = tmp_path / "shop" / "app"
    folder.mkdir(parents=True)
    (folder / "component.json").write_text('{"filemask": "*.po", "file_format": "po"}')
    (folder / "de.po").write_text(HEADER + 'msgctxt "menu"\nmsgid "Open."\nmsgstr "Öffnen"\n')
    result = scan_root(tmp_path, OPTIONS._replace(with_findings=True))
    (row,) = result.rows[FINDINGS_TABLE]
    finding = row_to_dict(row, FINDINGS_TABLE)
    assert finding["check"] == "end_stop"
    expected = {
        "root": "name",
        "code": "de",
        "path": "shop/app/de.po",
        "line": 4,
        "context": "menu",
        "target": "Öffnen",
    }
    assert {key: finding[key] for key in expected} == expected
    assert row_to_dict(result.rows[RECORDS_TABLE][0])["failing"] == 1


def test_findings_do_not_change_records_and_failures(tmp_path: Path) -> None:
    write_roots(tmp_path, 2)
    folder = tmp_path / "root-00" / "project-0" / "app-0"
    (folder / "pl.po").write_text(HEADER + 'msgid "Open"\nmsgstr "x"\n\nmsgid "Close..."\nmsgstr "x"\n')
    (folder / "xx.po").write_text(HEADER + 'msgid "One"\nmsgstr "Eins\n')
    without_findings, full = (scan_root(tmp_path, OPTIONS._replace(with_findings=each)) for each in (False, True))
    assert {row_to_dict(row, FINDINGS_TABLE)["check"] for row in full.rows[FINDINGS_TABLE]} >= {"reused", "end_stop"}
    assert sum(int(str(row_to_dict(row)["failing"])) for row in full.rows[RECORDS_TABLE]) > 0
    assert replace(full, rows={**full.rows, FINDINGS_TABLE: []}) == without_findings


def test_findings_need_no_second_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_roots(tmp_path, 1)
    opened: list[str] = []
    open_file = os.open

    def record_and_open(path: str, *arguments: Any, **options: Any) -> int:
        opened.append(path)
        return open_file(path, *arguments, **options)

    monkeypatch.setattr(os, "open", record_and_open)
    numbers = []
    for with_findings in (False, True):
        opened.clear()
        scan_root(tmp_path, OPTIONS._replace(with_findings=with_findings))
        numbers.append(sum(path.endswith(".po") for path in opened))
    assert numbers[0] == numbers[1] > 0


def test_bytes_that_are_not_utf_8_in_names_are_escaped(tmp_path: Path) -> None:
    folder = tmp_path / "shop" / "b\udcff"
    try:
        write_component(folder, 1)
    except OSError:
        pytest.skip("the file system accepts only UTF-8")
    result = scan_root(tmp_path)
    assert {row_to_dict(row)["component"] for row in result.rows[RECORDS_TABLE]} == {"b\\udcff"}


def test_items_and_results_are_picklable(tmp_path: Path) -> None:
    write_roots(tmp_path, 1)
    divided = run_item(WorkItem((create_root("name", tmp_path),), 1_000), OPTIONS)
    batch = pickle.loads(pickle.dumps(divided.batches[0]))  # noqa: S301  written on the left
    assert batch.result
    assert pickle.loads(pickle.dumps(run_item(batch, OPTIONS))) == run_item(batch, OPTIONS)  # noqa: S301  as above


def test_the_memory_of_an_item_is_freed_after_the_item(tmp_path: Path) -> None:
    write_roots(tmp_path, 3)
    for _ in range(3):
        run_item(WorkItem((create_root("name", tmp_path),)), OPTIONS)
    assert [each for each in gc.get_objects() if isinstance(each, FolderListings)] == []


@pytest.mark.parametrize("with_findings", [False, True])
def test_the_share_of_a_row_counts_the_strings_that_the_file_lacks(tmp_path: Path, with_findings: bool) -> None:
    folder = tmp_path / "shop" / "app"
    folder.mkdir(parents=True)
    (folder / "app.pot").write_text(f'{HEADER}msgid "One"\nmsgstr ""\n\nmsgid "Two"\nmsgstr ""\n')
    (folder / "de.po").write_text(f'{HEADER}msgid "One"\nmsgstr "Eins"\n')
    result = scan_root(tmp_path, OPTIONS._replace(with_findings=with_findings))
    (row,) = map(row_to_dict, result.rows[RECORDS_TABLE])
    assert [row[name] for name in ("measure", "share_part", "share_whole")] == ["complete", 1, 2]
