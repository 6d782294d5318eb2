"""Separate component names from revisions in the arguments of `diff` and `history`."""

import os
from collections.abc import Sequence

from transtats_cli.git import repository, revisions
from transtats_cli.git.process import GitError
from transtats_cli.selection.arguments import ComponentArguments, is_written_as_path
from transtats_cli.selection.selector import ComponentSelector


def split_names_and_revisions(
    selector: ComponentSelector, arguments: ComponentArguments, other_arguments: tuple[str | None, ...]
) -> tuple[ComponentArguments, list[str]]:
    """Return the arguments that select components, and the revisions.

    - With `--all`, or if the first argument is a range, all arguments are revisions.
    - If the first argument is `PROJECT/COMPONENT` or a path, all other arguments are revisions.
    - One or two arguments are revisions if the first is a revision, and no component, project or path has the names.
    - If the first argument is a folder or a project, and the second a revision and no component, all other arguments
      are revisions.
    - If the first argument is a pattern, and the second a revision, all other arguments are revisions, unless the two
      together match a component.
    - Otherwise the first two arguments are the project and the component, and all others are revisions.
    """
    project, component, select_all = arguments
    words = [word for word in (project, component, *other_arguments) if word is not None]
    if select_all or not words:
        return ComponentArguments(select_all=select_all), words
    first, *others = words
    if os.path.exists(first) and first != ".":
        if others and not is_written_as_path(first) and _is_revision_after_folder(selector, first, others[0]):
            # With a slash at the end, the folder is selected even if a project has the same name.
            return ComponentArguments(first if "/" in first else f"{first}/"), others
        is_one_word = not others or is_written_as_path(first)
    elif (".." in first and not first.startswith("../")) or _are_revisions_without_names(selector, words):
        return ComponentArguments(), words
    else:
        is_one_word = "/" in first.rstrip("/") or (
            bool(others) and _is_revision_after_names(selector, ComponentArguments(first, others[0]))
        )
    if is_one_word:
        return ComponentArguments(first), others
    return ComponentArguments(first, others[0] if others else None), others[1:]


def _is_revision_after_folder(selector: ComponentSelector, folder: str, text: str) -> bool:
    """Return True if `text`, the argument after the name of a folder, is a revision or a range.

    Return False if the folder contains a folder `text`, or if a project has the name of the folder and a component with
    the name `text`. In these cases, `text` is used as the name of a component.
    """
    root = selector.root
    if os.path.isdir(os.path.join(root, folder, text)) or not (".." in text or _is_revision(text, root)):
        return False
    return not (selector.is_project(folder) and selector.is_known(ComponentArguments(folder, text)))


def _is_revision_after_names(selector: ComponentSelector, names: ComponentArguments) -> bool:
    """Return True if the project in `names` is a pattern, a project or `.`, and the component is a revision or a range.

    Return False if the names match a component. In this case, both are names or patterns of names.
    """
    first, text = ComponentArguments(names.project), str(names.component)
    if not (".." in text or _is_revision(text, selector.root)):
        return False
    if first.is_pattern():
        return not names.find_matching(selector.survey.components)
    return (first.project == "." or selector.is_known(first)) and not selector.is_known(selector.replace_dot(names))


def _are_revisions_without_names(selector: ComponentSelector, words: Sequence[str]) -> bool:
    """Return True for one or two words, if the first is a revision, and they name no project and no component.

    The second may be a misspelt revision.
    """
    if len(words) > 2 or not _is_revision(words[0], selector.root):
        return False
    first, *others = words
    names = ComponentArguments(first, others[0] if others and "/" not in first else None)
    return not (selector.is_project(first) or selector.is_known(names))


def _is_revision(text: str, root: str) -> bool:
    found = repository.find_repository(root)
    if found is None or text in (".", "") or set("*?[") & set(text):
        return False
    try:
        revisions.find_commit(found, text)
    except GitError:
        return False
    return True
