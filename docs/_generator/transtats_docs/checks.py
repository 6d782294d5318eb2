"""Generate the pages of all checks from the docstrings of the checks' modules."""

from collections.abc import Iterator
from itertools import groupby

from transtats_cli.checks import CHECKS, UNDECIDABLE_CHECKS
from transtats_cli.checks.pages import CheckPage, read_check_page
from transtats_docs.markdown import code, prose, table


def pages() -> str:
    """Return Markdown with a section for each kind of strings. Each section contains a section for each check."""
    return "\n".join(_sections())


def _sections() -> Iterator[str]:
    for strings, found in groupby(map(read_check_page, CHECKS), key=lambda page: page.checked_strings):
        yield f"## {strings[0].upper()}{strings[1:]}\n"
        for page in found:
            yield _check_section(page)


def _check_section(page: CheckPage) -> str:
    items = [f"Good: {code(example)}" for example in page.good_examples]
    items += [f"Bad: {code(example)}" for example in page.bad_examples]
    items += [f"Flags: {', '.join(map(code, page.check.enabling_flags))}"] if page.check.enabling_flags else []
    items += [f"Off: {prose(page.way_to_switch_off)}"]
    paragraphs = [f"### {page.check.id}", prose(page.requirement), "\n".join(f"- {item}" for item in items)]
    paragraphs += [prose(note) for note in page.notes.split("\n\n") if note]
    return "\n\n".join(paragraphs) + "\n"


def undecidable() -> str:
    """Return a Markdown table of the checks that cannot be decided from files, with the reasons."""
    reasons: dict[str, list[str]] = {}
    for check, reason in UNDECIDABLE_CHECKS.items():
        reasons.setdefault(reason, []).append(code(check))
    return table(["check", "reason"], [(", ".join(checks), prose(reason)) for reason, checks in reasons.items()])
