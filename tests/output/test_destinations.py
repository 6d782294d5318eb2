"""Destinations of formats by `--format` and `--output`."""

from collections.abc import Sequence

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.output.formats import Destination, parse_destinations

FORMAT_NAMES = ("json", "table", "csv")


@pytest.mark.parametrize(
    ("formats", "output", "expected"),
    [
        pytest.param(["json"], None, [Destination("json")], id="standard output"),
        pytest.param(["csv:a.csv"], None, [Destination("csv", "a.csv")], id="file"),
        pytest.param(["csv"], "a.csv", [Destination("csv", "a.csv")], id="output option"),
        pytest.param(["csv:c:/a.csv"], None, [Destination("csv", "c:/a.csv")], id="only the first colon counts"),
        pytest.param(["csv:-"], None, [Destination("csv")], id="dash is standard output"),
        pytest.param(
            ["csv:a", "json:b", "table"],
            None,
            [Destination("csv", "a"), Destination("json", "b"), Destination("table")],
            id="several",
        ),
    ],
)
def test_each_format_has_a_destination(formats: Sequence[str], output: str | None, expected: list[Destination]) -> None:
    assert parse_destinations(formats, output, FORMAT_NAMES) == expected


@pytest.mark.parametrize(
    ("formats", "output", "message"),
    [
        pytest.param(["tabel"], None, "did you mean 'table'", id="near miss"),
        pytest.param(["x"], None, "there are: json, table, csv", id="unknown"),
        pytest.param(["csv:"], None, "--format csv: needs the name of a file", id="no file"),
        pytest.param(["csv"], "", "--output needs the name of a file", id="empty output option"),
        pytest.param(["csv", "json"], "a", "exactly one format", id="output option for two"),
        pytest.param(["json:a", "json"], "b", "--format json:FILE", id="suggested format"),
        pytest.param(["csv:a"], "b", "exactly one format", id="two destinations for one"),
        pytest.param(["csv", "json"], None, "csv and json cannot both go to standard output", id="two on one stream"),
        pytest.param(["csv:a", "json:a"], None, "csv and json cannot both go to a;", id="two in one file"),
        pytest.param(
            ["csv:a", "json:./b/../a"], None, "csv and json cannot both go to ", id="two spellings of one file"
        ),
    ],
)
def test_wrong_formats_and_destinations_are_errors(formats: Sequence[str], output: str | None, message: str) -> None:
    with pytest.raises(TranstatsError) as caught:
        parse_destinations(formats, output, FORMAT_NAMES)
    assert message in str(caught.value)
