"""Suggest a similar name for an unknown name, list the names that exist, and create the message for a language."""

import re
from collections.abc import Iterable, Sequence

from transtats_cli.languages import (
    count_speakers,
    is_language_of_country,
    language_by_code,
    listed_language_codes,
)

_MAX_COMPARED_LENGTH = 100
"""Maximum number of characters of a name that are compared. The comparison takes time quadratic in this number."""

_MAX_CODE_LENGTH = 3
"""Maximum number of letters of the code of a language."""

_CODES_BY_COUNTRY = {"br": "pt_BR", "kr": "ko", "se": "sv"}
"""Languages of countries whose code is also that of a language with few speakers."""

_MAX_LISTED = 8
"""Maximum number of names that an error message lists."""


def find_similar_name(name: str, known_names: Iterable[str], *, min_similarity: float = 0.6) -> str:
    """Return the known name that is most similar to `name`, or "" if no known name is similar enough.

    `min_similarity` is the required similarity, from 0 to 1. Equal names have the similarity 1.
    """
    return next(iter(find_similar_names(name, known_names, 1, min_similarity=min_similarity)), "")


def find_similar_names(
    name: str, known_names: Iterable[str], max_count: int = 3, *, min_similarity: float = 0.6
) -> list[str]:
    """Return the known names that are most similar to `name`, the most similar one first."""
    from difflib import get_close_matches

    return get_close_matches(name[:_MAX_COMPARED_LENGTH], known_names, n=max_count, cutoff=min_similarity)


def is_in_language_tables(code: str) -> bool:
    """Return True if the language tables contain the language, or the language without its country or script."""
    return not {code, _remove_country(code)}.isdisjoint(listed_language_codes())


def find_similar_language(name: str, codes: Iterable[str], other_names: Iterable[str] = ()) -> str:
    """Return the language that a mistyped name stands for: one of the codes or other names, or "".

    If the name is that of a language, it is similar only to the same language with another country or script. The name
    may also be that of a country (`dk`), or the English name of the language.
    """
    known_codes = sorted(codes)
    meant = language_by_code(name[:_MAX_COMPARED_LENGTH]).code
    if meant in known_codes:
        return meant
    same_language = [code for code in known_codes if _remove_country(code) == _remove_country(name)]
    if not same_language:
        meant = _CODES_BY_COUNTRY.get(name.lower(), "")
        same_language = [meant] if meant in known_codes else []
    if not same_language and not is_in_language_tables(name):
        of_country = [code for code in known_codes if is_language_of_country(code, name)]
        same_language = sorted(of_country, key=lambda code: -count_speakers(language_by_code(code)))[:1]
    if same_language or is_in_language_tables(name):
        return find_similar_name(name, same_language, min_similarity=0)
    # A code has few letters, of which one is wrong.
    min_similarity = 0.5 if len(name) <= _MAX_CODE_LENGTH else 0.6
    return find_similar_name(name, [*known_codes, *other_names], min_similarity=min_similarity)


def _remove_country(code: str) -> str:
    return re.split("[_@-]", code, maxsplit=1)[0]


def join_names(names: Sequence[str]) -> str:
    """Return the first names with commas, and the number of the others."""
    more = f" and {len(names) - _MAX_LISTED} more" if len(names) > _MAX_LISTED else ""
    return f"{', '.join(names[:_MAX_LISTED])}{more}"


def shorten_list(lines: Sequence[str]) -> list[str]:
    """Return the first lines, and a line with the number of the others."""
    more = [f"  ... and {len(lines) - _MAX_LISTED} more"] if len(lines) > _MAX_LISTED else []
    return [*lines[:_MAX_LISTED], *more]


def unknown_language_message(
    name: str,
    codes: Iterable[str],
    *,
    other_names: Iterable[str] = (),
    message_start: str = "there is no language {!r} here",
    list_title: str = "There are",
) -> str:
    """Return the error message for an unknown language `name`, with a similar name and the list of all codes.

    `other_names` contains further names that the message may suggest. `message_start` is the beginning of the message,
    with `{!r}` in the place of the name. `list_title` is the text before the list of codes.
    """
    known_codes = sorted(set(codes))
    suggestion = find_similar_language(name, known_codes, other_names)
    hint = f"; did you mean {suggestion!r}?" if suggestion else "."
    return f"{message_start.format(name)}{hint} {list_title}: {', '.join(known_codes)}"
