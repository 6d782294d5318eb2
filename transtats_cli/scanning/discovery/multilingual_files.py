"""Find files that contain the strings of all languages, such as the string catalogs of Xcode."""

from collections.abc import Callable, Container, Iterator

from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.description import make_layer
from transtats_cli.scanning.discovery.folder_names import is_build_output
from transtats_cli.scanning.discovery.projects import NamingScope
from transtats_cli.scanning.discovery.tree import DirectoryTree


def define_multilingual_files(
    tree: DirectoryTree, find_scope: Callable[[str], NamingScope], claimed_paths: Container[str]
) -> Iterator[Definition]:
    """Yield a definition of each such file.

    Files that already belong to components, and files that contain the source language only, are skipped.
    """
    for folder, names in sorted(tree.all_names_by_folder.items()):
        if is_build_output(folder):
            continue
        for name in sorted(names):
            path = f"{folder}/{name}" if folder else name
            is_free = sniffing.is_multilingual_file(name) and path not in claimed_paths
            if is_free and sniffing.may_contain_translations(tree.to_absolute_path(path), tree.root):
                top = find_scope(path).folder
                mask = path.removeprefix(f"{top}/")
                yield Definition(make_layer({"filemask": mask}), root=tree.to_absolute_path(top))
