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

from transtats_cli.checks.placeholders.format_pairs import first_problem, pairs
from transtats_cli.checks.placeholders.icu_messages import Argument, Grammar, MessageError, arguments, leaf_spans
from transtats_cli.checks.subject import Subject
from transtats_cli.limits import NotChecked

ID = "icu_message_format"

Arguments = dict[str, Argument]

_PLURAL_TYPES = frozenset({"plural", "selectordinal"})
_PLURAL_SELECTORS = frozenset({"zero", "one", "two", "few", "many", "other"})


def problem(subject: Subject) -> str | None:
    grammar = Grammar.of(subject.flags)
    rules = [rule for name, rule in _RULES.items() if f"-{name}" not in subject.flags.values_of("icu-flags")]
    return first_problem(
        pairs(subject, lambda _: True),
        lambda pair: _find_problem(pair.source, pair.target, grammar, rules) if pair.source and pair.target else None,
    )


def highlights(text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    try:
        yield from leaf_spans(text, Grammar.of(subject.flags))
    except (MessageError, NotChecked):
        return


def _find_problem(source: str, target: str, grammar: Grammar, rules: list["Rule"]) -> str | None:
    try:
        found = arguments(target, grammar)
    except MessageError as error:
        return f"the message cannot be read: {error}"
    try:
        expected = arguments(source, grammar)
    except MessageError:
        return None
    return next((sentence for rule in rules for sentence in rule(expected, found)), None)


def _find_missing_other(_expected: Arguments, found: Arguments) -> Iterator[str]:
    for name, argument in found.items():
        if argument.selectors and "other" not in argument.selectors:
            yield f"{name} has no selector other"


def _find_extra_arguments(expected: Arguments, found: Arguments) -> Iterator[str]:
    for name in found:
        if name not in expected:
            yield f"{name} is not in the source"


def _find_missing_arguments(expected: Arguments, found: Arguments) -> Iterator[str]:
    for name in expected:
        if name not in found:
            yield f"{name} is missing"


def _find_unknown_plural_selectors(expected: Arguments, found: Arguments) -> Iterator[str]:
    for name, _, argument in _arguments_in_both(expected, found):
        if _PLURAL_TYPES & argument.types:
            for selector in sorted(argument.selectors - _PLURAL_SELECTORS):
                if not selector.startswith("="):
                    yield f"{name} has the selector {selector}, which no plural knows"


def _find_unknown_selectors(expected: Arguments, found: Arguments) -> Iterator[str]:
    for name, original, argument in _arguments_in_both(expected, found):
        if "select" in original.types & argument.types:
            for selector in sorted(argument.selectors - original.selectors):
                yield f"{name} has the selector {selector}, which the source does not have"


def _find_changed_types(expected: Arguments, found: Arguments) -> Iterator[str]:
    for name, original, argument in _arguments_in_both(expected, found):
        if original.is_numeric:
            if not argument.is_numeric:
                yield f"{name} is a number in the source only"
        else:
            for type_ in sorted(argument.types - original.types):
                yield f"{name} has the type {type_}, which it does not have in the source"


def _find_changed_tags(expected: Arguments, found: Arguments) -> Iterator[str]:
    for name, original, argument in _arguments_in_both(expected, found):
        if original.written_as != argument.written_as:
            before, after = (" and ".join(sorted(one.written_as)) for one in (original, argument))
            yield f"{name} is {before} in the source and {after} in the translation"


def _arguments_in_both(expected: Arguments, found: Arguments) -> Iterator[tuple[str, Argument, Argument]]:
    return ((name, original, found[name]) for name, original in expected.items() if name in found)


Rule = Callable[[Arguments, Arguments], Iterator[str]]

_RULES: dict[str, Rule] = {
    "require_other": _find_missing_other,
    "extra": _find_extra_arguments,
    "missing": _find_missing_arguments,
    "plural_selectors": _find_unknown_plural_selectors,
    "submessage_selectors": _find_unknown_selectors,
    "types": _find_changed_types,
    "tags": _find_changed_tags,
}
