"""Cache of results by file content, independent of the path and revision of a file."""

import os
from collections.abc import Callable, Sequence

from transtats_cli.caching.entries import CachedEntries
from transtats_cli.caching.shapes import IS_DAMAGED, Either
from transtats_cli.component import GateSettings
from transtats_cli.scanning.pipeline import serialization
from transtats_cli.scanning.pipeline.file_scanner import FileResult, FileTask, Plan

_NO_GATE = GateSettings()


class ContentResultCache:
    """Cached results of file contents for one plan."""

    def __init__(self, directory: str, plan: Plan, identity: Callable[[str], str]) -> None:
        """`identity` returns a text that identifies the content at an absolute path, or '' if there is none."""
        self.component = plan.component
        """Component that the files of the next calls belong to."""
        self._identity = identity
        self._notes = CachedEntries(directory, "contents", anywhere(plan), shape={str: (list, Either((None, list)))})
        self._results: dict[str, FileResult] = {}
        self._has_news = False

    def all_results(self, files: Sequence[FileTask]) -> None:
        """Return None: results of all files together are cached elsewhere."""

    def get(self, file: FileTask) -> FileResult | None:
        name = self._name(file)
        result = self._results.get(name)
        if result is None and name in self._notes.entries:
            try:
                result = self._results[name] = serialization.result(file.place, *self._notes.entries[name])
            except IS_DAMAGED:
                return None
        if result is None:
            return None
        failure = result.failure and result.failure._replace(path=file.path)
        return result._replace(place=file.place, failure=failure)

    def add(self, file: FileTask, result: FileResult) -> None:
        name = self._name(file)
        if name:
            self._results[name] = result
            if result.failure is None:
                self._notes.entries[name] = [serialization.numbers(result), serialization.found(result)]
                self._has_news = True

    def save(self, files: Sequence[FileTask], results: Sequence[FileResult]) -> None:
        """Do nothing. `write` saves the results after the last commit."""

    def write(self) -> None:
        if self._has_news:
            self._notes.save()

    def _name(self, file: FileTask) -> str:
        """Return the key of a file: identities of its content and template, and its language. '' if one is missing."""
        component = self.component
        paths = (file.path, component.template) if component.template else (file.path,)
        identities = [self._identity(os.path.join(component.root, path)) for path in paths]
        return " ".join([*identities, file.language.code, file.language.name]) if all(identities) else ""


def anywhere(plan: Plan) -> tuple[object, ...]:
    """Return the plan without paths and without settings that change no number."""
    component = plan.component._replace(
        root="", real_root="", boundary="", filemask="", paths={}, aliases={}, new_base="", notes=(), language_regex=""
    )
    template = "a template" if component.template else ""
    return tuple(plan._replace(component=component._replace(base_url="", origin="", gate=_NO_GATE, template=template)))
