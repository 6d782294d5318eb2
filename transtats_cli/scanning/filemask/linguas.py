"""Read `LINGUAS`, the list of languages that a GNU or Meson project ships, and compare it with the translations."""

import os
from collections.abc import Collection

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.problems import Problem
from transtats_cli.settings.documents import read_document


def read_linguas_beside(component: Component) -> set[str] | None:
    """Return the languages in the file LINGUAS in the folder of a component's translation files.

    None if there is no such file, or if the translation files are in several folders.
    """
    folder = component.filemask.rpartition("/")[0]
    if "*" in folder:
        return None
    path = os.path.join(component.root, folder, "LINGUAS")
    text = read_document(path, allowed_folder=component.link_boundary or component.root)
    return None if text is None else parse_linguas(text)


def parse_linguas(text: str) -> set[str]:
    return {code for line in text.split("\n") for code in line.partition("#")[0].split()}


def compare_with_linguas(
    component: Component, language_parts: Collection[str]
) -> tuple[tuple[Problem, ...], tuple[str, ...]]:
    """Compare LINGUAS with the files that have these language parts. Return warnings and notes.

    A warning is returned if LINGUAS lists languages that have no file. A note is returned for each
    language that LINGUAS does not list, or for an unreadable LINGUAS.
    """
    folder, _, name = component.filemask.rpartition("/")
    # LINGUAS lists the languages of files such as `po/de.po`, and not those of `po/app-*.po` in the same folder.
    if not name.startswith("*."):
        return (), ()
    try:
        listed = read_linguas_beside(component)
    except TranstatsError as error:
        return (), (str(error),)
    if listed is None:
        return (), ()
    shown = component.path_for_messages(os.path.join(folder, "LINGUAS"))
    # The source language needs no file.
    absent = sorted(listed.difference(language_parts, {component.source_language}))
    unlisted = sorted(set(language_parts) - listed)
    return (
        (Problem(shown, "lists languages that have no file", detail=", ".join(absent)),) if absent else (),
        tuple(f"{shown} does not list the language {part}, so it may not be shipped" for part in unlisted),
    )
