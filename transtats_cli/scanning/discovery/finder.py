"""Find layouts with the library translation-finder, for translation files that no rule in `layouts` covers.

No other module imports translation-finder.
"""

from collections.abc import Sequence

from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.scanning.discovery.layouts import FileLayout
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import find_matches


def propose_layouts(root: str, paths: Sequence[str], listings: FolderListings | None = None) -> list[FileLayout]:
    """Return the layouts that translation-finder proposes for these paths.

    Other files in the directory `root` are ignored.
    """
    # The library and the paths that it needs are heavy, and few trees have such files.
    from pathlib import PurePath

    from translation_finder import discover as propose

    listed = [(PurePath(root, path), PurePath(path), path) for path in paths]
    folders = {parent for _, relative, _ in listed for parent in relative.parents if parent.name}
    mock = (listed, [(PurePath(root, folder), folder, folder.as_posix()) for folder in sorted(folders)])
    known = frozenset(paths)
    found: dict[str, FileLayout] = {}
    for proposal in propose(root, mock=mock):
        mask = proposal.match.get("filemask", "")
        if proposal.match.get("file_format") not in FILE_FORMATS or "*" not in mask or mask in found:
            continue
        matched = {path: max(stars, key=len) for path, stars, _ in find_matches(root, mask, listings) if path in known}
        parts = {path: part for path, part in matched.items() if language_spellings.is_plausible_language(part)}
        if parts:
            found[mask] = FileLayout(mask, parts)
    return [found[mask] for mask in sorted(found)]
