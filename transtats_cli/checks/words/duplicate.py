"""Words that are repeated: the separators of words, and the check."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain, groupby
from operator import eq

from transtats_cli.checks.markup.offsets import replace_spans
from transtats_cli.checks.needs import LAST_OF_BASIC_PLANE, STRING_START, JoinedStrings, Needs, find_matching_indices
from transtats_cli.checks.subject import CheckedString, find_highlight_spans

_ASCII_SEPARATORS = "".join(map(chr, range(0x24))) + "%&'(*/?@[]^`{\x7f"
_ASCII_RANGES = re.escape(_ASCII_SEPARATORS)
_SEPARATORS_TO_BLANKS = bytes(
    32 if chr(code) in _ASCII_SEPARATORS and code != STRING_START[0] else code for code in range(256)
)
# The pattern begins with a blank, not with the word, so that the engine does not try to match at every character. A
# class that excludes one character is faster than one that excludes two; so the delimiter is not excluded, but has
# blanks around it, and is a word of one byte.
_REPEATED_WORD_REGEX = rb" ([^ ]{2,}+) ++\1 "
_BASIC_PLANE_RANGES = (
    "\x80-\xa1\xa7-\xa8\xaf\xb4\xb6\xb8\xbf\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e"
    "\u0384-\u0385\u0387\u055a-\u055f\u0589\u05c0\u05c3\u05c6\u05f3-\u05f4\u0609-\u060a\u060c-\u060d\u061b\u061d-\u061f"
    "\u066a-\u066d\u06d4\u0700-\u070d\u07f7-\u07f9\u0830-\u083e\u085e\u0888\u0964-\u0965\u0970\u09fd\u0a76\u0af0\u0c77"
    "\u0c84\u0df4\u0e4f\u0e5a-\u0e5b\u0f04-\u0f12\u0f14\u0f3a\u0f3c\u0f85\u0fd0-\u0fd4\u0fd9-\u0fda\u104a-\u104f\u10fb"
    "\u1360-\u1368\u166e\u1680\u169b\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17da\u1800-\u1805\u1807-\u180a"
    "\u1944-\u1945\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b60\u1b7d-\u1b7f\u1bfc-\u1bff"
    "\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef"
    "\u1ffd-\u1ffe\u2000-\u200a\u2016-\u2017\u201a\u201e\u2020-\u2021\u2023-\u2027\u202f-\u2038\u203b-\u203e"
    "\u2041-\u2043\u2045\u2047-\u2051\u2053\u2055-\u205f\u207d\u208d\u2308\u230a\u2329\u2768\u276a\u276c\u276e\u2770"
    "\u2772\u2774\u27c5\u27e6\u27e8\u27ea\u27ec\u27ee\u2983\u2985\u2987\u2989\u298b\u298d\u298f\u2991\u2993\u2995\u2997"
    "\u29d8\u29da\u29fc\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e01\u2e06-\u2e08\u2e0b\u2e0e-\u2e16\u2e18-\u2e19\u2e1b"
    "\u2e1e-\u2e1f\u2e22\u2e24\u2e26\u2e28\u2e2a-\u2e2e\u2e30-\u2e39\u2e3c-\u2e3f\u2e41-\u2e4f\u2e52-\u2e55\u2e57\u2e59"
    "\u2e5b\u3000-\u3003\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\u303d\u309b-\u309c\u30fb"
    "\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua6f7\ua700-\ua716\ua720-\ua721\ua789-\ua78a\ua874-\ua877"
    "\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaade-\uaadf"
    "\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ufbb2-\ufbc2\ufd3f\ufe10-\ufe17\ufe19\ufe30\ufe35\ufe37\ufe39\ufe3b\ufe3d"
    "\ufe3f\ufe41\ufe43\ufe45-\ufe47\ufe49-\ufe4c\ufe50-\ufe52\ufe54-\ufe57\ufe59\ufe5b\ufe5d\ufe5f-\ufe61\ufe68"
    "\ufe6a-\ufe6b\uff01-\uff03\uff05-\uff08\uff0a\uff0c\uff0e-\uff0f\uff1a-\uff1b\uff1f-\uff20\uff3b-\uff3c\uff3e"
    "\uff40\uff5b\uff5f\uff61-\uff62\uff64-\uff65\uffe3"
)
"""Separators from U+0080 to U+FFFF, as the content of a character class."""
_SUPPLEMENTARY_RANGES = (
    "\U00010100-\U00010102\U0001039f\U000103d0\U0001056f\U00010857\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f"
    "\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010f55-\U00010f59\U00010f86-\U00010f89"
    "\U00011047-\U0001104d\U000110bb-\U000110bc\U000110be-\U000110c1\U00011140-\U00011143\U00011174-\U00011175"
    "\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9"
    "\U000113d4-\U000113d5\U000113d7-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145b\U0001145d\U000114c6"
    "\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173e\U0001183b"
    "\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2"
    "\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8"
    "\U00011f43-\U00011f4f\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00016a6e-\U00016a6f\U00016af5"
    "\U00016b37-\U00016b3b\U00016b44\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9f"
    "\U0001da87-\U0001da8b\U0001e5ff\U0001e95e-\U0001e95f\U0001f3fb-\U0001f3ff"
)


def split_into_words(text: str) -> list[str]:
    """Return the words of a text, without empty words."""
    if text.isascii():
        separator = _word_separator_pattern(_ASCII_RANGES)
    elif max(text) <= LAST_OF_BASIC_PLANE:
        separator = _word_separator_pattern(_ASCII_RANGES, _BASIC_PLANE_RANGES)
    else:
        # Ranges beyond the basic plane make the search five times as slow.
        separator = _word_separator_pattern(_ASCII_RANGES, _BASIC_PLANE_RANGES, _SUPPLEMENTARY_RANGES)
    return [*filter(None, separator.split(text))]


@cache
def _word_separator_pattern(*ranges: str) -> re.Pattern[str]:
    return re.compile(f"[{''.join(ranges)}]+")


_DOUBLING_LANGUAGES = frozenset(
    ["as", "bn", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "sd", "si", "ta", "te", "tok", "ur"]
)
"""Base codes of languages in which words are often doubled on purpose."""

_REPEATABLE_WORDS: dict[str, tuple[str, ...]] = {
    "fr": ("vous", "nous"),
    "fy": ("jo", "mei"),
    "sq": ("të",),
    "tr": ("tek", "adım", "gıcır", "sık"),
    "vi": ("luôn", "song"),
}


def _find_targets_with_repeated_word(targets: JoinedStrings) -> Iterable[int]:
    """Return the indices of the targets with a word of two bytes or more twice in a row.

    Targets with characters beyond U+FFFF are included, because only separators of the basic plane are searched.
    """
    words = targets.bytes
    if not targets.is_ascii:
        words = _word_separator_pattern(_BASIC_PLANE_RANGES).sub(" ", targets.text).encode("utf-8", "surrogatepass")
    words = words.translate(_SEPARATORS_TO_BLANKS).replace(STRING_START, b" " + STRING_START + b" ")
    repeated = find_matching_indices(re.compile(_REPEATED_WORD_REGEX), words, STRING_START)
    return chain(repeated, targets.indices_beyond_basic_plane())


_NEEDS = Needs(find_targets=_find_targets_with_repeated_word)


@Needs(find_for=lambda language, _: None if language.base_code in _DOUBLING_LANGUAGES else _NEEDS).to_fail
def duplicate(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    No word of the translation is repeated by accident.

    Good:  "The cat and the dog"  ->  "Die Katze und der Hund"
    Bad:   "The cat and the dog"  ->  "Die Katze und und der Hund"

    Placeholders and markup are not words. Repetitions are allowed if the source has as many, or repeats the same words.
    Words that a language often repeats (French `nous nous`) and languages that often double words are not checked.
    """
    if checked_string.language.base_code in _DOUBLING_LANGUAGES:
        return None
    added = find_added_words(source, target, checked_string)
    return f"the word {added[0]!r} is repeated" if added else None


