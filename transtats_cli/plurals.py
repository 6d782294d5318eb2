"""Plural rules: the number of plural forms of a language, and a C expression that selects the form for a count.

The expressions come from file headers. Each expression is parsed into Python closures and is never passed to eval(). As
in the gettext module of the standard library, division rounds down, and `&&` and `||` return the deciding operand.

Two rules are compared by the forms that they select for the compared counts: -10 to 199, and powers of ten up to
10 million.
"""

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain, cycle, islice
from math import lcm
from typing import NamedTuple

# Compiled on first use, because most headers contain the rule of their language.
_FORMULA_REGEX = r"[()n0-9!=|&<>+*/%\s?:-]+"
_SYMBOL_REGEX = r"[ \t]*([0-9]+\b|n\b|[-()*/%+?:]|[<>=!]=|[<>!]|&&|\|\|)[ \t]*"
_MAX_FORMS = 10
_MAX_FORMULA_LENGTH = 1000
# An expression without period must be evaluated for every count. No language has an expression of this length.
_MAX_LENGTH_WITHOUT_PERIOD = 200
# Much deeper than the expression of any language, and low enough for a recursive parser. gettext has the same limit.
_MAX_NESTING_DEPTH = 20

_SMALL_COUNTS_END = 10_000
_LARGE_COUNTS = range(_SMALL_COUNTS_END, 2_000_001, 1000)
_COMPARED_NEGATIVE_COUNTS = range(-10, 0)
_COMPARED_SMALL_COUNTS = range(200)
_COMPARED_LARGE_COUNTS = tuple(10**power for power in range(3, 8))
_MAX_EXAMPLES = 10

