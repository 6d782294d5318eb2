"""Select components: by names, pattern or path, all components, all of a project, or the only component."""

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError, WrongUsageError
from transtats_cli.nearest import find_similar_name, is_in_language_tables, join_names, shorten_list
from transtats_cli.paths import is_below
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.assembly import list_one_component_options
from transtats_cli.scanning.discovery.known_folders import SeveralSetsError
from transtats_cli.scanning.discovery.lookup import ComponentLocator, DiscoveryResult, LocatedComponent
from transtats_cli.selection.arguments import (
    ComponentArguments,
    find_languages_below,
    is_written_as_path,
    join_languages,
)
from transtats_cli.settings.client_config import read_client_settings
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides, Setting

Result = TypeVar("Result")


class ComponentSelection(NamedTuple):
    """Selected components, and error messages about components that cannot be used."""

    components: tuple[Component, ...]
    languages: tuple[str, ...] = ()
    """Languages that an option or the path of their files selects. If empty, all languages are selected."""
    problems: tuple[Problem, ...] = ()
    discovery: DiscoveryResult | None = None
    """Result of the search for components. None unless `--all` is given."""
    project: str = ""
    """Name of the project if all components of one project are selected by its name, otherwise ''."""
    has_several_components: bool = False
    """True if all components, a pattern, a project, or a directory with several components is selected."""
    covers_all: bool = False
    """True if all components are selected, also if there is only one."""


