"""JSON: one object with the component, and its commits with the statistics of each language."""

from collections.abc import Iterable, Iterator
from typing import Any

from transtats_cli.envelope import figures
from transtats_cli.history import Course, Moment
from transtats_cli.output import View
from transtats_cli.output.history import rows
from transtats_cli.output.json_envelope import document


def render(courses: Iterable[Course], view: View) -> Iterator[str]:
    for course in courses:
        project, component = course.names
        commits = [_commit(moment) for moment in course.moments]
        yield document({"project": project, "component": component, "commits": commits}, view)


def _commit(moment: Moment) -> dict[str, Any]:
    languages = [rows.language(each) for each in moment.state.languages]
    return {**rows.moment(moment), "total": figures(moment.state.total), "languages": languages}
