"""Search a directory tree for components, and choose their names.

A component is described in a component.json file or a configuration file of another tool, or is derived from files.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.paths import broken_link_reason, relative_path
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.candidates import (
    define_catalogues,
    define_other_files,
    find_described_sets,
    read_described_sets,
)
from transtats_cli.scanning.discovery.definition import RULE_NAMED_AFTER_COMPONENT_JSON, ComponentNames, Definition
from transtats_cli.scanning.discovery.description import make_layer
from transtats_cli.scanning.discovery.folder_names import is_test_data
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.scanning.discovery.grouping import find_groups
from transtats_cli.scanning.discovery.groups import Group
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.left_out import list_left_out
from transtats_cli.scanning.discovery.projects import NamingScope, choose_names_of_sets, find_project_names
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask.folders import FolderListings, find_matches
from transtats_cli.settings.documents import COMPONENT_FILE, folders_upward
from transtats_cli.settings.layers import Settings, merge_layers


class TreeSearchResult(NamedTuple):
    """Result of the search of a directory tree: the components by name, and the files in no component."""

    definitions: dict[ComponentNames, Definition]
    hidden_names: frozenset[ComponentNames]
    """Names of components in test folders, if their project also has components in other folders."""
    find_left_out_files: Callable[[], list[LeftOutFile]]
    """Function that returns the translation files that are in no component, and the masks of test data."""
    problems: list[Problem]
    folder_links: tuple[str, ...] = ()
    """Paths of links to folders, which are not followed."""
    unmatched_patterns: Mapping[str, Sequence[str]] = {}
    """Patterns of excluded folders that match no folder, by their origin."""


def search_tree(
    root: str,
    settings: Settings,
    configured: Mapping[ComponentNames, Definition],
    listings: FolderListings | None = None,
    *,
    all_folders: bool = False,
) -> TreeSearchResult:
    """Return all components of a directory tree. `configured` contains the components that settings define.

    If several sources describe the same files, the first source in this order is used: settings, component.json,
    configuration files of other tools, paths and contents of the files.
    """
    patterns = settings.excluded_patterns()
    ignore_rules = IgnoreRules(root, chain.from_iterable(patterns.values()))
    tree = DirectoryTree(root, ignore_rules, listings, all_folders=all_folders)
    described = _find_sets_described_above(root, tree.problems)
    groups = find_groups(tree)
    projects = find_project_names(tree, settings, [group.any_path for group in groups])
    numbers: Counter[ComponentNames] = Counter()
    definitions: dict[ComponentNames, Definition] = {}
    for definition in _read_component_json_files(tree, projects.root_project):
        _add_definition(definitions, definition, numbers)
    definitions |= configured
    described += find_described_sets(tree, tree.problems)
    # The walk skips the folder of a component.json, but masks of other sets may match its files.
    has_other_files = bool(described or groups or tree.file_names_by_folder)
    used_paths: set[str] = set()
    for definition in (definitions if has_other_files else configured).values():
        used_paths |= _find_matching_files(tree, definition.root, _find_mask(settings, definition))
    found = [*_exclude_used_paths(tree, described, used_paths, ignore_rules)]
    left: dict[str, str] = {}
    found += _define_files(tree, lambda path: projects.find_scope(tree, path), groups, used_paths, left)
    described_names = set(definitions)
    for definition in choose_names_of_sets(tree, projects, found, definitions, settings):
        if definition.names not in configured:
            _add_definition(definitions, definition, numbers)
    found_names = definitions.keys() - described_names
    hidden = frozenset() if all_folders else _select_hidden_test_data(tree, definitions, found_names)

    def find_left_out_files() -> list[LeftOutFile]:
        used = set()
        for each in definitions.values():
            # The walk skips the folder of a component.json, so the files of such a component are not in the tree.
            if tree.broken_links or not each.has_component_json:
                used |= _find_matching_files(tree, each.root, _find_mask(settings, each))
        # The scan of a component reports the links that its mask matches.
        links = (tree.to_absolute_path(path) for path in tree.broken_links if path not in used)
        broken = {path: reason for path in links if (reason := broken_link_reason(path))}
        test_masks = (os.path.join(each.root, each.mask) for each in map(definitions.__getitem__, hidden))
        return list_left_out(tree, used, left | broken, test_masks)

    problems = [*tree.problems, *tree.unreadable_folders]
    unmatched = {
        origin: [each for each in several if each in ignore_rules.unmatched_patterns]
        for origin, several in patterns.items()
    }
    return TreeSearchResult(definitions, hidden, find_left_out_files, problems, tuple(tree.folder_links), unmatched)


def _exclude_used_paths(
    tree: DirectoryTree, described: Iterable[Definition], used_paths: set[str], ignore_rules: IgnoreRules
) -> Iterator[Definition]:
    """Yield the described sets that have files of their own, without the files of earlier sets.

    The files and the gettext templates of each set are added to `used_paths`.
    """
    for definition in described:
        files = _find_matching_files(tree, definition.root, definition.mask)
        # A .gitignore does not count, because many projects ignore the files that such a tool downloads.
        used_paths.update(filter(ignore_rules.excludes_file, files))
        if files - used_paths:
            used = (os.path.relpath(os.path.join(tree.root, path), definition.root) for path in files & used_paths)
            excluded = {*definition.excluded_paths, *(path.replace(os.sep, "/") for path in used)}
            yield definition._replace(excluded_paths=tuple(sorted(excluded)))
            used_paths |= files | _find_template_paths(tree, definition)


def find_sets_in_folder(folder: str) -> tuple[list[Definition], list[Problem]]:
    """Return the sets of translation files in and below one folder, and messages about errors.

    Configuration files above the folder are ignored.
    """
    tree, problems = DirectoryTree(folder, IgnoreRules(folder)), list[Problem]()
    described = list(find_described_sets(tree, problems))
    used_paths = {
        path
        for each in described
        for path in _find_matching_files(tree, each.root, each.mask) | _find_template_paths(tree, each)
    }
    scope = NamingScope("", "", os.path.basename(folder))
    found = [*described, *_define_files(tree, lambda path: scope, find_groups(tree), used_paths, {})]
    return found, problems if found else [*problems, *tree.unreadable_folders]


def _find_mask(settings: Settings, definition: Definition) -> str:
    layers = [*settings.applicable_layers(*definition.names), definition.settings_layer]
    return str(merge_layers(layers)["filemask"].value)


def _select_hidden_test_data(
    tree: DirectoryTree, definitions: Mapping[ComponentNames, Definition], found_names: Set[ComponentNames]
) -> frozenset[ComponentNames]:
    """Return the components with test data whose project, or the root around all projects, has other components.

    `found_names` are the components that neither the settings nor a component.json define.
    """
    test_data = {names for names in found_names if is_test_data(definitions[names].mask_below(tree.root))}

    def find_folder(names: ComponentNames) -> str:
        """Return the folder of the component's checkout, or `/` and its project. '' for the root of the tree."""
        definition = definitions[names]
        checkout = tree.find_checkout_folder(relative_path(definition.root, tree.root))
        is_in_root = tree.is_checkout or definition.root == tree.root
        return "" if is_in_root else checkout or f"/{definition.project}"

    have_others = set(map(find_folder, definitions.keys() - test_data)) if test_data else set()
    return frozenset(names for names in test_data if have_others and find_folder(names) in {"", *have_others})


