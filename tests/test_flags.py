"""Parsing and writing of flags, as on a Weblate server."""

import warnings
from contextlib import suppress
from time import thread_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transtats_cli import flags as grammar
from transtats_cli.flags import (
    LOCKED_STRING_FLAGS,
    NO_FLAGS,
    READ_ONLY,
    Flags,
    RegexValue,
    parse_flag_lines,
    parse_flags,
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        pytest.param("python-format, c-format", "c-format, python-format", id="sorted by name"),
        pytest.param(" , fuzzy,, c-format,", "c-format", id="empty items and the fuzzy mark are no flags"),
        pytest.param("fuzzy c-format", "fuzzy c-format", id="words without a comma are one name"),
        pytest.param("c-format; ignore-same", "", id="words with a semicolon are no flag"),
        pytest.param("max-length:10, max-length:20", "max-length:20", id="a later item replaces an earlier one"),
        pytest.param("c-format, discard:c-format", "", id="discarded"),
        pytest.param("discard:c-format, c-format", "c-format", id="only earlier flags are discarded"),
        pytest.param("markdown-text", "md-text", id="the old name of md-text"),
        pytest.param("placeholders:$A$:$B$", "placeholders:$A$:$B$", id="bare values"),
        pytest.param("placeholders:'a, b'", 'placeholders:"a, b"', id="a quoted value"),
        pytest.param(r'placeholders:"say \"x\""', r'placeholders:"say \"x\""', id="an escaped quote"),
        pytest.param(r'regex:r"^[A-Z]\d"', r'regex:r"^[A-Z]\d"', id="a regular expression"),
        pytest.param('accelerator:":"', "accelerator::", id="a quoted separator is two empty values"),
        pytest.param(r'replacements:a:"\n"', "replacements:a:", id="a value of line breaks is dropped"),
    ],
)
def test_flags_are_written_in_the_notation_of_a_server(text: str, canonical: str) -> None:
    assert str(parse_flags(text)) == canonical


@pytest.mark.parametrize("text", ['c-format, "', "a:'b", ":value", 'regex:r"("', "don't"])
def test_an_invalid_line_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be|without a name"):
        parse_flags(text)


def test_values_are_strings_or_patterns() -> None:
    flags = parse_flags('max-length:10, placeholders:a:r"b+", c-format')
    assert flags.values_of("max-length") == ("10",)
    assert flags.values_of("placeholders") == ("a", RegexValue("b+"))
    assert [type(value) for value in flags.values_of("placeholders")] == [str, RegexValue]
    assert flags.values_of("c-format") == flags.values_of("absent") == ()


def test_a_pattern_is_not_equal_to_a_text() -> None:
    pattern, text = parse_flags('placeholders:r"a.b"'), parse_flags('placeholders:"a.b"')
    assert pattern != text
    assert pattern == parse_flags('placeholders:r"a.b"')
    assert RegexValue("a.b") != "a.b"
    assert len({pattern, text}) == 2


def test_later_flags_of_a_string_replace_and_discard_earlier_flags() -> None:
    earlier = parse_flags("c-format, max-length:10")
    assert str(earlier.joined_with(parse_flags("max-length:5, url"))) == "c-format, max-length:5, url"
    assert str(earlier.joined_with(parse_flags("discard:c-format"))) == "max-length:10"
    assert earlier.joined_with(NO_FLAGS) is earlier


def test_flags_of_a_string_replace_flags_of_the_component_but_discard_none() -> None:
    component = parse_flags("c-format, max-length:10")
    assert str(component.overridden_by(parse_flags("discard:c-format, max-length:5"))) == "c-format, max-length:5"
    assert component.overridden_by(parse_flags("discard:c-format")) is component
    assert component.overridden_by(NO_FLAGS) is component


