"""Find the translation files of a component by the file mask, and the language of each file."""

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.errors import NoFilesError, TranstatsError
from transtats_cli.languages import Language, find_code_in_path, language_by_code
from transtats_cli.limits import NotChecked, compile_expression
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.filemask import language_spellings, linguas
from transtats_cli.scanning.filemask.folders import FolderListings, compile_mask, find_matches

CHARSET_REASON = "a variant in another charset"
_SOURCE_FILE_REASON = "the file of the source language, so no translation"


class TranslationFile(NamedTuple):
    """Translation file of a component, with its language."""

    path: str
    """Path of the file relative to the component's root, with `/` as separator."""
    language_part: str
    """Part of the path that names the language, as written, such as `pt_BR`."""
    language: Language
    stat_result: os.stat_result | None = None
    """Result of `os.lstat` for the file. None if a part of the path is a link."""

    @property
    def cache_key(self) -> str:
        """Text that identifies the language of the file in its component. A file may contain several languages."""
        return f"{self.path}\0{self.language_part}"


class ComponentFiles(NamedTuple):
    """Translation files of a component, sorted by path, with messages about other files."""

    translations: tuple[TranslationFile, ...]
    failures: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[TranslationFile, ...] = ()
    """Files that are not counted, because another file of the same language is counted."""
    left_out: tuple[LeftOutFile, ...] = ()
    """Files that match the mask and are not counted, with the reasons, including the duplicates."""


def find_translation_files(component: Component, listings: FolderListings | None = None) -> ComponentFiles:
    """Find the translation files of a component, without the source language.

    Several files may have the same language. `listings` caches the folder listings of a run that reads several
    components. Raises TranstatsError if there is no file.
    """
    translations: list[TranslationFile] = []
    failures: list[Problem] = []
    seen: set[str] = set()
    source = language_by_code(component.source_language)
    others: list[LeftOutFile] = []
    listings = listings or FolderListings()
    candidates = _find_candidate_files(component, listings, failures, others)
    resolve_folder = lru_cache(maxsize=None)(os.path.realpath)
    for path, part, status in candidates:
        if not path.isascii() and path.encode(errors="replace").decode() != path:
            failures.append(Problem(path, "the name of the file is not valid UTF-8; rename it"))
            continue
        target = path if status is not None else _resolve_links(component.root, path, resolve_folder)
        # Nothing counts the missing target of links, so each of these links is a failure when it is read.
        if target in seen and (status is not None or os.path.exists(os.path.join(component.root, path))):
            others.append(LeftOutFile(path, "a link to a file that already counts"))
            continue
        seen.add(target)
        if path == component.template:
            continue
        language = component.resolve_language(part)
        if language.code == source.code:
            reason = f"in the source language ({source.code}), so no translation"
            others.append(LeftOutFile(path, reason, needs_message=False))
        else:
            translations.append(TranslationFile(path, part, language, status))
    if not seen and not failures:
        raise NoFilesError(Problem(component.full_name, _explain_missing_files(component, listings)))
    # The order of the paths is that of the file system.
    others.sort()
    # A Weblate server does not accept a language with a charset.
    charset_warnings = (
        Problem(component.path_for_messages(each.path), f"left out as {CHARSET_REASON}")
        for each in others
        if each.reason == CHARSET_REASON
    )
    linguas_warnings, linguas_notes = linguas.compare_with_linguas(component, [part for _, part, _ in candidates])
    return ComponentFiles(
        tuple(translations),
        tuple(failures),
        (*charset_warnings, *linguas_warnings),
        (*component.notes, *linguas_notes),
        left_out=tuple(others),
    )


def _explain_missing_files(component: Component, listings: FolderListings) -> str:
    mask = component.filemask
    if find_matches(component.root, mask, listings):
        return (
            f"no translation file: language_regex {component.language_regex!r} accepts no language of the"
            f" files that {mask!r} matches in {component.root}"
        )
    return f"no translation file: nothing matches {mask!r} in {component.root} ({component.origin})"


def find_language_part(component: Component, path: str) -> str | None:
    """Return the part of a path that names the language.

    None if the file mask of the component does not match, or if `language_regex` does not accept the part.
    """
    found = compile_mask(component.filemask).fullmatch(path)
    return _accepted_language_part(component, found.groups()) if found else None


def find_language(component: Component, path: str) -> Language:
    """Return the language of a file, according to its path.

    If the file is the template, or if the file mask does not match the path, return the source language.
    """
    part = next(
        (part for part, other in component.paths_by_language.items() if other == path),
        find_language_part(component, path),
    )
    if part is None or path == component.template:
        return language_by_code(component.source_language)
    return component.resolve_language(part)


