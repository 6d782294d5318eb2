"""The query language: matches of queries, and errors of malformed queries."""

import re
from contextlib import suppress
from fnmatch import fnmatchcase

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as some

from transtats_cli.flags import parse_flags as flags
from transtats_cli.languages import language_by_code
from transtats_cli.model import PLURAL_SEPARATOR, Finding, State, Unit
from transtats_cli.report import LocatedUnit, SourceChange
from transtats_cli.unit_queries.query import (
    MAX_QUERY_LENGTH,
    QueryError,
    build_query_pattern,
    list_searched_texts,
    parse_unit_query,
)

COMMENTS = "#. Page in the menu\n#: src/menu.c:12 src/bar.c:3"


def build_unit(
    source: str, target: str = "", state: State = State.EMPTY, *checks: str, context: str = ""
) -> LocatedUnit:
    unit = Unit(context, source, target, state, flags("c-format"), comments=COMMENTS)
    return LocatedUnit(language_by_code("de"), "de.po", unit, tuple(Finding(check, "") for check in checks))


STRINGS = {
    "empty": build_unit("Open file"),
    "fuzzy": build_unit("Close the file", "Datei zu", State.NEEDS_EDITING, context="menu"),
    "done": build_unit("Save", "Sichern...", State.TRANSLATED, "end_ellipsis"),
    "approved": build_unit('Say "yes"', "Sag „ja“", State.APPROVED, "same", "end_stop"),
    "readonly": build_unit(f"day{PLURAL_SEPARATOR}days", f"Tag{PLURAL_SEPARATOR}Tage", State.READ_ONLY),
}


def test_the_searched_texts_of_a_query_have_their_fields() -> None:
    query = r'open "end of \"file\"" AND NOT Source:=Save OR key:admin.* state:<translated check:same'
    texts = [("", "open"), ("", 'end of "file"'), ("source", "Save"), ("key", "admin.*")]
    assert list_searched_texts(query) == texts


def find_names(query: str) -> str:
    condition = parse_unit_query(query)
    return " ".join(name for name, string in STRINGS.items() if condition is None or condition(string))


@pytest.mark.parametrize("query", ['source:r"^Open"', 'r"^Open"', 'state:empty target:r"x"'])
def test_a_regular_expression_is_an_error(query: str) -> None:
    with pytest.raises(QueryError, match="regular expressions"):
        parse_unit_query(query)


def test_the_single_letter_r_is_a_text() -> None:
    assert find_names('r "file"') == find_names('"r" AND "file"')


