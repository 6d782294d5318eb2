"""Arguments that name a component, are patterns of names, or are paths of its files."""

import os
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.paths import is_below
from transtats_cli.scanning.pipeline.language_selection import find_translations


class ComponentArguments(NamedTuple):
    """Arguments that select components: names, patterns, a path, or `--all`.

    `project` can contain both names: `project/component`.
    """

    project: str | None = None
    component: str | None = None
    select_all: bool = False

    def as_name_pair(self) -> tuple[str, str] | None:
        """Return the names of the project and the component, or None if a name is missing."""
        if self.project is not None and self.component is not None:
            return self.project, self.component
        project, _, component = (self.project or "").partition("/")
        return (project, component) if project and component else None

    def as_project_name(self) -> str:
        """Return the name of the project. Return '' for a component or a pattern."""
        project = (self.project or "").rstrip("/")
        return "" if self.component or "/" in project or self.is_pattern() else project

    def is_pattern(self) -> bool:
        """Return True if a name contains a wildcard."""
        return any(name and set("*?[") & set(name) for name in (self.project, self.component))

    def find_matching(self, components: Iterable[Component]) -> list[Component]:
        """Return the components that match the patterns.

        If there is only a pattern for the project, all components of the matching projects are returned. If a single
        argument such as `user/*` matches no component, the whole argument is compared with the names of components,
        which may contain slashes.
        """
        project, slash, slug = (self.project or "").partition("/")
        slug = self.component or (slug if slash else "*")
        matching = [each for each in components if fnmatchcase(each.project, project) and fnmatchcase(each.slug, slug)]
        if not matching and self.component is None:
            matching = [each for each in components if fnmatchcase(each.slug, self.project or "")]
        return matching


LanguagesBelow = tuple[set[str], set[str]]
"""Codes of the languages of a component with files at or below a path, and codes of all its languages."""


def is_written_as_path(text: str) -> bool:
    """Return True for the path of a file, and for a text that is written like the path of a directory.

    Such a text is `..`, or it has `/` at the end, or `./`, `../` or `/` at the beginning.
    """
    return os.path.isfile(text) or text == ".." or text.endswith("/") or text.startswith(("./", "../", "/"))


def find_languages_below(component: Component, path: str) -> LanguagesBelow | None:
    """Return the languages of a component with files at or below a path. Return None if there is no such file.

    `path` is a real path. If it is the template or `new_base` of the component, all languages are returned.
    """
    fixed = os.path.realpath(os.path.join(component.root, component.filemask.partition("*")[0].rpartition("/")[0]))
    named = filter(None, (component.template, component.new_base))
    own = [os.path.realpath(os.path.join(component.root, name)) for name in named]
    # The settings may name files that the mask does not match.
    others = (os.path.realpath(os.path.join(component.root, name)) for name in component.paths_by_language.values())
    if not (
        is_below(fixed, path) or is_below(path, fixed) or path in own or any(is_below(each, path) for each in others)
    ):
        return None
    files = {
        os.path.realpath(os.path.join(component.root, each.path)): each.language.code
        for each in find_translations(component).translations
    }
    codes = {code for file, code in files.items() if path in own or is_below(file, path)}
    return (codes, set(files.values())) if codes or path in own else None


def join_languages(path: str, selected: Sequence[tuple[Component, LanguagesBelow]]) -> tuple[str, ...]:
    """Return the codes of the languages that are selected in each component. () selects all languages.

    Raises TranstatsError if a language is selected because of one component, and the file of another component in this
    language is not below the path.
    """
    if all(codes == all_codes for _, (codes, all_codes) in selected):
        return ()
    joined = set().union(*(codes for _, (codes, _) in selected))
    for component, (codes, all_codes) in selected:
        if others := (joined & all_codes) - codes:
            raise TranstatsError(
                f"{path} contains {', '.join(sorted(others))} of other components, but not of"
                f" {component.full_name}; name one component, and its languages with --language"
            )
    return tuple(sorted(joined))
