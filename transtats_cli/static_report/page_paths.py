"""Paths of the pages of a static report, relative to its directory, and the links between the pages.

Paths contain slashes on all systems. Names of directories are safe on all systems.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from transtats_cli.pages.badges import Badge
from transtats_cli.pages.links import Links, Place
from transtats_cli.report import NO_COMPONENT, Report

_MAX_NAME_LENGTH = 60
_SAFE_NAME_PATTERN = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_@-]{{0,{_MAX_NAME_LENGTH - 1}}}", re.ASCII)
"""Names that are used unchanged. They contain no dot, so that they differ from the names of pages."""
_UNSAFE_CHARACTERS_PATTERN = re.compile(r"[^A-Za-z0-9_-]+", re.ASCII)
_RESERVED_NAME_PATTERN = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]", re.ASCII | re.IGNORECASE)
"""Names that Windows reserves for devices."""
_HASH_LENGTH = 12
_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self' file:; img-src 'self' file:; script-src 'self' file:; base-uri 'none';"
    " form-action 'self' file:"
)
"""Content-Security-Policy of the pages. Some browsers do not count the files of a directory as one origin."""
_REPORT_ADDRESS = "ADDRESS"
"""Text in place of the address of the report, which the pages do not know. A script replaces it."""
StringPaths = Mapping[tuple[str, ...], Mapping[str, str]]
"""Paths of the pages of strings. The outer key is the project, the component and the language code; the inner key is
the query. A path may end with `#` and the fragment of a string."""
BADGE_NAME = "badge.svg"
LIST_PAGE_NAMES = {"": "all", "is:untranslated": "unfinished", "has:check": "failing", "is:outdated": "outdated"}


class PagePaths(NamedTuple):
    """Paths of all pages, built from the directory names of projects, components and languages."""

    project_directories: Mapping[str, str]
    """Directory names by project."""
    component_directories: Mapping[tuple[str, str], str]
    """Directory names by project and component."""
    language_directories: Mapping[str, str]
    """Directory names by language code."""
    changes_title: str = ""
    """Title of links to the pages of changes. Empty if the report has none."""
    state: str = ""
    """Commit and day of the files, for the end of each page."""

    def find(self, place: Place, file_name: str = "index.html") -> str:
        """Return the path of the page of a place, or of another file in the folder of this page."""
        return "/".join([*self._find_folder(place), file_name])

    def _find_folder(self, place: Place) -> list[str]:
        match place:
            case ("languages", code):
                return ["languages", self.language_directories[code]]
            case ("projects", project, *names):
                folder = ["projects", self.project_directories[project]]
                if names:
                    is_component = names[0] != NO_COMPONENT
                    folder += (
                        ["components", self.component_directories[project, names[0]]] if is_component else ["languages"]
                    )
                return folder + [self.language_directories[code] for code in names[1:]]
            case ("changes", *names, last, code) if last == NO_COMPONENT:
                return [
                    *self._find_folder(("projects", *names, last, code) if names else ("languages", code)),
                    "changes",
                ]
            case ("changes", *names):
                return ["changes", *self._find_folder(("projects", *names))[1:]] if names else ["changes"]
        return list(place)


def make_links(paths: PagePaths, string_paths: StringPaths, page_path: str, *, shows_dates: bool = False) -> Links:
    """Return the links of a page. `page_path` is the path of the page."""

    @cache
    def find_address(place: Place, query: str) -> str:
        path = string_paths.get(place[1:], {}).get(query, "") if place[:1] == ("translate",) else paths.find(place)
        return relative_address(path, page_path) if path else ""

    def find_badge(place: Place) -> Badge:
        path = paths.find(place, BADGE_NAME)
        picture = relative_address(path, page_path)
        return Badge(picture, f"{_REPORT_ADDRESS}/{path}", f"{_REPORT_ADDRESS}/{paths.find(place)}")

    return Links(
        "../" * page_path.count("/"),
        find_address,
        shows_dates=shows_dates,
        script_names=("keys.js", "tables.js", "choices.js"),
        changes_title=paths.changes_title,
        state=paths.state,
        content_security_policy=_CONTENT_SECURITY_POLICY,
        find_badge=find_badge,
    )


def make_page_paths(reports: Iterable[Report]) -> PagePaths:
    """Choose the directory names for all projects, components and languages of the reports."""
    slugs: dict[str, list[str]] = {}
    codes: set[str] = set()
    for report in reports:
        slugs.setdefault(report.component.project, []).append(report.component.slug)
        codes.update(record.language.code for record in report.records)
    return PagePaths(
        make_file_names(slugs),
        {
            (project, slug): name
            for project, members in slugs.items()
            for slug, name in make_file_names(members).items()
        },
        make_file_names(codes),
    )


def number_path(path: str, page_number: int) -> str:
    """Return the path of one page of a long table or list: `index.html`, `index-2.html`.

    `path` is the path of the first page, and page numbers begin with 1.
    """
    return path if page_number == 1 else f"{path.removesuffix('.html')}-{page_number}.html"


def relative_address(path: str, from_page: str) -> str:
    """Return the address of a path for links in another page. Both arguments are relative to the report.

    The address is relative to the folder of `from_page`. The characters of paths need no escapes in addresses.
    """
    # Ten times as fast as `posixpath.relpath`, which took a tenth of the time of a report.
    parts, folders = path.split("/"), from_page.split("/")[:-1]
    common = 0
    while common < len(folders) and common < len(parts) - 1 and folders[common] == parts[common]:
        common += 1
    return "../" * (len(folders) - common) + "/".join(parts[common:])


def make_file_names(names: Iterable[str]) -> dict[str, str]:
    """Return a dictionary with a directory name for each name. A safe name is its own directory name.

    If a name is too long, is reserved on Windows, or contains a character that is unsafe in paths or addresses, its
    directory name ends with `~` and a hash. The same applies to names that differ only in the case of letters, because
    some file systems do not distinguish them.
    """
    distinct = set(names)
    spellings = Counter(name.casefold() for name in distinct if _is_safe(name))
    return {
        name: name if _is_safe(name) and spellings[name.casefold()] == 1 else _make_hashed_name(name)
        for name in distinct
    }


def _is_safe(name: str) -> bool:
    return bool(_SAFE_NAME_PATTERN.fullmatch(name)) and not _RESERVED_NAME_PATTERN.fullmatch(name)


def _make_hashed_name(name: str) -> str:
    digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    readable = _UNSAFE_CHARACTERS_PATTERN.sub("-", name[:_MAX_NAME_LENGTH]).strip("-_") or "x"
    return f"{readable}~{digest[:_HASH_LENGTH]}"
