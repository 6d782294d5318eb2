"""Validate ids of checks in settings and options. Imported late, because most settings contain no id of a check."""

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.nearest import find_similar_name


def unknown_check_reason(check_id: str) -> str:
    """Return the message for an id that no check has, with the most similar id. Return '' if there is such a check.

    For a check that only a server can decide, the message contains the reason.
    """
    if check_id in CHECKS_BY_ID:
        return ""
    from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS

    if check_id in UNDECIDABLE_CHECKS:
        return f"files alone cannot decide {check_id}: it {UNDECIDABLE_CHECKS[check_id]}"
    similar_id = find_similar_name(check_id, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS])
    hint = f"; did you mean {similar_id!r}?" if similar_id else "; `transtats checks` lists them"
    return f"there is no check {check_id!r}{hint}"
