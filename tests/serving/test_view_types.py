"""A request as views see it."""

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
def test_a_flag_says_yes_or_no_or_nothing(value: str, default: bool, expected: bool) -> None:
    assert ViewRequest({}, (("x", value),), "").flag("x", default) is expected


def test_the_last_value_counts() -> None:
    request = ViewRequest({}, (("x", "1"), ("y", "2"), ("x", "3")), "")
    assert (request.parameter("x"), request.parameter("z")) == ("3", None)
    assert request.flag("z", default=True)
