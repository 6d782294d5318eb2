"""NDJSON: a line of compact JSON for each language at each commit."""

from collections.abc import Iterable, Iterator

from transtats_cli.history import ComponentHistory, LanguageFigures
from transtats_cli.output import View
from transtats_cli.output.history import rows
from transtats_cli.output.json_envelope import compact


def render(histories: Iterable[ComponentHistory], view: View) -> Iterator[str]:
    known: dict[LanguageFigures, str] = {}
    for history in histories:
        for entry in history.entries:
            # Most languages do not change in a commit, so their encoded objects are cached. Two objects are joined.
            when = compact(rows.entry(entry), harmless=view.terminal).removesuffix("}")
            for each in entry.figures.languages:
                if each not in known:
                    known[each] = compact(rows.language(each), harmless=view.terminal).removeprefix("{")
            yield "".join(f"{when},{known[each]}\n" for each in entry.figures.languages)
