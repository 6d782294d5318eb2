"""The flag grammar, as a server reads it and writes it back."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transtats_cli import flags as grammar
from transtats_cli.flags import NO_FLAGS, Flags, Pattern, parse, parse_lines


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        pytest.param("python-format, c-format", "c-format, python-format", id="sorted by name"),
        pytest.param(" , fuzzy,, c-format,", "c-format", id="empty items and the fuzzy mark are no flags"),
        pytest.param("fuzzy c-format", "fuzzy c-format", id="without a comma it is one name"),
        pytest.param("max-length:10, max-length:20", "max-length:20", id="a later item replaces an earlier one"),
        pytest.param("c-format, discard:c-format", "", id="discarded"),
        pytest.param("discard:c-format, c-format", "c-format", id="only earlier flags are discarded"),
        pytest.param("markdown-text", "md-text", id="the old name of md-text"),
        pytest.param("placeholders:$A$:$B$", "placeholders:$A$:$B$", id="bare values"),
        pytest.param("placeholders:'a, b'", 'placeholders:"a, b"', id="a quoted value"),
        pytest.param(r'placeholders:"say \"x\""', r'placeholders:"say \"x\""', id="an escaped quote"),
        pytest.param(r'regex:r"^[A-Z]\d"', r'regex:r"^[A-Z]\d"', id="a regular expression"),
        pytest.param('accelerator:":"', "accelerator::", id="a quoted separator is two empty values"),
        pytest.param(r'replacements:a:"\n"', "replacements:a:", id="a value of line breaks gets lost"),
    ],
)
def test_flags_are_written_as_a_server_writes_them(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize("text", ['c-format, "', "a:'b", ":value", 'regex:r"("', "don't"])
def test_a_line_that_the_grammar_does_not_allow_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be|without a name"):
        parse(text)


def test_values_are_told_apart() -> None:
    flags = parse('max-length:10, placeholders:a:r"b+", c-format')
    assert flags.values_of("max-length") == ("10",)
    assert flags.values_of("placeholders") == ("a", "b+")
    assert [type(value) for value in flags.values_of("placeholders")] == [str, Pattern]
    assert flags.values_of("c-format") == flags.values_of("absent") == ()


def test_a_units_flags_are_joined_to_the_components() -> None:
    component = parse("c-format, max-length:10")
    assert str(component.joined(parse("max-length:5, url"))) == "c-format, max-length:5, url"
    assert str(component.joined(parse("discard:c-format"))) == "max-length:10"
    assert component.joined(NO_FLAGS) is component


_values = st.text(st.characters(exclude_categories=("Cs",)), max_size=8).filter(
    lambda value: value not in (":", ",") and (not value or value.strip("\r\n"))
)
_names = st.from_regex(r"[a-z]([a-z -]*[a-z])?", fullmatch=True).filter(
    lambda name: name not in ("fuzzy", "discard", "markdown-text")
)


@example({"a": ("\\\r",)})
@given(st.dictionaries(_names, st.lists(_values, max_size=3).map(tuple), max_size=4))
def test_what_is_written_reads_back_the_same(values: dict[str, tuple[str, ...]]) -> None:
    flags = Flags(values)
    assert parse(str(flags)) == flags


_items = st.sampled_from(["a", "a:1", "b", "discard:a", "discard:b:c", "c:'x, y'", "fuzzy"])


@given(st.lists(st.lists(_items, max_size=3).map(", ".join), max_size=4), st.sampled_from(["a, b", ""]))
def test_lines_at_once_are_the_lines_one_after_the_other(lines: list[str], before: str) -> None:
    joined = NO_FLAGS
    for line in lines:
        joined = joined.joined(parse(line))
    assert parse_lines(lines) == joined
    assert parse(before).joined(parse_lines(lines)) == parse(before).joined(joined)


@given(st.text(st.sampled_from("a-b ,\t\n\x1f\\\u2003é")))
def test_a_line_without_values_is_read_as_the_grammar_says(line: str) -> None:
    assert list(grammar._split_plain_items(line)) == list(grammar._parse_items(line))


def test_a_string_does_not_go_on_in_the_next_line() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        parse_lines(['a:"b', 'c"'])


def test_a_huge_line_is_not_kept() -> None:
    kept = grammar._parse_cached.cache_info().currsize
    assert len(list(parse(",".join(f"flag-{number}" for number in range(1000))))) == 1000
    assert grammar._parse_cached.cache_info().currsize == kept


@pytest.mark.parametrize("piece", [" :", "a ", ":a", 'r"', "'\\", ", "])
def test_a_hostile_line_is_refused_or_read_in_time(piece: str) -> None:
    with suppress(ValueError):
        parse("a" + piece * 50_000 + '"')


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        parse(text)
