"""JSON: one object with the component, and its commits with the statistics of each language."""

from collections.abc import Iterable, Iterator
from typing import Any

from transtats_cli.envelope import figures
from transtats_cli.history import ComponentHistory, HistoryEntry
from transtats_cli.output import View
from transtats_cli.output.history import rows
from transtats_cli.output.json_envelope import document


def render(histories: Iterable[ComponentHistory], view: View) -> Iterator[str]:
    for history in histories:
        project, component = history.names
        commits = [_commit(entry) for entry in history.entries]
        yield document({"project": project, "component": component, "commits": commits}, view)


def _commit(entry: HistoryEntry) -> dict[str, Any]:
    languages = [rows.language(each) for each in entry.figures.languages]
    return {**rows.entry(entry), "total": figures(entry.figures.total), "languages": languages}
