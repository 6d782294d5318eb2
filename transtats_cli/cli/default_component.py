"""Find the component for a command without component names. Error messages list the components that exist."""

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.nearest import find_similar_name
from transtats_cli.output.text import escape_controls
from transtats_cli.scanning.discovery.lookup import survey_components

MAX_LISTED_COMPONENTS = 20
"""Maximum number of components that an error message lists."""


@contextmanager
def provide_default_component(
    project: str | None, root: str, command_name: str, hint: str
) -> Iterator[tuple[str, str]]:
    """Context manager that provides the names of the project and the component for a command without a component.

    The names are those of the default component of the Weblate client. If there is no default, they are those of the
    only component. Raises TranstatsError with a list of components if there are several components, or if `project` is
    given. If the `with` block raises UnknownComponentError for the default component, the error is replaced by one that
    also contains the name of the file with the default.
    """
    if project is not None:
        raise _create_missing_name_error(root, command_name, project.rstrip("/"), hint="")
    from transtats_cli.scanning.discovery.foreign.weblate import read_client_settings

    default = read_client_settings(root)
    if default.default_names is None:
        only = _find_only_component(root)
        if only is None:
            raise _create_missing_name_error(root, command_name, None, hint)
        yield only
        return
    try:
        yield default.default_names
    except UnknownComponentError as error:
        raise TranstatsError(
            *error.lines, f"{default.default_names_origin} sets this default in `translation`"
        ) from error


def _find_only_component(root: str) -> tuple[str, str] | None:
    """Return the names of the only component. Return None if there are several components or errors."""
    discovery = survey_components(root, settings.load_settings(root))
    names = [(each.project, each.slug) for each in discovery.components]
    return names[0] if len(names) == 1 and not discovery.problems else None


def describe_missing_components(directory: str) -> str:
    """Return the error message for a directory without components."""
    return f"no translation files are found in {directory}; --root names another directory"


def _create_missing_name_error(root: str, command_name: str, project: str | None, hint: str) -> TranstatsError:
    """Return an error with a list of the components that `project` may refer to.

    These are the components of this project, the components with files in the folder `project`, and the components
    whose names begin with `project/`. If there are none, or if `project` is None, the error lists all components.
    `hint` is the last line of the error.
    """
    discovery = survey_components(root, settings.load_settings(root))
    directory = escape_controls(os.path.abspath(root))
    if not discovery.components:
        return TranstatsError(describe_missing_components(directory), *discovery.problems)
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
        return _create_list_error(title, candidates, command_name, [hint] if hint else [])
    similar = find_similar_name(str(project), sorted({component.project for component in discovery.components}))
    suggestion = f"did you mean {escape_controls(similar)}? There are:" if similar else "there are:"
    title = f"{escape_controls(str(project))}: no such project in {directory}; {suggestion}"
    return _create_list_error(title, discovery.components, command_name, discovery.problems)


def _create_list_error(
    title: str, components: Collection[Component], command_name: str, last_lines: Iterable[str]
) -> TranstatsError:
    lines = [
        f"  transtats {command_name} {escape_controls(each.project)} {escape_controls(each.slug)}"
        for each in components
    ]
    more = [f"  ... and {len(lines) - MAX_LISTED_COMPONENTS} more"] if len(lines) > MAX_LISTED_COMPONENTS else []
    return TranstatsError(title, *lines[:MAX_LISTED_COMPONENTS], *more, *last_lines)
