"""`LINGUAS`, the list of languages that a GNU or Meson project ships."""

import os
from collections.abc import Collection

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.settings.documents import read


def notes(component: Component, parts: Collection[str]) -> list[str]:
    """What the list beside a component's files says otherwise than the files with these language parts."""
    folder = component.filemask.rpartition("/")[0]
    if "*" in folder:
        return []
    path = os.path.join(component.root, folder, "LINGUAS")
    try:
        text = read(path, within=component.boundary or component.root)
    except TranstatsError as error:
        return [str(error)]
    if text is None:
        return []
    listed = {code for line in text.splitlines() for code in line.partition("#")[0].split()}
    shown = f"{folder}/LINGUAS" if folder else "LINGUAS"
    return [
        *(f"{shown} lists {code}, but there is no file for it" for code in sorted(listed.difference(parts))),
        *(f"{shown} does not list {part}, so it may not be shipped" for part in sorted(set(parts) - listed)),
    ]