def find_source_file(component: Component) -> str:
    """Return the path of the file that the mask has for the source language, or '' if there is none."""
    source = language_by_code(component.source_language).code
    for part in dict.fromkeys((component.source_language, source)):
        path = component.paths_by_language.get(part) or component.filemask.replace("*", part)
        is_selected = path not in component.excluded_paths and find_language(component, path).code == source
        if is_selected and os.path.isfile(os.path.join(component.root, path)):
            return path
    return ""


def _find_candidate_files(
    component: Component, listings: FolderListings, failures: list[Problem], left_out_files: list[LeftOutFile]
) -> list[tuple[str, str, os.stat_result | None]]:
    """Return path, language part and status of each possible translation file, sorted by path.

    If `paths_by_language` contains a path for a language, this path replaces the file that the mask matches for the
    language, and the mask does not determine the language of the path. The status is None for such a path, and for a
    path that contains a link. Folders that cannot be read are added to `failures`. Other files that match the mask, but
    are in no component, are added to `left_out_files`.
    """
    found: list[tuple[str, str, os.stat_result | None]] = []
    excluded = frozenset(component.excluded_paths)
    paths_in_settings = frozenset(component.paths_by_language.values())
    for path, stars, is_direct in find_matches(component.root, component.filemask, listings, failures):
        if path in paths_in_settings:
            continue
        part = path if path == component.filemask == component.template else _accepted_language_part(component, stars)
        if part is None:
            if path not in excluded and path != component.template:
                left_out_files.append(_explain_rejected_file(path, stars))
        elif path in excluded:
            # Files without two languages are excluded because they belong to another component.
            if not are_one_language(stars):
                left_out_files.append(LeftOutFile(path, two_languages_reason(stars)))
        elif part not in component.paths_by_language:
            found.append((path, part, _read_status(f"{component.root}/{path}") if is_direct else None))
        else:
            reason = "the settings name another file of the language"
            left_out_files.append(LeftOutFile(path, reason, needs_message=False))
    for part, path in component.paths_by_language.items():
        if os.path.lexists(os.path.join(component.root, path)):
            found.append((path, part, None))
    return sorted(found, key=lambda candidate: candidate[0])


def _read_status(path: str) -> os.stat_result | None:
    # The file may have been removed.
    try:
        return os.lstat(path)
    except OSError:
        return None


def _explain_rejected_file(path: str, star_texts: Sequence[str]) -> LeftOutFile:
    """Return the path of a file with the reason: the path contains no language that the component accepts."""
    part = max(star_texts, key=len, default="")
    if part.lower() == "base":
        # Apple and Kotlin name the source language like this.
        return LeftOutFile(path, _SOURCE_FILE_REASON, needs_message=False)
    if language_spellings.has_charset(part):
        return LeftOutFile(path, CHARSET_REASON, needs_message=False)
    if f"/values-{part}/" in f"/{path}" and language_spellings.is_android_qualifier(part):
        return LeftOutFile(path, f"for the devices {part}, in no language", needs_message=False)
    return LeftOutFile(path, f"{part!r} is not accepted as a language")


def are_one_language(star_texts: Sequence[str]) -> bool:
    """True if the texts in the places of the stars of a mask are spellings of one language."""
    return all(language_spellings.are_same_language(star_texts[0], star) for star in star_texts[1:])


def two_languages_reason(star_texts: Sequence[str]) -> str:
    return f"its path names two languages, {' and '.join(sorted(set(star_texts)))}"


def _resolve_links(root: str, path: str, resolve_folder: Callable[[str], str]) -> str:
    """Return the path without links, relative to the root if the file is below the root."""
    folder, name = os.path.split(os.path.join(root, path))
    absolute = os.path.join(resolve_folder(folder), name)
    real = os.path.realpath(absolute) if os.path.islink(absolute) else absolute
    return real.removeprefix(os.path.join(resolve_folder(root), ""))


def _accepted_language_part(component: Component, star_texts: Sequence[str]) -> str | None:
    part = find_code_in_path(star_texts)
    return part if part is not None and accepts_language(component, part) else None


def accepts_language(component: Component, language_part: str) -> bool:
    """True if `language_regex` of a component matches a language in a path.

    Raises TranstatsError if the regular expression is invalid, or if matching takes too long.
    """
    if component.language_regex == DEFAULT_LANGUAGE_REGEX:
        # Same result as the default expression, without compiling it.
        return language_part != "" and "." not in language_part
    try:
        return compile_expression(component.language_regex).matches_start_of_name(language_part)
    except (NotChecked, ValueError) as error:
        names = f"{component.project}/{component.slug}"
        raise TranstatsError(f"{names}: language_regex, on {language_part!r}: {error}; say it more simply") from error
