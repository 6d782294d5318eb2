"""Places of faults in texts: what is surplus is marked itself, what is missing at the place where it belongs."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.checks.conftest import create_checked_string
from tests.checks.test_examples import EXAMPLES, LANGUAGES, create_units
from transtats_cli.checks import CHECKS, CHECKS_BY_ID, Check
from transtats_cli.pages.faults import TextPair, find_source_faults, find_target_faults


def pair_texts(source: str, target: str, *flags: str, language: str = "de") -> TextPair:
    return TextPair(create_checked_string(source, target, *flags, language=language), source, target)


def mark(text: str, spans: list[tuple[int, int]]) -> str:
    """Return a text with brackets around the spans: `[]` is a place where something is missing."""
    for start, end in reversed(spans):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


@pytest.mark.parametrize(
    ("check", "source", "target", "marked"),
    [
        pytest.param("end_stop", "Current.", "Aktuell", "Aktuell[]", id="full stop missing"),
        pytest.param("end_stop", "Current", "Aktuell.", "Aktuell[.]", id="full stop"),
        pytest.param("end_stop", "Current", "Aktuell...", "Aktuell[...]", id="three full stops"),
        pytest.param("end_stop", "Current", "Aktuell?.", "Aktuell?[.]", id="only the full stop of two marks"),
        pytest.param("end_stop", "Say it.", "Sag „es.“", "Sag „es.“[]", id="full stop missing after quotes"),
        pytest.param("end_stop", "Current.", "Aktuell \n", "Aktuell[] \n", id="full stop missing before white space"),
        pytest.param("end_stop", "Current.", "Aktuell. ", "Aktuell.[ ]", id="blank after a full stop"),
        pytest.param("end_stop", "Well done!", "Gut.", "Gut[.]", id="full stop instead of an exclamation mark"),
        pytest.param("end_exclamation", "Well done!", "Gut.", "Gut.[]", id="exclamation mark missing"),
        pytest.param("end_colon", "Name", "Name:", "Name[:]", id="colon"),
        pytest.param("end_colon", "Name: ", "Name:", "Name:[]", id="blank missing after a colon"),
        pytest.param("end_colon", "Name:", "Name", "Name[]", id="colon missing"),
        pytest.param("end_question", "Why", "Warum?", "Warum[?]", id="question mark"),
        pytest.param("end_question", "Why?", "Warum", "Warum[]", id="question mark missing"),
        pytest.param("end_interrobang", "Why?", "Warum?!", "Warum?[!]", id="interrobang instead of a question mark"),
        pytest.param("end_interrobang", "Why?!", "Warum?", "Warum?[]", id="interrobang missing"),
        pytest.param("end_ellipsis", "Wait…", "Warte...", "Warte...[]", id="ellipsis missing"),
        pytest.param("end_ellipsis", "Wait", "Warte…", "Warte[…]", id="ellipsis"),
        pytest.param("end_semicolon", "a = 1", "a = 1;", "a = 1[;]", id="semicolon"),
        pytest.param("end_semicolon", "a = 1;", "a = 1", "a = 1[]", id="semicolon missing"),
        pytest.param("begin_space", " of 10", "von 10", "[]von 10", id="first blank missing"),
        pytest.param("begin_space", " of 10", "   von 10", "[  ] von 10", id="two of three first blanks"),
        pytest.param("end_space", "Name: ", "Name:", "Name:[]", id="last blank missing"),
        pytest.param("end_space", "Name: ", "Name:   ", "Name: [  ]", id="two of three last blanks"),
        pytest.param("begin_newline", "\nUsage", "Aufruf", "[]Aufruf", id="first line break missing"),
        pytest.param("begin_newline", "Usage", "\n\nAufruf", "[\n\n]Aufruf", id="first line breaks"),
        pytest.param("end_newline", "Done\n", "Fertig", "Fertig[]", id="last line break missing"),
        pytest.param("end_newline", "Done", "Fer\ntig\n", "Fer\ntig[\n]", id="last line break"),
        pytest.param("double_space", "A file", "Eine   Datei", "Eine [  ]Datei", id="all blanks but one"),
        pytest.param("zero-width-space", "Settings", "Para\u200bmeter", "Para[\u200b]meter", id="zero-width space"),
        pytest.param("newline-count", "a b c", "a\nb\nc", "a[\n]b[\n]c", id="line breaks"),
        pytest.param("newline-count", "a\nb c", "a\nb\nc", "a\nb[\n]c", id="one line break of two"),
        pytest.param("newline-count", "a\nb", "a b", "a b", id="line break somewhere"),
        pytest.param("escaped_newline", "a b", r"a\nb", r"a[\n]b", id="written line break"),
        pytest.param("duplicate", "the file", "die die Datei", "die [die] Datei", id="repeated word"),
        pytest.param("duplicate", "the file", "an an an Bord", "an [an an] Bord", id="repeated words"),
        pytest.param("multiple_capital", "Welcome", "WILlkommen AN", "[WIL]lkommen [AN]", id="capitals"),
        pytest.param("duplicate", "No, do", "لا، لا تلغ", "لا، [لا] تلغ", id="repeated word after a comma"),
        pytest.param("xml-invalid", "<b>a</b>", "<b>ä ", "[<b>]ä[] ", id="tag that is not closed"),
        pytest.param(
            "xml-invalid", "<b>a</b>", "<b>a<i>c</b>", "<b>a[<i>]c[]</b>", id="tag that is not closed in another"
        ),
        pytest.param("xml-invalid", "<b>a</b>", "ä</b>", "ä[</b>]", id="tag that closes nothing"),
        pytest.param(
            "xml-invalid", "<b>a</b>", "<b x='1' c>ä</b>", "<b x='1' [c]>ä</b>", id="attribute without a value"
        ),
        pytest.param("xml-invalid", "<b>a</b>", "ä &amp; &", "ä &amp; [&]", id="lone ampersand"),
        pytest.param("xml-tags", "<b x='1'>a</b>", "<b x='2'>a</b><br/>", "<b x='2'>a</b>[<br/>]", id="surplus tag"),
        pytest.param(
            "xml-chars-around-tags", "a <b>c</b>", "ä<b>c</b>", "ä[]<b>c</b>", id="blank missing before a tag"
        ),
        pytest.param("xml-chars-around-tags", "<b>c</b>s", "<b>c</b> s", "<b>c</b>[ ]s", id="blank after a tag"),
        pytest.param("same", "Find a file", "Find a file", "Find a file", id="no place"),
    ],
)
def test_the_place_of_a_fault_is_marked(check: str, source: str, target: str, marked: str) -> None:
    pair = pair_texts(source, target)
    assert pair.fails(check, target), "the string fails the check"
    assert mark(target, find_target_faults(pair, [check])) == marked


@pytest.mark.parametrize(
    ("check", "language", "source", "target", "marked"),
    [
        pytest.param("end_stop", "ja", "All is well.", "一切", "一切[]", id="full stop missing"),
        pytest.param("end_stop", "ja", "All is well", "一切。", "一切[。]", id="full stop"),
        pytest.param("end_question", "my", "Delete it", "ဖျက်း။", "ဖျက်း[။]", id="Burmese full stop"),
        pytest.param("punctuation_spacing", "fr", "Name: %s", "Nom: %s !", "Nom[]: %s !", id="blank missing"),
        pytest.param("punctuation_spacing", "fr", "A&amp;B?", "A&amp;B?", "A&amp;B[]?", id="blank after an entity"),
        pytest.param("kashida", "ar", "Page", "صفـــحة", "صف[ـــ]حة", id="kashida"),
        pytest.param("kabyle-characters", "kab", "Bread", "aγrum", "a[γ]rum", id="letter"),
    ],
)
def test_the_place_of_a_fault_depends_on_the_language(
    check: str, language: str, source: str, target: str, marked: str
) -> None:
    pair = pair_texts(source, target, language=language)
    assert pair.fails(check, target), "the string fails the check"
    assert mark(target, find_target_faults(pair, [check])) == marked


def test_characters_beyond_a_limit_are_marked() -> None:
    pair = pair_texts("Open", "Aufmachen", "max-length:6")
    assert mark("Aufmachen", find_target_faults(pair, ["max-length"])) == "Aufmac[hen]"


@pytest.mark.parametrize(
    ("check", "source", "target", "marked"),
    [
        pytest.param("ellipsis", "Wait...", "Warte…", "Wait[...]", id="three dots"),
        pytest.param("optional_plural", "%d file(s)", "%d Dateien", "%d file[(s)]", id="optional plural"),
        pytest.param("newline-count", "a\nb\nc", "a\nb c", "a\nb[\n]c", id="line break that the translation lacks"),
        pytest.param("escaped_newline", r"a\nb", "a b", r"a[\n]b", id="written line break that the translation lacks"),
        pytest.param("end_stop", "Current.", "Aktuell", "Current.", id="only the target is wrong"),
    ],
)
def test_the_place_of_a_fault_is_marked_in_the_source(check: str, source: str, target: str, marked: str) -> None:
    assert mark(source, find_source_faults(pair_texts(source, target), [check])) == marked


def test_placeholders_that_the_other_text_lacks_are_marked() -> None:
    pair = pair_texts("%d of %s %s", "%s %d %i", "c-format")
    assert mark(pair.source, find_source_faults(pair, ["c_format"])) == "%d of %s [%s]"
    assert mark(pair.target, find_target_faults(pair, ["c_format"])) == "%s %d [%i]"


def test_a_plural_form_that_is_right_is_not_marked() -> None:
    assert find_target_faults(pair_texts("One file.", "Eine Datei."), ["end_stop"]) == []


@pytest.mark.parametrize(
    ("check", "character"),
    [("end_space", " "), ("end_newline", "\n"), ("end_stop", "."), ("escaped_newline", "\\"), ("double_space", " ")],
)
def test_a_long_run_of_one_character_is_searched_only_once(check: str, character: str) -> None:
    pair = pair_texts("x", f"x{character * 4_998}")

    def measure_seconds() -> float:
        start = time.process_time()
        find_target_faults(pair, [check])
        return time.process_time() - start

    assert min(measure_seconds() for _ in range(3)) < 0.015


@pytest.mark.parametrize(("check", "example", "fails"), EXAMPLES)
def test_faults_of_examples_lie_within_their_texts(check: Check, example: str, fails: bool) -> None:
    for unit in create_units(check, example):
        for source, target in zip(unit.sources, unit.targets, strict=False):
            pair = pair_texts(source, target, str(unit.flags), language=LANGUAGES.get(check.id, "de"))
            spans = find_target_faults(pair, [check.id])
            assert all(0 <= start <= end <= len(target) for start, end in spans)
            assert all(0 <= start <= end <= len(source) for start, end in find_source_faults(pair, [check.id]))
            if not fails and check.kind == "pair":
                assert spans == []


CHECKS_OF_ALL_PAIRS = [check.id for check in CHECKS if check.kind == "pair" and not check.enabling_flags]
TEXTS = st.text("ab A.:?!…;\n\\\u200b“", max_size=8)


@given(TEXTS, TEXTS)
def test_marks_are_disjoint_and_a_text_without_its_surplus_end_passes(source: str, target: str) -> None:
    pair = pair_texts(source, target)
    for check in CHECKS_OF_ALL_PAIRS:
        spans = find_target_faults(pair, [check])
        edges = [0, *(edge for span in spans for edge in span), len(target)]
        assert edges == sorted(edges), check
        if check.startswith(("begin_", "end_")) and spans and spans[0][0] < spans[0][1]:
            ((start, end),) = spans
            assert not pair.fails(check, target[:start] + target[end:]), check


@pytest.mark.parametrize("text", ["", "a", "\n", "x" * 10_000], ids=["empty", "letter", "line", "long"])
def test_every_check_accepts_any_text(text: str) -> None:
    for check in CHECKS_BY_ID:
        for find_faults in (find_source_faults, find_target_faults):
            spans = find_faults(pair_texts(text, text), [check])
            assert all(0 <= start <= end <= len(text) for start, end in spans), check
