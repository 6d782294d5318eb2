"""Fixtures: real components with the responses of a server, from `../shared/conformance`. If missing, tests skip."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from transtats_cli.component import Component
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.settings.layers import make_overrides

CONFORMANCE = Path(__file__).parent.parent.parent.parent / "shared" / "conformance"


class Case(NamedTuple):
    """Component, with the statistics and the strings of a server."""

    component: Component
    expected: dict[str, Any]
    """Response of the server with the statistics of all languages."""
    units: Path
    """Compressed file with the strings of the server, one JSON object in each line."""

    def expected_units(self) -> Iterator[dict[str, Any]]:
        with gzip.open(self.units, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def list_component_names() -> list[str]:
    return sorted(f"{path.parent.name}/{path.stem}" for path in CONFORMANCE.glob("expected/*/*.json"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        found: Sequence[object] = list_component_names() or [
            pytest.param("", marks=pytest.mark.skip("needs ../shared/conformance, which is not there"))
        ]
        metafunc.parametrize("case", found, indirect=True)


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    return _load_case(request.param)


@pytest.fixture
def cases(shared: Path) -> Iterator[Case]:
    """Cases of all components. A case is loaded when the iterator returns it."""
    return map(_load_case, list_component_names())


def _load_case(name: str) -> Case:
    project, slug = name.split("/")
    expected = CONFORMANCE / "expected" / project
    overrides = make_overrides(review=(expected / "review").exists(), base_url="https://weblate.example.org")
    return Case(
        locate_component(str(CONFORMANCE / "components"), project, slug, overrides),
        json.loads((expected / f"{slug}.json").read_text(encoding="utf-8")),
        CONFORMANCE / "units" / project / f"{slug}.jsonl.gz",
    )
