"""Groups of components by the folder of their files, for subtotals in tables of many components."""

import os
from collections.abc import Sequence
from typing import TypeVar

from transtats_cli.report import Report

_Item = TypeVar("_Item")

MAX_COMPONENTS_WITHOUT_SUBTOTALS = 20


def find_file_mask(report: Report) -> str:
    """Return the file mask of a component as a path relative to its `link_boundary`.

    If the component has no `link_boundary`, the path is relative to its root.
    """
    component = report.component
    root, boundary = component.root, component.link_boundary or component.root
    inside = os.path.join(boundary, "")
    # There may be thousands of components, and `relpath` is slow.
    folder = root.removeprefix(inside) if root.startswith(inside) else os.path.relpath(root, boundary)
    return component.filemask if folder == os.curdir else f"{folder}/{component.filemask}"


def group_by_folder(items: Sequence[_Item], masks: Sequence[str]) -> dict[str, list[_Item]]:
    """Return the items of each folder, sorted by folder: the first one below the folder that all masks share.

    Empty if there are few items, if all are in the same folder, or if each has a folder of its own.
    """
    folders = [os.path.dirname(mask.partition("*")[0]).split("/") for mask in masks]
    if len(items) <= MAX_COMPONENTS_WITHOUT_SUBTOTALS or len({*map(tuple, folders)}) == 1:
        return {}
    depth = 0
    while len({tuple(folder[: depth + 1]) for folder in folders}) == 1:
        depth += 1
    groups: dict[str, list[_Item]] = {}
    for item, folder in zip(items, folders, strict=True):
        groups.setdefault("/".join(folder[: depth + 1]), []).append(item)
    return dict(sorted(groups.items())) if 1 < len(groups) < len(items) else {}
