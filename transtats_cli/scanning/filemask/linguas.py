"""Read `LINGUAS`, the list of languages that a GNU or Meson project ships, and compare it with the translations."""

import os
from collections.abc import Collection

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.settings.documents import read


def listed_beside(component: Component) -> set[str] | None:
    """Return the languages in the file LINGUAS beside a component's translation files.

    None if there is no such file.
    """
    folder = component.filemask.rpartition("/")[0]
    if "*" in folder:
        return None
    path = os.path.join(component.root, folder, "LINGUAS")
    text = read(path, within=component.boundary or component.root)
    return None if text is None else listed_in(text)


def listed_in(text: str) -> set[str]:
    """Return the languages that the text of a LINGUAS file lists."""
    return {code for line in text.splitlines() for code in line.partition("#")[0].split()}


def notes(component: Component, parts: Collection[str]) -> list[str]:
    """Return a note for each language that is only in LINGUAS, or only in the translation files.

    `parts` are the languages of the translation files, as written in the paths.
    """
    folder = component.filemask.rpartition("/")[0]
    try:
        listed = listed_beside(component)
    except TranstatsError as error:
        return [str(error)]
    if listed is None:
        return []
    shown = component.from_here(os.path.join(folder, "LINGUAS"))
    return [
        *(f"{shown} lists {code}, but there is no file for it" for code in sorted(listed.difference(parts))),
        *(f"{shown} does not list {part}, so it may not be shipped" for part in sorted(set(parts) - listed)),
    ]
