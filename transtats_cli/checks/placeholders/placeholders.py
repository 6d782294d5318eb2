r"""
A translation has the placeholders of its source, and no others.

Good:  "Hello $NAME$"  ->  "Ahoj $NAME$" with the flag `placeholders:$NAME$`
Bad:   "Hello $NAME$"  ->  "Ahoj" with the flag `placeholders:$NAME$`
Bad:   "Hello"         ->  "Ahoj $NAME$" with the flag `placeholders:$NAME$`
Off:   the flag `ignore-placeholders`

The flag `placeholders:A:B:r"..."` switches it on: its values are texts or regular expressions. `case-insensitive`
makes `$name$` as good as `$NAME$`. How often one occurs does not matter, and a plural form for one count only may do
without.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from transtats_cli import expressions
from transtats_cli.checks.pairing import may_omit_number
from transtats_cli.checks.subject import CheckedString
from transtats_cli.flags import RegexValue

ID = "placeholders"


def find_problem(checked_string: CheckedString) -> str | None:
    values = checked_string.flags.values_of("placeholders")
    if not values:
        return None
    ignore_case = "case-insensitive" in checked_string.flags
    try:
        pattern = expressions.compile_expression(_join_to_regex_text(values), ignore_case=ignore_case)
    except ValueError as error:
        return str(error)

    def find_placeholders(text: str) -> set[str]:
        texts = pattern.matched_texts(text, checked_string.search_time)
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


def find_highlights(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the placeholders that the flag `placeholders` defines. Each value is searched separately."""
    ignore_case = "case-insensitive" in checked_string.flags
    for value in checked_string.flags.values_of("placeholders"):
        try:
            # Compiling counts as search time, because there may be many large values.
            with checked_string.search_time:
                pattern = expressions.compile_expression(_convert_to_regex_text(value), ignore_case=ignore_case)
        except ValueError:
            continue
        yield from pattern.match_spans(text, checked_string.search_time)


@lru_cache(maxsize=64)
def _join_to_regex_text(values: tuple[str, ...]) -> str:
    return "|".join(map(_convert_to_regex_text, values))


def _convert_to_regex_text(value: str) -> str:
    return value if isinstance(value, RegexValue) else re.escape(value)
