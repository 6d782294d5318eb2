"""Plural forms: pairs of source and target forms to compare, and target forms that need not contain the count."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.plurals import PluralRule, are_equivalent_rules, example_counts

_MORE_COUNTS_MARK = "…"
_COUNTS_ZERO_AND_ONE = ("0", "1")


class FormPair(NamedTuple):
    """Target form of a string, and the source form to compare with."""

    form_number: int
    """Number of the target form, starting at 1. 0 if only one form is compared."""
    source: str
    target: str
    may_omit_placeholders: bool = False
    """True if the target form is used for one count, or for 0 and 1 only, so that its text needs no number."""


def pair_plural_forms(
    sources: list[str], targets: list[str], source_plural: PluralRule, plural: PluralRule
) -> list[FormPair]:
    """Return one pair for each target form."""
    indices = source_form_indices(len(sources), len(targets), source_plural, plural)
    numbers = range(1, len(targets) + 1) if len(targets) > 1 else (0,)
    return [FormPair(*pair) for pair in zip(numbers, map(sources.__getitem__, indices), targets, strict=True)]


def find_first_problem(form_pairs: Iterable[FormPair], compare_forms: Callable[[FormPair], str | None]) -> str | None:
    """Return the first problem in pairs of a source form and a target form, or None if there is no problem.

    `compare_forms` returns the problem of one pair, or None. If several target forms are compared, the returned message
    begins with the number of the form.
    """
    for pair in form_pairs:
        found = compare_forms(pair)
        if found is not None:
            return f"in plural form {pair.form_number}, {found}" if pair.form_number else found
    return None


@lru_cache(maxsize=1024)
def source_form_indices(
    source_form_count: int, target_form_count: int, source_plural: PluralRule, plural: PluralRule
) -> tuple[int, ...]:
    """Return, for each target form, the index of the source form to compare with.

    `source_form_count` and `target_form_count` are numbers of plural forms.
    """
    if source_form_count != source_plural.form_count or target_form_count != plural.form_count:
        return (source_form_count - 1,) * target_form_count
    if are_equivalent_rules(source_plural, plural):
        return tuple(range(target_form_count))
    source_counts = example_counts(source_plural)
    return tuple(
        _select_source_form(counts, source_counts, is_last=form == target_form_count - 1)
        for form, counts in enumerate(example_counts(plural))
    )


def may_omit_number(plural: PluralRule, form_index: int, *, is_strict: bool = False) -> bool:
    """Return True if a plural form is used for one count only, or for 0 and 1 only.

    A text in such a form needs no number, for example "One file". If `is_strict` is True, return True only for a form
    that is used for one count.
    """
    counts = example_counts(plural)
    if form_index >= len(counts):
        return False
    return len(counts[form_index]) == 1 or (not is_strict and tuple(counts[form_index]) == _COUNTS_ZERO_AND_ONE)


def _select_source_form(counts: Sequence[str], source_counts: Sequence[Sequence[str]], *, is_last: bool) -> int:
    """Return the index of the source form to compare with one target form.

    `counts` contains example counts of the target form, and `source_counts` those of each source form. `is_last` is
    True for the last target form.
    """
    last = len(source_counts) - 1
    if len(counts) == 1:
        containing = [form for form, known in enumerate(source_counts) if counts[0] in known]
        only = [form for form in containing if len(source_counts[form]) == 1]
        return (only or containing or [last])[0]
    if is_last:
        return last
    expected = set(counts) - {_MORE_COUNTS_MARK}
    found = [form for form, known in enumerate(source_counts) if len(known) > 1 and expected.intersection(known)]
    return found[0] if len(found) == 1 else last