def find_added_words(source: str, target: str, checked_string: CheckedString) -> list[str]:
    """Return the words that the target repeats. If the source repeats as many words, or the same ones, return none."""
    base = checked_string.language.base_code
    found = _find_repeated_words(target, base, checked_string)
    if not found:
        return []
    expected = _find_repeated_words(source, checked_string.languages.source_language.base_code, checked_string)
    if [length for length, _ in found] == [length for length, _ in expected]:
        return []
    expected_words = {word for _, word in expected}
    return [word for _, word in found if word not in expected_words]


def _find_repeated_words(text: str, base_code: str, checked_string: CheckedString) -> list[tuple[int, str]]:
    """Return each run of equal consecutive words: the number of words, and the word.

    Words of one character are ignored, and also words that are often repeated in the language.
    """
    words = split_into_words(text)
    # The unique words that replace the spans cause no repetition.
    if not any(map(eq, words, words[1:])):
        return []
    spans = find_highlight_spans(text, checked_string)
    if spans:
        words = split_into_words(replace_spans(text, spans, lambda start, _: f"x-weblate-{start}"))
    repeatable = _REPEATABLE_WORDS.get(base_code, ())
    runs = ((len([*run]), word) for word, run in groupby(words))
    return [(length, word) for length, word in runs if length > 1 and len(word) > 1 and word not in repeatable]