_COMPARISONS: dict[str, Callable[[int, int], int]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_OPERATIONS: dict[str, Callable[[int, int], int]] = _COMPARISONS | {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}
_PRECEDENCE = {
    symbol: strength
    for strength, symbols in enumerate(("||", "&&", "== !=", "< > <= >=", "+ -", "* / %"))
    for symbol in symbols.split()
}


class PluralRule(NamedTuple):
    """Number of plural forms of a language, and the C expression that selects the form for a count."""

    form_count: int
    formula: str


@lru_cache(maxsize=4096)
def parse_plural_header(text: str) -> PluralRule | None:
    """Parse a Plural-Forms header.

    Return None if the header is invalid, or if its formula returns the number of a form that does not exist.
    """
    number, _, rest = text.partition(";")
    number_name, _, digits = map(str.strip, number.partition("="))
    formula_name, _, written = rest.partition("=")
    if number_name != "nplurals" or formula_name.strip() != "plural" or not (digits.isascii() and digits.isdigit()):
        return None
    formula = re.match(_FORMULA_REGEX, written)
    digits = digits.lstrip("0")
    if formula is None or not 1 <= len(digits) <= 2 or int(digits) > _MAX_FORMS:
        return None
    rule = PluralRule(int(digits), formula[0].strip())
    return rule if _is_valid_rule(rule) else None


def rule_equals_header(rule: PluralRule, header: str) -> bool:
    """Return True if a Plural-Forms header contains exactly this rule. Spaces and outer parentheses are ignored."""
    number, _, formula = header.replace(" ", "").rstrip(";").partition(";plural=")
    own = rule.formula.replace(" ", "")
    return formula in (own, f"({own})") and number == f"nplurals={rule.form_count}"


@lru_cache(maxsize=4096)
def are_equivalent_rules(rule: PluralRule, other_rule: PluralRule) -> bool:
    """Return True if two plural rules have equally many forms and select the same form for all compared counts."""
    if rule.form_count != other_rule.form_count:
        return False
    return rule.formula == other_rule.formula or selected_forms(rule) == selected_forms(other_rule)


@lru_cache(maxsize=1024)
def selected_forms(rule: PluralRule) -> tuple[int, ...]:
    """Return the plural form that a rule selects for each of the compared counts, or -1 for a division by zero.

    Two rules with equally many forms are equivalent if this function returns the same result for both.
    """
    expression = _compile_formula(rule.formula)
    evaluate = partial(_evaluate_or_minus_one, expression.evaluate)
    start, period = expression.periodicity or (0, len(_COMPARED_SMALL_COUNTS))
    # Results that repeat are computed for one period only.
    first_results = [*map(evaluate, _COMPARED_SMALL_COUNTS[: start + period])]
    small = islice(chain(first_results, cycle(first_results[start:])), len(_COMPARED_SMALL_COUNTS))
    return (*map(evaluate, _COMPARED_NEGATIVE_COUNTS), *small, *map(evaluate, _COMPARED_LARGE_COUNTS))


@lru_cache(maxsize=1024)
def example_counts(rule: PluralRule) -> tuple[tuple[str, ...], ...]:
    """Return the first ten counts of each plural form, as text. If a form has at least ten counts, "…" follows."""
    found: tuple[list[str], ...] = tuple([] for _ in range(rule.form_count))
    expression = _compile_formula(rule.formula)
    unfinished = rule.form_count
    for count, form in _relevant_counts_with_forms(expression, periods=_MAX_EXAMPLES):
        counts = found[form]
        if len(counts) > _MAX_EXAMPLES:
            continue
        counts.append(str(count))
        if len(counts) == _MAX_EXAMPLES:
            counts.append("…")
            unfinished -= 1
            if not unfinished:
                break
    return tuple(map(tuple, found))


class _FormulaExpression(NamedTuple):
    """Parsed part of a plural formula: a function that evaluates the part, and properties of the part."""

    evaluate: Callable[[int], int]
    periodicity: tuple[int, int] | None
    """Start and length of the period with which results repeat for small counts. None if the period is unknown."""
    literals: tuple[int, ...] = ()
    """All numbers that are written in the expression."""
    constant: int | None = None
    """Value of an expression that is a single number. None for all other expressions."""
    is_count: bool = False
    """True if the expression returns the count unchanged, at least for small counts."""


_COUNT_EXPRESSION = _FormulaExpression(lambda count: count, None, is_count=True)


def _is_valid_rule(rule: PluralRule) -> bool:
    try:
        expression = _compile_formula(rule.formula)
        neighbours = (number + step for number in expression.literals for step in (-1, 0, 1) if number + step >= 0)
        counts = chain(_relevant_counts(expression, periods=1), neighbours)
        return all(0 <= expression.evaluate(count) < rule.form_count for count in counts)
    except (ValueError, ZeroDivisionError, RecursionError):
        return False


def _relevant_counts(expression: _FormulaExpression, periods: int) -> Iterable[int]:
    """Return the counts for which an expression is evaluated: 0 to 9999, and multiples of 1000 up to 2000000.

    If the results of the expression repeat, the counts below 10000 end after `periods` periods. In this case, the
    multiples of 1000 are also left out, if these periods and all numbers in the expression are below 10000.
    """
    if expression.periodicity is None:
        return chain(range(_SMALL_COUNTS_END), _LARGE_COUNTS)
    start, period = expression.periodicity
    end = start + periods * period
    if end <= _SMALL_COUNTS_END and all(number < _SMALL_COUNTS_END for number in expression.literals):
        return range(end)
    return chain(range(min(end, _SMALL_COUNTS_END)), _LARGE_COUNTS)


def _relevant_counts_with_forms(expression: _FormulaExpression, periods: int) -> Iterable[tuple[int, int]]:
    """Return the counts of `_relevant_counts`, each with its result.

    Results that repeat are computed for one period only.
    """
    counts = _relevant_counts(expression, periods)
    if expression.periodicity is None or not isinstance(counts, range):
        return ((count, expression.evaluate(count)) for count in counts)
    start, period = expression.periodicity
    first_results = [expression.evaluate(count) for count in range(start + period)]
    return zip(counts, chain(first_results, cycle(first_results[start:])), strict=False)


def _evaluate_or_minus_one(evaluate: Callable[[int], int], count: int) -> int:
    try:
        return evaluate(count)
    except ZeroDivisionError:
        return -1


@lru_cache(maxsize=1024)
def _compile_formula(formula: str) -> _FormulaExpression:
    if len(formula) > _MAX_FORMULA_LENGTH:
        raise ValueError("the plural formula is too long")
    symbols: list[str] = []
    match_symbol = re.compile(_SYMBOL_REGEX).match
    position = 0
    while position < len(formula):
        symbol = match_symbol(formula, position)
        if symbol is None:
            raise ValueError(f"the plural formula cannot be read at {formula[position:]!r}")
        symbols.append(symbol[1])
        position = symbol.end()
    expression = _FormulaParser(symbols).parse_formula()
    if expression.periodicity is None and len(formula) > _MAX_LENGTH_WITHOUT_PERIOD:
        raise ValueError("the plural formula is too long for one that does not repeat")
    return expression


class _FormulaParser:
    """Recursive-descent parser for plural formulas.

    Symbols are stored in reverse order: `pop` returns the next symbol.
    """

    def __init__(self, symbols: Sequence[str]) -> None:
        self._symbols = ["", *reversed(symbols)]
        self._depth = 0

    def parse_formula(self) -> _FormulaExpression:
        expression = self._parse_conditional()
        self._expect_symbol("")
        return expression

    def _expect_symbol(self, symbol: str) -> None:
        found = self._symbols.pop()
        if found != symbol:
            raise ValueError(f"the plural formula has {found!r} where {symbol!r} should be")

    def _parse_conditional(self) -> _FormulaExpression:
        """Parse a conditional expression `condition ? a : b`, or an expression without a condition."""
        condition = self._parse_binary(0)
        if self._symbols[-1] != "?":
            return condition
        self._symbols.pop()
        chosen = self._parse_nested_conditional(":")
        return _conditional_expression(condition, chosen, self._parse_conditional())

    def _parse_nested_conditional(self, closing_symbol: str) -> _FormulaExpression:
        self._depth += 1
        if self._depth > _MAX_NESTING_DEPTH:
            raise ValueError("the plural formula is nested too deeply")
        expression = self._parse_conditional()
        self._expect_symbol(closing_symbol)
        self._depth -= 1
        return expression

    def _parse_binary(self, min_precedence: int) -> _FormulaExpression:
        """Parse operands joined by binary operators, each with a precedence of at least `min_precedence`.

        Operators of equal precedence are left-associative.
        """
        left = self._parse_operand()
        while (strength := _PRECEDENCE.get(self._symbols[-1], -1)) >= min_precedence:
            symbol = self._symbols.pop()
            left = _binary_expression(symbol, left, self._parse_binary(strength + 1))
        return left

    def _parse_operand(self) -> _FormulaExpression:
        symbol = self._symbols.pop()
        negations = 0
        while symbol == "!":
            negations += 1
            symbol = self._symbols.pop()
        if symbol == "(":
            operand = self._parse_nested_conditional(")")
        elif symbol == "n":
            operand = _COUNT_EXPRESSION
        elif symbol.isdigit():
            operand = _constant_expression(int(symbol))
        else:
            raise ValueError(f"the plural formula has {symbol!r} where a value should be")
        return _negate_expression(operand, negations) if negations else operand


def _constant_expression(value: int) -> _FormulaExpression:
    return _FormulaExpression(lambda _: value, (0, 1), (value,), value)


def _negate_expression(operand: _FormulaExpression, times: int) -> _FormulaExpression:
    value, truth_of_zero = operand.evaluate, times % 2 == 1
    return _FormulaExpression(lambda count: (value(count) == 0) is truth_of_zero, operand.periodicity, operand.literals)


def _conditional_expression(
    condition: _FormulaExpression, true_value: _FormulaExpression, false_value: _FormulaExpression
) -> _FormulaExpression:
    test, if_true, if_false = condition.evaluate, true_value.evaluate, false_value.evaluate
    return _FormulaExpression(
        lambda count: if_true(count) if test(count) else if_false(count),
        _combine_periods(condition, true_value, false_value),
        condition.literals + true_value.literals + false_value.literals,
    )


def _binary_expression(symbol: str, left: _FormulaExpression, right: _FormulaExpression) -> _FormulaExpression:
    first, second, literals = left.evaluate, right.evaluate, left.literals + right.literals
    if symbol == "&&":
        return _FormulaExpression(lambda count: first(count) and second(count), _combine_periods(left, right), literals)
    if symbol == "||":
        return _FormulaExpression(lambda count: first(count) or second(count), _combine_periods(left, right), literals)
    operation, constant = _OPERATIONS[symbol], right.constant
    if constant is None:
        return _FormulaExpression(
            lambda count: operation(first(count), second(count)), _combine_periods(left, right), literals
        )
    periodicity, is_count = left.periodicity, False
    if left.is_count and symbol in _COMPARISONS:
        periodicity = (constant + 1, 1)
    elif left.is_count and symbol == "%" and constant:
        is_count = constant >= _SMALL_COUNTS_END
        periodicity = None if is_count else (0, constant)
    return _FormulaExpression(lambda count: operation(first(count), constant), periodicity, literals, is_count=is_count)


def _combine_periods(*parts: _FormulaExpression) -> tuple[int, int] | None:
    known = [part.periodicity for part in parts if part.periodicity is not None]
    if len(known) < len(parts):
        return None
    return max(start for start, _ in known), lcm(*(period for _, period in known))
