"""Restrict a history to the languages that the user selected."""

from collections.abc import Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.history import ComponentHistory
from transtats_cli.languages import resolve
from transtats_cli.nearest import nearest


def only_languages(history: ComponentHistory, names: Iterable[str]) -> ComponentHistory:
    """Return a history with only these languages, in any spelling. Without names, all languages are included.

    Raises TranstatsError for a language that is in no entry.
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
    raise TranstatsError(f"no commit has a language {name!r}{hint} Languages in the history: {', '.join(codes)}")
