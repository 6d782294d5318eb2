"""Parameters of a request: booleans, and parameters that are repeated."""

import pytest

from transtats_cli.serving.view_types import ViewRequest


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
    assert ViewRequest({}, (("x", value),), "").get_boolean_parameter("x", default) is expected


def test_the_last_value_of_a_repeated_parameter_is_used() -> None:
    request = ViewRequest({}, (("x", "1"), ("y", "2"), ("x", "3")), "")
    assert (request.get_parameter("x"), request.get_parameter("z")) == ("3", None)
    assert request.get_boolean_parameter("z", default=True)
