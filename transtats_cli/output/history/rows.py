"""JSON and CSV fields of a history."""

from functools import cache
from typing import Any

from transtats_cli.envelope import figures
from transtats_cli.history import HistoryEntry, LanguageFigures


def entry(each: HistoryEntry) -> dict[str, Any]:
    """Return the commit id, the tag if tags are requested, and the date, which is null if it is unknown."""
    tag = {"tag": each.commit.tag} if each.commit.tag else {}
    return {"commit": each.commit.identity, **tag, "date": each.commit.date}


# Cached, because most languages do not change from one commit to the next.
@cache
def language(each: LanguageFigures) -> dict[str, Any]:
    """Return the fields of one language. The statistics have the same keys as in `stats`."""
    return {"code": each.code, "name": each.name, "path": each.path, **figures(each.statistics)}
