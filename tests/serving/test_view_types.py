"""Parameters of a request: booleans, and parameters that are repeated."""

import pytest

from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import ViewRequest


def make_request(*query: tuple[str, str]) -> ViewRequest:
    return ViewRequest({}, query, CacheReader(ComponentCache(ServeOptions("/nowhere"), print)))


@pytest.mark.parametrize(
    ("value", "default", "expected"),
    [
        ("true", False, True),
        ("True", False, True),
        ("1", False, True),
        ("yes", False, True),
        ("on", False, True),
        ("false", True, False),
        ("0", True, False),
        ("no", True, False),
        ("OFF", True, False),
        ("", True, True),
        ("", False, False),
        ("perhaps", True, True),
        ("perhaps", False, False),
    ],
)
def test_a_boolean_parameter_is_true_false_or_the_default(value: str, default: bool, expected: bool) -> None:
    assert make_request(("x", value)).get_boolean_parameter("x", default) is expected


def test_the_last_value_of_a_repeated_parameter_is_used() -> None:
    request = make_request(("x", "1"), ("y", "2"), ("x", "3"))
    assert (request.get_parameter("x"), request.get_parameter("z")) == ("3", "")
    assert request.get_boolean_parameter("z", default=True)
