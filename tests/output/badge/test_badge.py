"""Badges: texts, rounding, colours, widths, and names that contain markup."""

import json
from xml.etree import ElementTree

import pytest

from tests.fixture_types import Golden
from transtats_cli.component import Component
from transtats_cli.languages import Language, language_by_code
from transtats_cli.output import View
from transtats_cli.output.badge import OUTPUTS, BadgeFigures, collect_figures, limit_text_length, text_width
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</title><script>alert("1")</script>&\u202e\x1b\n\ud800\ufffe'
IMAGES = ("badge", "bars")


def build_record(code: str, translated: int, total: int, name: str = "") -> Record:
    language = Language(code, name, PluralRule(2, "n != 1")) if name else language_by_code(code)
    return Record(language, f"{code}.po", Statistics(Counts(total), Counts(translated)))


def build_figures(*records: Record, name: str = "shop/app") -> BadgeFigures:
    return collect_figures(name, [Report(Component("shop", "app", "/", "*.po"), (each,)) for each in records])


def render(kind: str, shown: BadgeFigures) -> str:
    return "".join(OUTPUTS[kind].render(shown, View()))


def draw_image(kind: str, shown: BadgeFigures) -> ElementTree.Element:
    return ElementTree.fromstring(render(kind, shown))  # noqa: S314  our own


def read_texts(drawn: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in drawn.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("translated", "total", "text", "colour", "name"),
    [
        pytest.param(0, 10, "0%", "#e05d44", "red", id="nothing"),
        pytest.param(1, 100_000, "0.1%", "#e05d44", "red", id="almost nothing"),
        pytest.param(7499, 10_000, "74.9%", "#e05d44", "red", id="below three quarters"),
        pytest.param(3, 4, "75%", "#dfb317", "yellow", id="three quarters"),
        pytest.param(8999, 10_000, "89.9%", "#dfb317", "yellow", id="below nine tenths"),
        pytest.param(9, 10, "90%", "#4c1", "brightgreen", id="nine tenths"),
        pytest.param(99_999, 100_000, "99.9%", "#4c1", "brightgreen", id="one string is missing"),
        pytest.param(10, 10, "100%", "#4c1", "brightgreen", id="complete"),
        pytest.param(0, 0, "no strings", "#9f9f9f", "lightgrey", id="no strings"),
    ],
)
def test_a_share_is_rounded_down_and_has_a_colour(
    translated: int, total: int, text: str, colour: str, name: str
) -> None:
    shown = build_figures(build_record("de", translated, total))
    drawn = draw_image("badge", shown)
    assert read_texts(drawn) == ["translated", text]
    assert [path.get("fill") for path in drawn.iter(f"{SVG}path")] == ["#555", colour]
    assert json.loads(render("shields", shown)) == {
        "schemaVersion": 1,
        "label": "translated",
        "message": text,
        "color": name,
    }


def test_a_badge_counts_the_strings_of_all_languages_together() -> None:
    assert read_texts(draw_image("badge", build_figures(build_record("de", 9, 10), build_record("cs", 0, 2)))) == [
        "translated",
        "75%",
    ]


def test_languages_of_several_components_have_one_bar_each_sorted_by_name() -> None:
    shown = build_figures(build_record("de", 4, 4), build_record("cs", 1, 2), build_record("de", 0, 4))
    assert read_texts(draw_image("bars", shown)) == ["Czech", "50%", "German", "50%"]


@pytest.mark.parametrize(
    ("translated", "total", "widths", "colours"),
    [
        pytest.param(0, 9, [150], [], id="nothing"),
        pytest.param(1, 10_000, [150, 1], ["#f6664c"], id="almost nothing is visible"),
        pytest.param(1, 2, [150, 75], ["#38f"], id="half"),
        pytest.param(85, 100, [150, 127], ["#2eccaa"], id="most"),
        pytest.param(9999, 10_000, [150, 149], ["#2eccaa"], id="almost complete is not full"),
        pytest.param(3, 3, [150, 150], ["#2eccaa"], id="complete"),
        pytest.param(0, 0, [150], [], id="no strings"),
    ],
)
def test_a_bar_is_full_only_if_all_strings_are_translated(
    translated: int, total: int, widths: list[int], colours: list[str]
) -> None:
    _, *bars = draw_image("bars", build_figures(build_record("de", translated, total))).iter(f"{SVG}rect")
    assert [int(bar.get("width", "")) for bar in bars] == widths
    assert [bar.get("fill") for bar in bars[1:]] == colours