def _add_definition(
    definitions: dict[ComponentNames, Definition], definition: Definition, numbers: Counter[ComponentNames]
) -> None:
    """Add a definition. If `definitions` contains its names, a number is appended to the name.

    For example, configuration files of other tools in several folders may contain the same names. `numbers` contains
    how many numbers were appended, by names.
    """
    names = definition.names
    while definition.names in definitions:
        numbers[names] += 1
        definition = definition._replace(slug=f"{names[1]}-{numbers[names] + 1}")
    definitions[definition.names] = definition


def _read_component_json_files(tree: DirectoryTree, project: str) -> Iterator[Definition]:
    # A component in PROJECT/COMPONENT keeps its name if another component would have an equal name.
    for folder, layer in sorted(tree.component_json_layers.items(), key=lambda pair: ("/" not in pair[0], pair[0])):
        first, _, rest = folder.partition("/")
        names = (first, rest) if rest else (project, folder or project)
        yield Definition(
            layer,
            COMPONENT_FILE,
            *names,
            root=tree.to_absolute_path(folder),
            link_boundary=tree.root,
            names_rule=RULE_NAMED_AFTER_COMPONENT_JSON,
        )


def _find_sets_described_above(root: str, problems: list[Problem]) -> list[Definition]:
    """Return the sets of files that configuration files of other tools above the root describe.

    The nearest folder above the root with such configuration files is used. Messages about errors are added to
    `problems`.
    """
    for folder in list(folders_upward(root))[1:]:
        if any(os.path.isfile(os.path.join(folder, document)) for document in READER_MODULES):
            try:
                return read_described_sets(DirectoryTree(folder, IgnoreRules(folder)), "", problems)
            except TranstatsError as error:
                problems.append(error.problem)
                return []
    return []


