"""Values parsed from JSON are converted to annotated types, or refused."""

from types import NoneType
from typing import Any, NamedTuple

import pytest

from transtats_cli.caching.documents import from_json


class Point(NamedTuple):
    x: int
    name: str | None = None


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        pytest.param(int, [(0, 0), (-1, -1)], [True, 1.0, "1", None, []], id="integer"),
        pytest.param(NoneType, [(None, None)], [0, "", []], id="null"),
        pytest.param(list[str], [([], []), (["a"], ["a"])], ["a", {}, ["a", 1]], id="list"),
        pytest.param(tuple[bool, ...], [([], ()), ([True], (True,))], ["a", [1]], id="tuple of any length"),
        pytest.param(tuple[str, int], [(["a", 1], ("a", 1))], [["a"], ["a", 1, 1], [1, "a"], {"a": 1}], id="tuple"),
        pytest.param(
            dict[str, list[int]], [({}, {}), ({"a": [1]}, {"a": [1]})], [[], {"a": 1}, {"a": ["b"]}], id="dict"
        ),
        pytest.param(int | list[int], [(1, 1), ([1], [1])], ["1", [[1]], None], id="union"),
        pytest.param(
            Point, [([1, "a"], Point(1, "a")), ([1, None], Point(1))], [[1], [1, 2], [None, None], 5], id="row"
        ),
        pytest.param(list[Point], [([[1, "a"]], [Point(1, "a")])], [[1, "a"], [[]], [{}]], id="rows"),
    ],
)
def test_a_value_is_converted_only_if_all_types_are_exact(
    annotation: Any, good: list[tuple[Any, Any]], bad: list[Any]
) -> None:
    for value, expected in good:
        converted = from_json(annotation, value)
        assert (type(converted), converted) == (type(expected), expected)
    for value in bad:
        with pytest.raises(ValueError, match="unexpected"):
            from_json(annotation, value)
