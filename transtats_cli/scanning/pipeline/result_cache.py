"""Cache of the results of files, so that unchanged files are not read again.

A file is identified by its path and stamp (times, size and inode), or by its content. The key of a cache document
contains all values that the results depend on, except the files. One document contains the counts of each file. If no
file has changed, only this document is read. The other document contains what is needed to compare changed files with
unchanged files: the findings of the checks in each file, and its strings.
"""

import os
import time
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import FileStamp, is_stamp_settled, read_file_stamp
from transtats_cli.checks.batch import ReusedTargetGroup
from transtats_cli.checks.runner import Findings, TranslationOutcome
from transtats_cli.component import Component
from transtats_cli.scanning.filemask.files import TranslationFile, find_source_file
from transtats_cli.scanning.pipeline.file_comparison import FileStrings
from transtats_cli.scanning.pipeline.file_scanner import FileCounts, FileResult
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading import safe_reading


class _CachedDetails(NamedTuple):
    """Findings of the checks in a file, and its strings."""

    stamp: FileStamp
    failing_indexes: list[int]
    reused_target_groups: list[ReusedTargetGroup]
    strings: list[tuple[int, int]]
    """Hash and number of words of each string. [] if the comparison of all files does not need them."""


class _CachedComponent(NamedTuple):
    """Stamp and counts of each file by key."""

    counts_by_key: dict[str, tuple[FileStamp, FileCounts]]
    complete_keys: list[str]
    """Keys of all files of the component, if the counts contain the results of comparing all files. Otherwise, []."""


Identify = Callable[[TranslationFile], tuple[str, FileStamp]]
"""Function that returns the cache key of a file, or '', and its stamp. A cached result is used only for this stamp."""


class ResultCache:
    """Cached results of the files of one component, for one set of options."""

    def __init__(
        self,
        component: Component,
        options: ScanOptions,
        directory: str,
        identify: Identify,
        *facts: object,
    ) -> None:
        """`facts` are all values that the results depend on, except the files."""
        self.identify = identify
        self._runs_checks = options.runs_checks
        self._opened_at = time.time_ns()
        self._counts_document = CacheDocument(directory, _CachedComponent, *facts)
        # Without a reference file, the comparison needs the strings of all files.
        self._has_details = options.runs_checks or options.compares_with_union(component)
        self._details_document = CacheDocument(directory, dict[str, _CachedDetails], "details", *facts)
        self._cached = self._counts_document.load() or _CachedComponent({}, [])
        self._loaded_details: dict[str, _CachedDetails] | None = None
        self._is_modified = False

    def get_all_results(self, files: Sequence[TranslationFile]) -> list[FileResult] | None:
        """Return the cached results of all files, without their findings and strings.

        Return None if a file was changed, added or removed.
        """
        keys = [file.cache_key for file in files]
        if not files or sorted(keys) != self._cached.complete_keys or not self._has_all_results(files):
            return None
        return [FileResult(file, self._cached.counts_by_key[key][1]) for file, key in zip(files, keys, strict=True)]

    def get_result(self, file: TranslationFile) -> FileResult | None:
        """Return the cached result of a file.

        None if the file has changed, or if the cache has no result of the file.
        """
        key, stamp = self.identify(file)
        counts = self._find_counts(key, stamp)
        if counts is None:
            return None
        details = self._load_details().get(key) if self._has_details else _CachedDetails(stamp, [], [], [])
        if details is None or details.stamp != stamp:
            return None
        outcome = None
        if self._runs_checks:
            findings: Findings = dict.fromkeys(details.failing_indexes, ())
            outcome = TranslationOutcome(findings, {}, details.reused_target_groups)
        hashes, word_counts = zip(*details.strings, strict=True) if details.strings else ((), ())
        strings = FileStrings(array("Q", hashes), array("I", word_counts))
        return FileResult(file, counts, outcome, strings=strings)

    def add_result(self, result: FileResult) -> None:
        """Add the new result of a file, unless the file is unreadable, or the time was too short to check all strings.

        The stamp was computed before the file was read. If the file was changed after that, its next stamp is
        different, and the cached result is not used.
        """
        key, stamp = self.identify(result.file)
        outcome = result.check_outcome or TranslationOutcome({}, {}, [])
        is_incomplete = result.failure is not None or outcome.unchecked_strings
        if not key or is_incomplete or not is_stamp_settled(stamp, self._opened_at):
            return
        self._cached.counts_by_key[key] = stamp, result.counts
        if self._has_details:
            self._load_details()[key] = _CachedDetails(
                stamp,
                sorted(outcome.findings),
                outcome.reused_target_groups,
                [*zip(*result.strings, strict=True)] if result.strings is not None else [],
            )
        self._is_modified = True

    def save(self, files: Sequence[TranslationFile] = (), results: Sequence[FileResult] = ()) -> None:
        """Write the cache document if results were added, or if files were removed.

        `results` are the results of all files, with the results of comparing all files. Without `results`, the results
        of such a comparison are not cached.
        """
        complete: list[str] = []
        if files and self._has_all_results(files):
            complete = sorted(file.cache_key for file in files)
            for result in results:
                stamp, _ = self._cached.counts_by_key[result.file.cache_key]
                self._cached.counts_by_key[result.file.cache_key] = stamp, result.counts
        if self._is_modified or complete != self._cached.complete_keys:
            self._counts_document.save(self._cached._replace(complete_keys=complete))
        if self._is_modified and self._has_details:
            self._details_document.save(self._load_details())

    def _has_all_results(self, files: Sequence[TranslationFile]) -> bool:
        return all(self._find_counts(*self.identify(file)) is not None for file in files)

    def _find_counts(self, key: str, stamp: FileStamp) -> FileCounts | None:
        cached_stamp, counts = self._cached.counts_by_key.get(key, ([], None))
        return counts if cached_stamp == stamp else None

    def _load_details(self) -> dict[str, _CachedDetails]:
        """Return the findings and the strings of each file, by key. They are loaded late, because they are large."""
        if self._loaded_details is None:
            self._loaded_details = self._details_document.load() or {}
        return self._loaded_details


