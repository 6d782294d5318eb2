"""Real components and a real server's answers for them, where they lie beside the project."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from transtats_cli.component import Component
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import locate_component

CONFORMANCE = Path(__file__).parent.parent.parent.parent / "shared" / "conformance"


class Case(NamedTuple):
    """One component and what a server said of it."""

    component: Component
    expected: dict[str, Any]
    units: Path

    def expected_units(self) -> Iterator[dict[str, Any]]:
        with gzip.open(self.units, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def names() -> list[str]:
    return sorted(f"{path.parent.name}/{path.stem}" for path in CONFORMANCE.glob("expected/*/*.json"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        found: Sequence[object] = names() or [
            pytest.param("", marks=pytest.mark.skip("needs ../shared/conformance, which is not there"))
        ]
        metafunc.parametrize("case", found, indirect=True)


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    return _case(request.param)


@pytest.fixture
def cases(shared: Path) -> Iterator[Case]:
    """All of them, one after the other."""
    return map(_case, names())


def _case(name: str) -> Case:
    project, slug = name.split("/")
    expected = CONFORMANCE / "expected" / project
    overrides = Overrides(review=(expected / "review").exists(), base_url="https://weblate.example.org")
    return Case(
        locate_component(str(CONFORMANCE / "components"), project, slug, overrides),
        json.loads((expected / f"{slug}.json").read_text(encoding="utf-8")),
        CONFORMANCE / "units" / project / f"{slug}.jsonl.gz",
    )
