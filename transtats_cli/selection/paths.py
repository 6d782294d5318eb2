"""Languages of components with files at or below a path."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.paths import is_below
from transtats_cli.scanning.pipeline.language_selection import find_translations


class LanguagesBelow(NamedTuple):
    """Languages of a component with files at or below a path."""

    codes: set[str]
    all_codes: set[str]
    """Codes of all languages of the component."""


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
    return LanguagesBelow(codes, set(files.values())) if codes or path in own else None


def join_languages(path: str, selected: Sequence[tuple[Component, LanguagesBelow]]) -> tuple[str, ...]:
    """Return the codes of the languages that are selected in each component. () selects all languages.

    Raises TranstatsError if a language is selected because of one component, and the file of another component in this
    language is not below the path.
    """
    if all(languages.codes == languages.all_codes for _, languages in selected):
        return ()
    joined = set().union(*(languages.codes for _, languages in selected))
    for component, languages in selected:
        if others := (joined & languages.all_codes) - languages.codes:
            raise TranstatsError(
                f"{path} contains {', '.join(sorted(others))} of other components, but not of"
                f" {component.full_name}; name one component, and its languages with --language"
            )
    return tuple(sorted(joined))
