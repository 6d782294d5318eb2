"""Find languages in a path, and build file masks with a `*` in the place of the language."""

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.scanning.filemask.language_spellings import (
    are_same_language,
    has_charset,
    is_known_language,
    is_plausible_language,
)

_MAX_CANDIDATES = 12
"""Maximum number of possible masks for one path. Usual layouts do not have more, and masks take much memory."""


class Certainty(IntEnum):
    """Certainty that a part of a path is a language. The value of the highest certainty is the lowest number."""

    SURE = 0
    """The language is the name of the folder above `LC_MESSAGES`, or the language occurs twice in the path."""
    WHOLE = 1
    """The language is a whole name (`de.po`, `de/`), or a part between dots (`app.de.xlf`)."""
    PART = 2
    """The language is the end or the beginning of a file name, such as `app_de.po`."""
    FOLDER_PART = 3
    """The language is the end or the beginning of a folder name, such as `docs-de/`."""


class MaskCandidate(NamedTuple):
    """Possible file mask for a path, with the language in the path."""

    mask: str
    language: str
    """Text of the path in the place of the `*`, as written."""
    certainty: Certainty


class LanguagePosition(NamedTuple):
    """Position of a language in a file name or a folder name, with the text before and after the language."""

    prefix: str
    language: str
    suffix: str
    certainty: Certainty

    @property
    def mask(self) -> str:
        return f"{self.prefix}*{self.suffix}"


def find_mask_candidates(path: str) -> list[MaskCandidate]:
    """Return all possible masks for the path of a translation file.

    [] if the path contains no language or a `*`, or if there are too many masks.
    """
    folder, slash, file_name = path.rpartition("/")
    in_folders = _find_folder_masks(folder)
    found = [each._replace(mask=f"{each.mask}/{file_name}") for each in in_folders]
    stem, _, extension = file_name.rpartition(".")
    in_stem = find_language_in_stem(stem) if "LC_MESSAGES" not in folder.split("/")[1:] else None
    if in_stem is not None:
        name = f"{in_stem.mask}.{extension}"
        # A server uses the longest of the texts that the stars match.
        found[:0] = [
            MaskCandidate(f"{mask}/{name}", max(language, in_stem.language, key=len), Certainty.SURE)
            for mask, language, _ in in_folders
            if are_same_language(in_stem.language, language)
        ]
        found.append(MaskCandidate(f"{folder}{slash}{name}", in_stem.language, in_stem.certainty))
    # If the path contains a `*`, a mask would match more than the language.
    return [] if "*" in path or len(found) > _MAX_CANDIDATES else found


@lru_cache(maxsize=1024)
def _find_folder_masks(path: str) -> list[MaskCandidate]:
    """Return the possible masks for the path of a folder."""
    folders = path.split("/")
    spots: Iterable[tuple[int, LanguagePosition | None]] = enumerate(map(find_language_in_folder, folders))
    if "LC_MESSAGES" in folders[1:]:
        number = folders.index("LC_MESSAGES", 1) - 1
        language = folders[number]
        is_language = "." not in language and is_plausible_language(language)
        spots = [(number, LanguagePosition("", language, "", Certainty.SURE))] if is_language else []
    return [
        MaskCandidate("/".join([*folders[:number], spot.mask, *folders[number + 1 :]]), spot.language, spot.certainty)
        for number, spot in spots
        if spot is not None
    ]


@lru_cache(maxsize=65536)
def find_language_in_stem(stem: str) -> LanguagePosition | None:
    """Find the language in a file name without extension: the whole name, a part between dots, the end, or the start.

    None if there is no language, or if the name is a language with a charset, such as `zh_CN.UTF-8`.
    """
    return _find_language(stem, Certainty.PART)


@lru_cache(maxsize=65536)
def find_language_in_folder(folder_name: str) -> LanguagePosition | None:
    return _find_language(folder_name, Certainty.FOLDER_PART)


def _find_language(name: str, certainty_at_ends: Certainty) -> LanguagePosition | None:
    if has_charset(name):
        return None
    if is_known_language(name):
        return LanguagePosition("", name, "", Certainty.WHOLE)
    first, dot, rest = name.partition(".")
    beginning, _, last = name.rpartition(".")
    # The last part, such as in `messages.de`, or else the first part, such as in `de.lproj`.
    if dot and is_known_language(last):
        return LanguagePosition(f"{beginning}.", last, "", Certainty.WHOLE)
    if dot and is_known_language(first):
        return LanguagePosition("", first, f".{rest}", Certainty.WHOLE)
    # The longest language at the end, or else at the beginning. Parts of more than 16 characters are skipped.
    marks = [position for position, character in enumerate(name) if character in "-_"]
    for mark in marks:
        if mark and len(name) - mark <= 16 and is_known_language(name[mark + 1 :]):
            return LanguagePosition(name[: mark + 1], name[mark + 1 :], "", certainty_at_ends)
    for mark in reversed(marks):
        if mark <= 16 and is_known_language(name[:mark]):
            return LanguagePosition("", name[:mark], name[mark:], certainty_at_ends)
    return None
