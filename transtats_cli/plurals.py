"""Plural rules: the number of plural forms of a language, and a C expression that selects the form for a count.

The expressions come from file headers. `gettext.c2py` of the standard library compiles them, as on a Weblate server.

Two rules are compared by the forms that they select for the compared counts: -10 to 199, and powers of ten up to
10 million.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from gettext import c2py
from itertools import compress, islice
from math import lcm
from typing import NamedTuple

PLURAL_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Categories of plural forms in Unicode CLDR."""

# Compiled on first use, because most headers contain the rule of their language.
_FORMULA_REGEX = r"[()n0-9!=|&<>+*/%\s?:-]+"
_MAX_FORMS = 10
_MAX_MULTIPLICATIONS = 16
"""Limit of the size of a product, because a formula is evaluated for thousands of counts. No language multiplies."""
_SMALL_COUNTS_END = 10_000
_LARGE_COUNTS = range(_SMALL_COUNTS_END, 2_000_001, 1000)
_TESTED_COUNTS = (*range(_SMALL_COUNTS_END), *_LARGE_COUNTS)
# The count stands at the beginning of an operand, before a remainder or a comparison with a number.
_REPEATING_TERM_REGEX = r"(?<=[(|&?:])n(?:%([0-9]+)|(?:[<>=!]=|[<>])([0-9]+)(?=[)|&?:]))"
COMPARED_COUNTS = (*range(-10, 200), *(10**power for power in range(3, 8)))
_MAX_REPEATED_COUNT = 1000
"""Limit of the counts that repeat. Most languages have 10 or 100."""
_MAX_EXAMPLES = 10


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
    select_form = _compile_formula(rule.formula)

    def select_form_or_minus_one(count: int) -> int:
        try:
            return select_form(count)
        except ZeroDivisionError:
            return -1

    return tuple(map(select_form_or_minus_one, COMPARED_COUNTS))


@lru_cache(maxsize=1024)
def example_counts(rule: PluralRule) -> tuple[tuple[str, ...], ...]:
    """Return the first ten counts of each plural form, as text. If a form has at least ten counts, "…" follows."""
    forms = _select_tested_forms(rule.formula)
    matches = (map(form.__eq__, forms) for form in range(rule.form_count))
    examples = [tuple(map(str, islice(compress(_TESTED_COUNTS, each), _MAX_EXAMPLES))) for each in matches]
    return tuple((*found, "…") if len(found) == _MAX_EXAMPLES else found for found in examples)


def _is_valid_rule(rule: PluralRule) -> bool:
    """Return True if each tested count, and each count beside a number in the formula, has a form."""
    try:
        select_form = _compile_formula(rule.formula)
        numbers = map(int, re.findall("[0-9]+", rule.formula))
        neighbours = (number + step for number in numbers for step in (-1, 0, 1) if number + step >= 0)
        return max(_select_tested_forms(rule.formula)) < rule.form_count and all(
            0 <= select_form(count) < rule.form_count for count in neighbours
        )
    except (ValueError, ZeroDivisionError):
        return False


@lru_cache(maxsize=256)
def _select_tested_forms(formula: str) -> bytes:
    """Return the form of each tested count. Raises ValueError if a count has a negative form or one above 255."""
    select_form = _compile_formula(formula)
    repeated = _find_repeated_counts(formula)
    if repeated is None:
        return bytes(map(select_form, _TESTED_COUNTS))
    cycle = bytes(map(select_form, repeated))
    # The forms of the large counts repeat after this number of counts.
    large_cycle = lcm(len(cycle), _LARGE_COUNTS.step)
    cycle_count = (_SMALL_COUNTS_END + large_cycle) // len(cycle) + 1
    forms = bytes(map(select_form, range(repeated.start))) + cycle * cycle_count
    large_forms = forms[_SMALL_COUNTS_END : _SMALL_COUNTS_END + large_cycle : _LARGE_COUNTS.step]
    return (forms[:_SMALL_COUNTS_END] + large_forms * len(_LARGE_COUNTS))[: len(_TESTED_COUNTS)]


def _find_repeated_counts(formula: str) -> range | None:
    """Return small counts whose forms repeat for all larger counts, or None if no such counts are known.

    The forms repeat if the formula only compares the count with numbers, and uses remainders of the count. This is the
    case for nearly all languages, and evaluating a formula for all tested counts takes 50 times as long.
    """
    text = f"({''.join(formula.split())})"
    if "n" in re.sub(_REPEATING_TERM_REGEX, "", text):
        return None
    terms = re.findall(_REPEATING_TERM_REGEX, text)
    start = max((int(number) + 1 for _, number in terms if number), default=0)
    period = lcm(*(int(divisor) for divisor, _ in terms if divisor))
    return range(start, start + period) if period and start + period <= _MAX_REPEATED_COUNT else None


@lru_cache(maxsize=1024)
def _compile_formula(formula: str) -> Callable[[int], int]:
    """Return the function of a formula. Raises ValueError if the formula is invalid or too large."""
    if formula.count("*") > _MAX_MULTIPLICATIONS:
        raise ValueError("the plural formula has too many products")
    try:
        return c2py(formula)
    except (MemoryError, RecursionError, SyntaxError) as error:
        # The compiler of Python has limits of its own.
        raise ValueError("the plural formula is too complex") from error
