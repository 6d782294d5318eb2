"""Find the translation files of a component by the file mask, and the language of each file."""

import os
from collections.abc import Collection, Sequence
from typing import NamedTuple

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import Language, find_code_in_path, language_by_code, resolve_language
from transtats_cli.nearest import unknown_language_message
from transtats_cli.report import Failure, LeftOut
from transtats_cli.scanning.filemask import left_out, linguas
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.filemask.mask_pattern import pattern
from transtats_cli.scanning.filemask.matching import matches


class TranslationFile(NamedTuple):
    """Translation file of a component, with its language."""

    path: str
    """Path of the file relative to the component's root, with `/` as separator."""
    part: str
    """Part of the path that names the language, as written, such as `pt_BR`."""
    language: Language
    status: os.stat_result | None = None
    """Result of `os.lstat` for the file. None if a part of the path is a link."""


class Files(NamedTuple):
    """Translation files of a component, sorted by path, with messages about other files."""

    translations: tuple[TranslationFile, ...]
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[TranslationFile, ...] = ()
    """Files that are not counted, because another file of the same language is counted."""
    left_out: tuple[LeftOut, ...] = ()
    """Files that match the mask and are not counted, with the reasons, including the duplicates."""

    def choose(self, wanted: Collection[str], source: Language, *, must_exist: bool) -> frozenset[str]:
        """Return the codes of the wanted languages. If `wanted` is empty, return the codes of all languages.

        The names in `wanted` may have any spelling. With `must_exist`, a language without a file raises TranstatsError.
        """
        if not wanted:
            return frozenset({source.code, *(translation.language.code for translation in self.translations)})
        by_spelling = {source.code: source.code}
        for translation in (*self.duplicates, *self.translations):
            by_spelling[translation.part] = by_spelling[translation.language.code] = translation.language.code
        codes = {name: by_spelling.get(name) or by_spelling.get(resolve_language(name).code) for name in wanted}
        for name, code in codes.items():
            if code is None and must_exist:
                raise TranstatsError(unknown_language_message(name, by_spelling.values(), other_names=by_spelling))
        return frozenset(code for code in codes.values() if code)

    def concerns(self, path: str, codes: frozenset[str]) -> bool:
        """Return False if the path is the file of a language that is not in `codes`. Otherwise, return True."""
        of_path = (file for file in (*self.translations, *self.duplicates) if file.path == path)
        return all(file.language.code in codes for file in of_path)


def find(component: Component, folders: Folders | None = None) -> Files:
    """Find the translation files of a component, without the source language.

    Several files may have the same language. `folders` caches the folder listings of a run that reads several
    components. Raises TranstatsError if there is no file.
    """
    translations: list[TranslationFile] = []
    failures: list[Failure] = []
    seen: set[str] = set()
    source = language_by_code(component.source_language)
    others: list[LeftOut] = []
    folders = folders or Folders()
    candidates = _candidates(component, folders, failures, others)
    real_paths = _RealPaths(component.root)
    for path, part, status in candidates:
        if not _is_text(path):
            failures.append(Failure(path, "the name of the file is not valid UTF-8; rename it"))
            continue
        target = path if status is not None else real_paths.of(path)
        if target in seen:
            others.append(LeftOut(path, left_out.LINK))
            continue
        seen.add(target)
        if path == component.template:
            continue
        language = resolve_language(part, source_language=component.source_language, aliases=component.aliases)
        if language.code == source.code:
            others.append(left_out.source_file(path, source))
        else:
            translations.append(TranslationFile(path, part, language, status))
    if not seen and not failures:
        raise TranstatsError(_no_file(component, folders))
    listed = linguas.differences(component, [part for _, part, _ in candidates])
    return Files(
        tuple(translations),
        tuple(failures),
        (*left_out.charset_warning(component, others), *listed.warnings),
        (*component.notes, *listed.notes),
        left_out=tuple(sorted(others)),
    )


def _no_file(component: Component, folders: Folders) -> str:
    names, mask = f"{component.project}/{component.slug}", component.filemask
    if matches(component.root, mask, folders):
        return (
            f"{names} has no translation file: language_regex {component.language_regex!r} accepts no language of the"
            f" files that {mask!r} matches in {component.root}"
        )
    return f"{names} has no translation file: nothing matches {mask!r} in {component.root} ({component.origin})"


def language_of(component: Component, path: str) -> str | None:
    """Return the part of a path that names the language.

    None if the file mask of the component does not match, or if `language_regex` does not accept the part.
    """
    found = pattern(component.filemask).fullmatch(path)
    return _language_part(component, found.groups()) if found else None


def _candidates(
    component: Component, folders: Folders, failures: list[Failure], others: list[LeftOut]
) -> list[tuple[str, str, os.stat_result | None]]:
    """Return path, language part and status of each possible translation file, sorted by path.

    If the settings contain a path for a language, this path replaces the file that the mask matches for the language.
    The status is None for a path from the settings, and for a path that contains a link. Folders that cannot be read
    are added to `failures`. Other files that match the mask, but are in no component, are added to `others`.
    """
    found: list[tuple[str, str, os.stat_result | None]] = []
    excluded = frozenset(component.excluded_paths)
    explained = excluded.union(component.paths.values())
    for path, stars, status in matches(component.root, component.filemask, folders, failures):
        part = _language_part(component, stars)
        if part is None:
            if path not in explained:
                others.append(left_out.rejected_file(path, stars))
        elif path in excluded:
            others += left_out.excluded_file(path, stars)
        elif part not in component.paths:
            found.append((path, part, status))
        elif component.paths[part] != path:
            others.append(LeftOut(path, left_out.REPLACED, needs_message=False))
    for part, path in component.paths.items():
        if os.path.lexists(os.path.join(component.root, path)):
            found.append((path, part, None))
    return sorted(found, key=lambda candidate: candidate[0])


class _RealPaths:
    """Resolver of links in paths. Each folder is resolved once.

    The result is relative to the root if the file is below the root, otherwise absolute.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._folders: dict[str, str] = {}

    def of(self, path: str) -> str:
        folder, name = os.path.split(path)
        absolute = os.path.join(self._folder(folder), name)
        real = os.path.realpath(absolute) if os.path.islink(absolute) else absolute
        return real.removeprefix(os.path.join(self._folder(""), ""))

    def _folder(self, folder: str) -> str:
        real = self._folders.get(folder)
        if real is None:
            real = self._folders[folder] = os.path.realpath(os.path.join(self._root, folder))
        return real


def _language_part(component: Component, stars: Sequence[str]) -> str | None:
    part = find_code_in_path(stars)
    return part if part is not None and accepts_language(component, part) else None


def accepts_language(component: Component, part: str) -> bool:
    """True if `language_regex` of a component matches a language in a path.

    Raises TranstatsError if the regular expression is invalid, or if matching takes too long.
    """
    if component.language_regex == DEFAULT_LANGUAGE_REGEX:
        # Same result as the default expression, without compiling it.
        return part != "" and "." not in part
    # Imported late, because most components use the default.
    from transtats_cli.expressions import compile_expression
    from transtats_cli.limits import NotChecked

    try:
        return compile_expression(component.language_regex).matches_start_of_name(part)
    except (NotChecked, ValueError) as error:
        names = f"{component.project}/{component.slug}"
        raise TranstatsError(f"{names}: language_regex, on {part!r}: {error}; say it more simply") from error


def _is_text(path: str) -> bool:
    if path.isascii():
        return True
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
