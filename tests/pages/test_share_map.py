"""Map of components by languages."""

from functools import partial

import pytest

from transtats_cli.measures import Share
from transtats_cli.pages.share_map import MapCell, MapSource, make_share_map


def make_source(name: str, shares: dict[str, Share], address: str = "") -> MapSource:
    return MapSource(name, f"/{name}/", shares, partial("/{}/{}/".format, address or name))


def test_a_row_has_a_cell_for_each_language_of_all_rows_the_most_complete_one_first() -> None:
    found = make_share_map(
        [make_source("app", {"fr": Share(1, 3), "de": Share(3, 3)}), make_source("docs", {"cs": Share(0, 3)})],
        "/languages/{}/".format,
    )
    assert found is not None
    assert found.languages == [
        ("de", "German", "/languages/de/"),
        ("fr", "French", "/languages/fr/"),
        ("cs", "Czech", "/languages/cs/"),
    ]
    assert [(row.name, row.address, row.cells) for row in found.rows] == [
        ("app", "/app/", [MapCell("/app/de/", 100), MapCell("/app/fr/", 33), None]),
        ("docs", "/docs/", [None, None, MapCell("/docs/cs/", 0)]),
    ]


@pytest.mark.parametrize(
    ("share", "percent", "level"),
    [
        pytest.param(Share(0, 10), 0, 0, id="nothing"),
        pytest.param(Share(199, 1000), 19, 0, id="little"),
        pytest.param(Share(200, 1000), 20, 1, id="a fifth"),
        pytest.param(Share(999, 1000), 99, 4, id="almost all"),
        pytest.param(Share(10, 10), 100, 5, id="all"),
        pytest.param(Share(0, 0), 100, 5, id="no strings"),
    ],
)
def test_the_colour_depends_on_the_share_and_only_complete_languages_have_the_last_one(
    share: Share, percent: int, level: int
) -> None:
    found = make_share_map([make_source("app", {"de": share, "fr": share})], str)
    assert found is not None
    cell = found.rows[0].cells[0]
    assert cell is not None
    assert (cell.percent, cell.level) == (percent, level)


@pytest.mark.parametrize("shares", [[], [{}], [{"de": Share(1, 2)}]], ids=["no row", "no language", "one cell"])
def test_a_map_of_one_cell_is_not_shown(shares: list[dict[str, Share]]) -> None:
    assert make_share_map([make_source("app", each) for each in shares], str) is None


@pytest.mark.parametrize("address", ["app", "%E4%BD%A0" * 20], ids=["short", "long"])
def test_the_size_of_a_map_is_limited(address: str) -> None:
    shares = {f"l{number}": Share(1, 2) for number in range(60)}
    found = make_share_map([make_source(f"c{number}", shares, address) for number in range(600)], str)
    assert found is not None
    assert 1 < len(found.rows) < 600
    assert found.row_count == 600
    assert 60_000 < sum(len(cell.address) + 40 for row in found.rows for cell in row.cells if cell) <= 120_000
