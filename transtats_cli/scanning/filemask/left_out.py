"""Reasons why files that match the mask of a component are not counted."""

from collections.abc import Sequence

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.report import LeftOut

CHARSET = "a variant in another charset"
LINK = "a link to a file that already counts"
REPLACED = "the settings name another file of the language"


def source_file(path: str, source: Language) -> LeftOut:
    return LeftOut(path, f"in the source language ({source.code}), so no translation", needs_message=False)


def rejected_file(path: str, stars: Sequence[str]) -> LeftOut:
    """Return a file whose path contains no language that the component accepts.

    `stars` are the texts in the places of the stars of the mask.
    """
    # Imported late, because few components have such files.
    from transtats_cli.scanning.filemask import language_spellings

    part = max(stars, key=len, default="")
    language, _, charset = part.partition(".")
    if language_spellings.is_charset(charset) and language_spellings.is_known(language):
        return LeftOut(path, CHARSET, needs_message=False)
    return LeftOut(path, f"{part!r} is not accepted as a language")


def excluded_file(path: str, stars: Sequence[str]) -> list[LeftOut]:
    """Return a file whose path contains two languages. Return [] for a file of another component.

    Discovery excludes both kinds of files from a component.
    """
    from transtats_cli.scanning.filemask import language_spellings

    if len(stars) < 2 or all(language_spellings.are_same(stars[0], star) for star in stars):
        return []
    return [LeftOut(path, two_languages(stars))]


def two_languages(stars: Sequence[str]) -> str:
    return f"its path names two languages, {' and '.join(sorted(set(stars)))}"


def charset_warning(component: Component, files: Sequence[LeftOut]) -> tuple[str, ...]:
    """Return a warning about files such as `ja.sjis.po`, or () if there is no such file.

    These files are left out, because a Weblate server does not accept a language with a charset.
    """
    paths = [component.path_for_messages(each.path) for each in files if each.reason == CHARSET]
    if not paths:
        return ()
    others = f" and {len(paths) - 1} more (-v names them)" if len(paths) > 1 else ""
    return (f"{paths[0]}{others}: left out as {CHARSET}",)
