"""Find the outdated strings of components, from the git history of their templates and translation files."""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from transtats_cli.changes.cache import describe_parsing_settings, find_component_paths
from transtats_cli.changes.repositories import RepositoryFile, RepositoryFinder
from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.git.objects import BlobCache, ObjectReader, compute_blob_id
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import TreeReader
from transtats_cli.git_directory import read_text
from transtats_cli.languages import Language
from transtats_cli.model import State
from transtats_cli.outdated.differences import FileChanges
from transtats_cli.outdated.rule import Change, Texts, find_outdated, find_reworded_keys
from transtats_cli.outdated.strings import OutdatedString, OutdatedStrings
from transtats_cli.outdated.versions import Version, find_versions
from transtats_cli.paths import path_for_messages
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.files import TranslationFile, find_translation_files
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.scanning.reading.strings import identify_by_key, select_identity
from transtats_cli.times import format_as_utc

IGNORED_COMMITS_FILE = ".translation-ignore-revs"
"""File at the top of a repository with the commits that do not outdate translations, as `blame.ignoreRevsFile`."""
_NO_AGES_REASON = "no component has keys and a template, so no string counts as outdated"
_ONE_COMMIT_REASON = "the clone has only one commit (fetch-depth: 0 in CI, or git fetch --unshallow)"
MAX_IGNORED_BYTES = 1_000_000
_MAX_SHOWN_LENGTH = 40
"""Maximum length of a wrong line in an error message."""
_TEXT_MARK = "+"
"""Beginning of each text, so that an empty text differs from a key that is absent."""


def has_ages(component: Component) -> bool:
    """True if the strings of a component can be outdated: if keys identify them, and a template has their sources.

    In a bilingual file, a string with another source text is another string.
    """
    return select_identity(component) is identify_by_key


class OutdatedFinder:
    """Finder of the outdated strings of several components. The log of each repository is read once."""

    def __init__(
        self, components: Iterable[Component], cache: str = "", add_warning: Callable[[Problem], None] = lambda _: None
    ) -> None:
        """`cache` is the cache directory, or ''. `add_warning` is called if no string can be outdated."""
        self._components = [component for component in components if has_ages(component)]
        if not self._components:
            add_warning(Problem("", _NO_AGES_REASON))
        self._cache = cache
        self._repositories = RepositoryFinder()
        self._histories: dict[Repository, _History] = {}

    @property
    def repositories(self) -> Collection[Repository]:
        """Repositories whose logs were read."""
        return self._histories

    def find(
        self, component: Component, languages: Collection[str] = (), *, with_lines: bool = True
    ) -> OutdatedStrings:
        """Return the outdated strings of a component. `languages` are codes; if empty, all languages are compared.

        Finding the line numbers of strings takes long. Without `with_lines`, they are 0.
        If git cannot be used, the result is a warning. Raises TranstatsError if the component has no files.
        """
        if not has_ages(component):
            return OutdatedStrings()
        template = self._repositories.find_repository_file(os.path.join(component.root, component.template))
        place = component.path_for_messages(component.template)
        warnings: tuple[Problem, ...] = ()
        if template is None:
            return OutdatedStrings({}, (Problem(place, "not in a git repository; no string counts as outdated"),))
        try:
            with self._repositories.timeouts[template.repository], ObjectReader(template.repository) as objects:
                history = self._histories.get(template.repository)
                if history is None:
                    history = self._open_history(template.repository, TreeReader(objects))
                    warnings = history.warnings
                comparison = _ComponentComparison(component, history, BlobCache(objects), self._cache, with_lines)
                files = (
                    (file, self._repositories.find_repository_file(os.path.join(component.root, file.path)))
                    for file in find_translation_files(component).translations
                    if not languages or file.language.code in languages
                )
                found = comparison.compare_files(template.path, files)
                return OutdatedStrings(found, (*warnings, *comparison.warnings))
        except UnreadableFile as error:
            # The scan reports the template, too, but may have read it from its cache.
            return OutdatedStrings({}, (Problem(place, f"{error.reason}; no string counts as outdated", error.line),))
        except GitError as error:
            return OutdatedStrings({}, (Problem(place, f"{error}; no string counts as outdated"),))

    def _open_history(self, repository: Repository, trees: TreeReader) -> "_History":
        head = repository.read_head_commit()
        if head in repository.shallow_boundary():
            raise GitError(_ONE_COMMIT_REASON)
        groups = [paths for each in self._components if (paths := self._list_paths(each, repository))]
        ignored = read_ignored_commits(repository)
        history = _History(repository, find_versions(trees, head, groups) if head else {}, ignored)
        self._histories[repository] = history
        return history

    def _list_paths(self, component: Component, repository: Repository) -> list[str]:
        paths = (os.path.join(component.root, path) for path in find_component_paths(component))
        located = map(self._repositories.find_repository_file, paths)
        return [each.path for each in located if each is not None and each.repository == repository]