def open_result_cache(component: Component, options: ScanOptions, files: Sequence[TranslationFile]) -> ResultCache:
    """Return the cache for the files of a component, whose stamps identify their content.

    All stamps are computed before any file is read.
    """

    def read_stamp(path: str, status: os.stat_result | None = None) -> FileStamp:
        # A stamp must not show that a file exists to which a link out of the component's boundary directory leads.
        is_open = status is not None or safe_reading.is_inside_boundary(component, path)
        return read_file_stamp(f"{component.root}/{path}", status) if is_open else []

    template = [each for path in _list_reference_paths(component, options) for each in read_stamp(path)]
    stamps = {file.path: template + read_stamp(file.path, file.stat_result) for file in files}
    facts = _list_facts(component, options)
    return ResultCache(
        component, options, options.cache_directory, lambda file: (file.cache_key, stamps[file.path]), *facts
    )


def _list_reference_paths(component: Component, options: ScanOptions) -> list[str]:
    """Return the paths of the files with which each translation file is paired, or may be compared."""
    found = [component.template]
    # A template without strings that discovery has found is not used.
    if options.compares_with_reference(component) and (component.is_template_found or not component.template):
        found += [component.new_base, find_source_file(component)]
    return [path for path in found if path and os.path.isfile(os.path.join(component.root, path))]


class ContentCaches:
    """Caches of results by content of the files, independent of path and revision.

    There is one cache for each set of options that affects the results.
    """

    def __init__(self, directory: str, identify_content: Callable[[str], str]) -> None:
        """`identify_content` returns a text that identifies the content of the file at an absolute path, or ''."""
        self._directory = directory
        self._identify_content = identify_content
        self._caches_by_options: dict[str, ResultCache] = {}

    def __call__(self, component: Component, options: ScanOptions) -> ResultCache:
        """Return the cache for a component. Until the next call, the cache may be used only for this component."""
        others = _list_reference_paths(component, options)

        def identify(file: TranslationFile) -> tuple[str, FileStamp]:
            # A changed file has another key, so no stamp is needed.
            identities = [self._identify_content(os.path.join(component.root, path)) for path in (file.path, *others)]
            return " ".join([*identities, file.language.code, file.language.name]) if all(identities) else "", []

        facts = _list_content_facts(component, options)
        key = repr(facts)
        if key not in self._caches_by_options:
            self._caches_by_options[key] = ResultCache(
                component, options, self._directory, identify, "contents", *facts
            )
        self._caches_by_options[key].identify = identify
        return self._caches_by_options[key]

    def save(self) -> None:
        for cache in self._caches_by_options.values():
            cache.save()


def _list_content_facts(component: Component, options: ScanOptions) -> tuple[object, ...]:
    component = component._replace(
        root="",
        displayed_root="",
        link_boundary="",
        filemask="",
        paths_by_language={},
        aliases={},
        template="a template" if component.template else "",
        new_base="",
        notes=(),
        language_regex="",
    )
    return _list_facts(component, options)


def _list_facts(component: Component, options: ScanOptions) -> tuple[object, ...]:
    """Return the settings and the options that the result of a file depends on. All others have the same values."""
    compares_with_reference = options.compares_with_reference(component)
    options = options._replace(
        with_completeness=options.compares_with_union(component),
        with_shares=False,
        languages=(),
        languages_must_exist=True,
        progress=None,
        jobs=1,
        map_in_workers=None,
        cache_directory="",
        budget=None,
    )
    component = component._replace(base_url="", origin="", measure="", gate_settings=(), language_groups={})
    return component, options, compares_with_reference
