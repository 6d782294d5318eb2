"""States, flags, comments and dates in XLIFF notation."""

import pytest

from transtats_cli.formats.xliff.attributes import (
    UnitDetails,
    build_xliff_unit,
    convert_to_comment_lines,
    forbids_translation,
    newest_file_date,
)
from transtats_cli.formats.xliff.document import parse_xliff_1
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit


def build_unit(
    target: str = "a",
    *,
    needs_editing: bool = False,
    approved: bool = False,
    attributes: dict[str, str] | None = None,
) -> Unit:
    return build_xliff_unit(
        attributes or {},
        None,
        "",
        ("a", target),
        needs_editing=needs_editing,
        is_approved=approved,
        is_read_only=False,
        details=UnitDetails([], []),
    )


@pytest.mark.parametrize(
    ("target", "needs_editing", "approved", "state"),
    [
        pytest.param("", True, True, State.EMPTY, id="empty"),
        pytest.param(PLURAL_SEPARATOR, True, True, State.EMPTY, id="empty plural forms"),
        pytest.param("a", True, True, State.NEEDS_EDITING, id="needs editing, approved or not"),
        pytest.param("a", False, True, State.APPROVED, id="approved"),
        pytest.param("a", False, False, State.TRANSLATED, id="translated"),
    ],
)
def test_the_state_of_a_unit_follows_from_target_and_attributes(
    target: str, needs_editing: bool, approved: bool, state: State
) -> None:
    assert build_unit(target, needs_editing=needs_editing, approved=approved).state is state


@pytest.mark.parametrize(("translate", "expected"), [(None, False), ("yes", False), ("no", True), ("No", True)])
def test_a_unit_can_forbid_translation(translate: str | None, expected: bool) -> None:
    assert forbids_translation(translate) is expected


@pytest.mark.parametrize(
    ("attributes", "flags"),
    [
        pytest.param({}, "", id="none"),
        pytest.param({"maxwidth": "5"}, "max-size:5", id="a width is in pixels"),
        pytest.param({"maxwidth": "5", "size-unit": "pixel"}, "max-size:5", id="pixels"),
        pytest.param({"maxwidth": "5", "size-unit": "point"}, "max-size:5", id="points"),
        pytest.param({"maxwidth": "5", "size-unit": "char"}, "max-length:5", id="characters"),
        pytest.param({"maxwidth": "5", "size-unit": "byte"}, "max-length:5", id="bytes"),
        pytest.param({"maxwidth": "5", "size-unit": "em"}, "", id="another unit"),
        pytest.param({"minwidth": "5", "maxbytes": "5", "maxheight": "5"}, "", id="other limits"),
        pytest.param(
            {"font": "Noto Sans; 12; bold"}, "font-family:Noto_Sans, font-size:12, font-weight:bold", id="font"
        ),
        pytest.param({"font": "Noto"}, "font-family:Noto", id="only a family"),
        pytest.param({"weblate-flags": "url, ignore-same"}, "ignore-same, url", id="flags"),
        pytest.param({"maxwidth": "5", "weblate-flags": "max-size:9"}, "max-size:9", id="written flags have priority"),
        pytest.param({"maxwidth": "5", "weblate-flags": "discard:max-size"}, "", id="written flags may discard a flag"),
    ],
)
def test_attributes_become_flags(attributes: dict[str, str], flags: str) -> None:
    assert str(build_unit(attributes=attributes).flags) == flags


def test_comments_are_converted_to_po_notation() -> None:
    notes = [
        ("Seen twice", ""),
        ("Two\nlines", "developer"),
        ("Seen twice", "developer"),
        ("", "anna"),
        ("Mine", "anna"),
    ]
    assert convert_to_comment_lines(notes, ["my file.c:1", "b.c"]).split("\n") == [
        "# Seen twice",
        "#. Two",
        "#. lines",
        "# Mine",
        "#: my file.c:1",
        "#: b.c",
    ]


@pytest.mark.parametrize("author", ["developer", "programmer", "source code", "description", "meaning"])
def test_a_note_from_the_source_code_is_not_a_comment_of_a_translator(author: str) -> None:
    unit = Unit("", "a", "", State.EMPTY, comments=convert_to_comment_lines([("Shown in bold", author)], []))
    assert (unit.note, unit.has_translator_comment) == ("Shown in bold", False)


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        pytest.param([], None, id="none"),
        pytest.param(["2024-02-29T12:30:00Z"], "2024-02-29T12:30:00Z", id="UTC"),
        pytest.param(["2024-03-01T00:30:00+02:00"], "2024-02-29T22:30:00Z", id="another zone"),
        pytest.param(["2024-03-01T00:30:00"], "2024-03-01T00:30:00Z", id="no zone"),
        pytest.param(["2024-03-01"], "2024-03-01T00:00:00Z", id="a day"),
        pytest.param(["yesterday"], None, id="no date"),
        pytest.param(["0001-01-01T00:00:00+10:00"], None, id="before year 1"),
        pytest.param(["2024-01-01T00:00:00Z", "", "2025-01-01T00:00:00Z", "soon"], "2025-01-01T00:00:00Z", id="newest"),
    ],
)
def test_the_newest_date_of_all_file_elements_is_returned(dates: list[str], expected: str | None) -> None:
    files = "".join(f'<file date="{date}"/>' for date in dates) or "<file/>"
    assert newest_file_date(parse_xliff_1(f"<xliff>{files}</xliff>".encode())) == expected
