"""Find languages in a path, and build the file mask with a `*` in their place."""

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from transtats_cli import languages

_SHAPE = (
    r"(?:b\+)?[A-Za-z]{2,3}"  # Android: b+sr+Latn
    r"(?:(?:[-_+]|-r)(?:[A-Za-z]{2}|[0-9]{3}|[A-Za-z]{4})){0,2}"
    r"(?:@[A-Za-z0-9]{1,12})?(?:-x-[A-Za-z0-9-]{1,20})?"
)
_ORDINARY_WORDS = frozenset(
    # Language codes that in a path are more often an English word, a file type or a tool.
    {"am", "an", "as", "be", "bi", "cs", "gl", "he", "hi", "id", "in", "io", "is", "it", "lt", "me", "my", "no", "or"}
    | {"os", "pi", "sa", "sc", "so", "ss", "tk", "to", "tr", "ts"}
)
_VARIETY = r"([A-Za-z]{2,3})(?:_[A-Z]{2})?_[A-Z][A-Za-z0-9]{2,11}"
_SCRIPT_PART = r"[-_+]([A-Za-z]{4})(?=[-_+@]|$)"
_SCRIPTS = frozenset(
    {"adlm", "arab", "armn", "beng", "cyrl", "deva", "dsrt", "ethi", "geor", "goth", "grek", "gujr", "guru", "hang"}
    | {
        "hans",
        "hant",
        "hebr",
        "hntl",
        "jpan",
        "khmr",
        "knda",
        "kore",
        "laoo",
        "latn",
        "mlym",
        "mong",
        "mtei",
        "mymr",
        "nkoo",
    }
    | {"olck", "orya", "piqd", "qabs", "shaw", "sind", "sinh", "taml", "telu", "tfng", "thaa", "thai", "tibt"}
)
_CHARSET = (
    r"(?:utf|iso|euc|s?jis|shift|cp|koi|big5|gb|tis|win|latin|tcvn|viscii)[a-z]{0,6}"
    r"(?:[-_]?[0-9a-z]{1,4})?(?:[-_][0-9]{1,2})?"
)
_NO_LANGUAGES = frozenset({"source", "src", "base", "default", "template", "und", "mul", "zxx", "mis"})


_MOST_UNDERSTANDINGS = 12
"""Maximum number of masks for one path. No usual layout has more, and the masks would need much memory."""


class Certainty(IntEnum):
    """Certainty that a part of a path is a language. The highest certainty has the lowest value."""

    SURE = 0
    """The folder above `LC_MESSAGES`, or a language that occurs twice in the path."""
    WHOLE = 1
    """A whole name (`de.po`, `de/`), or a part between dots (`app.de.xlf`)."""
    PART = 2
    """The end or the beginning of a file name: `app_de.po`."""
    FOLDER_PART = 3
    """The end or the beginning of a folder name: `docs-de/`."""


class MaskCandidate(NamedTuple):
    """A possible mask for a path."""

    mask: str
    language: str
    """The text in the place of the `*`, as written."""
    certainty: Certainty


class _Spot(NamedTuple):
    """A language in a file name or a folder name."""

    before: str
    language: str
    after: str
    certainty: Certainty

    @property
    def mask(self) -> str:
        return f"{self.before}*{self.after}"


@lru_cache(maxsize=65536)
def is_known(part: str) -> bool:
    """True if the tables list the part, or if it is a listed language with a region, script or variant."""
    if len(part) > 50 or part.lower() in _NO_LANGUAGES:
        return False
    listed = _listed_codes()
    if languages.by_code(part).code in listed:
        return True
    if not _has_shape(part) or part.isalpha() or not _has_known_script(part):
        return False
    return languages.by_code(re.split("[-_+@]", part.removeprefix("b+"))[0]).code in listed


def is_plausible(part: str) -> bool:
    """True if the part can be a language, even if no table lists it: `xx`, `aa_BB`, `en-x-pirate`, `de_Formal`."""
    if part.lower() in _NO_LANGUAGES:
        return False
    return (_has_shape(part) and _has_known_script(part)) or is_known(part) or is_variety(part)


@lru_cache(maxsize=65536)
def is_distinct(part: str) -> bool:
    """True if the part is a language and unlikely to be anything else. Three letters are often a word."""
    return len(part) != 3 and part.lower() not in _ORDINARY_WORDS and _has_shape(part) and is_known(part)


def are_same(one: str, other: str) -> bool:
    """True if two spellings denote one language: `de_DE` and `de`, `zh_HK` and `zh-HK`; not `en_US` and `en_GB`."""
    if one == other:
        return True
    first, second = languages.by_code(one), languages.by_code(other)
    is_bare = one.isalpha() or other.isalpha()
    return first.code == second.code or (is_bare and first.base == second.base)


