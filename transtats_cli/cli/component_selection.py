"""Select the components for a command: by names, pattern or path, all components, or the only component."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from transtats_cli import settings
from transtats_cli.cli.default_component import MAX_LISTED_COMPONENTS, describe_missing_components
from transtats_cli.cli.options import ComponentArguments, resolve_component
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError, WrongUsageError
from transtats_cli.nearest import find_similar_name
from transtats_cli.output.text import escape_controls
from transtats_cli.paths import is_below
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.assembly import list_one_component_options, override_settings
from transtats_cli.scanning.discovery.known_folders import SeveralSetsError
from transtats_cli.scanning.discovery.lookup import (
    ComponentLocator,
    DiscoveryResult,
    find_project_name,
    locate_component,
    survey_components,
)
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides

Result = TypeVar("Result")


class ComponentSelection(NamedTuple):
    """Selected components, and error messages about components that cannot be used."""

    components: tuple[Component, ...]
    problems: tuple[Problem, ...] = ()
    discovery: DiscoveryResult | None = None
    """Result of the search for components. None unless `--all` is given."""
    languages: tuple[str, ...] = ()
    """Codes of the languages whose files were named. If empty, all languages are selected."""
    has_several_components: bool = False
    """True if all components, a pattern, or a directory with several components is selected."""

    def choose_languages(self, option_languages: tuple[str, ...]) -> tuple[str, ...]:
        """Return the values of `--language`, or the languages whose files were named.

        Raises WrongUsageError if `--language` and files are given.
        """
        if option_languages and self.languages:
            raise WrongUsageError("--language cannot be combined with the path of a language's file.")
        return option_languages or self.languages


def select_components(
    names: ComponentArguments, select_all: bool, root: str, overrides: Overrides, command_name: str
) -> ComponentSelection:
    """Return the components that the arguments of a command select.

    The arguments can be names, a pattern, `--all`, the path of a file or a directory, or nothing if there is only one
    component. `command_name` is only for messages. Raises TranstatsError if no component is selected, and
    WrongUsageError if arguments contradict each other.
    """
    if select_all and any(names):
        raise WrongUsageError(f"{next(filter(None, names))} cannot be combined with --all.")
    path = "" if select_all else find_path_argument(names, root, overrides)
    if path:
        return _select_components_below(path, root, overrides)
    if not (select_all or names.is_pattern()):
        with report_missing_file(names, root):
            return _select_one_component(replace_dot_with_project(names, root), root, overrides, command_name)
    names = replace_dot_with_project(names, root)
    for option in list_one_component_options(overrides):
        raise WrongUsageError(f"{option} applies to one component and cannot be combined with --all or a pattern.")
    discovery = survey_components(root, settings.load_settings(root))
    if not discovery.components:
        raise create_no_components_error(root, discovery)
    components = [override_settings(component, overrides) for component in discovery.components]
    if not select_all:
        components = _select_matching_components(names, components)
    discovered = discovery if select_all else None
    return ComponentSelection(tuple(components), tuple(discovery.problems), discovered, has_several_components=True)


def create_no_components_error(root: str, discovery: DiscoveryResult) -> TranstatsError:
    """Return the error for a directory without components, with the problems of the search."""
    return TranstatsError(describe_missing_components(root, discovery), *discovery.problems)


def find_project_argument(names: ComponentArguments, root: str) -> str:
    """Return the name of a project if it is the only argument. Return '' for a component, a pattern, or a path."""
    project = (replace_dot_with_project(names, root).project or "").rstrip("/")
    is_project = not (names.component or "/" in project or names.is_pattern())
    return project if is_project and not find_path_argument(names, root) else ""


def select_project(project: str, root: str, overrides: Overrides, command_name: str) -> ComponentSelection:
    """Return all components of a project. Raises TranstatsError with a list of components for an unknown project."""
    discovery = survey_components(root, settings.load_settings(root))
    found = tuple(override_settings(each, overrides) for each in discovery.components if each.project == project)
    if not found:
        return _select_one_component(ComponentArguments(project, None), root, overrides, command_name)
    return ComponentSelection(found, tuple(discovery.problems), has_several_components=True)


def find_explicit_names(names: ComponentArguments, root: str, overrides: Overrides) -> tuple[str, str] | None:
    """Return the names of the project and the component. Return None for a pattern, a path, or a missing name."""
    if names.is_pattern() or find_path_argument(names, root, overrides):
        return None
    return replace_dot_with_project(names, root).as_name_pair()


def call_with_similar_names(names: tuple[str, str], root: str, action: Callable[[tuple[str, str]], Result]) -> Result:
    """Call `action` with the names, and return its result.

    If `action` raises UnknownComponentError, call it again with the full names of the component that the names stand
    for, such as the component of a shortened name. If the names stand for several components, raise an error with a
    list of them. If they stand for no other component, raise the error of the first call.
    """
    try:
        return action(names)
    except UnknownComponentError as error:
        try:
            found = locate_component(root, *names)
        except UnknownComponentError as other:
            # The names may stand for several components, which the error lists.
            raise (other if len(other.lines) > 1 else error) from None
        except TranstatsError:
            raise error from None
        if (found.project, found.slug) == names:
            raise
        return action((found.project, found.slug))


@contextmanager
def report_missing_file(names: ComponentArguments, root: str) -> Iterator[None]:
    """Context manager that replaces UnknownComponentError if the only argument is a path that does not exist.

    `names` are the arguments as the user wrote them.
    """
    try:
        yield
    except UnknownComponentError as error:
        message = "" if names.component else ComponentLocator(root).describe_missing_file(names.project or "")
        raise (UnknownComponentError(message) if message else error) from None


def replace_dot_with_project(names: ComponentArguments, root: str) -> ComponentArguments:
    """Return the names, with `.` replaced by the name of the project in the directory `root`."""
    project, slash, component = (names.project or "").partition("/")
    return names._replace(project=f"{find_project_name(root)}{slash}{component}") if project == "." else names


def find_path_argument(names: ComponentArguments, root: str, overrides: Overrides = NO_OVERRIDES) -> str:
    """Return the path of the file or the directory that the arguments name. Return '' for names or a pattern.

    The name of an existing file is a path. The name of an existing directory is a path in two cases:

    - It is written with `/` at the end, or with `./`, `../` or `/` at the beginning.
    - It is the only argument, and there is no project or component with this name. With `--filemask`, or if settings
      name the component, there is a component even if the directory contains several sets of translation files.

    `.` is not a path, but the project in `root`. Raises WrongUsageError if another argument follows a path.
    """
    text = names.project or ""
    if text in ("", ".") or not os.path.exists(text):
        return ""
    if not is_written_as_path(text) and (names.component is not None or is_known_name(names, root, overrides)):
        return ""
    if names.component is not None:
        raise WrongUsageError(f"{text} is a path; {names.component} cannot follow it.")
    return text


def is_written_as_path(text: str) -> bool:
    """Return True for the path of a file, and for a text that is written like the path of a directory.

    Such a text is `..`, or it has `/` at the end, or `./`, `../` or `/` at the beginning.
    """
    return os.path.isfile(text) or text == ".." or text.endswith("/") or text.startswith(("./", "../", "/"))


def is_known_name(names: ComponentArguments, root: str, overrides: Overrides = NO_OVERRIDES) -> bool:
    """Return True if there is a project with the name, or a component with the names `PROJECT/COMPONENT`."""
    pair = names.as_name_pair()
    if pair is None:
        return any(
            each.project == names.project for each in survey_components(root, settings.load_settings(root)).components
        )
    try:
        locate_component(root, *pair)
    except UnknownComponentError:
        return False
    except SeveralSetsError:
        return "filemask" in overrides or settings.load_settings(root).has_component(pair)
    except TranstatsError:
        # There is such a component, and its settings are wrong.
        return True
    return True


def _select_one_component(
    names: ComponentArguments, root: str, overrides: Overrides, command_name: str
) -> ComponentSelection:
    with resolve_component(names, root, command_name, accepts_several=True) as named:
        return ComponentSelection((locate_component(root, *named, overrides),))


def _select_components_below(path: str, root: str, overrides: Overrides) -> ComponentSelection:
    """Return the components with files in a directory, or the component of a file.

    If only some of the languages have files there, only these languages are selected. Raises TranstatsError if no
    component has files there, or if a language that is selected in one component has its file elsewhere in another
    selected component.
    """
    discovery = survey_components(root, settings.load_settings(root))
    target = os.path.realpath(path)
    languages_by_component = [(each, _find_languages_below(each, target)) for each in discovery.components]
    selected = [(component, languages) for component, languages in languages_by_component if languages is not None]
    found = [component for component, _ in selected]
    if not found:
        where = escape_controls(os.path.abspath(root))
        shown = escape_controls(path)
        if not is_below(target, os.path.realpath(root)):
            raise TranstatsError(f"{shown} is not in {where}; --root names another directory")
        raise TranstatsError(f"no component has files in {shown}; `transtats components -v` lists all files of {where}")
    several = len(found) > 1
    if several and (options := list_one_component_options(overrides)):
        raise WrongUsageError(f"{options[0]} applies to one component, and {path} contains several.")
    problems = tuple(discovery.problems) if several else ()
    components = [override_settings(each, overrides) for each in found]
    if not several and list_one_component_options(overrides):
        components = [locate_component(root, found[0].project, found[0].slug, overrides)]
    chosen = _join_languages(escape_controls(path), selected)
    return ComponentSelection(tuple(components), problems, None, chosen, several)


class _LanguagesBelow(NamedTuple):
    """Languages of a component with files at or below a path."""

    codes: set[str]
    all_codes: set[str]
    """Codes of all languages of the component."""


def _join_languages(path: str, selected: Sequence[tuple[Component, _LanguagesBelow]]) -> tuple[str, ...]:
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


def _find_languages_below(component: Component, path: str) -> _LanguagesBelow | None:
    """Return the languages of a component with files at or below a path. Return None if there is no such file.

    If the path is the template or `new_base` of the component, all languages are returned.
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
    return _LanguagesBelow(codes, set(files.values())) if codes or path in own else None


