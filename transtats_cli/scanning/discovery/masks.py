"""Find languages in a path, and build file masks with a `*` in the place of the language."""

from collections.abc import Iterator
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
    *folders, file_name = path.split("/")
    if "LC_MESSAGES" in folders[1:]:
        position = folders.index("LC_MESSAGES", 1) - 1
        language = folders[position]
        if not is_plausible_language(language.partition(".")[0]):
            return []
        return [MaskCandidate(_join_mask(folders, {position: "*"}, file_name), language, Certainty.SURE)]
    stem, _, extension = file_name.rpartition(".")
    in_stem = find_language_in_stem(stem)
    found: list[MaskCandidate] = []
    for position, folder in enumerate(folders):
        spot = find_language_in_folder(folder)
        if spot is None:
            continue
        replaced = {position: spot.mask}
        if in_stem is not None and are_same_language(in_stem.language, spot.language):
            both = _join_mask(folders, replaced, f"{in_stem.mask}.{extension}")
            # A server uses the longest of the texts that the stars match.
            found.append(MaskCandidate(both, max(spot.language, in_stem.language, key=len), Certainty.SURE))
        found.append(MaskCandidate(_join_mask(folders, replaced, file_name), spot.language, spot.certainty))
    if in_stem is not None:
        found.append(
            MaskCandidate(_join_mask(folders, {}, f"{in_stem.mask}.{extension}"), in_stem.language, in_stem.certainty)
        )
    # If the path contains a `*`, a mask would match more than the language.
    return [] if "*" in path or len(found) > _MAX_CANDIDATES else found


def _join_mask(folders: list[str], replaced_folders: dict[int, str], file_name: str) -> str:
    return "/".join([*(replaced_folders.get(position, folder) for position, folder in enumerate(folders)), file_name])


@lru_cache(maxsize=65536)
def find_language_in_stem(stem: str) -> LanguagePosition | None:
    """Find the language in a file name without extension: the whole name, a part between dots, the end, or the start.

    None if there is no language, or if the name is a language with a charset, such as `zh_CN.UTF-8`.
    """
    if has_charset(stem):
        return None
    return (
        _find_language_as_whole_name(stem)
        or _find_language_beside_dot(stem)
        or next(_find_languages_at_ends(stem, Certainty.PART), None)
    )


@lru_cache(maxsize=65536)
def find_language_in_folder(folder_name: str) -> LanguagePosition | None:
    return (
        _find_language_as_whole_name(folder_name)
        or _find_language_beside_dot(folder_name)
        or next(_find_languages_at_ends(folder_name, Certainty.FOLDER_PART), None)
    )


def _find_language_as_whole_name(name: str) -> LanguagePosition | None:
    return LanguagePosition("", name, "", Certainty.WHOLE) if is_known_language(name) else None


def _find_language_beside_dot(name: str) -> LanguagePosition | None:
    """Find a language before or after a dot in a name. None if there is no language.

    The language is the last part, such as in `messages.de`, or else the first part, such as in `de.lproj`.
    """
    first, dot, rest = name.partition(".")
    if not dot:
        return None
    beginning, _, last = name.rpartition(".")
    if is_known_language(last):
        return LanguagePosition(f"{beginning}.", last, "", Certainty.WHOLE)
    return LanguagePosition("", first, f".{rest}", Certainty.WHOLE) if is_known_language(first) else None


def _find_languages_at_ends(name: str, certainty: Certainty) -> Iterator[LanguagePosition]:
    """Find languages at the end of a name after `-` or `_`, and then at the beginning of the name.

    The longest language at each end comes first. Parts of more than 16 characters are skipped.
    """
    marks = [position for position, character in enumerate(name) if character in "-_"]
    for mark in marks:
        if mark and len(name) - mark <= 16 and is_known_language(name[mark + 1 :]):
            yield LanguagePosition(name[: mark + 1], name[mark + 1 :], "", certainty)
    for mark in reversed(marks):
        if mark <= 16 and is_known_language(name[:mark]):
            yield LanguagePosition("", name[:mark], name[mark:], certainty)