@lru_cache(maxsize=4096)
def is_charset(text: str) -> bool:
    """True if the text is the name of a charset, such as `sjis` in `ja.sjis.po`."""
    return re.fullmatch(_CHARSET, text, re.IGNORECASE) is not None


def is_variety(part: str) -> bool:
    """True for a listed language and a capitalized word: `de_Formal`."""
    found = re.fullmatch(_VARIETY, part)
    return found is not None and is_known(found[1])


def _has_known_script(part: str) -> bool:
    """False if four letters after the language are not a script, as in `no-body`."""
    found = re.search(_SCRIPT_PART, part.partition("-x-")[0])
    return found is None or found[1].lower() in _SCRIPTS


def _has_shape(part: str) -> bool:
    # Fast path: most parts have two letters.
    return (len(part) == 2 and part.isascii() and part.isalpha()) or re.fullmatch(_SHAPE, part) is not None


@lru_cache(maxsize=1)
def _listed_codes() -> frozenset[str]:
    return frozenset(languages.names())


def candidates(path: str) -> list[MaskCandidate]:
    """Return all possible masks for the path of a translation file."""
    *folders, file_name = path.split("/")
    if "LC_MESSAGES" in folders[1:]:
        position = folders.index("LC_MESSAGES", 1) - 1
        language = folders[position]
        if not is_plausible(language.partition(".")[0]):
            return []
        return [MaskCandidate(_masked(folders, {position: "*"}, file_name), language, Certainty.SURE)]
    stem, _, extension = file_name.rpartition(".")
    in_stem = spot_in_stem(stem)
    found: list[MaskCandidate] = []
    for position, folder in enumerate(folders):
        spot = _spot_in_folder(folder)
        if spot is None:
            continue
        replaced = {position: spot.mask}
        if in_stem is not None and are_same(in_stem.language, spot.language):
            both = _masked(folders, replaced, f"{in_stem.mask}.{extension}")
            # A server uses the longest of the texts that the stars match.
            found.append(MaskCandidate(both, max(spot.language, in_stem.language, key=len), Certainty.SURE))
        found.append(MaskCandidate(_masked(folders, replaced, file_name), spot.language, spot.certainty))
    if in_stem is not None:
        found.append(
            MaskCandidate(_masked(folders, {}, f"{in_stem.mask}.{extension}"), in_stem.language, in_stem.certainty)
        )
    # If the path contains a `*`, a mask would match more than the language.
    return [] if "*" in path or len(found) > _MOST_UNDERSTANDINGS else found


def _masked(folders: list[str], replaced: dict[int, str], file_name: str) -> str:
    return "/".join([*(replaced.get(position, folder) for position, folder in enumerate(folders)), file_name])


@lru_cache(maxsize=65536)
def spot_in_stem(stem: str) -> _Spot | None:
    """Return the language in a stem: the whole stem, a part between dots, the end, or the beginning.

    None for a language with a charset, such as `zh_CN.UTF-8`.
    """
    language, dot, charset = stem.partition(".")
    if dot and is_charset(charset) and is_known(language):
        return None
    return _whole(stem) or _between_dots(stem) or next(_ends(stem, Certainty.PART), None)


@lru_cache(maxsize=65536)
def _spot_in_folder(name: str) -> _Spot | None:
    return _whole(name) or _between_dots(name) or next(_ends(name, Certainty.FOLDER_PART), None)


def _whole(name: str) -> _Spot | None:
    return _Spot("", name, "", Certainty.WHOLE) if is_known(name) else None


def _between_dots(name: str) -> _Spot | None:
    """Return the last part (`messages.de`), else the first (`de.messages`, `de.lproj`). None if no language."""
    first, dot, rest = name.partition(".")
    if not dot:
        return None
    beginning, _, last = name.rpartition(".")
    if is_known(last):
        return _Spot(f"{beginning}.", last, "", Certainty.WHOLE)
    return _Spot("", first, f".{rest}", Certainty.WHOLE) if is_known(first) else None


def _ends(name: str, certainty: Certainty) -> Iterator[_Spot]:
    """Yield languages at the end after `-` or `_`, then at the beginning, the longest first. Long parts are skipped."""
    marks = [position for position, character in enumerate(name) if character in "-_"]
    for mark in marks:
        if mark and len(name) - mark <= 16 and is_known(name[mark + 1 :]):
            yield _Spot(name[: mark + 1], name[mark + 1 :], "", certainty)
    for mark in reversed(marks):
        if mark <= 16 and is_known(name[:mark]):
            yield _Spot("", name[:mark], name[mark:], certainty)