@pytest.mark.parametrize(
    ("text", "names"),
    [
        *(pytest.param(f"c-format, {flag}", [flag], id=flag) for flag in sorted(READ_ONLY)),
        pytest.param(", ".join(READ_ONLY), sorted(READ_ONLY), id="all names"),
        pytest.param("read-only:x", ["read-only"], id="with a value"),
        pytest.param("read-only, discard:read-only", [], id="discarded"),
        pytest.param("read-onl, c-format", [], id="other flags"),
        pytest.param("", [], id="no flags"),
    ],
)
def test_some_flags_make_a_string_read_only(text: str, names: list[str]) -> None:
    flags = parse_flags(text)
    assert (flags.read_only_names, flags.is_read_only) == (names, bool(names))


def test_the_flags_of_locked_strings_make_them_read_only() -> None:
    assert LOCKED_STRING_FLAGS.is_read_only


_values = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).filter(
    lambda value: value not in (":", ",") and (not value or value.strip("\r\n"))
)
_names = st.from_regex(r"[a-z]([a-z -]*[a-z])?", fullmatch=True).filter(
    lambda name: name not in ("fuzzy", "discard", "markdown-text")
)


@example({"a": ("\\\r",)})
@given(st.dictionaries(_names, st.lists(_values, max_size=3).map(tuple), max_size=4))
def test_written_flags_are_parsed_back_unchanged(values: dict[str, tuple[str, ...]]) -> None:
    flags = Flags(values)
    assert parse_flags(str(flags)) == flags


_items = st.sampled_from(["a", "a:1", "b", "discard:a", "discard:b:c", "c:'x, y'", "fuzzy"])


@given(st.lists(st.lists(_items, max_size=3).map(", ".join), max_size=4), st.sampled_from(["a, b", ""]))
def test_parsing_lines_together_equals_joining_parsed_lines(lines: list[str], before: str) -> None:
    joined = NO_FLAGS
    for line in lines:
        joined = joined.joined_with(parse_flags(line))
    assert parse_flag_lines(lines) == joined
    assert parse_flags(before).joined_with(parse_flag_lines(lines)) == parse_flags(before).joined_with(joined)


@given(st.text(st.sampled_from("a-b ,\t\n\x1f\\\u2003é")))
def test_the_fast_path_for_plain_lines_equals_the_grammar(line: str) -> None:
    # A line with a value is parsed by the grammar.
    assert [*parse_flags(line), "v"] == [*parse_flags(f"{line},v:1")]


def test_a_quoted_value_with_a_line_break_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        parse_flag_lines(['a:"b', 'c"'])


@pytest.mark.parametrize("expression", ["[[a]", "[a||b]", "[a~~b]"])
def test_no_warning_is_printed_for_an_unusual_expression(expression: str) -> None:
    with warnings.catch_warnings(record=True) as printed:
        warnings.simplefilter("always")
        assert str(parse_flags(f'regex:r"{expression}"')) == f'regex:r"{expression}"'
    assert printed == []


def test_a_huge_expression_is_not_compiled() -> None:
    begin = thread_time()
    assert parse_flags('regex:r"' + "(a|b)" * 200_000 + '"').values_of("regex") == (RegexValue("(a|b)" * 200_000),)
    # Compiling it would take more than ten seconds.
    assert thread_time() - begin < 5


def test_a_huge_line_is_not_cached() -> None:
    cached = grammar._parse_flags_cached.cache_info().currsize
    assert len(list(parse_flags(",".join(f"flag-{number}" for number in range(1000))))) == 1000
    assert grammar._parse_flags_cached.cache_info().currsize == cached


@pytest.mark.parametrize("piece", [" :", "a ", ":a", 'r"', "'\\", ", "])
def test_a_hostile_line_is_parsed_in_linear_time(piece: str) -> None:
    def measure(count: int) -> float:
        begin = thread_time()
        with suppress(ValueError):
            parse_flags("a" + piece * count + '"')
        return thread_time() - begin

    # Linear time grows 32 times, quadratic time 1,000 times. A short time is rounded up, because it is imprecise.
    assert measure(32_000) < 200 * max(measure(1_000), 0.001)


@given(st.text())
def test_any_text_is_parsed_or_raises_value_error(text: str) -> None:
    with suppress(ValueError):
        parse_flags(text)
