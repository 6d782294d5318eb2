"""Tags of languages, by which a page finds the languages of its reader. The script `choices.js` compares the same tags.

Tags have lower case and underscores, like the languages of a reader.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from transtats_cli.languages import alias_codes, language_by_code

_ALIAS_PATTERN = re.compile(r"[a-z]{2}(_|@|$)")
"""Beginning of the other codes of a language that a browser may send, such as `zh_cn` and `no`."""


def find_language_tags(codes: Iterable[str], sources: Collection[str] = ()) -> dict[str, str]:
    """Return the tags of each language code, separated by blanks: the code, and other codes of the same language.

    The code without country and script is a tag, too, unless another language has it. Codes in `sources` are left out,
    because nobody translates into a source language. A reader of a source language has no other variety of it, either.
    """
    tags = {code: _list_tags(code) for code in dict.fromkeys((*codes, *sources))}
    taken = {tag for each in tags.values() for tag in each} | {_find_family(code) for code in sources}
    return {
        code: " ".join(dict.fromkeys([*each, *{_find_family(code)}.difference(taken)]))
        for code, each in tags.items()
        if code not in sources
    }


def select_own_languages(tags: Mapping[str, str], languages: Sequence[str]) -> list[str]:
    """Return the codes of the languages of a reader, in the order of the preference. `tags` are those of the codes.

    The last parts of a preferred language are left out until there is a language with this tag: `de` for `de_at`.
    Browsers send `zh` after `zh_tw`, so `zh` is ignored if there is a language for `zh_tw`.
    """
    found: list[str] = []
    satisfied: list[str] = []
    for wanted in languages:
        if any(each.startswith(f"{wanted}_") for each in satisfied):
            continue
        parts = wanted.split("_")
        shortened = ("_".join(parts[:length]) for length in range(len(parts), 0, -1))
        codes = ([code for code, each in tags.items() if tag in each.split()] for tag in shortened)
        if nearest := next(filter(None, codes), []):
            found += nearest
            satisfied.append(wanted)
    return list(dict.fromkeys(found))


def _list_tags(code: str) -> list[str]:
    aliases = filter(_ALIAS_PATTERN.match, alias_codes(language_by_code(code)))
    return [code.lower().replace("-", "_"), *aliases]


def _find_family(code: str) -> str:
    return re.split("[-_@]", code.lower(), maxsplit=1)[0]
