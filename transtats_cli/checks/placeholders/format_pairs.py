"""Pairs of a source form and a target form whose placeholders are compared.

A target form that is used for a single count may leave placeholders out, because "One file" is as clear as "%d file".
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from transtats_cli.checks.pairing import may_omit_number
from transtats_cli.checks.subject import CheckedString

_STRICT_FLAG = "strict-format"
"""Name of the flag that requires all placeholders in the first plural form, even if the form has only one count."""


class FormPair(NamedTuple):
    """Target form of a string, and the source form to compare with."""

    form_number: int
    """Number of the target form, starting at 1. 0 if only one form is compared."""
    source: str
    target: str
    may_omit_placeholders: bool = False
    """True if the target form is used for one count, or for 0 and 1 only, so that its text needs no number."""


def pair_placeholder_forms(
    checked_string: CheckedString, has_placeholders: Callable[[str], bool]
) -> Iterator[FormPair]:
    """Yield the pairs of a source form and a target form to compare in a string.

    The first target form is compared with the source singular, all other target forms with the source plural. The
    source plural is also used for the first target form if only the plural has placeholders, or if there is only one
    target form. If there is only one source form, only the first target form is compared.
    """
    sources, targets = checked_string.sources, checked_string.targets
    if len(sources) == 1:
        yield FormPair(0, sources[0], targets[0])
        return
    singular, plural = sources[:2]
    if len(targets) == 1:
        yield FormPair(0, plural, targets[0])
        return
    if not has_placeholders(singular) and has_placeholders(plural):
        singular = plural
    may_omit_placeholders = _STRICT_FLAG not in checked_string.flags and may_omit_number(
        checked_string.plural, 0, is_strict=checked_string.has_strict_plurals
    )
    yield FormPair(1, singular, targets[0], may_omit_placeholders)
    for form, target in enumerate(targets[1:], start=1):
        yield FormPair(form + 1, plural, target, may_omit_number(checked_string.plural, form, is_strict=True))


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