@pytest.mark.parametrize(
    ("query", "names"),
    [
        pytest.param("", "empty fuzzy done approved readonly", id="empty query"),
        pytest.param("   ", "empty fuzzy done approved readonly", id="blanks"),
        pytest.param("state:translated", "done", id="state"),
        pytest.param("state:empty", "empty", id="empty"),
        pytest.param("state:needs-editing", "fuzzy", id="needs editing"),
        pytest.param("state:fuzzy", "fuzzy", id="synonym of needs-editing"),
        pytest.param("state:read-only", "readonly", id="read-only"),
        pytest.param("state:<translated", "empty fuzzy", id="less"),
        pytest.param("state:<=translated", "empty fuzzy done", id="at most"),
        pytest.param("state:>translated", "approved readonly", id="more"),
        pytest.param("state:>=translated", "done approved readonly", id="at least"),
        pytest.param("STATE:=approved", "approved", id="field in capitals"),
        pytest.param("is:untranslated", "empty fuzzy", id="is untranslated"),
        pytest.param("is:translated", "done approved readonly", id="is translated"),
        pytest.param("is:approved", "approved", id="is approved"),
        pytest.param("is:fuzzy", "fuzzy", id="is fuzzy"),
        pytest.param("has:check", "done approved", id="has check"),
        pytest.param("has:plural", "readonly", id="has plural"),
        pytest.param("has:context", "fuzzy", id="has context"),
        pytest.param("has:comment", "", id="has comment"),
        pytest.param("check:same", "approved", id="check"),
        pytest.param("fails:same", "approved", id="fails"),
        pytest.param("file", "empty fuzzy", id="word"),
        pytest.param("FILE", "empty fuzzy", id="case does not matter"),
        pytest.param('"the file"', "fuzzy", id="quoted"),
        pytest.param("file close", "fuzzy", id="words side by side"),
        pytest.param(r'"\"yes\""', "approved", id="escaped quotes"),
        pytest.param("source:file", "empty fuzzy", id="source"),
        pytest.param("target:datei", "fuzzy", id="target"),
        pytest.param("target:tage", "readonly", id="second form"),
        pytest.param('source:="open file"', "empty", id="whole source"),
        pytest.param("source:=open", "", id="not the whole source"),
        pytest.param("context:menu", "fuzzy", id="context"),
        pytest.param("key:menu", "fuzzy", id="key"),
        pytest.param("note:menu save", "done", id="note"),
        pytest.param("location:bar.c:3 save", "done", id="location"),
        pytest.param("flags:format", "empty fuzzy done approved readonly", id="flag"),
        pytest.param("flags:=c-format save", "done", id="whole flag"),
        pytest.param("flags:=c", "", id="not the whole flag"),
        pytest.param("key:m*u", "fuzzy", id="pattern of the whole key"),
        pytest.param("key:M*N*", "fuzzy", id="pattern in capitals"),
        pytest.param("key:en*", "", id="pattern of a part of the key"),
        pytest.param("context:*", "empty fuzzy done approved readonly", id="pattern of everything"),
        pytest.param("location:src/*.c save", "done", id="pattern of a path without its line"),
        pytest.param("location:*:12 save", "done", id="pattern of a line"),
        pytest.param("location:*/bar.h save", "", id="pattern of another path"),
        pytest.param('key:"m*u"', "", id="quoted asterisk"),
        pytest.param("key:=m*u", "", id="asterisk in a whole text"),
        pytest.param("source:o*n", "", id="asterisk in a source"),
        pytest.param("NOT state:empty", "fuzzy done approved readonly", id="not"),
        pytest.param("-state:empty", "fuzzy done approved readonly", id="minus"),
        pytest.param('"-state:empty"', "", id="quoted minus"),
        pytest.param("--file", "empty fuzzy", id="two minus signs"),
        pytest.param("-" * 899 + "file", "done approved readonly", id="899 minus signs"),
        pytest.param('target:=""', "empty", id="empty text"),
        pytest.param("note:a:b", "", id="second colon"),
        pytest.param("file AND is:fuzzy", "fuzzy", id="and"),
        pytest.param("is:fuzzy OR is:approved", "fuzzy approved", id="or"),
        pytest.param("is:fuzzy OR file is:empty", "empty fuzzy", id="and binds tighter"),
        pytest.param("(is:fuzzy OR is:approved) file", "fuzzy", id="parentheses"),
        pytest.param("NOT (is:fuzzy OR is:approved)", "empty done readonly", id="not before parentheses"),
        pytest.param("NOT(file)", "done approved readonly", id="not without a blank"),
        pytest.param("file(s)", "", id="parentheses in a word"),
        pytest.param("source:file(s)", "", id="parentheses in a value"),
        pytest.param("and or", "", id="small letters are words"),
    ],
)
def test_a_query_matches_strings(query: str, names: str) -> None:
    assert find_names(query) == names


