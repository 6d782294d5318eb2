"""Find files that contain the strings of all languages, such as the string catalogs of Xcode."""

from collections.abc import Container, Iterator

from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.candidates import ComponentCandidate
from transtats_cli.scanning.discovery.conventions.grouping import IGNORED_FOLDERS
from transtats_cli.scanning.discovery.projects import ProjectNames
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.settings import DISCOVERY_ORIGIN, Setting


def find_catalogs(
    tree: DirectoryTree, claimed_paths: Container[str], projects: ProjectNames | None = None
) -> Iterator[ComponentCandidate]:
    """Yield a candidate for each such file.

    Files that already belong to components, and files that contain the source language only, are skipped.
    """
    for folder, names in sorted(tree.all_names_by_folder.items()):
        if not IGNORED_FOLDERS.isdisjoint(folder.split("/")):
            continue
        for name in sorted(names):
            path = f"{folder}/{name}" if folder else name
            is_free = sniffing.is_multilingual_file(name) and path not in claimed_paths
            if is_free and sniffing.may_contain_translations(tree.to_absolute_path(path), tree.root):
                top = projects.find_scope(tree, path).folder if projects else ""
                mask = path.removeprefix(f"{top}/")
                yield ComponentCandidate(top, {"filemask": Setting(mask, DISCOVERY_ORIGIN)})
