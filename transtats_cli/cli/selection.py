"""Determine the component of a command. If none is named, raise an error that lists the components."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from transtats_cli import settings
from transtats_cli.cli.options import Names
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.nearest import nearest
from transtats_cli.output.text import visible
from transtats_cli.scanning.discovery.lookup import survey

NOTHING = "no translation files are found in {}; --root names another directory"
_LISTED = 20


@contextmanager
def asked(names: Names, root: str, command: str, *, hint: str = "") -> Iterator[tuple[str, str]]:
    """Provide project and component. Raises TranstatsError with a list of components if none is named.

    If the Weblate client's default component does not exist, the error names the file that sets the default.
    """
    said = names.complete()
    if said is not None:
        yield said
        return
    if names.project is not None:
        raise _which(root, command, names.project.rstrip("/"), hint="")
    from transtats_cli.scanning.discovery.foreign.weblate import client

    by_default = client(root)
    if by_default.component is None:
        raise _which(root, command, None, hint)
    try:
        yield by_default.component
    except UnknownComponentError as error:
        raise TranstatsError(*error.lines, f"{by_default.origin} sets this default in `translation`") from error


def _which(root: str, command: str, project: str | None, hint: str) -> TranstatsError:
    """Return an error that lists the components of the project, or below the folder, or else all components."""
    found = survey(root, settings.load(root))
    directory = visible(os.path.abspath(root))
    if not found.components:
        return TranstatsError(NOTHING.format(directory), *found.problems)
    folder = os.path.join(os.path.abspath(root), project or "", "")
    chosen = [
        each
        for each in found.components
        if project in (None, each.project) or os.path.join(each.root, each.filemask).startswith(folder)
    ]
    if chosen:
        of_project = f" of {visible(project)}" if project else ""
        return _listing(f"no component{of_project} is given; there are:", chosen, command, [hint] if hint else [])
    meant = nearest(str(project), sorted({component.project for component in found.components}))
    question = f"did you mean {visible(meant)}? There are:" if meant else "there are:"
    title = f"{visible(str(project))}: no such project in {directory}; {question}"
    return _listing(title, found.components, command, found.problems)


def _listing(title: str, components: list[Component], command: str, rest: Iterable[str]) -> TranstatsError:
    lines = [
        f"  transtats {command} {visible(component.project)} {visible(component.slug)}"
        for component in components[:_LISTED]
    ]
    more = [f"  ... and {len(components) - _LISTED} more"] if len(components) > _LISTED else []
    return TranstatsError(title, *lines, *more, *rest)
