"""Plural rules: parsing of headers, equivalence of rules, and example counts."""

import gettext
from collections.abc import Callable
from itertools import chain

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from transtats_cli.plurals import (
    PluralRule,
    are_equivalent_rules,
    example_counts,
    parse_plural_header,
    rule_equals_header,
    selected_forms,
)

ENGLISH = PluralRule(2, "n != 1")
FRENCH = PluralRule(2, "n > 1")
POLISH = PluralRule(3, "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2")
MILLIONS = PluralRule(3, "n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2")
TESTED_COUNTS = (*range(10_000), *range(10_000, 2_000_001, 1000))


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        pytest.param("nplurals=2; plural=(n != 1);", True, id="usual notation"),
        pytest.param("nplurals=2;plural=n!=1", True, id="no blanks, parentheses and semicolon"),
        pytest.param("nplurals=2; plural=n == 1 ? 0 : 1;", False, id="an equivalent formula"),
        pytest.param("nplurals=3; plural=(n != 1);", False, id="another number of forms"),
        pytest.param("nplurals=2; plural=(n != 1) + 0;", False, id="more after the parentheses"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_a_header_matches_a_rule_if_only_spaces_and_parentheses_differ(header: str, expected: bool) -> None:
    assert rule_equals_header(ENGLISH, header) is expected


@given(st.sampled_from([ENGLISH, FRENCH, POLISH]), st.booleans(), st.booleans())
def test_a_header_that_matches_a_rule_declares_it(rule: PluralRule, has_brackets: bool, has_blanks: bool) -> None:
    formula = f"({rule.formula})" if has_brackets else rule.formula
    header = f"nplurals={rule.form_count}; plural={formula};"
    header = header if has_blanks else header.replace(" ", "")
    declared = parse_plural_header(header)
    assert rule_equals_header(rule, header)
    assert declared is not None
    assert are_equivalent_rules(rule, declared)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        pytest.param("nplurals=2; plural=n != 1;", ENGLISH, id="usual"),
        pytest.param("nplurals=2; plural=n != 1", ENGLISH, id="no final semicolon"),
        pytest.param("  nplurals = 02 ;\tplural =  n != 1  ;", ENGLISH, id="blanks and a leading zero"),
        pytest.param("nplurals=2;plural=n>1;X-Generator: Editor\\n", PluralRule(2, "n>1"), id="the rest is ignored"),
        pytest.param("nplurals=2; plural=n != 1, or so", ENGLISH, id="the formula ends before other characters"),
        pytest.param("nplurals=1; plural=0;", PluralRule(1, "0"), id="one form"),
        pytest.param("nplurals=10; plural=n%10;", PluralRule(10, "n%10"), id="the most forms"),
        pytest.param(f"nplurals=3; plural={POLISH.formula};", POLISH, id="several forms"),
        pytest.param(f"nplurals=3; plural={MILLIONS.formula};", MILLIONS, id="a large number"),
        pytest.param("nplurals=4; plural=n==1;", PluralRule(4, "n==1"), id="forms that no count takes"),
        pytest.param("nplurals=2; plural=!!n;", PluralRule(2, "!!n"), id="negations"),
        pytest.param("nplurals=2; plural=!n;", PluralRule(2, "!n"), id="negation"),
        pytest.param("nplurals=2; plural=n && 1;", PluralRule(2, "n && 1"), id="the deciding operand"),
    ],
)
def test_a_header_declares_a_rule(header: str, expected: PluralRule | None) -> None:
    assert parse_plural_header(header) == expected


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("", id="nothing"),
        pytest.param("2", id="only a number"),
        pytest.param("nplurals=INTEGER; plural=EXPRESSION;", id="the placeholder of a template"),
        pytest.param("Plural-Forms: nplurals=2; plural=n != 1;", id="the field named twice"),
        pytest.param("nplurals=2;", id="no formula"),
        pytest.param("nplurals=2; plural", id="no formula and no equals sign"),
        pytest.param("nplurals=2; plural=;", id="an empty formula"),
        pytest.param("nplurals; plural=n != 1;", id="no number"),
        pytest.param("nplurals=\u0662; plural=n != 1;", id="a digit outside ASCII"),
        pytest.param("forms=2; plural=n != 1;", id="another name of the number"),
        pytest.param("nplurals=2; formula=n != 1;", id="another name of the formula"),
        pytest.param("nplurals=2; plural=   ;", id="a blank formula"),
        pytest.param("nplurals=0; plural=0;", id="no form"),
        pytest.param("nplurals=11; plural=0;", id="too many forms"),
        pytest.param("nplurals=999999999999; plural=0;", id="far too many forms"),
        pytest.param(f"nplurals={'9' * 100_000}; plural=0;", id="a number of 100000 digits"),
        pytest.param("nplurals=2; plural=n==0 ? 0 : n==1 ? 1 : 2;", id="a form too many"),
        pytest.param("nplurals=2; plural=n-1 ? 1 : 0 - 1;", id="a negative form"),
        pytest.param("nplurals=2; plural=n == 9999 ? 2 : 0;", id="a form too many for one count"),
        pytest.param(
            "nplurals=2; plural=n % 10000 + n == 0 ? 2 : 0;", id="a form too many in a formula without a period"
        ),
        pytest.param("nplurals=2; plural=n == 7654321 ? 2 : 0;", id="a form too many for a count in the formula"),
        pytest.param("nplurals=2; plural=n > 7654321 ? 2 : 0;", id="a form too many for the count after it"),
        pytest.param("nplurals=2; plural=n / 0;", id="division by zero"),
        pytest.param("nplurals=2; plural=n % 0;", id="remainder of a division by zero"),
        pytest.param("nplurals=2; plural=n == 3 ? 1 / (n - 3) : 0;", id="division by zero for one count"),
        pytest.param("nplurals=2; plural=__import__('os');", id="code"),
        pytest.param("nplurals=2; plural=n(0);", id="a call"),
        pytest.param("nplurals=2; plural=(n != 1;", id="an open parenthesis"),
        pytest.param("nplurals=2; plural=n != 1);", id="a parenthesis too many"),
        pytest.param("nplurals=2; plural=n = 1;", id="an assignment"),
        pytest.param("nplurals=2; plural=n & 1;", id="a bit operator"),
        pytest.param("nplurals=2; plural=-n;", id="a sign"),
        pytest.param("nplurals=2; plural=2n;", id="an invalid number"),
        pytest.param("nplurals=2; plural=n 1;", id="two values"),
        pytest.param("nplurals=2; plural=n ! = 1;", id="a blank inside an operator"),
        pytest.param("nplurals=2; plural=n ? 1;", id="half a choice"),
        pytest.param("nplurals=2; plural=n\n!= 1;", id="a line break"),
        pytest.param(f"nplurals=2; plural={'(' * 100_000}n", id="100000 open parentheses"),
        pytest.param(f"nplurals=2; plural={'(' * 400}n{')' * 400}", id="400 pairs of parentheses"),
        pytest.param(f"nplurals=2; plural={'n?' * 200}0{':1' * 200}", id="200 choices inside each other"),
        pytest.param(f"nplurals=2; plural=({'n*' * 490}n)%2", id="490 products"),
        pytest.param(f"nplurals=2; plural={'n%2+' * 240}n", id="240 sums"),
        pytest.param(f"nplurals=2; plural={' ' * 100_000}", id="100000 blanks"),
        pytest.param(" " * 100_000, id="only blanks"),
    ],
)
def test_an_invalid_header_declares_no_rule(header: str) -> None:
    assert parse_plural_header(header) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param(ENGLISH, ENGLISH, True, id="the same text"),
        pytest.param(ENGLISH, PluralRule(2, "(n!=1)"), True, id="another spelling"),
        pytest.param(ENGLISH, PluralRule(2, "n == 1 ? 0 : 1"), True, id="another expression"),
        pytest.param(ENGLISH, FRENCH, False, id="another function"),
        pytest.param(ENGLISH, PluralRule(3, "n != 1"), False, id="another number of forms"),
        pytest.param(ENGLISH, PluralRule(2, "n != 1 && n != 1000"), False, id="another thousand"),
        pytest.param(ENGLISH, PluralRule(2, "n != 1 && n != 1001"), True, id="counts that are not compared"),
        pytest.param(FRENCH, PluralRule(2, "n != 0 && n != 1"), False, id="negative counts are compared"),
        pytest.param(ENGLISH, PluralRule(2, "1 / (n - 7) ? n != 1 : n != 1"), False, id="a count that fails"),
    ],
)
def test_rules_are_equivalent_if_they_select_the_same_forms_for_the_compared_counts(
    one: PluralRule, other: PluralRule, expected: bool
) -> None:
    assert are_equivalent_rules(one, other) is expected
    assert are_equivalent_rules(other, one) is expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param(ENGLISH, ("1", "0 2 3 4 5 6 7 8 9 10 …"), id="English"),
        pytest.param(FRENCH, ("0 1", "2 3 4 5 6 7 8 9 10 11 …"), id="French"),
        pytest.param(PluralRule(1, "0"), ("0 1 2 3 4 5 6 7 8 9 …",), id="one form"),
        pytest.param(POLISH, ("1", "2 3 4 22 23 24 32 33 34 42 …", "0 5 6 7 8 9 10 11 12 13 …"), id="periodic forms"),
        pytest.param(MILLIONS, ("1", "1000000 2000000", "0 2 3 4 5 6 7 8 9 10 …"), id="a form of large counts"),
        pytest.param(PluralRule(2, "n == 5000"), ("0 1 2 3 4 5 6 7 8 9 …", "5000"), id="a form of one count"),
        pytest.param(PluralRule(2, "n > 8"), ("0 1 2 3 4 5 6 7 8", "9 10 11 12 13 14 15 16 17 18 …"), id="nine counts"),
        pytest.param(PluralRule(2, "n > 9"), ("0 1 2 3 4 5 6 7 8 9 …", "10 11 12 13 14 15 16 17 18 19 …"), id="ten"),
        pytest.param(PluralRule(3, "n != 1"), ("1", "0 2 3 4 5 6 7 8 9 10 …", ""), id="a form that no count takes"),
    ],
)
def test_examples_are_the_first_counts_of_each_form(rule: PluralRule, expected: tuple[str, ...]) -> None:
    assert example_counts(rule) == tuple(tuple(counts.split()) for counts in expected)