def test_an_image_without_languages_has_a_text() -> None:
    assert read_texts(draw_image("bars", build_figures())) == ["No translations."]
    assert read_texts(draw_image("badge", build_figures())) == ["translated", "no strings"]


@pytest.mark.parametrize("kind", IMAGES)
def test_an_image_has_a_title_for_screen_readers(kind: str) -> None:
    drawn = draw_image(kind, build_figures(build_record("de", 1, 2), name="shop"))
    assert (drawn.get("role"), drawn.get("aria-label")) == ("img", "shop: 50% translated")
    assert [each.text for each in drawn.iter(f"{SVG}title")] == ["shop: 50% translated"]


@pytest.mark.parametrize("kind", OUTPUTS)
def test_markup_in_names_is_escaped(kind: str) -> None:
    text = render(kind, build_figures(build_record("x", 1, 2, HOSTILE), name=HOSTILE))
    assert "script>" not in text.replace("&lt;script&gt;", "").replace("&lt;/script&gt;", "")
    text.encode()
    if kind in IMAGES:
        tags = {each.tag for each in ElementTree.fromstring(text).iter()}  # noqa: S314  our own
        assert tags <= {f"{SVG}{tag}" for tag in ("svg", "title", "path", "rect", "text")}


@pytest.mark.parametrize("kind", IMAGES)
def test_a_long_name_is_cut_off(kind: str) -> None:
    shown = build_figures(build_record("x", 1, 2, "\x1b" * 100_000), name="n" * 100_000)
    assert len(render(kind, shown)) < 2500
    assert int(draw_image(kind, shown).get("width", "")) < 600


@pytest.mark.parametrize("kind", IMAGES)
def test_an_image_contains_nothing_that_a_content_security_policy_blocks(kind: str) -> None:
    for element in draw_image(kind, build_figures(build_record("de", 1, 2))).iter():
        assert not {name for name in element.attrib if name == "style" or name.startswith("on") or "href" in name}
        assert element.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}image")


@pytest.mark.parametrize("kind", IMAGES)
def test_texts_are_inside_of_the_image(kind: str) -> None:
    drawn = draw_image(
        kind, build_figures(build_record("de", 1, 2), build_record("x", 2, 2, "Language with a long name"))
    )
    width = int(drawn.get("width", ""))
    for each in drawn.iter(f"{SVG}text"):
        x, length = float(each.get("x", "")), int(each.get("textLength", ""))
        left = {"start": x, "middle": x - length / 2, "end": x - length}[each.get("text-anchor", "")]
        assert 5 <= left <= width - 5 - length


@pytest.mark.parametrize(
    ("text", "width"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("100%", 32, id="digits"),
        pytest.param("ii", 7, id="narrow"),
        pytest.param("中文", 22, id="wide"),
        pytest.param("e\u0301", 7, id="combining"),
        pytest.param("é", 8, id="not in the table"),
    ],
)
def test_the_width_of_a_text_is_computed_without_a_font(text: str, width: int) -> None:
    assert text_width(text) == width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("German", "German", id="short"),
        pytest.param("1234567890", "1234567890", id="just fits"),
        pytest.param("12345678901", "123456789…", id="long"),
        pytest.param("12345678 01", "12345678…", id="blank before the cut"),
        pytest.param("\x1b\x1b\x1b", "\\x1b\\x1b\\…", id="control characters"),
    ],
)
def test_a_long_text_ends_with_an_ellipsis(text: str, shown: str) -> None:
    assert limit_text_length(text, 10) == shown


@pytest.mark.parametrize("kind", OUTPUTS)
def test_each_format_matches_its_golden_file(golden: Golden, kind: str) -> None:
    shown = build_figures(build_record("de", 12, 12), build_record("cs", 5, 12), build_record("pt_BR", 0, 12))
    golden(f"badge/{kind}.{'json' if kind == 'shields' else 'svg'}", render(kind, shown))