@pytest.mark.parametrize(
    ("query", "message"),
    [
        pytest.param("state:done", "there is no state:done; there are empty, needs-editing", id="state"),
        pytest.param("is:nice", "there is no is:nice; there are", id="value of is"),
        pytest.param("has:luck", "there is no has:luck; there are check", id="value of has"),
        pytest.param("http://a", "there is no field 'http'; there are source, target", id="field"),
        pytest.param(":a", "there is no field ''; there are", id="no field"),
        pytest.param("source:<a", "< compares only states, not source\n", id="relation of texts"),
        pytest.param("check:sane", "there is no check 'sane'; did you mean 'same'?\n", id="check"),
        pytest.param("is:<fuzzy", "< compares only states, not is\n", id="relation"),
        pytest.param('"open', "syntax error in the query at character 1: quotes must be paired", id="quote"),
        pytest.param("(file", "a closing parenthesis is missing", id="parenthesis"),
        pytest.param("file)", "unexpected ) in the query\n", id="parenthesis too many"),
        pytest.param("()", "a condition is missing before )\n", id="empty parentheses"),
        pytest.param("file OR", "a condition is missing at the end\n", id="half an or"),
        pytest.param("NOT", "a condition is missing at the end\n", id="not without a condition"),
        pytest.param("AND file", "a condition is missing before AND\n", id="half an and"),
        pytest.param("state:", "syntax error in the query at character 1", id="no value"),
        pytest.param('file ""', "an empty text matches every string", id="empty text"),
        pytest.param("(" * 30 + "a" + ")" * 30, "nested more than 20 levels deep", id="deep"),
        pytest.param("a " * 501, "more than 1000 characters", id="long"),
    ],
)
def test_a_malformed_query_is_an_error_with_a_reason(query: str, message: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_unit_query(query)
    assert message in f"{caught.value}\n"
    assert caught.value.sentence[0] == str(caught.value)[0].upper()
    assert caught.value.sentence[-1] in ".?"


@given(some.text(alphabet='ab :"\\()-<=\u0663\ud800', max_size=30) | some.text(max_size=30))
def test_any_text_is_a_query_or_raises_query_error(query: str) -> None:
    condition = None
    with suppress(QueryError):
        condition = parse_unit_query(query)
    assert condition is None or condition(STRINGS["done"]) in (True, False)


@settings(max_examples=30)
@given(
    some.from_regex(re.compile(build_query_pattern()), fullmatch=True).filter(
        lambda query: len(query) <= MAX_QUERY_LENGTH
    )
)
def test_texts_that_match_the_pattern_are_valid_queries(query: str) -> None:
    assume(not {"AND", "OR", "NOT"} & set(query.split()))
    parse_unit_query(query, knows_outdated=True)


@pytest.mark.parametrize(
    "query",
    [
        "",
        " a-b c ",
        "state:<=translated",
        'source:="a \\" (b" -is:fuzzy',
        'check:same -"a"',
        "note:a NOT has:check",
        "location:a.c:12 source:=<b>",
        'context:=""',
    ],
)
def test_the_pattern_matches_queries(query: str) -> None:
    parse_unit_query(query)
    assert re.search(build_query_pattern(), query)


@pytest.mark.parametrize(
    "query", [":", "a:b", '"', '""', "state:", "state:done", "is:<fuzzy", "source:<a", "astate:empty"]
)
def test_the_pattern_does_not_match_invalid_queries(query: str) -> None:
    with pytest.raises(QueryError):
        parse_unit_query(query)
    assert not re.search(build_query_pattern(), query)


def test_the_pattern_fails_fast() -> None:
    assert not re.search(build_query_pattern(), "source:aaaa " * 80 + "state:translated " * 30 + ":")


TEXTS = some.text(alphabet=f"aAßsSİi \n#.:{PLURAL_SEPARATOR}")


@example(["", "", "", "", "a"], "a")
@given(some.lists(TEXTS, min_size=5, max_size=5), TEXTS.filter(bool))
def test_a_text_without_a_field_is_searched_in_all_fields(values: list[str], text: str) -> None:
    context, source, target, *notes = values
    comments = ["\n".join(f"#. {line}" for line in note.split("\n")) for note in notes]
    unit, reference = (Unit(context, source, target, State.EMPTY, comments=each) for each in comments)
    string = LocatedUnit(language_by_code("de"), "de.po", unit, reference=reference)
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    fields = ("source", "target", "context", "note", "location")
    everywhere = parse_unit_query(f'"{escaped}"')
    in_a_field = parse_unit_query(" OR ".join(f'{field}:"{escaped}"' for field in fields))
    assert everywhere is not None
    assert in_a_field is not None
    assert everywhere(string) == in_a_field(string)


@given(
    some.text("ab*", min_size=1, max_size=8).filter(lambda text: "*" in text),
    some.text("ab", max_size=8),
)
def test_a_pattern_matches_like_that_of_a_shell(pattern: str, key: str) -> None:
    condition = parse_unit_query(f"key:{pattern}")
    assert condition is not None
    assert condition(build_unit("Save", context=key)) == fnmatchcase(key, pattern)


def test_a_pattern_with_many_asterisks_takes_linear_time() -> None:
    condition = parse_unit_query(f"key:{'a*' * 400}b")
    assert condition is not None
    assert not condition(build_unit("Save", context="a" * 20_000))


def test_outdated_units_are_found_only_if_they_are_marked() -> None:
    found = STRINGS["done"]._replace(source_change=SourceChange("1234", 0, "Old"))
    condition = parse_unit_query("is:outdated", knows_outdated=True)
    assert condition is not None
    assert [condition(found), condition(STRINGS["done"])] == [True, False]
    with pytest.raises(QueryError, match="the query is:outdated needs `serve --outdated`; `units --outdated`"):
        parse_unit_query("has:check OR NOT is:outdated")
