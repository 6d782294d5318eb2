"""Which source form the placeholders of a target form are held against, and which forms may leave some out.

"One file" says as much as "%d file": a form that serves a single count is lenient.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from transtats_cli.checks.subject import Subject
from transtats_cli.plurals import examples

_STRICT = "strict-format"
"""The flag that asks the first form for all placeholders, whatever counts it serves."""

_NONE_OR_ONE = ("0", "1")


class FormPair(NamedTuple):
    """One target form with the source form it is compared with."""

    form: int
    """Counted from one, and zero where there is no other."""
    source: str
    target: str
    is_lenient: bool = False


def pairs(subject: Subject, has_placeholders: Callable[[str], bool]) -> Iterator[FormPair]:
    """The first target form goes with the singular, all others with the plural."""
    sources, targets = subject.sources, subject.targets
    if len(sources) == 1:
        yield FormPair(0, sources[0], targets[0])
        return
    singular, plural = sources[:2]
    if len(targets) == 1:
        yield FormPair(0, plural, targets[0])
        return
    if not has_placeholders(singular) and has_placeholders(plural):
        singular = plural
    counts = examples(subject.plural)
    is_lenient = _STRICT not in subject.flags and (len(counts[0]) == 1 or counts[0] == _NONE_OR_ONE)
    yield FormPair(1, singular, targets[0], is_lenient)
    for form, target in enumerate(targets[1:], start=1):
        yield FormPair(form + 1, plural, target, len(counts[form]) == 1)


def first_problem(form_pairs: Iterable[FormPair], compare: Callable[[FormPair], str | None]) -> str | None:
    """What the first pair that differs has wrong, and which one of several it is."""
    for pair in form_pairs:
        found = compare(pair)
        if found is not None:
            return f"in plural form {pair.form}, {found}" if pair.form else found
    return None
