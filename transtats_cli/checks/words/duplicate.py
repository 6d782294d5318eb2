"""
No word of the translation is repeated by accident.

Good:  "The cat and the dog"  ->  "Die Katze und der Hund"
Bad:   "The cat and the dog"  ->  "Die Katze und und der Hund"
Off:   the flag `ignore-duplicate`

Placeholders and markup are no words. Repetitions are fine where the source has as many, or repeats the same words. Some
words are repeated in good style (French `nous nous`), and languages that often double words are not asked.
"""

from itertools import zip_longest
from operator import eq

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.words import separators
from transtats_cli.languages import Language

ID = "duplicate"

DOUBLING_LANGUAGES = frozenset(
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


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    base = checked_string.language.base_code
    if base in DOUBLING_LANGUAGES:
        return None
    found = _find_repeated_words(target, base, checked_string)
    if not found:
        return None
    expected = _find_repeated_words(source, checked_string.source_language.base_code, checked_string)
    if [length for length, _ in found] == [length for length, _ in expected]:
        return None
    expected_words = {word for _, word in expected}
    added = [word for _, word in found if word not in expected_words]
    return f"the word {added[0]!r} is repeated" if added else None


def may_fail_on_equal_texts(language: Language, source_language: Language) -> bool:
    """Return True if words may be repeated in the source language only, so that an untranslated text can fail."""
    return source_language.base_code != language.base_code and source_language.base_code in _REPEATABLE_WORDS


def _find_repeated_words(text: str, base_code: str, checked_string: CheckedString) -> list[tuple[int, str]]:
    """Return each run of equal consecutive words: the number of words, and the word.

    Words of one character are ignored, and also words that are often repeated in the language.
    """
    words = separators.split_into_words(text)
    # The unique words that replace the spans cause no repetition.
    if not any(map(eq, words, words[1:])):
        return []
    # Imported late, because few strings repeat a word.
    from transtats_cli.checks import highlights

    spans = highlights.find_highlight_spans(text, checked_string)
    if spans:
        words = separators.split_into_words(_replace_spans(text, spans))
    repeatable = _REPEATABLE_WORDS.get(base_code, ())
    found = []
    length = 1
    for word, following in zip_longest(words, words[1:]):
        if word == following:
            length += 1
        elif length > 1:
            if len(word) > 1 and word not in repeatable:
                found.append((length, word))
            length = 1
    return found


def _replace_spans(text: str, spans: list[tuple[int, int]]) -> str:
    """Replace each of the given spans of a text with a unique word."""
    if not spans:
        return text
    kept: list[str] = []
    position = 0
    for start, end in spans:
        kept += text[position:start], f"x-weblate-{start}"
        position = end
    return "".join(kept) + text[position:]
