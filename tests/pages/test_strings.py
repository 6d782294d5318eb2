"""Strings of a translation as a page shows them."""

import pytest

from transtats_cli.component import Component
from transtats_cli.flags import parse_flags
from transtats_cli.languages import language_by_code
from transtats_cli.model import PLURAL_SEPARATOR, Finding, State, Unit
from transtats_cli.pages.links import make_server_links
from transtats_cli.pages.strings import StringView, editor_address, make_string_views, plural_labels
from transtats_cli.pages.tables import Pager
from transtats_cli.pages.translations import StringSelection, make_strings_page
from transtats_cli.report import LocatedUnit, Record, Report
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.statistics import Statistics

GERMAN, CZECH = map(language_by_code, ("de", "cs"))
COMPONENT = Component("demo", "app", "/srv", "*.po")
HOSTILE_TEXTS = (
    "</p><script>alert(1)</script>",
    '" onmouseover="x',
    "\u202eevil",
    "\x00\x1b[31m\r",
    "'/../&amp;",
    "x" * 100_000,
)


def make_unit(source: str, target: str, *findings: Finding, flags: str = "", context: str = "") -> LocatedUnit:
    unit = Unit(context, source, target, State.TRANSLATED, parse_flags(flags), line=7)
    return LocatedUnit(GERMAN, "po/de.po", unit, findings)


def view_strings(units: list[LocatedUnit]) -> tuple[StringView, ...]:
    return make_string_views(list(enumerate(units, 1)), COMPONENT, Translation(GERMAN, "po/de.po", ()))


def render_strings(units: list[LocatedUnit], query: str = "") -> str:
    selection = StringSelection(len(units), view_strings(units), Pager(1, 1, "", ""), query)
    record, links = Record(GERMAN, "po/de.po", Statistics()), make_server_links()
    return make_strings_page(Report(COMPONENT, (record,)), record, selection, "/srv").render(links).decode()


def test_plural_forms_are_labelled_with_examples() -> None:
    assert plural_labels(CZECH.plural, 3) == ("1", "2, 3, 4", "0, 5, 6, 7, 8, …")
    assert plural_labels(CZECH.plural, 1) == ("",)
    assert plural_labels(CZECH.plural, 4)[3] == "unused"


def test_the_place_of_a_finding_is_marked_in_source_and_target() -> None:
    unit = make_unit("Open %s", "Auf %d", Finding("c_format", "differs"), flags="c-format")
    (view,) = view_strings([unit])
    assert [each.text for each in view.sources[0][1].fragments if "bad" in each.classes] == ["%s"]
    assert [each.text for each in view.targets[0][1].fragments if "bad" in each.classes] == ["%d"]


def test_the_mark_of_a_missing_character_has_no_text_but_a_label_and_only_wrong_forms_have_marks() -> None:
    unit = make_unit(PLURAL_SEPARATOR.join(["One.", "More."]), PLURAL_SEPARATOR.join(["Eins.", "Mehr"]))
    page = render_strings([unit._replace(findings=(Finding("end_stop", "differs"),))])
    label = "a character is missing here"
    mark = f'<span class="bad slot" role="img" aria-label="{label}" title="{label}"></span>'
    assert page.count('class="bad') == 1
    assert f">Mehr{mark}</p>" in page


@pytest.mark.parametrize(
    ("template", "path", "expected"),
    [
        pytest.param("", "/a", "", id="none"),
        pytest.param("vscode://file/{path}:{line}", "/a/b c.po", "vscode://file/a/b%20c.po:7", id="editor"),
        pytest.param("x:open?f={path}&l={line}", '/a"<{line}.po', "x:open?f=/a%22%3C%7Bline%7D.po&l=7", id="hostile"),
    ],
)
def test_links_to_an_editor_contain_the_escaped_path(template: str, path: str, expected: str) -> None:
    assert editor_address(template, path, 7) == expected


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=[repr(each[:12]) for each in HOSTILE_TEXTS])
def test_hostile_texts_are_escaped(text: str) -> None:
    unit = make_unit(text, PLURAL_SEPARATOR.join([text] * 2), Finding("same", text), context=text)
    page = render_strings([unit], query=text[:1000])
    assert page.count("<script") == 2  # the script of the layout
    assert '" onmouseover' not in page
    assert not any(character in page for character in "\u202e\x00\x1b\r")
    assert len(page) < 300_000


@pytest.mark.parametrize("length", [900, 12_000, 20_000])
def test_a_long_note_is_shortened_for_each_number_of_strings(length: int) -> None:
    unit = make_unit("Open", "Auf")
    long = unit._replace(unit=unit.unit._replace(comments=f"#. {'n' * length}"))
    for count in (1, 3):
        first, *_ = view_strings([long] * count)
        assert len(first.note) <= 1001


def test_a_long_text_is_shown_whole_beside_short_ones() -> None:
    views = view_strings([make_unit("Open", "Auf")] * 99 + [make_unit("Long " * 500, "Lang " * 500)])
    assert [text.omitted for view in views for _, text in (*view.sources, *view.targets)] == [0] * 200


def test_a_page_of_long_strings_has_a_limited_size() -> None:
    forms = PLURAL_SEPARATOR.join(["\t<&\u202e" * 25_000] * 6)
    unit = make_unit(forms, forms, *[Finding("same", "<" * 1000)] * 20, context="&" * 1000)
    assert len(render_strings([unit] * 25).encode()) < 300_000
