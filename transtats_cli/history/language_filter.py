"""The languages that a user names, of all that a component ever had."""

from collections.abc import Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.history import ComponentHistory
from transtats_cli.languages import resolve
from transtats_cli.nearest import nearest


def only_languages(history: ComponentHistory, names: Iterable[str]) -> ComponentHistory:
    """The course of these languages, in any spelling; of all where none is named.

    Raises TranstatsError for one that the component never had.
    """
    codes = [code for code, _ in history.languages]
    chosen = frozenset(_code(name, codes) for name in names)
    if not chosen:
        return history
    entries = (entry._replace(figures=entry.figures.only_languages(chosen)) for entry in history.entries)
    return history._replace(entries=tuple(entries))


def _code(name: str, codes: list[str]) -> str:
    for code in (name, resolve(name).code):
        if code in codes:
            return code
    suggestion = nearest(name, codes, likeness=0.5)
    hint = f"; did you mean {suggestion!r}?" if suggestion else "."
    raise TranstatsError(f"there never was a language {name!r} here{hint} There were: {', '.join(codes)}")
