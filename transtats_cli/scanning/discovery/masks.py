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
    """Possible file mask for a path, or for a name in a path, with the language in it."""

    mask: str
    language: str
    """Text of the path in the place of the `*`, as written."""
    certainty: Certainty


def find_mask_candidates(path: str) -> list[MaskCandidate]:
    """Return all possible masks for the path of a translation file.

    [] if the path contains no language, the name of the file a `*`, or if there are too many masks.
    """
    folder, slash, file_name = path.rpartition("/")
    in_folders = _find_folder_masks(folder)
    found = [each._replace(mask=f"{each.mask}/{file_name}") for each in in_folders]
    stem, _, extension = file_name.rpartition(".")
    in_stem = find_language(stem) if "LC_MESSAGES" not in folder.split("/")[1:] else None
    if in_stem is not None:
        name = f"{in_stem.mask}.{extension}"
        # A server uses the longest of the texts that the stars match.
        found[:0] = [
            MaskCandidate(f"{mask}/{name}", max(language, in_stem.language, key=len), Certainty.SURE)
            for mask, language, _ in in_folders
            if are_same_language(in_stem.language, language)
        ]
        found.append(in_stem._replace(mask=f"{folder}{slash}{name}"))
    # If the name contains a `*`, a mask would match more than the language.
    return [] if "*" in file_name or len(found) > _MAX_CANDIDATES else found


@lru_cache(maxsize=1024)
def _find_folder_masks(path: str) -> list[MaskCandidate]:
    """Return the possible masks for the path of a folder."""
    folders = path.split("/")
    found: list[MaskCandidate] = []
    spots: Iterable[tuple[int, MaskCandidate | None]]
    if "LC_MESSAGES" in folders[1:]:
        number = folders.index("LC_MESSAGES", 1) - 1
        language = folders[number]
        is_language = "." not in language and is_plausible_language(language)
        spots = [(number, MaskCandidate("*", language, Certainty.SURE))] if is_language else []
    else:
        spots = enumerate(find_language(name, Certainty.FOLDER_PART) for name in folders)
        twice = {name for name in folders if folders.count(name) > 1 and is_known_language(name)}
        for language in twice if len(twice) == 1 else ():
            mask = "/".join("*" if name == language else name for name in folders)
            found.append(MaskCandidate(mask, language, Certainty.SURE))
    found += (
        spot._replace(mask="/".join([*folders[:number], spot.mask, *folders[number + 1 :]]))
        for number, spot in spots
        if spot is not None
    )
    return found


@lru_cache(maxsize=65536)
def find_language(name: str, certainty_at_ends: Certainty = Certainty.PART) -> MaskCandidate | None:
    """Find the language in the name of a file without extension, or of a folder.

    It is the whole name, a part between dots, the end, or the beginning of the name, or of the name before its last
    dot. None if there is no language, or if the name is a language with a charset, such as `zh_CN.UTF-8`.
    """
    if has_charset(name):
        return None
    if is_known_language(name):
        return MaskCandidate("*", name, Certainty.WHOLE)
    first, dot, rest = name.partition(".")
    beginning, _, last = name.rpartition(".")
    # The last part, such as in `messages.de`, or else the first part, such as in `de.lproj`.
    if dot and is_known_language(last):
        return MaskCandidate(f"{beginning}.*", last, Certainty.WHOLE)
    if dot and is_known_language(first):
        return MaskCandidate(f"*.{rest}", first, Certainty.WHOLE)
    # The longest language at the end, or else at the beginning. Parts of more than 16 characters are skipped.
    marks = [position for position, character in enumerate(name) if character in "-_"]
    for mark in marks:
        if mark and len(name) - mark <= 16 and is_known_language(name[mark + 1 :]):
            return MaskCandidate(f"{name[: mark + 1]}*", name[mark + 1 :], certainty_at_ends)
    for mark in reversed(marks):
        if mark <= 16 and is_known_language(name[:mark]):
            return MaskCandidate(f"*{name[mark:]}", name[:mark], certainty_at_ends)
    inner = find_language(beginning, certainty_at_ends) if dot else None
    return inner and inner._replace(mask=f"{inner.mask}.{last}", certainty=certainty_at_ends)
