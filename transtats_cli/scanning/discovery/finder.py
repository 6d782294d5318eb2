"""Find groups with the library translation-finder, for PO and XLIFF files that no rule in `groups` covers.

No other module imports translation-finder.
"""

from collections.abc import Sequence

from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.scanning.discovery.groups import Group
from transtats_cli.scanning.discovery.tree import Folder
from transtats_cli.scanning.filemask import language_spellings


def propose_groups(folder: Folder, paths: Sequence[str]) -> list[Group]:
    """Return the groups that translation-finder proposes for these paths. Other files in the folder are ignored."""
    # The library and the paths that it needs are heavy, and few trees have such files.
    from pathlib import PurePath

    from translation_finder import discover as propose

    listed = [(PurePath(folder.root, path), PurePath(path), path) for path in paths]
    parents = {parent for _, relative, _ in listed for parent in relative.parents if parent.name}
    mock = (listed, [(PurePath(folder.root, parent), parent, parent.as_posix()) for parent in sorted(parents)])
    known = frozenset(paths)
    found: dict[str, Group] = {}
    for proposal in propose(folder.root, mock=mock):
        mask = proposal.match.get("filemask", "")
        if proposal.match.get("file_format") not in FILE_FORMATS or "*" not in mask or mask in found:
            continue
        matched = {path: max(stars, key=len) for path, stars in folder.match(mask) if path in known}
        parts = {path: part for path, part in matched.items() if language_spellings.is_plausible_language(part)}
        if parts:
            found[mask] = Group(mask, parts)
    return [found[mask] for mask in sorted(found)]
