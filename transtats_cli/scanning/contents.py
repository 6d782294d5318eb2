"""What contents told, wherever and whenever the files were that had them."""

import os
from collections.abc import Callable, Sequence

from transtats_cli.component import GateSettings
from transtats_cli.scanning import written
from transtats_cli.scanning.notes import Notes
from transtats_cli.scanning.shapes import Either
from transtats_cli.scanning.work import Numbered, Plan, Result

_NO_GATE = GateSettings()


class Contents:
    """What contents told, when asked in one way."""

    def __init__(self, directory: str, plan: Plan, identity: Callable[[str], str]) -> None:
        """`identity` tells the content at an absolute path from any other; '' where it cannot."""
        self.component = plan.component
        """Of the files that are asked about now."""
        self._identity = identity
        self._notes = Notes(directory, "contents", anywhere(plan), shape={str: (list, Either((None, list)))})
        self._results: dict[str, Result] = {}
        self._has_news = False

    def judged(self, files: Sequence[Numbered]) -> None:
        """What files told together is remembered elsewhere."""

    def known(self, file: Numbered) -> Result | None:
        name = self._name(file)
        result = self._results.get(name)
        if result is None and name in self._notes.entries:
            try:
                result = self._results[name] = written.result(file.place, *self._notes.entries[name])
            except written.IS_DAMAGED:
                return None
        if result is None:
            return None
        failure = result.failure and result.failure._replace(path=file.path)
        return result._replace(place=file.place, failure=failure)

    def keep(self, file: Numbered, result: Result) -> None:
        name = self._name(file)
        if name:
            self._results[name] = result
            if result.failure is None:
                self._notes.entries[name] = [written.numbers(result), written.found(result)]
                self._has_news = True

    def save(self, files: Sequence[Numbered], results: Sequence[Result]) -> None:
        """Not yet: `write` comes after the last commit."""

    def write(self) -> None:
        if self._has_news:
            self._notes.save()

    def _name(self, file: Numbered) -> str:
        """Of what a file tells: its content's, its language's, and its template's."""
        component = self.component
        paths = (file.path, component.template) if component.template else (file.path,)
        identities = [self._identity(os.path.join(component.root, path)) for path in paths]
        return " ".join([*identities, file.language.code, file.language.name]) if all(identities) else ""


def anywhere(plan: Plan) -> tuple[object, ...]:
    """What is wanted of files, without where they are and what changes no number."""
    component = plan.component._replace(
        root="", real_root="", boundary="", filemask="", paths={}, aliases={}, new_base="", notes=(), language_regex=""
    )
    template = "a template" if component.template else ""
    return tuple(plan._replace(component=component._replace(base_url="", origin="", gate=_NO_GATE, template=template)))
