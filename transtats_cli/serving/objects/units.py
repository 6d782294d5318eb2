"""JSON representation of a unit."""

from typing import Any

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.model import State
from transtats_cli.report import LocatedUnit
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.statistics import count_words
from transtats_cli.unit_queries.checksums import hash_texts, unit_checksum

_REMOVED_BITS = 64 - 53
"""Number of bits to remove from a 64-bit hash. Some JSON parsers cannot represent integers above 2**53 exactly."""


def unit_to_json(located_unit: LocatedUnit, position: int, component: Component) -> dict[str, Any]:
    """Return a unit as a JSON object. `position` is the number of the unit in its file, counted from 1.

    The ids are hashes of source and context, so an id stays the same between scans.
    """
    unit, code = located_unit.unit, located_unit.language.code
    urls = UrlBuilder(component.base_url)
    source = language_by_code(component.source_language)
    content_hash = hash_texts(unit.source, unit.context)
    unit_id = _make_unit_id(component, code, located_unit)
    address = urls.web_page_url("translate", component.project, component.slug, code)
    return {
        "translation": urls.translation_url(component, code),
        "language_code": code,
        "source": unit.sources,
        "previous_source": "",
        "target": unit.targets,
        "id_hash": content_hash,
        "content_hash": content_hash,
        "location": ", ".join(unit.references),
        "context": unit.context,
        "note": unit.note,
        "flags": str(unit.flags),
        "labels": [],
        "state": int(unit.state),
        **_unit_state_to_json(located_unit),
        "position": position,
        "num_words": count_words(unit.source, cjk=source.is_cjk),
        "source_unit": urls.api_url("units", str(_make_unit_id(component, source.code, located_unit))),
        "priority": 100,
        "id": unit_id,
        "web_url": f"{address}?checksum={unit_checksum(unit)}",
        "url": urls.api_url("units", str(unit_id)),
        "explanation": "",
        "extra_flags": "",
        "pending": False,
        "automatically_translated": False,
    }


def _unit_state_to_json(located_unit: LocatedUnit) -> dict[str, bool]:
    state = located_unit.unit.state
    return {
        "fuzzy": state.is_fuzzy,
        "translated": state >= State.TRANSLATED,
        "approved": state is State.APPROVED,
        "has_suggestion": False,
        "has_comment": False,
        "has_failing_check": bool(located_unit.findings),
    }


def _make_unit_id(component: Component, language_code: str, located_unit: LocatedUnit) -> int:
    names = (component.project, component.slug, language_code, located_unit.unit.source, located_unit.unit.context)
    return (hash_texts(*names) & (1 << 64) - 1) >> _REMOVED_BITS
