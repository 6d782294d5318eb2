"""The languages that a user names, of all that a component ever had."""

from collections.abc import Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.history import Course
from transtats_cli.languages import resolve
from transtats_cli.nearest import nearest


def only(course: Course, wanted: Iterable[str]) -> Course:
    """The course of these languages, in any spelling; of all where none is named.

    Raises TranstatsError for one that the component never had.
    """
    known = [code for code, _ in course.languages]
    codes = frozenset(_code(name, known) for name in wanted)
    if not codes:
        return course
    moments = (moment._replace(state=moment.state.only(codes)) for moment in course.moments)
    return course._replace(moments=tuple(moments))


def _code(name: str, known: list[str]) -> str:
    for code in (name, resolve(name).code):
        if code in known:
            return code
    meant = nearest(name, known, likeness=0.5)
    hint = f"; did you mean {meant!r}?" if meant else "."
    raise TranstatsError(f"there never was a language {name!r} here{hint} There were: {', '.join(known)}")
