"""Remarks of every level, with characters that formats have to escape, and with a file that cannot be read."""

from collections.abc import Callable
from typing import Any

import pytest

from transtats_cli.output.remarks.remark import Remark, RemarkLevel, RemarkRule
from transtats_cli.output.renderers import load_remark_renderer

SAME = RemarkRule("same", "A translation is not the source again.")
FORMAT = RemarkRule("c_format", "Placeholders are the same.")
UNREADABLE = RemarkRule("unreadable", "Every file can be read.")
HOSTILE = 'a%b\r\nc:d,e "f" <g> & ]]> \x00\x1b[31m \ud800 \u202e é😀'


def build_remark(level: RemarkLevel = RemarkLevel.WARNING, rule: RemarkRule = SAME, **fields: Any) -> Remark:
    code = fields.pop("code", "fr")
    values: dict[str, Any] = {
        "path": f"po/{code}.po",
        "line": 7,
        "title": f"{code}: {rule.id}",
        "message": "the source again",
        "component_name": "garden/app",
        "case_name": f"{code}: {rule.id}",
        "distinguishing_texts": ("menu", "Open"),
    }
    return Remark(level, rule, **{**values, **fields})


@pytest.fixture
def remarks() -> list[Remark]:
    return [
        build_remark(RemarkLevel.NOTE, line=0, code="de", message="moved"),
        build_remark(RemarkLevel.WARNING, distinguishing_texts=("", "Close"), line=9),
        build_remark(RemarkLevel.WARNING),
        build_remark(
            RemarkLevel.ERROR,
            FORMAT,
            path="po/x y/ü%.po",
            message=HOSTILE,
            title=HOSTILE,
            distinguishing_texts=("", HOSTILE),
        ),
        build_remark(RemarkLevel.PASSED, code="ja"),
        build_remark(RemarkLevel.UNREADABLE, UNREADABLE, code="it", title="cannot be read", line=3),
    ]


@pytest.fixture
def renderer() -> Callable[[str, list[Remark]], str]:
    def renderer(name: str, remarks: list[Remark]) -> str:
        # Files are encoded in this way, which escapes lone surrogates.
        return "".join(load_remark_renderer(name)(iter(remarks))).encode("utf-8", "backslashreplace").decode()

    return renderer


@pytest.fixture
def remark() -> Callable[..., Remark]:
    """Build a remark with default values for the fields that are not given."""
    return build_remark


@pytest.fixture
def many_remarks() -> Callable[[int, RemarkLevel], list[Remark]]:
    return lambda number, level: [
        build_remark(level, distinguishing_texts=("", str(place)), line=place + 1) for place in range(number)
    ]
