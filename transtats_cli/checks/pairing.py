"""Plural forms: pairs of source and target forms to compare, and target forms that need not contain the count."""

from collections.abc import Sequence
from functools import lru_cache

from transtats_cli.plurals import PluralRule, are_equivalent_rules, example_counts

_MORE_COUNTS_MARK = "…"
_COUNTS_ZERO_AND_ONE = ("0", "1")


def pair_plural_forms(
    sources: list[str], targets: list[str], source_plural: PluralRule, plural: PluralRule
) -> list[tuple[str, str]]:
    """Return one pair of texts for each target form: the source form to compare with, and the target form."""
    if len(sources) == 1 and len(targets) == 1:
        return [(sources[0], targets[0])]
    indices = source_form_indices(len(sources), len(targets), source_plural, plural)
    return [(sources[index], target) for index, target in zip(indices, targets, strict=True)]


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
