"""The strings and the records of recorded components in other formats than PO and XLIFF are those of a server."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.comparison import assert_records_are_equal, group_recorded_strings, read_strings
from transtats_cli.scanning.discovery.lookup import locate_component
from transtats_cli.settings.layers import make_overrides

pytestmark = pytest.mark.slow

RECORDED = Path(__file__).parent.parent.parent.parent / "shared" / "conformance-formats"
KNOWN_DIFFERENCES = {
    "fmt-po-mono": "the note of a string that a translation lacks ends with an empty line",
}
"""Components whose notes or locations do not agree, with the reason."""
NAMES = sorted(path.parent.name for path in RECORDED.glob("expected/*/main.json"))


def list_parameters() -> list[Any]:
    if not NAMES:
        return [pytest.param("", marks=pytest.mark.skip("needs ../shared/conformance-formats, which is not there"))]
    return [
        pytest.param(
            name,
            marks=[pytest.mark.xfail(reason=KNOWN_DIFFERENCES[name], strict=True)] if name in KNOWN_DIFFERENCES else [],
        )
        for name in NAMES
    ]


@pytest.mark.parametrize("name", list_parameters())
def test_strings_checks_and_records_are_those_of_a_server(name: str) -> None:
    component = locate_component(
        str(RECORDED / "components"), name, "main", make_overrides(base_url="https://weblate.example.org")
    )
    recorded = json.loads((RECORDED / "expected" / name / "main.json").read_text(encoding="utf-8"))
    assert_records_are_equal(component, recorded)
    assert read_strings(component) == group_recorded_strings(load_recorded_units(name))


def load_recorded_units(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDED / "units" / name / "main.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
