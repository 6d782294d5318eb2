"""Separate component names from revisions in the arguments of `diff` and `history`."""

import os
from collections.abc import Sequence

from transtats_cli import settings
from transtats_cli.cli.component_selection import (
    find_matching_components,
    is_known_name,
    is_written_as_path,
    replace_dot_with_project,
)
from transtats_cli.cli.options import ComponentArguments
from transtats_cli.git import repository, revisions
from transtats_cli.git.process import GitError
from transtats_cli.scanning.discovery.lookup import survey_components

_NO_COMPONENT_ARGUMENTS = ComponentArguments(None, None)


def split_names_and_revisions(
    names: ComponentArguments, other_arguments: tuple[str | None, ...], select_all: bool, root: str
) -> tuple[ComponentArguments, list[str]]:
    """Return the component names and the revisions.

    - With `--all`, or if the first argument is a range, all arguments are revisions.
    - If the first argument is `PROJECT/COMPONENT` or a path, all other arguments are revisions.
    - One or two arguments are revisions if there are such revisions, and no component, project or path of the name.
    - If the first argument is a folder or a project, and the second a revision and no component, all other arguments
      are revisions.
    - If the first argument is a pattern, and the second a revision, all other arguments are revisions, unless the two
      together match a component.
    - Otherwise the first two arguments are the project and the component, and all others are revisions.
    """
    words = [word for word in (*names, *other_arguments) if word is not None]
    if select_all or not words:
        return _NO_COMPONENT_ARGUMENTS, words
    first, *others = words
    if os.path.exists(first) and first != ".":
        if others and not is_written_as_path(first) and _is_revision_after_folder(first, others[0], root):
            # With a slash at the end, the folder is selected even if a project has the same name.
            return ComponentArguments(first if "/" in first else f"{first}/", None), others
        is_one_word = not others or is_written_as_path(first)
    elif (".." in first and not first.startswith("../")) or _are_revisions_without_names(words, root):
        return _NO_COMPONENT_ARGUMENTS, words
    else:
        is_one_word = "/" in first.rstrip("/") or (
            bool(others) and _is_revision_after_names(ComponentArguments(first, others[0]), root)
        )
    if is_one_word:
        return ComponentArguments(first, None), others
    return ComponentArguments(first, others[0] if others else None), others[1:]


def _is_revision_after_folder(folder: str, text: str, root: str) -> bool:
    """Return True if `text`, the argument after the name of a folder, is a revision or a range.

    Return False if the folder contains a folder `text`, or if a project has the name of the folder and a component with
    the name `text`. In these cases, `text` is used as the name of a component.
    """
    if os.path.isdir(os.path.join(root, folder, text)) or not (".." in text or _is_revision(text, root)):
        return False
    return not (_is_project_name(folder, root) and is_known_name(ComponentArguments(folder, text), root))


def _is_revision_after_names(names: ComponentArguments, root: str) -> bool:
    """Return True if the project in `names` is a pattern or a project, and the component is a revision or a range.

    Return False if the names match a component. In this case, both are names or patterns of names.
    """
    names = replace_dot_with_project(names, root)
    first, text = ComponentArguments(names.project, None), str(names.component)
    if not (".." in text or _is_revision(text, root)):
        return False
    if first.is_pattern():
        return not find_matching_components(names, survey_components(root, settings.load_settings(root)).components)
    return is_known_name(first, root) and not is_known_name(names, root)


def _are_revisions_without_names(words: Sequence[str], root: str) -> bool:
    """Return True for one or two revisions that are not the names of a project and a component."""
    if len(words) > 2 or not all(_is_revision(word, root) for word in words):
        return False
    first, *others = words
    names = ComponentArguments(first, others[0] if others and "/" not in first else None)
    return not (_is_project_name(first, root) or is_known_name(names, root))


def _is_project_name(name: str, root: str) -> bool:
    return any(each.project == name for each in survey_components(root, settings.load_settings(root)).components)


def _is_revision(text: str, root: str) -> bool:
    found = repository.find_repository(root)
    if found is None or text in (".", "") or set("*?[") & set(text):
        return False
    try:
        revisions.find_commit(found, text)
    except GitError:
        return False
    return True