class ComponentSelector:
    """Selector of the components in one directory. The directory must not change while the selector is used.

    The settings are loaded once, and the directory tree is searched once, when they are needed.
    """

    def __init__(
        self,
        root: str,
        overrides: Overrides = NO_OVERRIDES,
        complete_command: Callable[[str], str] = "transtats COMMAND {}".format,
        on_warning: Callable[[Problem], object] = bool,
    ) -> None:
        """`complete_command` returns a command line with names of a component, for messages.

        `on_warning` is called with the warnings of the search of the directory tree.
        """
        self.root = root
        self._overrides = overrides
        self._complete_command = complete_command
        self._on_warning = on_warning

    @cached_property
    def _locator(self) -> ComponentLocator:
        return ComponentLocator(self.root, self._overrides, accepts_similar_names=True)

    @cached_property
    def survey(self) -> DiscoveryResult:
        survey = self._locator.survey
        for warning in survey.warnings:
            self._on_warning(warning)
        return survey

    @cached_property
    def _default(self) -> Setting | None:
        """Default component in the settings of the Weblate client."""
        return read_client_settings(self.root).get("translation")

    def find_setting(self, key: str) -> Setting | None:
        """Return a setting at the top level of the settings file, or None."""
        return self._locator.settings.find_setting(key)

    def named_slices(self) -> dict[str, Setting]:
        return self._locator.settings.named_slices()

    def select(
        self, arguments: ComponentArguments, languages: tuple[str, ...] = (), *, accepts_project: bool = False
    ) -> ComponentSelection:
        """Return the components that the arguments select, and the values of `--language` or the languages of a path.

        Without arguments, all components are selected, or the default component of the Weblate client. The name of a
        project selects all its components. A single component without others is selected as by its names, but if
        `accepts_project` is True, the name of its project selects the project. Raises TranstatsError if no component is
        selected, and WrongUsageError if arguments contradict each other.
        """
        if arguments.select_all and arguments.project:
            raise WrongUsageError(f"{arguments.project} cannot be combined with --all.")
        if path := self._find_path(arguments):
            return self._select_below(path, languages)
        names = self.replace_dot(arguments)
        project = names.as_project_name() if accepts_project else ""
        if arguments.is_pattern():
            found = _select_matching_components(names, self._list_components())
        elif names.as_name_pair() or not (arguments.select_all or names.project or self._default is None):
            found = []
        else:
            found = self._list_components(names.project)
        is_single = len(found) == 1 and not (arguments.select_all or arguments.is_pattern() or project)
        is_any_name = names.project is None
        if not found or (is_single and not self.survey.problems):
            covers_all = bool(found) and is_any_name and not list_one_component_options(self._overrides)
            return ComponentSelection((self.locate(arguments).component,), languages, covers_all=covers_all)
        self._refuse_one_component_options()
        discovery = self.survey if is_any_name else None
        problems = tuple(self.survey.problems)
        return ComponentSelection(tuple(found), languages, problems, discovery, project, True, is_any_name)

    def locate(self, arguments: ComponentArguments) -> LocatedComponent:
        """Return the component with these names, with the origins of its settings.

        With a path, it is the only component with files there, and with the name of a project, its only component.
        Without names, it is the default component of the Weblate client, or the only component. Raises TranstatsError
        with a list of components if there are several. The error for an unknown default component also contains the
        name of the file with the default.
        """
        if path := self._find_path(arguments):
            found = self._select_below(path, ()).components
            if len(found) > 1:
                message = f"no component of {path.rstrip('/')} is given; there are:"
                raise TranstatsError(message, *self._list_commands(found))
            return self._locator.locate((found[0].project, found[0].slug), self._overrides)
        with self._report_missing_file(arguments):
            names = self.replace_dot(arguments)
            default = self._default if names.project is None else None
            pair = (ComponentArguments(str(default.value)) if default else names).as_name_pair()
            try:
                pair = pair or self._find_only_component(names.project)
                return self._locator.locate(pair, self._overrides)
            except UnknownComponentError as error:
                if default is None:
                    raise
                origin = f"{default.origin} sets this default in `translation`"
                raise TranstatsError(*error.lines, origin) from error

    def call_with_names(
        self, arguments: ComponentArguments, action: Callable[[tuple[str, str]], Result]
    ) -> Result | None:
        """Call `action` with the names of the project and the component, and return its result.

        Return None without a call for a pattern, a path, or a missing name. If `action` raises UnknownComponentError,
        call it again with the full names of the component that the names stand for, such as the component of a
        shortened name. If the names stand for several components, raise an error with a list of them. If they stand for
        no other component, raise the error of the first call, or the error for a mistyped path.
        """
        pair = self.replace_dot(arguments).as_name_pair()
        if pair is None or arguments.is_pattern() or self._find_path(arguments):
            return None
        with self._report_missing_file(arguments):
            try:
                return action(pair)
            except UnknownComponentError as error:
                try:
                    found = self._locator.locate(pair).component
                except UnknownComponentError as other:
                    # The names may stand for several components, which the error lists.
                    raise (other if len(other.lines) > 1 else error) from None
                except TranstatsError:
                    raise error from None
                if (found.project, found.slug) == pair:
                    raise
                return action((found.project, found.slug))

    def is_project(self, name: str | None) -> bool:
        return any(each.project == name for each in self.survey.components)

    def is_known(self, names: ComponentArguments) -> bool:
        """Return True if there is a project with the name, or a component with the names `PROJECT/COMPONENT`.

        With `--filemask`, or if settings name the component, there is a component even if the directory contains
        several sets of translation files.
        """
        pair = names.as_name_pair()
        if pair is None:
            return self.is_project(names.project)
        try:
            self._locator.locate(pair)
        except UnknownComponentError:
            return False
        except SeveralSetsError:
            return "filemask" in self._overrides or self._locator.settings.has_component(pair)
        except TranstatsError:
            # There is such a component, and its settings are wrong.
            return True
        return True

    def replace_dot(self, arguments: ComponentArguments) -> ComponentArguments:
        """Return the arguments, with `.` before a component replaced by the name of the project in the root.

        If settings of another tool name all components, their project is that of the root.
        """
        project, slash, component = (arguments.project or "").partition("/")
        if project != ".":
            return arguments
        name = self._locator.project_name
        projects = {each.project for each in self.survey.components}
        if len(projects) == 1 and "filemask" not in self._overrides:
            (name,) = projects
        return arguments._replace(project=f"{name}{slash}{component}")

    def _find_path(self, arguments: ComponentArguments) -> str:
        """Return the path of the file or the directory that the arguments name. Return '' for names or a pattern.

        The name of an existing file is a path. The name of an existing directory is a path in two cases:

        - It is written with `/` at the end, or with `./`, `../` or `/` at the beginning.
        - It is the only argument, and there is no project or component with this name.

        `.` is the current directory, but before the name of a component it is the project in the root directory. Raises
        WrongUsageError if another argument follows a path.
        """
        text = arguments.project or ""
        if text == ".":
            return text if arguments.component is None else ""
        if not os.path.exists(text):
            return ""
        if not is_written_as_path(text) and (arguments.component is not None or self.is_known(arguments)):
            return ""
        if arguments.component is not None:
            hint = " ".join(["", *_suggest_fleet(arguments)])
            raise WrongUsageError(f"{text} is a path; {arguments.component} cannot follow it.{hint}")
        return text

    def _select_below(self, path: str, languages: tuple[str, ...]) -> ComponentSelection:
        """Return the components with files in a directory, or the component of a file.

        If only some of the languages have files there, only these languages are selected. Raises TranstatsError if no
        component has files there, or if a language that is selected in one component has its file elsewhere in another
        selected component.
        """
        target = os.path.realpath(path)
        languages_by_component = [(each, find_languages_below(each, target)) for each in self.survey.components]
        selected = [(component, below) for component, below in languages_by_component if below is not None]
        if not selected:
            where = os.path.abspath(self.root)
            if not is_below(target, os.path.realpath(self.root)):
                raise TranstatsError(f"{path} is not in {where}; --root names another directory")
            raise TranstatsError(
                f"no component has files in {path}; `transtats components -v` lists all files of {where}"
            )
        several = len(selected) > 1
        if several:
            self._refuse_one_component_options()
        joined = join_languages(path, selected)
        if languages and joined:
            raise WrongUsageError("--language cannot be combined with the path of a language's file.")
        components = [each for each, _ in selected]
        if list_one_component_options(self._overrides):
            names = [(each.project, each.slug) for each in components]
            components = [self._locator.locate(each, self._overrides).component for each in names]
        problems = tuple(self.survey.problems) if several else ()
        return ComponentSelection(
            tuple(components),
            languages or joined,
            problems,
            has_several_components=several,
            covers_all=is_below(os.path.realpath(self.root), target),
        )

    def _refuse_one_component_options(self) -> None:
        """Raise WrongUsageError if an option is given that describes a single component, such as `--filemask`."""
        for option in list_one_component_options(self._overrides):
            raise WrongUsageError(f"{option} applies to one component; give its PROJECT and COMPONENT.")

    def _list_components(self, project: str | None = None) -> list[Component]:
        """Return all components, or those of a project. Raises TranstatsError if there are none at all."""
        if not self.survey.components:
            nothing = describe_missing_components(self.root, self.survey)
            raise TranstatsError(*(self.survey.problems or (nothing,)))
        name = None if project is None else project.rstrip("/")
        return [each for each in self.survey.components if name in (None, each.project)]

    def _find_only_component(self, project: str | None) -> tuple[str, str]:
        """Return the names of the only component, or of the only component of a project.

        Raises TranstatsError with a list of components if there are several components or errors.
        """
        found = self._list_components(project)
        if len(found) != 1 or self.survey.problems:
            raise self._create_missing_name_error(None if project is None else project.rstrip("/"))
        return found[0].project, found[0].slug

    @contextmanager
    def _report_missing_file(self, arguments: ComponentArguments) -> Iterator[None]:
        """Context manager that adds a path that does not exist, or two folders, to UnknownComponentError."""
        try:
            yield
        except UnknownComponentError as error:
            message = "" if arguments.component else self._locator.describe_missing_file(arguments.project or "")
            lines = [message] if message else [*error.lines, *_suggest_fleet(arguments)]
            raise UnknownComponentError(*lines) from None

    def _create_missing_name_error(self, project: str | None) -> TranstatsError:
        """Return an error with a list of the components that `project` may refer to.

        These are the components of this project, the components with files in the folder `project`, and the components
        whose names begin with `project/`. If there are none, or if `project` is None, the error lists all components.
        """
        components = self.survey.components
        directory = os.path.abspath(self.root)
        folder = os.path.join(directory, project or "", "")
        candidates = [
            each
            for each in components
            if project in (None, each.project)
            or each.slug.startswith(f"{project}/")
            or os.path.join(each.root, each.filemask).startswith(folder)
        ]
        if candidates:
            of_project = f" of {project}" if project else ""
            return TranstatsError(f"no component{of_project} is given; there are:", *self._list_commands(candidates))
        names = sorted({name for component in components for name in (component.project, component.slug)})
        similar = find_similar_name(str(project), names)
        named = [component for component in components if component.slug == similar != component.project]
        suggestion = f"did you mean {similar}? There are:" if similar else "there are:"
        if named:
            suggestion, components = f"did you mean the component {similar}?", named
        elif project is not None and is_in_language_tables(project):
            suggestion = f"there are these components (for a language, give --language {project}):"
        return UnknownComponentError(
            f"{project}: no such project in {directory}; {suggestion}",
            *self._list_commands(components),
            *self.survey.problems,
        )

    def _list_commands(self, components: Collection[Component]) -> list[str]:
        return shorten_list([f"  {self._complete_command(f'{each.project} {each.slug}')}" for each in components])


def _suggest_fleet(arguments: ComponentArguments) -> list[str]:
    """Return a line with the command that counts two folders if the arguments are folders, or else no line."""
    first, second, _ = arguments
    are_folders = first and second and os.path.isdir(first) and os.path.isdir(second)
    return [f"`fleet {first} {second}` counts several repositories."] if are_folders else []


def describe_missing_components(root: str, discovery: DiscoveryResult) -> str:
    """Return the error message for a directory without components."""
    reason = discovery.missing_reason or "--root names another directory"
    return f"no translation files are found in {os.path.abspath(root)}; {reason}"


def _select_matching_components(names: ComponentArguments, components: list[Component]) -> list[Component]:
    """Return the components that match the patterns. Raises TranstatsError if no component matches."""
    matching = names.find_matching(components)
    if not matching:
        existing = [each.full_name for each in components]
        pattern = "/".join(filter(None, (names.project, names.component)))
        similar = find_similar_name(pattern, existing)
        hint = f"; did you mean {similar}?" if similar else "."
        raise TranstatsError(f"{pattern} matches no component{hint} There are: {join_names(existing)}")
    return matching
