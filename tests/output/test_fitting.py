import pytest

from transtats_cli.output.fitting import fitted


@pytest.mark.parametrize(
    ("lines", "largest", "expected"),
    [
        pytest.param(["a\n", "b\n"], 100, "a\nb\n", id="all of it"),
        pytest.param(["a\n" * 50, "b\n"], 70, "a\na\na\n\n48 more lines do not fit in here.\n", id="what fits"),
        pytest.param(["é" * 10 + "\n", "b\n"], 80, "\n2 more lines do not fit in here.\n", id="bytes count"),
        pytest.param([], 0, "", id="nothing"),
    ],
)
def test_what_fits_is_written_and_the_rest_is_counted(lines: list[str], largest: int, expected: str) -> None:
    text = "".join(fitted(lines, largest))
    assert text == expected
    assert len(text.encode()) <= largest
