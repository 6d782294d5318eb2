"""Work items: their sizes, large roots, and shards."""

from pathlib import Path

import pytest

from tests.fleet.fleets import create_root, write_component, write_roots
from transtats_cli import settings
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.plan import (
    MAX_ROOTS,
    Shard,
    create_items,
    divide_components,
    estimate_bytes,
    pack,
    parse_shard,
)
from transtats_cli.scanning.discovery.lookup import survey_components


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        pytest.param([], [], id="no root"),
        pytest.param([5], [["0"]], id="one root"),
        pytest.param([5, 5, 1], [["0", "1"], ["2"]], id="full items"),
        pytest.param([9, 9], [["0"], ["1"]], id="two that do not fit together"),
        pytest.param([99, 1], [["0"], ["1"]], id="a root that is too large"),
        pytest.param([0] * (MAX_ROOTS + 1), [[*map(str, range(MAX_ROOTS))], [str(MAX_ROOTS)]], id="many empty roots"),
    ],
)
def test_roots_are_packed_up_to_the_size_of_an_item(sizes: list[int], expected: list[list[str]]) -> None:
    sized_roots = ((str(place), size) for place, size in enumerate(sizes))
    assert [[*roots] for roots, _ in pack(sized_roots, 10, MAX_ROOTS)] == expected


def test_a_large_directory_is_a_separate_item(tmp_path: Path) -> None:
    small, large = tmp_path / "small", tmp_path / "large"
    write_component(small / "shop" / "app", 1)
    write_component(large / "shop" / "app", 1000)
    roots = [create_root(each.name, each) for each in (small, large)]
    items = list(create_items(roots, 10_000))
    assert [item.batch_bytes for item in items] == [0, 10_000]


def test_a_large_archive_is_not_divided(tmp_path: Path) -> None:
    (tmp_path / "large.zip").write_bytes(bytes(20_000))
    (item,) = create_items([create_root("large", tmp_path / "large.zip")], 10_000)
    assert item.batch_bytes == 0


def test_only_translation_files_have_a_size_and_the_walk_ends_at_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_bytes(b"x" * 100)
    (tmp_path / "movie.mp4").write_bytes(b"x" * 1000)
    assert estimate_bytes(str(tmp_path), 10_000) == 100
    assert estimate_bytes(str(tmp_path), 10) >= 10


def test_the_size_of_a_remote_root_is_assumed() -> None:
    assert estimate_bytes("https://example.org/a.git", 10) == estimate_bytes("s3://bucket/folder", 10) > 0


def test_the_batches_of_a_large_root_contain_each_component_once(tmp_path: Path) -> None:
    write_roots(tmp_path, 3, components=3, strings=20)
    components = survey_components(str(tmp_path), settings.load_settings(str(tmp_path))).components
    batches = divide_components(components, 5_000)
    assert len(batches) > 1
    assert [component for batch in batches for component in batch] == components
    assert divide_components(components, 5_000) == batches


def test_every_root_is_in_exactly_one_shard() -> None:
    roots = [f"https://example.org/{number}.git" for number in range(200)]
    shards = [Shard(number, 4) for number in range(1, 5)]
    assert [sum(shard.includes(root) for shard in shards) for root in roots] == [1] * 200
    assert all(any(shard.includes(root) for root in roots) for shard in shards)


def test_the_shard_of_a_root_never_changes() -> None:
    # Machines with different versions must agree.
    shards = [next(number for number in range(1, 9) if Shard(number, 8).includes(root)) for root in ("a", "b", "shop")]
    assert shards == [8, 6, 7]


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/2/3", "-1/2", "1/0", "1.5/2", "1/" + "1" * 5000])
def test_a_wrong_shard_is_an_error(text: str) -> None:
    with pytest.raises(TranstatsError, match="write i/n with i from 1 to n"):
        parse_shard(text)


def test_a_shard_is_written_with_a_slash() -> None:
    shard = parse_shard("2/8")
    assert (shard.number, shard.shard_count, shard.file_prefix) == (2, 8, "shard-2-of-8-")
