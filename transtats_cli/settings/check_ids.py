"""Validate ids of checks in settings and options. Imported late, because most settings contain no id of a check."""

from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS_BY_ID, make_ignore_flag
from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS
from transtats_cli.nearest import find_similar_name

_IGNORE_PREFIX = "ignore-"


def unknown_check_reason(check_id: str) -> str:
    """Return the message for an id that no check has, with the most similar id. Return '' if there is such a check.

    For a check that only a server can decide, the message contains the reason.
    """
    if check_id in CHECKS_BY_ID:
        return ""
    if check_id in UNDECIDABLE_CHECKS:
        return f"files alone cannot decide {check_id}: it {UNDECIDABLE_CHECKS[check_id]}"
    similar_id = find_similar_name(check_id, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS])
    hint = f"; did you mean {similar_id!r}?" if similar_id else "; `transtats checks` lists them"
    return f"there is no check {check_id!r}{hint}"


def unknown_flag_reason(flag_name: str) -> str:
    """Return the message for a flag `ignore-ID` if no check has this id, with the most similar flag. '' otherwise."""
    known = [*map(make_ignore_flag, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS]), ALL_CHECKS_FLAG]
    if not flag_name.startswith(_IGNORE_PREFIX) or flag_name in known:
        return ""
    similar_name = find_similar_name(
        flag_name.removeprefix(_IGNORE_PREFIX), [flag.removeprefix(_IGNORE_PREFIX) for flag in known]
    )
    hint = f"did you mean '{_IGNORE_PREFIX}{similar_name}'?" if similar_name else "`transtats checks` lists the checks"
    return f"there is no check that {flag_name!r} switches off; {hint}"