class _History(NamedTuple):
    """Versions of the files of all components in one repository."""

    repository: Repository
    versions: Mapping[str, Sequence[Version]]
    """Committed versions of each file, newest first, by path in the repository."""
    ignored_commits: frozenset[str]

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Warning about the first commit of a shallow clone, if it has one of the files. Otherwise, ()."""
        boundary = self.repository.shallow_boundary()
        oldest = {(each[-1].time, each[-1].commit) for each in self.versions.values() if each}
        begins = [(time or 0, commit) for time, commit in oldest if commit in boundary]
        if not begins:
            return ()
        time, commit = min(begins)
        date = (format_as_utc(time) or "")[:10]
        reason = f"history begins at {date} (commit {commit[:10]}); older strings count as up to date"
        place = path_for_messages(self.repository.top)
        return (Problem("" if place == "." else place, reason, detail="shallow clone"),)


class _ComponentComparison:
    """Comparison of the targets of one component with the history of its template."""

    def __init__(self, component: Component, history: _History, blobs: BlobCache, cache: str, with_lines: bool) -> None:
        self._reader = ComponentReader(component)
        self._history = history
        self._blobs = blobs
        self._cache = cache
        self.warnings: list[Problem] = []
        self._with_lines = with_lines

    def compare_files(
        self, template: str, files: Iterable[tuple[TranslationFile, RepositoryFile | None]]
    ) -> dict[str, list[OutdatedString]]:
        """Return the outdated strings of each translation file. `template` is the path in the repository.

        Raises UnreadableFile if the template cannot be read.
        """
        component = self._reader.defined_component
        sources = [*self._list_changes(component.template, template, self._reader.source_language)]
        reworded = find_reworded_keys(sources)
        found: dict[str, list[OutdatedString]] = {}
        for file, located in files:
            if located is None or located.repository != self._history.repository:
                reason = "not in the git repository of its template; no string counts as outdated"
                self.warnings.append(Problem(component.path_for_messages(file.path), reason))
                continue
            # The scan reports files that cannot be read.
            with suppress(UnreadableFile):
                found[file.path] = self._compare_file(file, located.path, sources, reworded) if reworded else []
        return found

    def _compare_file(
        self, file: TranslationFile, path: str, sources: Sequence[Change], reworded: Collection[str]
    ) -> list[OutdatedString]:
        translation, _ = self._reader.read_translation_and_keys(file.path, file.language)
        columns = columns_of(translation.units)
        indices = {
            key: index
            for index, (key, state) in enumerate(zip(columns.contexts, columns.states, strict=True))
            if key in reworded and state in (State.TRANSLATED, State.APPROVED)
        }
        outdated = find_outdated(indices, sources, self._list_changes(file.path, path, file.language))
        found = {key: outdated[key] for key in indices if key in outdated}
        chosen = columns.select([indices[key] for key in found])
        if not self._with_lines:
            chosen.line_numbers = [0] * len(found)
        return [
            OutdatedString(unit, change._replace(old_source=change.old_source.removeprefix(_TEXT_MARK)))
            for unit, change in zip(chosen, found.values(), strict=True)
        ]

    def _list_changes(self, path: str, repository_path: str, language: Language) -> Iterator[Change]:
        """Yield the changes of a file, newest first."""
        content = self._reader.read_bytes(path)
        versions = [*self._history.versions.get(repository_path, ())]
        sample = versions[0].blob_id if versions else self._history.repository.read_head_commit()
        blob_id = compute_blob_id(content, sample)
        if not versions or versions[0].blob_id != blob_id:
            versions.insert(0, Version(0, "", None, blob_id))
        self._blobs.add(blob_id, content)
        component = self._reader.defined_component
        is_template = path == component.template
        facts = self._history.repository.common_directory, describe_parsing_settings(component), path, language.code
        read_texts = partial(self._read_texts, path, language)
        file_format = component.file_format
        changes = FileChanges(self._cache, facts, file_format, self._blobs, read_texts, is_template=is_template)
        yield from changes.list_changes(versions, self._history.ignored_commits)

    def _read_texts(self, path: str, language: Language, content: bytes) -> Texts:
        """Return the texts of a version by key: sources of the template, or targets of a translation with states."""
        units = columns_of(self._reader.read_catalog(path, language, content).units)
        if path != self._reader.defined_component.template:
            texts = zip(units.contexts, units.targets, units.states, strict=True)
            return {key: f"{_TEXT_MARK}{state}{target}" for key, target, state in texts}
        found: dict[str, str] = {}
        # If a key is repeated, its first text is the source, and its last one the target.
        for key, target, source in zip(units.contexts, units.targets, units.sources, strict=True):
            found.setdefault(key, f"{_TEXT_MARK}{target or source}")
        return found


def read_ignored_commits(repository: Repository) -> frozenset[str]:
    """Return the commits in the file `.translation-ignore-revs`, which do not outdate translations.

    Empty if there is no such file. Raises GitError for a line that is neither a comment nor the id of a commit, and for
    a link, a folder or another file that is not regular.
    """
    path = os.path.join(repository.top, IGNORED_COMMITS_FILE)
    if os.path.lexists(path) and (os.path.islink(path) or not os.path.isfile(path)):
        raise GitError(Problem(path_for_messages(path), "not a regular file; write one, or remove it"))
    found: set[str] = set()
    for number, line in enumerate(read_text(path, MAX_IGNORED_BYTES).split("\n"), 1):
        text = line.partition("#")[0].strip()
        if text and not re.fullmatch("[0-9a-f]{40}|[0-9a-f]{64}", text):
            remedy = f"`git rev-parse {text}` prints it" if re.fullmatch("[0-9a-f]{4,63}", text) else "it has 40 digits"
            reason = f"{text[:_MAX_SHOWN_LENGTH]!r} is not the whole id of a commit; {remedy}"
            raise GitError(Problem(path_for_messages(path), reason, number))
        found.update(filter(None, [text]))
    return frozenset(found)
