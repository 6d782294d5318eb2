"""Manifests of parts, and the choice of the valid rows."""

import time
from pathlib import Path

import pytest

from tests.fleet.fleets import run_roots
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import RootFailure, RootInPart
from transtats_cli.fleet.output.manifest import (
    DatasetPart,
    ResultOptions,
    find_complete_results,
    load_parts,
    save_part,
    select_valid_roots,
)
from transtats_cli.fleet.output.store import FileStore


def make_part(name: str, sequence: int, *roots: RootInPart, options: str = "checks") -> DatasetPart:
    return DatasetPart(name, sequence, ResultOptions("1.0", options, ("ndjson",)), {}, roots, {})


def name_part(sequence: int, digest: int = 0) -> str:
    return f"all-{sequence:06}-{digest:016x}"


def make_whole_root(root: str, key: str) -> RootInPart:
    return RootInPart(root, key, 0, 1)


@pytest.mark.parametrize(
    ("parts", "confirmed", "expected"),
    [
        pytest.param(
            [make_part("p", 1, make_whole_root("a", "1"), make_whole_root("b", "1"))],
            {},
            {"p": {"a0", "b0"}},
            id="one part",
        ),
        pytest.param(
            [make_part("p", 1, make_whole_root("a", "1")), make_part("q", 2, make_whole_root("a", "2"))],
            {},
            {"q": {"a0"}},
            id="newer key",
        ),
        pytest.param(
            [make_part("p", 1, make_whole_root("a", "1")), make_part("q", 2, make_whole_root("a", "2"))],
            {"a": "1"},
            {"p": {"a0"}},
            id="the older key is confirmed",
        ),
        pytest.param(
            [
                make_part("p", 1, make_whole_root("a", "1"), make_whole_root("b", "1")),
                make_part("q", 2, make_whole_root("a", "2")),
            ],
            {},
            {"p": {"b0"}, "q": {"a0"}},
            id="another root stays",
        ),
        pytest.param(
            [make_part("p", 1, make_whole_root("a", "1")), make_part("q", 2, RootInPart("a", "2", 0, 2))],
            {"a": "2"},
            {"p": {"a0"}},
            id="an incomplete result replaces nothing",
        ),
        pytest.param(
            [
                make_part("p", 1, make_whole_root("a", "1")),
                make_part("q", 2, RootInPart("a", "2", 0, 2)),
                make_part("r", 3, RootInPart("a", "2", 1, 2)),
            ],
            {},
            {"q": {"a0"}, "r": {"a1"}},
            id="a result that was completed later",
        ),
        pytest.param(
            [make_part("q", 2, RootInPart("a", "2", 0, 2))], {}, {"q": {"a0"}}, id="an incomplete result alone is valid"
        ),
        pytest.param(
            [make_part("p", 1, make_whole_root("a", "1")), make_part("q", 2, make_whole_root("a", "1"))],
            {},
            {"q": {"a0"}},
            id="the same twice",
        ),
        pytest.param(
            [
                make_part("p", 1, make_whole_root("a", "1")),
                make_part("q", 2, make_whole_root("a", "1"), options="no-checks"),
            ],
            {"a": "1"},
            {"q": {"a0"}},
            id="other options",
        ),
        pytest.param(
            [
                make_part("p", 1, RootInPart("a", "1", 0, 2), RootInPart("a", "1", 1, 2)),
                make_part("q", 2, RootInPart("a", "1", 1, 2)),
            ],
            {},
            {"p": {"a0", "a1"}},
            id="batches of one part are replaced together or not at all",
        ),
        pytest.param(
            [
                make_part("p", 1, RootInPart("a", "1", 0, 2), RootInPart("a", "1", 1, 2)),
                make_part("q", 2, RootInPart("a", "1", 1, 2)),
                make_part("r", 3, RootInPart("a", "1", 0, 2)),
            ],
            {},
            {"q": {"a1"}, "r": {"a0"}},
            id="all batches of one part are replaced",
        ),
        pytest.param(
            [
                make_part("p", 1, RootInPart("a", "1", 0, 4), RootInPart("a", "1", 1, 4)),
                make_part("q", 1, RootInPart("a", "1", 2, 4), RootInPart("a", "1", 3, 4)),
                make_part("r", 2, RootInPart("a", "1", 1, 4), RootInPart("a", "1", 2, 4)),
                make_part("s", 2, RootInPart("a", "1", 0, 4)),
            ],
            {},
            {"p": {"a0", "a1"}, "q": {"a2", "a3"}},
            id="the older run has all batches",
        ),
        pytest.param(
            [
                make_part("p", 1, RootInPart("a", "1", 0, 2, (), "x")),
                make_part("q", 2, RootInPart("a", "1", 1, 2, (), "y")),
                make_part("r", 3, RootInPart("a", "1", 0, 2, (), "y")),
            ],
            {"a": "1"},
            {"q": {"a1"}, "r": {"a0"}},
            id="batches of different divisions are not combined",
        ),
    ],
)
def test_the_newest_complete_results_are_valid(
    parts: list[DatasetPart], confirmed: dict[str, str], expected: dict[str, set[str]]
) -> None:
    for ordered in (parts, parts[::-1]):
        live = select_valid_roots(ordered, confirmed)
        valid_roots = {part.name: {f"{each.root}{each.part}" for each in roots} for part, roots in live if roots}
        assert valid_roots == expected


