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

from transtats_cli import expressions
from transtats_cli.checks.pairing import may_omit_number
from transtats_cli.checks.subject import Subject
from transtats_cli.flags import RegexValue

ID = "placeholders"


def problem(subject: Subject) -> str | None:
    values = subject.flags.values_of("placeholders")
    if not values:
        return None
    ignore_case = "case-insensitive" in subject.flags
    try:
        pattern = expressions.compile_expression("|".join(map(_expression_of_value, values)), ignore_case=ignore_case)
    except ValueError as error:
        return str(error)

    def find_placeholders(text: str) -> set[str]:
        texts = pattern.matched_texts(text, subject.search_time)
        return {found.casefold() for found in texts} if ignore_case else set(texts)

    expected = find_placeholders(subject.sources[0])
    if not expected and len(subject.sources) > 1:
        expected = find_placeholders(subject.sources[-1])
    for form, target in enumerate(subject.targets):
        found = find_placeholders(target)
        if extra := sorted(found - expected):
            return f"{', '.join(extra)} is not in the source"
        missing = sorted(expected - found)
        if missing and (len(subject.targets) == 1 or not may_omit_number(subject.plural, form)):
            return f"{', '.join(missing)} is missing"
    return None


def highlights(text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield the spans of the placeholders that the flag `placeholders` defines. Each value is searched separately."""
    ignore_case = "case-insensitive" in subject.flags
    for value in subject.flags.values_of("placeholders"):
        try:
            # Compiling counts as search time, because there may be many large values.
            with subject.search_time:
                pattern = expressions.compile_expression(_expression_of_value(value), ignore_case=ignore_case)
        except ValueError:
            continue
        yield from pattern.match_spans(text, subject.search_time)


def _expression_of_value(value: str) -> str:
    return value if isinstance(value, RegexValue) else re.escape(value)
