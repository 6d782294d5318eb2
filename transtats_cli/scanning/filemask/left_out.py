"""Reasons why files that match the mask of a component are not counted."""

from collections.abc import Sequence

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.filemask import language_spellings

CHARSET_REASON = "a variant in another charset"
DUPLICATE_LINK_REASON = "a link to a file that already counts"
REPLACED_FILE_REASON = "the settings name another file of the language"


def explain_source_file(path: str, source_language: Language) -> LeftOutFile:
    return LeftOutFile(path, f"in the source language ({source_language.code}), so no translation", needs_message=False)


SOURCE_FILE_REASON = "the file of the source language, so no translation"


def explain_rejected_file(path: str, star_texts: Sequence[str]) -> LeftOutFile:
    """Return the path of a file with the reason: the path contains no language that the component accepts.

    `star_texts` are the texts in the places of the stars of the mask.
    """
    part = max(star_texts, key=len, default="")
    if part.lower() == "base":
        # Apple and Kotlin name the source language like this.
        return LeftOutFile(path, SOURCE_FILE_REASON, needs_message=False)
    if language_spellings.has_charset(part):
        return LeftOutFile(path, CHARSET_REASON, needs_message=False)
    if f"/values-{part}/" in f"/{path}" and language_spellings.is_android_qualifier(part):
        return LeftOutFile(path, f"for the devices {part}, in no language", needs_message=False)
    return LeftOutFile(path, f"{part!r} is not accepted as a language")


def explain_excluded_file(path: str, star_texts: Sequence[str]) -> list[LeftOutFile]:
    """Return the path of a file with the reason, if the path contains two different languages. Otherwise, return [].

    The file is excluded from the component. Files without two languages are excluded because they belong to another
    component, so no reason is needed.
    """
    if len(star_texts) < 2 or all(language_spellings.are_same_language(star_texts[0], star) for star in star_texts):
        return []
    return [LeftOutFile(path, two_languages_reason(star_texts))]


def two_languages_reason(star_texts: Sequence[str]) -> str:
    return f"its path names two languages, {' and '.join(sorted(set(star_texts)))}"


def warn_about_charsets(component: Component, left_out_files: Sequence[LeftOutFile]) -> tuple[Problem, ...]:
    """Return a warning about each file such as `ja.sjis.po`.

    These files are left out, because a Weblate server does not accept a language with a charset.
    """
    paths = [component.path_for_messages(each.path) for each in left_out_files if each.reason == CHARSET_REASON]
    return tuple(Problem(path, f"left out as {CHARSET_REASON}") for path in paths)
