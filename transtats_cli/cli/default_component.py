"""Find the component for a command without component names. Error messages list the components that exist."""

import os
import shlex
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

import click
from click.core import ParameterSource

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.nearest import find_similar_name
from transtats_cli.output.text import escape_controls
from transtats_cli.paths import is_below
from transtats_cli.scanning.discovery.lookup import DiscoveryResult, survey_components
from transtats_cli.settings.client_config import read_client_settings

MAX_LISTED_COMPONENTS = 20
"""Maximum number of components that an error message lists."""


@contextmanager
def provide_default_component(
    project: str | None, root: str, command_name: str, *, accepts_several: bool
) -> Iterator[tuple[str, str]]:
    """Context manager that provides the names of the project and the component for a command without a component.

    If `project` is given, the names are those of the only component of this project. Otherwise they are those of the
    default component of the Weblate client. If there is no default, they are those of the only component. Raises
    TranstatsError with a list of components if there are several components. If the `with` block raises
    UnknownComponentError for the default component, the error is replaced by one that also contains the name of the
    file with the default.

    If `accepts_several` is True, the last line of the error contains the arguments that select several components.
    """
    if project is not None:
        project = project.rstrip("/")
        only = _find_only_component(root, project)
        if only is None:
            raise _create_missing_name_error(root, command_name, project, accepts_several=accepts_several)
        yield only
        return
    default = read_client_settings(root)
    if default.default_names is None:
        only = _find_only_component(root)
        if only is None:
            raise _create_missing_name_error(root, command_name, None, accepts_several=accepts_several)
        yield only
        return
    try:
        yield default.default_names
    except UnknownComponentError as error:
        raise TranstatsError(
            *error.lines, f"{default.default_names_origin} sets this default in `translation`"
        ) from error


def _find_only_component(root: str, project: str | None = None) -> tuple[str, str] | None:
    """Return the names of the only component, or of the only component of a project.

    Return None if there are several components or errors.
    """
    discovery = survey_components(root, settings.load_settings(root))
    names = [(each.project, each.slug) for each in discovery.components if project in (None, each.project)]
    return names[0] if len(names) == 1 and not discovery.problems else None


def describe_missing_components(root: str, discovery: DiscoveryResult) -> str:
    """Return the error message for a directory without components."""
    reason = escape_controls(discovery.missing_reason) or "--root names another directory"
    return f"no translation files are found in {escape_controls(os.path.abspath(root))}; {reason}"


def _create_missing_name_error(
    root: str, command_name: str, project: str | None, *, accepts_several: bool
) -> TranstatsError:
    """Return an error with a list of the components that `project` may refer to.

    These are the components of this project, the components with files in the folder `project`, and the components
    whose names begin with `project/`. If there are none, or if `project` is None, the error lists all components. If
    `accepts_several` is True, the last line contains the arguments that select several components.
    """
    discovery = survey_components(root, settings.load_settings(root))
    directory = escape_controls(os.path.abspath(root))
    if not discovery.components:
        return TranstatsError(describe_missing_components(root, discovery), *discovery.problems)
    folder = os.path.join(os.path.abspath(root), project or "", "")
    candidates = [
        each
        for each in discovery.components
        if project in (None, each.project)
        or each.slug.startswith(f"{project}/")
        or os.path.join(each.root, each.filemask).startswith(folder)
    ]
    if candidates:
        of_project = f" of {escape_controls(project)}" if project else ""
        title = f"no component{of_project} is given; there are:"
        last_lines = [_describe_selection_options(candidates, project, root)] if accepts_several else []
        return _create_list_error(title, candidates, command_name, last_lines)
    similar = find_similar_name(str(project), sorted({component.project for component in discovery.components}))
    suggestion = f"did you mean {escape_controls(similar)}? There are:" if similar else "there are:"
    title = f"{escape_controls(str(project))}: no such project in {directory}; {suggestion}"
    listed = _create_list_error(title, discovery.components, command_name, discovery.problems)
    return UnknownComponentError(*listed.lines)


def _describe_selection_options(candidates: Iterable[Component], project: str | None, root: str) -> str:
    """Return the last line of a message with a list of components: the arguments that select several components."""
    if any(each.project == project or each.slug.startswith(f"{project}/") for each in candidates):
        pattern = shlex.quote(f"{escape_controls(str(project))}/*")
        return f"`{pattern}` selects these components, and `--all` all components."
    top, current = os.path.realpath(root), os.path.realpath(".")
    here = ", and `./` those in the current directory" if current != top and is_below(current, top) else ""
    return f"`--all` selects all components{here}."


def _list_needed_options() -> Iterator[str]:
    """Yield the options of the current command line without which a suggested command would not run."""
    context = click.get_current_context()
    for option in context.command.params:
        is_needed = isinstance(option, click.Option) and (option.required or option.name == "root")
        if is_needed and context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE:
            yield f" {option.opts[0]} {shlex.quote(str(context.params[str(option.name)]))}"


def _create_list_error(
    title: str, components: Collection[Component], command_name: str, last_lines: Iterable[object]
) -> TranstatsError:
    options = escape_controls("".join(_list_needed_options()))
    lines = [
        f"  transtats {command_name} {escape_controls(each.project)} {escape_controls(each.slug)}{options}"
        for each in components
    ]
    more = [f"  ... and {len(lines) - MAX_LISTED_COMPONENTS} more"] if len(lines) > MAX_LISTED_COMPONENTS else []
    return TranstatsError(title, *lines[:MAX_LISTED_COMPONENTS], *more, *last_lines)
