"""Restrict a history to the languages that the user selected."""

from collections.abc import Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.history import ComponentHistory
from transtats_cli.languages import resolve_language
from transtats_cli.nearest import unknown_language_message


def select_history_languages(history: ComponentHistory, language_names: Iterable[str]) -> ComponentHistory:
    """Return a history that contains only the named languages. If there are no names, all languages are kept.

    A name may be any spelling of a language code, such as `pt-br` for `pt_BR`. Raises TranstatsError if the history
    does not contain a named language.
    """
    codes = [code for code, _ in history.languages]
    chosen = frozenset(_find_language_code(name, codes) for name in language_names)
    if not chosen:
        return history
    entries = (entry._replace(figures=entry.figures.select_languages(chosen)) for entry in history.entries)
    return history._replace(entries=tuple(entries))


def _find_language_code(name: str, codes: list[str]) -> str:
    for code in (name, resolve_language(name).code):
        if code in codes:
            return code
    claim, title = "no commit has a language {!r}", "Languages in the history"
    raise TranstatsError(unknown_language_message(name, codes, message_start=claim, list_title=title))
