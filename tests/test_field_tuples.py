"""Field tuples behave like named tuples."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from transtats_cli.field_tuples import FieldTuple


class Point(FieldTuple):
    """Point with a name."""

    x: int
    y: int = 0
    name: str = "origin"

    @property
    def total(self) -> int:
        return self.x + self.y


class NamedPoint(NamedTuple):
    """Point with a name."""

    x: int
    y: int = 0
    name: str = "origin"

    @property
    def total(self) -> int:
        return self.x + self.y


def send(point: Any) -> Any:
    """Return a tuple as another process receives it."""
    return pickle.loads(pickle.dumps(point))  # noqa: S301  our own


@pytest.mark.parametrize(
    "observe",
    [
        pytest.param(lambda point: tuple(point(1)), id="defaults"),
        pytest.param(lambda point: tuple(point(1, 2, "a")), id="all values in order"),
        pytest.param(lambda point: tuple(point(1, name="a")), id="values by name"),
        pytest.param(lambda point: tuple(point(name="a", x=1)), id="all values by name"),
        pytest.param(lambda point: (point(1).x, point(1).name, point(1, 4).total), id="attributes"),
        pytest.param(lambda point: tuple(point(1)._replace(y=5)), id="a copy with another value"),
        pytest.param(lambda point: point(1)._asdict(), id="values by field"),
        pytest.param(lambda point: (point._fields, point._field_defaults, point.__match_args__), id="fields"),
        pytest.param(lambda point: repr(point(1, 2)).removeprefix("Named"), id="representation"),
        pytest.param(lambda point: (hash(point(1)), point(1) == point(1, 0), point(1) < point(2)), id="comparison"),
        pytest.param(lambda point: type(send(point(1))) is point, id="type after pickle"),
        pytest.param(lambda point: tuple(send(point(1, 2))), id="values after pickle"),
        pytest.param(lambda point: tuple(copy.copy(point(1, 2))), id="copy"),
        pytest.param(lambda point: hasattr(point(1), "__dict__"), id="no other attributes"),
        pytest.param(lambda point: point.__doc__, id="docstring"),
    ],
)
def test_a_field_tuple_behaves_like_a_named_tuple(observe: Callable[[type[Point] | type[NamedPoint]], object]) -> None:
    assert observe(Point) == observe(NamedPoint)


@pytest.mark.parametrize(
    "create",
    [
        pytest.param(lambda point: point(), id="a value is missing"),
        pytest.param(lambda point: point(1, 2, "a", 4), id="too many values"),
        pytest.param(lambda point: point(1, x=1), id="a value is given twice"),
        pytest.param(lambda point: point(1, z=1), id="an unknown field"),
        pytest.param(lambda point: point(1)._replace(z=1), id="an unknown field in a copy"),
    ],
)
@pytest.mark.parametrize("point", [Point, NamedPoint])
def test_wrong_arguments_are_refused(create: Callable[[object], object], point: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        create(point)


@pytest.mark.parametrize("point", [Point(1), NamedPoint(1)])
def test_a_field_cannot_be_assigned(point: object) -> None:
    with pytest.raises(AttributeError):
        point.x = 2  # type: ignore[attr-defined]
