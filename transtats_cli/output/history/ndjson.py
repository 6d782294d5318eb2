"""NDJSON: a line of compact JSON for each language at each commit."""

from collections.abc import Iterable, Iterator

from transtats_cli.history import Course, Figures
from transtats_cli.output import View
from transtats_cli.output.history import rows
from transtats_cli.output.json_envelope import compact


def render(courses: Iterable[Course], view: View) -> Iterator[str]:
    known: dict[Figures, str] = {}
    for course in courses:
        for moment in course.moments:
            # Most languages do not change in a commit, so their encoded objects are cached. Two objects are joined.
            when = compact(rows.moment(moment), harmless=view.terminal).removesuffix("}")
            for each in moment.state.languages:
                if each not in known:
                    known[each] = compact(rows.language(each), harmless=view.terminal).removeprefix("{")
            yield "".join(f"{when},{known[each]}\n" for each in moment.state.languages)
