"""Check of the references in Fluent messages."""

import re
from collections.abc import Iterator
from itertools import product

from transtats_cli.checks.fluent.messages import VALUE, Pattern, Reference, Selection, is_term, parse_pair
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

_MAX_COMPARED_REFERENCES = 200_000
_MAX_LISTED_REFERENCES = 10
"""Maximum number of references that the message of a problem lists."""
_NAME_REGEX = "[A-Za-z][A-Za-z0-9_-]*+"
_MESSAGE_NAME_REGEX = rf"{_NAME_REGEX}(?:\.{_NAME_REGEX})?+"
_ARGUMENTS_REGEX = r"""(?:\((?:[^{}()"]|"(?:[^"\\\n]|\\.){0,500}+"){0,500}+\))?+"""
_REFERENCE_PATTERN = re.compile(
    rf"\{{ *+(?:\${_NAME_REGEX}|{_MESSAGE_NAME_REGEX}|-{_MESSAGE_NAME_REGEX}{_ARGUMENTS_REGEX}) *+\}}"
)
"""Pattern for a reference to a variable, a message or a term. Calls of functions and literals are text."""

ReferenceCounts = tuple[tuple[str, int, int], ...]
"""Names of the references in one variant of a text, in order, each with the lowest and the highest allowed number."""


def fluent_references(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Fluent: a translation has the same references as the source, equally often, in any order.

    Good:  "Add { $name } to { -brand }"                                   ->  "Zu { -brand } { $name } hinzufügen"
    Good:  "{ $n ->\\n    [one] A file\\n   *[other] { $n } files\\n}"        ->  "Dateien: { $n }"
    Bad:   "Add { $name } to { -brand }"                                   ->  "{ $name } hinzufügen"
    Bad:   "{ $name } is here"                                             ->  "{ $nom } ist da"

    Checked where the flag `fluent-references` is set, as for all strings of Fluent files. The attributes of a message
    are compared one by one. Each variant of the source needs a variant in the translation with the same references, and
    the other way round. If the selector of a selection is a variable, its variants may leave this variable out.
    """
    messages = parse_pair(source, target, checked_string)
    if messages is None:
        return None
    expected, found = messages
    # The attributes of a term depend on the language.
    for part in (VALUE,) if is_term(checked_string) else expected:
        if part in expected and part in found:
            problem = _find_difference(_find_variants(expected[part]), _find_variants(found[part]))
            if problem:
                return problem if part == VALUE else f"in {part}, {problem}"
    return None


def highlight_fluent_references(text: str, _: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each reference to a variable, a message or a term."""
    return (found.span() for found in _REFERENCE_PATTERN.finditer(text))


def _find_variants(pattern: Pattern) -> set[ReferenceCounts]:
    """Return the references in each variant of a text. A text without selections has one variant."""
    variants: set[ReferenceCounts] = {()}
    for piece in pattern:
        if isinstance(piece, Selection):
            choices = {counts for variant in piece.variants for counts in _find_variants(variant)}
            variants = _combine_variants(variants, _allow_variables_of_selector(choices, piece.selector_names))
    outside = (((name, 1, 1),) for piece in pattern if isinstance(piece, Reference) for name in piece.names)
    return _combine_variants(variants, {_join_counts(*outside)})


def _combine_variants(first: set[ReferenceCounts], second: set[ReferenceCounts]) -> set[ReferenceCounts]:
    """Return the variants of two joined texts: each variant of the first text with each variant of the second."""
    _refuse_many_comparisons(first, second)
    return {_join_counts(*pair) for pair in product(first, second)}


def _refuse_many_comparisons(first: set[ReferenceCounts], second: set[ReferenceCounts]) -> None:
    """Raise NotChecked if a loop over all pairs of variants would take too long."""
    if len(first) * len(second) * (max(map(len, first)) + max(map(len, second))) > _MAX_COMPARED_REFERENCES:
        raise NotChecked("the string has too many variants")


def _join_counts(*parts: ReferenceCounts) -> ReferenceCounts:
    """Return the references of joined texts. The allowed numbers of equal references are added up."""
    lowest: dict[str, int] = {}
    highest: dict[str, int] = {}
    for name, low, high in (count for part in parts for count in part):
        lowest[name] = lowest.get(name, 0) + low
        highest[name] = highest.get(name, 0) + high
    return tuple((name, lowest[name], highest[name]) for name in sorted(lowest))


def _allow_variables_of_selector(
    variants: set[ReferenceCounts], selector_names: tuple[str, ...]
) -> set[ReferenceCounts]:
    """Return the variants of a selection, with higher allowed numbers for the variables in its selector.

    In each variant, such a variable may occur as often as in the variant in which it occurs most.
    """
    most: dict[str, int] = {}
    for name, _, high in (count for variant in variants for count in variant):
        if name in selector_names and name.startswith("$"):
            most[name] = max(high, most.get(name, 0))
    return {
        tuple(
            sorted(
                [(name, low, max(high, most.get(name, 0))) for name, low, high in variant]
                + [(name, 0, high) for name, high in most.items() if name not in {count[0] for count in variant}]
            )
        )
        for variant in variants
    }


def _find_difference(source: set[ReferenceCounts], target: set[ReferenceCounts]) -> str | None:
    if source == target:
        return None
    _refuse_many_comparisons(source, target)
    missing = next((each for each in sorted(source) if not _has_variant_with_same_references(each, target)), None)
    added = next((each for each in sorted(target) if not _has_variant_with_same_references(each, source)), None)
    if missing is not None and added is not None and len(source) == len(target) == 1:
        return f"the source has {_describe_references(missing)}, but the translation has {_describe_references(added)}"
    if missing is not None:
        return f"no variant of the translation has {_describe_references(missing)}, as the source has"
    if added is not None:
        return f"a variant of the translation has {_describe_references(added)}, which no variant of the source has"
    return None


def _has_variant_with_same_references(variant: ReferenceCounts, other_variants: set[ReferenceCounts]) -> bool:
    return any(_have_same_references(variant, other) for other in other_variants)


def _have_same_references(first: ReferenceCounts, second: ReferenceCounts) -> bool:
    """Return True if the ranges of the allowed numbers of each reference overlap.

    If a variant lacks a reference, its range is 0 to 0.
    """
    ranges = {name: (low, high) for name, low, high in second}
    for name, low, high in first:
        other_low, other_high = ranges.pop(name, (0, 0))
        if max(low, other_low) > min(high, other_high):
            return False
    return not any(low for low, _ in ranges.values())


def _describe_references(variant: ReferenceCounts) -> str:
    names = [f"{{ {name} }}" for name, lowest, _ in variant for _ in range(lowest)]
    return ("the references " + " ".join(names[:_MAX_LISTED_REFERENCES])) if names else "no references"
