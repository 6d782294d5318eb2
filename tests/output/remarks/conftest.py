"""Remarks made by hand: every level, strings full of what formats have to escape, and a file that cannot be read."""

from collections.abc import Callable
from typing import Any

import pytest

from transtats_cli.output.remarks.remark import Remark, RemarkLevel, RemarkRule
from transtats_cli.output.renderers import load_remark_renderer

SAME = RemarkRule("same", "A translation is not the source again.")
FORMAT = RemarkRule("c_format", "Placeholders are the same.")
UNREADABLE = RemarkRule("unreadable", "Every file can be read.")
HOSTILE = 'a%b\r\nc:d,e "f" <g> & ]]> \x00\x1b[31m \ud800 \u202e é😀'


def remark_of(level: RemarkLevel = RemarkLevel.WARNING, rule: RemarkRule = SAME, **said: Any) -> Remark:
    code = said.pop("code", "fr")
    values: dict[str, Any] = {
        "path": f"po/{code}.po",
        "line": 7,
        "title": f"{code}: {rule.id}",
        "message": "the source again",
        "component_name": "garden/app",
        "case_name": f"{code}: {rule.id}",
        "distinguishing_texts": ("menu", "Open"),
    }
    return Remark(level, rule, **{**values, **said})


@pytest.fixture
def remarks() -> list[Remark]:
    return [
        remark_of(RemarkLevel.NOTE, line=0, code="de", message="moved"),
        remark_of(RemarkLevel.WARNING, distinguishing_texts=("", "Close"), line=9),
        remark_of(RemarkLevel.WARNING),
        remark_of(
            RemarkLevel.ERROR,
            FORMAT,
            path="po/x y/ü%.po",
            message=HOSTILE,
            title=HOSTILE,
            distinguishing_texts=("", HOSTILE),
        ),
        remark_of(RemarkLevel.PASSED, code="ja"),
        remark_of(RemarkLevel.UNREADABLE, UNREADABLE, code="it", title="cannot be read", line=3),
    ]


@pytest.fixture
def rendered() -> Callable[[str, list[Remark]], str]:
    def rendered(name: str, remarks: list[Remark]) -> str:
        # As it is written: a lone surrogate is spelled out.
        return "".join(load_remark_renderer(name)(iter(remarks))).encode("utf-8", "backslashreplace").decode()

    return rendered


@pytest.fixture
def remark() -> Callable[..., Remark]:
    """A remark that is like all others but for what is said."""
    return remark_of


@pytest.fixture
def many() -> Callable[[int, RemarkLevel], list[Remark]]:
    return lambda number, level: [
        remark_of(level, distinguishing_texts=("", str(place)), line=place + 1) for place in range(number)
    ]