def test_the_time_grows_linearly_with_the_batches_of_a_root() -> None:
    count = 8_000
    parts = [
        make_part(name_part(number % 2, number), number % 2, RootInPart("a", "1", number, 2 * count))
        for number in range(count)
    ]
    started = time.process_time()
    assert sum(len(roots) for _, roots in select_valid_roots(parts)) == count
    assert find_complete_results(root for part in parts for root in part.roots) == set()
    assert time.process_time() - started < 2


def test_a_part_is_read_as_it_was_written(tmp_path: Path) -> None:
    store = FileStore(str(tmp_path))
    root = RootInPart("ü", "key", 1, 3, (RootFailure("ü", "a.po", 7, "broken"),), "abc")
    options = ResultOptions("1.0", "checks", ("parquet", "sqlite"))
    written = DatasetPart(name_part(4), 4, options, {"records": 3}, (root,), {"a": 7})
    save_part(store, written)
    assert load_parts(store) == [written]


OTHER_COUNTS = b'{"sequence":1,"version":"1","options":"","formats":[],"row_counts":{"records":"1"},"roots":[]}'
OTHER_SEQUENCE = b'{"sequence":"1","version":"1","options":"","formats":[],"row_counts":{},"roots":[]}'


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[1]", b"\xff", b"[" * 100_000, OTHER_SEQUENCE, OTHER_COUNTS],
    ids=["empty", "no keys", "list", "bytes", "nested", "sequence", "counts"],
)
def test_a_file_that_is_not_a_manifest_is_ignored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "manifest").mkdir()
    (tmp_path / "manifest" / "a.json").write_bytes(content)
    assert load_parts(FileStore(str(tmp_path))) == []


COUNTS = {"records": 1}


@pytest.mark.parametrize(
    ("name", "sequence", "counts", "reason"),
    [
        pytest.param(name_part(1), 1, {"../../victim": 1}, "the table '../../victim'", id="path of another file"),
        pytest.param(name_part(1), 1, {**COUNTS, "notes": 0}, "the table 'notes'", id="other table"),
        pytest.param("notes", 1, COUNTS, "the part 'notes' of the run 1", id="name of a file of the user"),
        pytest.param(name_part(1), -1, COUNTS, f"the part '{name_part(1)}' of the run -1", id="other run"),
    ],
)
def test_a_manifest_with_names_that_are_not_ours_is_refused_and_no_file_is_removed(
    tmp_path: Path, name: str, sequence: int, counts: dict[str, int], reason: str
) -> None:
    output = tmp_path / "output"
    files = [tmp_path / f"victim/{name}.ndjson", output / f"ndjson/records/{name}.ndjson", output / "ndjson/notes/a"]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    store = FileStore(str(output))
    save_part(store, DatasetPart(name, sequence, ResultOptions("1.0", "checks", ("ndjson",)), counts, (), {}))
    with pytest.raises(TranstatsError) as caught:
        run_roots([], str(output))
    assert str(caught.value) == (
        f"{output}/manifest/{name}.json contains {reason}, which transtats does not write; remove this file, and run"
        " `transtats fleet` again to scan its roots"
    )
    assert all(file.exists() for file in files)


def test_a_manifest_that_another_run_has_removed_after_the_listing_is_ignored(tmp_path: Path) -> None:
    store = FileStore(str(tmp_path))
    part = make_part(name_part(1), 1)
    save_part(store, part)
    # Like a removed file, the link is listed but cannot be opened.
    (tmp_path / "manifest" / "shard-1.json").symlink_to(tmp_path / "gone")
    assert load_parts(store) == [part]
