"""The facts of a history under the names that programs read."""

from functools import cache
from typing import Any

from transtats_cli.envelope import figures
from transtats_cli.history import Figures, Moment


def moment(each: Moment) -> dict[str, Any]:
    """When it was: the commit, its tag where tags are asked for, and its date, null where that is unknown."""
    tag = {"tag": each.point.name} if each.point.name else {}
    return {"commit": each.point.commit, **tag, "date": each.point.date}


# Asked at each commit for what only a few of them changed.
@cache
def language(each: Figures) -> dict[str, Any]:
    """One language, with the keys that `stats` gives the same figures."""
    return {"code": each.code, "name": each.name, "path": each.path, **figures(each.statistics)}
