"""Contrasts of the style sheet: of texts, bars, charts and maps with what is around them, in light and dark."""

import re
from itertools import combinations

import pytest

from tests.pages.conftest import SCHEMES, contrast
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import Page, read_asset

BAR_KINDS = ("good", "failing", "fuzzy", "untranslated", "missing")
PATTERN = re.compile(r'<pattern id="(\w+)-pattern" (.*?)</pattern>', re.DOTALL)


@pytest.mark.parametrize("colours", [*SCHEMES.values()], ids=[*SCHEMES])
@pytest.mark.parametrize("name", [*BAR_KINDS, "control", "link", "focus"])
def test_bars_and_controls_stand_out_from_the_ground(colours: dict[str, str], name: str) -> None:
    assert contrast(colours[name], colours["back"]) >= 3


def test_the_line_of_a_chart_has_the_colour_of_a_bar() -> None:
    assert ".history .line { fill: none; stroke: var(--good);" in read_asset("style.css").decode()


@pytest.mark.parametrize("colours", [*SCHEMES.values()], ids=[*SCHEMES])
@pytest.mark.parametrize(("first", "second"), [*combinations(BAR_KINDS, 2)])
def test_neighbours_in_a_bar_differ_without_their_colours(colours: dict[str, str], first: str, second: str) -> None:
    """Between two parts is a gap of the colour of the ground, and untranslated strings are an outline around it."""
    html = (
        Page("problem.html", {"title": "", "problem": {"detail": ""}})
        .render(Links("", lambda place, query: ""))
        .decode()
    )
    patterns = {kind: text.replace(kind, "") for kind, text in PATTERN.findall(html)}
    style = read_asset("style.css").decode()
    assert ".gap { fill: var(--back);" in style
    assert ".untranslated { fill: none; stroke: var(--untranslated);" in style
    patterns |= {"good": "", "untranslated": "outline"}
    assert patterns.keys() == {*BAR_KINDS}
    assert patterns[first] != patterns[second]
    assert min(contrast(colours[kind], colours["back"]) for kind in (first, second)) >= 3


@pytest.mark.parametrize("colours", [*SCHEMES.values()], ids=[*SCHEMES])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("text", "back"),
        ("text", "raised"),
        ("muted", "back"),
        ("link", "back"),
        ("bad-text", "bad-back"),
        ("mark-text", "mark"),
        ("added-text", "added-back"),
        *(("level-text", f"level{level}") for level in range(4)),
        *(("high-level-text", f"level{level}") for level in (4, 5)),
    ],
)
def test_texts_can_be_read(colours: dict[str, str], text: str, ground: str) -> None:
    assert contrast(colours[text], colours[ground]) >= 4.5
