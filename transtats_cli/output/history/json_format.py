"""Render the history of a component as JSON or NDJSON: the statistics of each language at each commit."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from transtats_cli.envelope import counts_and_percentages
from transtats_cli.history import ComponentHistory, HistoryEntry, LanguageFigures
from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json, json_document


def create_commit_fields(entry: HistoryEntry) -> dict[str, Any]:
    """Return the JSON fields of a commit: the commit id, the tag and the date.

    The tag is left out if tags are not requested. An unknown date is null.
    """
    tag = {"tag": entry.commit.tag} if entry.commit.tag else {}
    return {"commit": entry.commit.commit_id, **tag, "date": entry.commit.date}


# Cached, because most languages do not change from one commit to the next.
@cache
def create_language_fields(figures: LanguageFigures) -> dict[str, Any]:
    """Return the JSON fields of one language at one commit. The statistics have the same keys as in `stats`."""
    return {
        "code": figures.code,
        "name": figures.name,
        "path": figures.path,
        **counts_and_percentages(figures.statistics),
    }


def render_json(histories: Sequence[ComponentHistory], view: View) -> Iterator[str]:
    """Yield an object for the component. If several components were selected, yield an array of such objects."""
    documents = [
        {**create_name_fields(history), "commits": [_create_entry_fields(entry) for entry in history.entries]}
        for history in histories
    ]
    yield json_document(documents if view.has_several_components else documents[0], view)


def create_name_fields(history: ComponentHistory) -> dict[str, str]:
    """Return the names of the project and the component as JSON fields."""
    project, component = history.names
    return {"project": project, "component": component}


def _create_entry_fields(entry: HistoryEntry) -> dict[str, Any]:
    languages = [create_language_fields(each) for each in entry.figures.languages]
    return {
        **create_commit_fields(entry),
        "total": counts_and_percentages(entry.figures.total_statistics),
        "languages": languages,
    }


def render_ndjson(histories: Sequence[ComponentHistory], view: View) -> Iterator[str]:
    encoded: dict[LanguageFigures, str] = {}
    for history in histories:
        names = create_name_fields(history) if view.has_several_components else {}
        for entry in history.entries:
            # Most languages do not change in a commit, so their encoded objects are cached. Two objects are joined.
            fields = {**names, **create_commit_fields(entry)}
            commit_text = compact_json(fields, for_terminal=view.is_terminal).removesuffix("}")
            for each in entry.figures.languages:
                if each not in encoded:
                    encoded[each] = compact_json(
                        create_language_fields(each), for_terminal=view.is_terminal
                    ).removeprefix("{")
            yield "".join(f"{commit_text},{encoded[each]}\n" for each in entry.figures.languages)
