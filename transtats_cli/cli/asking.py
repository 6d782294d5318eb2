"""What there is to ask for, where a user names nothing."""

import os

from transtats_cli import settings
from transtats_cli.cli.options import Names
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery import survey

NOTHING = "no translation files are found in {}; --root names another directory"
_LISTED = 20


def named(names: Names, root: str, command: str, *, hint: str = "") -> tuple[str, str]:
    """Project and component; raises TranstatsError with all there are where none is named."""
    return names.complete(root) or _ask(root, command, hint)


def _ask(root: str, command: str, hint: str) -> tuple[str, str]:
    found = survey(root, settings.load(root))
    if not found.components:
        raise TranstatsError("\n".join([NOTHING.format(os.path.abspath(root)), *found.problems]))
    lines = [f"  transtats {command} {component.project} {component.slug}" for component in found.components[:_LISTED]]
    more = [f"  ... and {len(found.components) - _LISTED} more"] if len(found.components) > _LISTED else []
    raise TranstatsError("\n".join(["which component? There are:", *lines, *more, *([hint] if hint else [])]))
