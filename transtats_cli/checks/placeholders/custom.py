"""Checks of placeholders, accelerators and regular expressions that the values of flags define."""

import re
from collections.abc import Iterator
from string import punctuation

from transtats_cli import limits
from transtats_cli.checks.pairing import may_omit_number
from transtats_cli.checks.subject import CheckedString
from transtats_cli.flags import RegexValue


def placeholders(checked_string: CheckedString) -> str | None:
    r"""
    A translation has the placeholders of its source, and no others.

    Good:  "Hello $NAME$"  ->  "Ahoj $NAME$" with the flag `placeholders:$NAME$`
    Bad:   "Hello $NAME$"  ->  "Ahoj" with the flag `placeholders:$NAME$`
    Bad:   "Hello"         ->  "Ahoj $NAME$" with the flag `placeholders:$NAME$`

    The flag `placeholders:A:B:r"..."` switches it on: its values are texts or regular expressions. `case-insensitive`
    makes `$name$` as good as `$NAME$`. The number of occurrences does not matter, and a plural form for one count may
    omit them. In the options `--check` and `--max-check`, the name stands for all checks about placeholders.
    """
    values = checked_string.flags.values_of("placeholders")
    if not values:
        return None
    ignore_case = "case-insensitive" in checked_string.flags
    try:
        pattern = limits.compile_expression("|".join(map(_convert_to_regex_text, values)), ignore_case=ignore_case)
    except ValueError as error:
        return str(error)

    def find_placeholders(text: str) -> set[str]:
        texts = [found[0] for found in pattern.find_matches(text, checked_string.search_time)]
        return {found.casefold() for found in texts} if ignore_case else set(texts)

    expected = find_placeholders(checked_string.sources[0])
    if not expected and len(checked_string.sources) > 1:
        expected = find_placeholders(checked_string.sources[-1])
    for form, target in enumerate(checked_string.targets):
        found = find_placeholders(target)
        if extra := sorted(found - expected):
            return f"{', '.join(extra)} is not in the source"
        missing = sorted(expected - found)
        if missing and (len(checked_string.targets) == 1 or not may_omit_number(checked_string.plural, form)):
            return f"{', '.join(missing)} is missing"
    return None


def highlight_placeholders(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the placeholders that the flag `placeholders` defines. Each value is searched separately."""
    ignore_case = "case-insensitive" in checked_string.flags
    for value in checked_string.flags.values_of("placeholders"):
        try:
            # Compiling counts as search time, because there may be many large values.
            with checked_string.search_time:
                pattern = limits.compile_expression(_convert_to_regex_text(value), ignore_case=ignore_case)
        except ValueError:
            continue
        yield from (found.span() for found in pattern.find_matches(text, checked_string.search_time))


def _convert_to_regex_text(value: str) -> str:
    return value if isinstance(value, RegexValue) else re.escape(value)


def regex(checked_string: CheckedString) -> str | None:
    r"""
    Every form of a translation contains a match of the regular expression of its flag.

    Good:  "red"  ->  "Rot" with the flag `regex:r"^[A-Z]"`
    Bad:   "red"  ->  "rot" with the flag `regex:r"^[A-Z]"`

    The flag `regex:r"..."` switches it on. An expression that is not valid is a problem, too. If a search takes too
    long, the string is not checked, with a warning.
    """
    values = checked_string.flags.values_of("regex")
    if not any(values):
        return None
    if len(values) > 1:
        return f"the flag regex:{':'.join(values)} does not hold one regular expression"
    try:
        pattern = limits.compile_expression(values[0])
    except ValueError as error:
        return str(error)
    if all(pattern.has_match_in(target, checked_string.search_time) for target in checked_string.targets):
        return None
    return f"the translation does not match the regular expression {values[0]}"


def accelerator(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has as many accelerator keys as its source, and not more than one.

    Good:  "&Open"  ->  "&Otevřít"
    Bad:   "&Open"  ->  "Otevřít"
    Bad:   "&Open"  ->  "&Otev&řít"

    The flag `accelerator:&` switches it on and names the marker: one ASCII punctuation character. A doubled marker is
    the character itself.
    """
    values = checked_string.flags.values_of("accelerator")
    if not values:
        return None
    marker = values[0]
    if len(values) > 1 or len(marker) != 1 or marker not in punctuation:
        return f"the flag accelerator:{':'.join(values)} does not name one punctuation character"
    expected, found = _count_markers(source, marker), _count_markers(target, marker)
    if found > 1:
        return f"the translation has {found} accelerators {marker}, and one at most can work"
    if found == expected:
        return None
    return f"the accelerator {marker} is missing" if expected else f"the source has no accelerator {marker}"


def _count_markers(text: str, marker: str) -> int:
    return text.replace(marker * 2, "").count(marker)