def _define_files(
    tree: DirectoryTree,
    find_scope: Callable[[str], NamingScope],
    groups: Iterable[Group],
    claimed_paths: Collection[str],
    left_out_reasons: dict[str, str],
) -> Iterator[Definition]:
    """Yield the definitions of the files in each component folder and each checkout, and then of all other files.

    Files that already belong to components are skipped. PO and XLIFF files in no group are added to `left_out_reasons`,
    by absolute path.
    """
    everything = find_scope("")
    paths_by_scope: defaultdict[NamingScope, list[str]] = defaultdict(list)
    for path in tree.list_files_below():
        if not path.endswith(".pot") and path not in claimed_paths:
            scope = find_scope(path)
            paths_by_scope[scope].append(path[len(scope.folder) + 1 :] if scope.folder else path)
    groups_by_scope: defaultdict[NamingScope, list[Group]] = defaultdict(list)
    for group in groups:
        scope = find_scope(group.any_path)
        scope = scope if group.mask.startswith(f"{scope.folder}/") else everything
        groups_by_scope[scope].append(group.relative_to(scope.folder))
    scopes = dict.fromkeys([*paths_by_scope, *groups_by_scope])
    scopes.pop(everything, None)
    for scope in [*scopes, everything]:
        place, inside = tree.open_folder(scope.folder), f"{scope.folder}/" if scope.folder else ""
        claimed = frozenset(path[len(inside) :] for path in claimed_paths if path.startswith(inside))
        definitions, reasons = define_catalogues(place, paths_by_scope[scope], claimed)
        if scope != everything and scope.component and not definitions:
            paths_by_scope[everything] += [inside + path for path in paths_by_scope[scope]]
        else:
            left_out_reasons |= {os.path.normpath(place.join(path)): reason for path, reason in reasons.items()}
            yield from definitions
        others, is_component_folder = groups_by_scope[scope], scope.component != ""
        if others:
            yield from define_other_files(place, others, claimed, is_component_folder=is_component_folder)
    for path in sorted(tree.list_names(sniffing.is_multilingual_file)):
        if path not in claimed_paths and sniffing.may_contain_translations(tree, path):
            top = find_scope(path).folder
            layer = make_layer({"filemask": path.removeprefix(f"{top}/")})
            yield Definition(layer, root=tree.to_absolute_path(top))


def _find_template_paths(tree: DirectoryTree, definition: Definition) -> set[str]:
    template = definition.settings_layer.get("new_base")
    return _find_matching_files(tree, definition.root, str(template.value)) if template else set()


def _find_matching_files(tree: DirectoryTree, folder: str, mask: str) -> set[str]:
    """Return the files in a folder that a mask matches, relative to the root of the tree.

    Paths that do not begin with the root are left out. Links are not resolved.
    """
    inside = os.path.join(tree.root, "")
    paths = (os.path.join(folder, path) for path, *_ in find_matches(folder, mask, tree.listings))
    return {path.removeprefix(inside) for path in paths if path.startswith(inside)}
