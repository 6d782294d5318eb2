"""Strings as text for people, lines for editors, and JSON for programs."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from transtats_cli import flags
from transtats_cli.languages import Language
from transtats_cli.model import Finding, State, Unit
from transtats_cli.output import View
from transtats_cli.output.text import escape_controls
from transtats_cli.output.units import OUTPUTS, UnitSearchResult
from transtats_cli.plurals import PluralRule
from transtats_cli.report import LocatedUnit

Golden = Callable[[str, str], None]
Renderer = Callable[..., str]

STREAMING = ("text", "concise", "ndjson")
TERMINAL = View(is_terminal=True, width=80)


@pytest.mark.parametrize("width", [None, 80, 40])
def test_the_text_format_groups_strings_by_language_and_shows_their_findings(
    app: Sequence[LocatedUnit], renderer: Renderer, golden: Golden, width: int | None
) -> None:
    golden(f"units-{width or 'any-width'}.txt", renderer("text", app, View(width=width)))


@pytest.mark.parametrize("name", ["text", "concise"])
def test_coloured_output_has_the_text_of_plain_output(
    app: Sequence[LocatedUnit], renderer: Renderer, golden: Golden, name: str
) -> None:
    coloured = renderer(name, app, TERMINAL._replace(is_coloured=True))
    golden(f"units-{name}-colour.txt", coloured)
    assert Text.from_ansi(coloured).plain.splitlines() == renderer(name, app, TERMINAL).splitlines()


@pytest.mark.parametrize("name", ["concise", "json", "ndjson"])
def test_formats_for_programs_match_their_golden_files(
    app: Sequence[LocatedUnit], renderer: Renderer, golden: Golden, name: str
) -> None:
    golden(f"units.{'txt' if name == 'concise' else name}", renderer(name, app))


def test_json_contains_every_string_once_with_all_its_findings(app: Sequence[LocatedUnit], renderer: Renderer) -> None:
    strings = json.loads(renderer("json", app))["results"]
    assert len(strings) == len(app) - 1
    assert strings[1]["checks"] == [{"id": "reused", "message": "'Shut' has the same translation"}]


def test_ndjson_has_the_strings_in_the_order_of_the_search(app: Sequence[LocatedUnit], renderer: Renderer) -> None:
    assert [json.loads(line)["line"] for line in renderer("ndjson", app).splitlines()] == [
        4,
        9,
        12,
        1234,
        7,
        None,
        9,
        3,
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("text", "No strings.\n"),
        ("concise", ""),
        ("json", '{"count":0,"next":null,"previous":null,"results":[]}\n'),
        ("ndjson", ""),
    ],
)
def test_an_empty_result_is_valid_in_every_format(renderer: Renderer, name: str, expected: str) -> None:
    assert renderer(name, []) == expected


@pytest.mark.parametrize("name", ["table", "markdown", "github", "gitlab", "junit"])
def test_tables_and_formats_of_ci_systems_have_a_row_for_each_finding(
    app: Sequence[LocatedUnit], renderer: Renderer, golden: Golden, name: str
) -> None:
    golden(f"units-{name}.txt", renderer(name, app, View(width=100)).replace(os.getcwd(), "/here"))


@pytest.mark.parametrize("name", STREAMING)
def test_a_string_is_rendered_before_the_next_string_is_read(app: Sequence[LocatedUnit], name: str) -> None:
    taken: list[LocatedUnit] = []

    def units() -> Iterator[LocatedUnit]:
        for found in app:
            taken.append(found)
            yield found

    pieces = OUTPUTS[name].render(UnitSearchResult(units()), View())
    assert next(pieces)
    assert taken == [app[0]]


def test_a_string_that_is_returned_again_counts_once(app: Sequence[LocatedUnit], renderer: Renderer) -> None:
    assert renderer("text", app).endswith("\n7 strings in 4 files, 6 failing checks\n")


HOSTILE_TEXTS = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x00\x07\x08\n\r\t\x1b\x7f\x9b\u200b\u2028\u202e\u2066\udc80\ud800 …ａ日\u0301"),
    ),
    max_size=400,
)


@st.composite
def located_units(draw: st.DrawFn) -> LocatedUnit:
    unit = Unit(
        draw(HOSTILE_TEXTS),
        draw(HOSTILE_TEXTS),
        draw(HOSTILE_TEXTS),
        draw(st.sampled_from(State)),
        flags.Flags({draw(HOSTILE_TEXTS): ()}) if draw(st.booleans()) else flags.NO_FLAGS,
        line=draw(st.integers(0, 10**6)),
    )
    language = Language(draw(HOSTILE_TEXTS), draw(HOSTILE_TEXTS), PluralRule(1, "0"))
    findings = draw(st.lists(st.builds(Finding, st.sampled_from(["same", "end_stop"]), HOSTILE_TEXTS), max_size=2))
    return LocatedUnit(language, draw(HOSTILE_TEXTS), unit, tuple(findings))


@pytest.mark.slow
@given(
    st.lists(located_units(), max_size=3),
    st.sampled_from(["text", "concise", "table", "markdown"]),
    st.integers(20, 120),
)
def test_control_characters_in_texts_are_escaped(found: list[LocatedUnit], name: str, width: int) -> None:
    text = "".join(OUTPUTS[name].render(UnitSearchResult(found), View(width=width)))
    assert escape_controls(text, keeps_newlines=True) == text


@pytest.mark.slow
@given(st.lists(located_units(), max_size=3), st.sampled_from(["json", "ndjson"]))
def test_control_characters_in_json_are_escaped(found: list[LocatedUnit], name: str) -> None:
    text = "".join(OUTPUTS[name].render(UnitSearchResult(found), View(is_terminal=True)))
    assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text) is None
    documents = [text] if name == "json" else text.split("\n")[:-1]
    assert all(json.loads(document) is not None for document in documents)


@pytest.mark.slow
@given(st.lists(located_units(), max_size=3), st.integers(40, 120))
def test_no_line_of_a_text_exceeds_the_width_of_the_terminal(found: list[LocatedUnit], width: int) -> None:
    text = "".join(OUTPUTS["text"].render(UnitSearchResult(found), View(is_terminal=True, width=width)))
    places = {escape_controls(each.path) for each in found}
    languages = {escape_controls(each.language.name) for each in found}
    long = [line for line in text.splitlines() if cell_len(line) > width]
    # Paths are not divided, so that editors can open them. Names of languages are not divided either.
    assert [line for line in long if not any(part in line for part in places | languages)] == []