def find_matching_components(names: ComponentArguments, components: list[Component]) -> list[Component]:
    """Return the components that match the patterns.

    If there is only a pattern for the project, all components of the matching projects are returned. If a single
    argument such as `user/*` matches no component, the whole argument is compared with the names of components, which
    may contain slashes.
    """
    from fnmatch import fnmatchcase

    project, slash, slug = (names.project or "").partition("/")
    slug = names.component or (slug if slash else "*")
    matching = [each for each in components if fnmatchcase(each.project, project) and fnmatchcase(each.slug, slug)]
    if not matching and names.component is None:
        matching = [each for each in components if fnmatchcase(each.slug, names.project or "")]
    return matching


def _select_matching_components(names: ComponentArguments, components: list[Component]) -> list[Component]:
    """Return the components that match the patterns. Raises TranstatsError if no component matches."""
    matching = find_matching_components(names, components)
    if not matching:
        existing = [each.full_name for each in components]
        pattern = "/".join(filter(None, (names.project, names.component)))
        similar = find_similar_name(pattern, existing)
        hint = f"; did you mean {similar}?" if similar else "."
        more = f" and {len(existing) - MAX_LISTED_COMPONENTS} more" if len(existing) > MAX_LISTED_COMPONENTS else ""
        listed = ", ".join(existing[:MAX_LISTED_COMPONENTS])
        raise TranstatsError(f"{pattern} matches no component{hint} There are: {listed}{more}")
    return matching
