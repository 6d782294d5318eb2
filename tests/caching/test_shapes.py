"""Shapes of JSON values."""

from typing import Any

import pytest

from transtats_cli.caching.shapes import AnyOfShapes, JsonShape, ObjectShape, has_shape


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        pytest.param(int, [0, -1], [True, 1.0, "1", None, []], id="integer"),
        pytest.param(None, [None], [0, "", []], id="null"),
        pytest.param([str], [[], ["a"]], ["a", {}, ["a", 1]], id="list"),
        pytest.param((str, int), [["a", 1]], [["a"], ["a", 1, 1], [1, "a"], {"a": 1}], id="list of a length"),
        pytest.param({str: [int]}, [{}, {"a": [1]}], [[], {"a": 1}, {"a": ["b"]}], id="object"),
        pytest.param(ObjectShape({"a": int}), [{}, {"a": 1}], [{"b": 1}, {"a": "1"}, []], id="object of known keys"),
        pytest.param(AnyOfShapes((int, [int])), [1, [1]], ["1", [[1]]], id="one of several"),
    ],
)
def test_a_shape_matches_only_values_of_its_types(shape: JsonShape, good: list[Any], bad: list[Any]) -> None:
    assert all(has_shape(value, shape) for value in good)
    assert not any(has_shape(value, shape) for value in bad)
