"""Groups of files with a common file mask, and the possible masks of a path, with a `*` in the place of the language.

The rules for the paths of PO and XLIFF files are here, too.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.component import DEFAULT_LANGUAGE_REGEX
from transtats_cli.scanning.discovery import folder_names
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.settings.kinds import SettingValue

_MAX_CANDIDATES = 12
"""Maximum number of possible masks for one path. Usual layouts do not have more, and masks take much memory."""


class Certainty(Enum):
    """Certainty that a part of a path is a language, the highest certainty first."""

    WHOLE = "name"
    """The language is one or several whole names (`de.po`, `de/`), or a part between dots (`app.de.xlf`)."""
    PART = "part of a file name"
    """The language is the end or the beginning of a file name, such as `app_de.po`."""
    FOLDER_PART = "part of a folder name"
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
            MaskCandidate(f"{mask}/{name}", max(language, in_stem.language, key=len), Certainty.WHOLE)
            for mask, language, _ in in_folders
            if language_spellings.are_same_language(in_stem.language, language)
        ]
        found.append(in_stem._replace(mask=f"{folder}{slash}{name}"))
    # If the name contains a `*`, a mask would match more than the language.
    return [] if "*" in file_name or len(found) > _MAX_CANDIDATES else found


@lru_cache(maxsize=1024)
def _find_folder_masks(path: str) -> list[MaskCandidate]:
    folders = path.split("/")
    found: list[MaskCandidate] = []
    spots: Iterable[tuple[int, MaskCandidate | None]]
    if "LC_MESSAGES" in folders[1:]:
        number = folders.index("LC_MESSAGES", 1) - 1
        language = folders[number]
        is_language = "." not in language and language_spellings.is_plausible_language(language)
        spots = [(number, MaskCandidate("*", language, Certainty.WHOLE))] if is_language else []
    else:
        spots = enumerate(find_language(name, Certainty.FOLDER_PART) for name in folders)
        twice = {name for name in folders if folders.count(name) > 1 and language_spellings.is_known_language(name)}
        for language in twice if len(twice) == 1 else ():
            mask = "/".join("*" if name == language else name for name in folders)
            found.append(MaskCandidate(mask, language, Certainty.WHOLE))
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
    if language_spellings.has_charset(name):
        return None
    if language_spellings.is_known_language(name):
        return MaskCandidate("*", name, Certainty.WHOLE)
    first, dot, rest = name.partition(".")
    beginning, _, last = name.rpartition(".")
    # The last part, such as in `messages.de`, or else the first part, such as in `de.lproj`.
    if dot and language_spellings.is_known_language(last):
        return MaskCandidate(f"{beginning}.*", last, Certainty.WHOLE)
    if dot and language_spellings.is_known_language(first):
        return MaskCandidate(f"*.{rest}", first, Certainty.WHOLE)
    # The longest language at the end, or else at the beginning. Parts of more than 16 characters are skipped.
    marks = [position for position, character in enumerate(name) if character in "-_"]
    for mark in marks:
        if mark and len(name) - mark <= 16 and language_spellings.is_known_language(name[mark + 1 :]):
            return MaskCandidate(f"{name[: mark + 1]}*", name[mark + 1 :], certainty_at_ends)
    for mark in reversed(marks):
        if mark <= 16 and language_spellings.is_known_language(name[:mark]):
            return MaskCandidate(f"*{name[mark:]}", name[:mark], certainty_at_ends)
    inner = find_language(beginning, certainty_at_ends) if dot else None
    return inner and inner._replace(mask=f"{inner.mask}.{last}", certainty=certainty_at_ends)


_MAX_REGEX_LENGTH = 8000
"""Maximum length of a `language_regex` with exceptions. Instead of a longer one, all languages are listed."""


class Group:
    """File mask with the files that it matches. Paths are relative to one folder, usually the root."""

    def __init__(self, mask: str, language_parts: Mapping[str, str], source_path: str = "") -> None:
        self.mask = mask
        self.language_parts = dict(language_parts)
        """Part of each path that is the language, by path. The source language is included if its path contains it."""
        self.source_path = source_path
        """Path of the file that contains the source texts according to its name. '' if there is no such file."""
        self.settings: dict[str, SettingValue] = {}
        """Settings according to the content of the files, such as their format."""
        self.aliases: dict[str, str] = {}
        """Codes that files declare, by the name of a language in the place of the star."""
        self.non_language_parts: set[str] = set()
        """Texts in the place of the star that are not languages, such as `README` in `po/README.po`."""
        self.excluded_paths: set[str] = set()
        """Paths that the mask matches, but that are not translations in this group."""

    @property
    def languages(self) -> set[str]:
        """Languages in the paths of the translations, without the source file."""
        return {part for path, part in self.language_parts.items() if path != self.source_path}

    @property
    def distinct_language_count(self) -> int:
        """Number of different languages. Language codes that are also common words are not counted.

        See `language_spellings.is_distinct_language`.
        """
        return sum(map(language_spellings.is_distinct_language, self.languages))

    @property
    def has_separate_star(self) -> bool:
        """False if `-` or `_` joins a star in the mask to a word, such as in `app_*.po`."""
        return not any(joined in self.mask for joined in ("-*", "_*", "*-", "*_"))

    @property
    def is_in_translation_folder(self) -> bool:
        """True if a folder before the first star of the mask has a usual name for translations, such as `locale`."""
        return not folder_names.TRANSLATION_FOLDERS.isdisjoint(self.mask.partition("*")[0].lower().split("/")[:-1])

    @property
    def any_path(self) -> str:
        """Path of the source file, or of the first translation."""
        return self.source_path or min(self.language_parts)

    @property
    def sort_key(self) -> tuple[int, int, bool, int, bool, str]:
        """Key by which the best group comes first: the group with the most languages.

        If the numbers are equal, groups with the language in the file name come before groups with the language in a
        folder.
        """
        counts = -self.distinct_language_count, -len(self.languages), not self.source_path
        return *counts, -self.mask.count("*"), "*" not in file_name(self.mask), self.mask

    def relative_to(self, folder: str) -> "Group":
        start = len(folder) + 1 if folder else 0
        parts = {path[start:]: part for path, part in self.language_parts.items()}
        return Group(self.mask[start:], parts, self.source_path[start:])

    def list_settings(self) -> dict[str, SettingValue]:
        """Return the settings, with `filemask` and, if necessary, `aliases` and `language_regex`."""
        named = ((part, languages.find_alias(part)) for part in self.language_parts.values())
        aliases = {**{part: code for part, code in named if code}, **self.aliases}
        values: dict[str, SettingValue] = {
            "filemask": self.mask,
            **({"aliases": aliases} if aliases else {}),
            **self.settings,
        }
        if not self.non_language_parts:
            return values
        exceptions = "|".join(map(re.escape, sorted(self.non_language_parts)))
        regex = f"^(?!(?:{exceptions})$)" + DEFAULT_LANGUAGE_REGEX.removeprefix("^")
        if len(regex) > _MAX_REGEX_LENGTH:
            accepted = {*self.language_parts.values(), *aliases} - self.non_language_parts
            regex = min(regex, f"^(?:{'|'.join(map(re.escape, sorted(accepted)))})$", key=len)
        return {**values, "language_regex": regex}


def extract_domain(mask: str) -> str:
    """Return the domain of a mask, such as `django` for `django.*.po`.

    The domain is the part of the file name, without the extension, that is not the language. Several parts are joined
    with dots, such as `app.x` for `app_*_x.po`. '' if there is no such part.
    """
    stem = file_name(mask).rpartition(".")[0]
    return ".".join(piece.strip("-_.") for piece in stem.split("*")).strip("-_.")


def group_catalogues(paths: Iterable[str], has_evidence: Callable[[Group, Set[str]], bool]) -> list[Group]:
    """Return the groups of PO and XLIFF files, sorted by mask. Each path is in at most one group.

    A group is returned only if `has_evidence` returns True for this group and the domains of those already accepted.
    """
    candidates_by_path = {path: find_mask_candidates(path) for path in paths}
    found: list[Group] = []
    domains: set[str] = set()
    taken: set[str] = set()
    for certainty in Certainty:
        left = {path: candidates for path, candidates in candidates_by_path.items() if path not in taken}
        groups = group_by_mask(left, (certainty,))
        for group in select_groups(groups, taken, lambda group: has_evidence(group, domains)):
            found.append(group)
            domains.add(extract_domain(group.mask))
    return sorted(found, key=lambda group: group.mask)


def group_by_mask(
    candidates_by_path: Mapping[str, Iterable[MaskCandidate]], certainties: Iterable[Certainty] = tuple(Certainty)
) -> list[Group]:
    """Return a group for each mask. A path may be in several groups."""
    by_mask: dict[str, dict[str, str]] = {}
    for path, candidates in candidates_by_path.items():
        for candidate in candidates:
            if candidate.certainty in certainties:
                by_mask.setdefault(candidate.mask, {})[path] = candidate.language
    return [Group(mask, parts) for mask, parts in by_mask.items()]


def select_groups(
    groups: Iterable[Group], taken: set[str], accepts: Callable[[Group], bool] = lambda group: True
) -> Iterator[Group]:
    """Yield the accepted groups without the paths in `taken`, best first. The paths of these groups are added to it."""
    for group in sorted(groups, key=lambda each: each.sort_key):
        left = {path: part for path, part in group.language_parts.items() if path not in taken}
        # If other groups have taken at least half of the files, the mask is a coincidence.
        if 2 * len(left) <= len(group.language_parts) or group.source_path in taken:
            continue
        group.language_parts = left
        if accepts(group):
            taken |= {*left, group.source_path} - {""}
            yield group


def file_name(path: str) -> str:
    return path.rpartition("/")[2]