@pytest.mark.parametrize("formula", ["n +", "(" * 30 + "n" + ")" * 30, "n;", "1" * 1001])
def test_an_invalid_formula_is_an_error(formula: str) -> None:
    with pytest.raises(ValueError, match="plural form"):
        selected_forms(PluralRule(2, formula))


def _combine_formulas(shorter: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = ["||", "&&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"]
    # gettext itself does not group `!n == 1` as C does, so negations stand in parentheses of their own.
    operand = st.one_of(shorter, shorter.map("({})".format), shorter.map("(!({}))".format))
    chained = st.lists(st.tuples(operand, st.sampled_from(operators)), min_size=1, max_size=4)
    joined = st.builds(lambda pairs, last: " ".join(chain(*pairs, [last])), chained, operand)
    choice = st.builds("({} ? {} : {})".format, joined, joined, joined)
    return st.one_of(joined.map("({})".format), choice)


VALUES = st.sampled_from(
    [
        "n",
        "n%10",
        "n%100",
        "n%20000",
        "n == 1",
        "n >= 5",
        "n%10 == 1",
        "n%100 < 20",
        "0",
        "1",
        "2",
        "11",
        "10000",
        "012",
    ]
)
FORMULAS = st.recursive(VALUES, _combine_formulas, max_leaves=8)


def _evaluate(function: Callable[[int], int], count: int) -> int:
    try:
        return function(count)
    except ZeroDivisionError:
        return -1


@given(FORMULAS, st.integers(1, 10))
def test_a_rule_is_valid_if_every_tested_count_has_a_form(formula: str, number: int) -> None:
    assume(len(formula) <= 200)
    function = gettext.c2py(formula)
    numbers = (int(token) for token in formula.translate(str.maketrans("n()%?:!=<>&|+-*/", " " * 16)).split())
    named = [number + step for number in numbers for step in (-1, 0, 1) if number + step >= 0]
    forms = [_evaluate(function, count) for count in (*TESTED_COUNTS, *named)]
    rule = parse_plural_header(f"nplurals={number}; plural={formula};")
    assert rule == (PluralRule(number, formula) if all(0 <= form < number for form in forms) else None)
    if rule:
        by_form = [
            [str(count) for count, taken in zip(TESTED_COUNTS, forms, strict=False) if taken == form]
            for form in range(number)
        ]
        assert example_counts(rule) == tuple(
            tuple([*counts[:10], "…"] if len(counts) > 9 else counts) for counts in by_form
        )


@given(st.one_of(st.text(), st.text(alphabet="()n0123456789!=|&<>+*/% ?:-", max_size=60)))
def test_any_header_is_parsed_without_an_exception(text: str) -> None:
    declared = parse_plural_header(f"nplurals=3; plural={text}")
    assert declared is None or declared.form_count == 3
    assert parse_plural_header(text) is None or text.lstrip().startswith("nplurals")
