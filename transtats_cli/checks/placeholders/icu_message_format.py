"""
ICU MessageFormat: a translation can be read, and its arguments, selectors and tags fit the source.

Good:  "{n, plural, one {# file} other {# files}}"  ->  "{n, plural, one {# soubor} few {# soubory} other {# souborů}}"
Bad:   "Hello {name}"                               ->  "Ahoj {jméno}"
Bad:   "{n, plural, one {# file} other {# files}}"  ->  "{n, plural, one {# soubor}}"
Off:   the flag `ignore-icu-message-format`

Checked where the flag `icu-message-format` is set. `icu-flags` tells how: with `xml` tags are read, with `strict-xml`
every `<` begins one, `icu-tag-prefix:P` reads only tags whose name begins with P; and `-require_other`, `-extra`,
`-missing`, `-plural_selectors`, `-submessage_selectors`, `-types`, `-tags` each leave one rule out.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from transtats_cli.checks.placeholders.format_pairs import find_first_problem, pair_placeholder_forms
from transtats_cli.checks.placeholders.icu_messages import (
    IcuArgument,
    IcuGrammar,
    IcuMessageError,
    find_leaf_spans,
    parse_icu_arguments,
)
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

ID = "icu_message_format"

IcuArguments = dict[str, IcuArgument]
"""Arguments and tags of a message, by name."""

_PLURAL_TYPES = frozenset({"plural", "selectordinal"})
_PLURAL_SELECTORS = frozenset({"zero", "one", "two", "few", "many", "other"})


def find_problem(checked_string: CheckedString) -> str | None:
    grammar = IcuGrammar.from_flags(checked_string.flags)
    rules = _select_rules(checked_string.flags.values_of("icu-flags"))
    return find_first_problem(
        pair_placeholder_forms(checked_string, lambda _: True),
        lambda pair: _find_problem(pair.source, pair.target, grammar, rules) if pair.source and pair.target else None,
    )


def find_highlights(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    try:
        yield from find_leaf_spans(text, IcuGrammar.from_flags(checked_string.flags))
    except (IcuMessageError, NotChecked):
        return


def _find_problem(source: str, target: str, grammar: IcuGrammar, rules: tuple["ArgumentRule", ...]) -> str | None:
    try:
        found = parse_icu_arguments(target, grammar)
    except IcuMessageError as error:
        return f"the message cannot be read: {error}"
    try:
        expected = parse_icu_arguments(source, grammar)
    except IcuMessageError:
        return None
    return next((sentence for rule in rules for sentence in rule(expected, found)), None)


@lru_cache(maxsize=64)
def _select_rules(icu_flags: tuple[str, ...]) -> tuple["ArgumentRule", ...]:
    return tuple(rule for name, rule in _ARGUMENT_RULES.items() if f"-{name}" not in icu_flags)


def _find_missing_other(_expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name, argument in actual.items():
        if argument.selectors and "other" not in argument.selectors:
            yield f"{name} has no selector other"


def _find_extra_arguments(expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name in actual:
        if name not in expected:
            yield f"{name} is not in the source"


def _find_missing_arguments(expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name in expected:
        if name not in actual:
            yield f"{name} is missing"


def _find_unknown_plural_selectors(expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name, _, argument in _pair_common_arguments(expected, actual):
        if _PLURAL_TYPES & argument.argument_types:
            for selector in sorted(argument.selectors - _PLURAL_SELECTORS):
                if not selector.startswith("="):
                    yield f"{name} has the selector {selector}, which no plural knows"


def _find_unknown_selectors(expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name, original, argument in _pair_common_arguments(expected, actual):
        if "select" in original.argument_types & argument.argument_types:
            for selector in sorted(argument.selectors - original.selectors):
                yield f"{name} has the selector {selector}, which the source does not have"


def _find_changed_types(expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name, original, argument in _pair_common_arguments(expected, actual):
        if original.is_numeric:
            if not argument.is_numeric:
                yield f"{name} is a number in the source only"
        else:
            for type_ in sorted(argument.argument_types - original.argument_types):
                yield f"{name} has the type {type_}, which it does not have in the source"


def _find_changed_tags(expected: IcuArguments, actual: IcuArguments) -> Iterator[str]:
    for name, original, argument in _pair_common_arguments(expected, actual):
        if original.notations != argument.notations:
            before, after = (" and ".join(sorted(one.notations)) for one in (original, argument))
            yield f"{name} is {before} in the source and {after} in the translation"


def _pair_common_arguments(
    expected: IcuArguments, actual: IcuArguments
) -> Iterator[tuple[str, IcuArgument, IcuArgument]]:
    return ((name, original, actual[name]) for name, original in expected.items() if name in actual)


ArgumentRule = Callable[[IcuArguments, IcuArguments], Iterator[str]]
"""Function that yields the problems of a translation, given the arguments of the source and of the translation."""

_ARGUMENT_RULES: dict[str, ArgumentRule] = {
    "require_other": _find_missing_other,
    "extra": _find_extra_arguments,
    "missing": _find_missing_arguments,
    "plural_selectors": _find_unknown_plural_selectors,
    "submessage_selectors": _find_unknown_selectors,
    "types": _find_changed_types,
    "tags": _find_changed_tags,
}
"""Rules by name. The value `-NAME` of the flag `icu-flags` switches a rule off."""
