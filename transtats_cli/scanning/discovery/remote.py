"""Name of a repository on its server, from the address of its remote. Git is not run."""

import os
import re

from transtats_cli import regular_file

_MAX_CONFIG_BYTES = 1_000_000
"""Maximum number of bytes of a configuration file that are read."""
_MAX_NAME_LENGTH = 100
# Compiled on first use, because the root of most runs is not the top of a work tree.
_SECTION_REGEX = r'\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]'
_URL_REGEX = r"(?i)\s*url\s*=\s*(.*)"


def read_repository_name(folder: str) -> str:
    """Return the last part of the address of the remote, without `.git`, such as `shop` for `git@host:org/shop.git`.

    `folder` is the top of a work tree. The remote is `origin`, or else the only remote. Return '' if there is no such
    remote, or if its address has no path.
    """
    directory = _find_git_directory(folder)
    name = _last_path_segment(_find_address(_read_git_file(os.path.join(directory, "config")))) if directory else ""
    return name if len(name) <= _MAX_NAME_LENGTH else ""


def _find_git_directory(folder: str) -> str:
    marker = os.path.join(folder, ".git")
    if os.path.isdir(marker):
        return marker
    content = _read_git_file(marker).partition("\n")[0]
    if not content.startswith("gitdir: "):
        return ""
    directory = os.path.join(folder, content.removeprefix("gitdir: ").strip())
    shared = _read_git_file(os.path.join(directory, "commondir")).partition("\n")[0]
    return os.path.join(directory, shared) if shared else directory


def _find_address(git_config: str) -> str:
    """Return the first address of the remote `origin` in a git configuration, or else of the only remote, or ''."""
    addresses: dict[str, str] = {}
    remote: str | None = None
    for line in git_config.split("\n"):
        section = re.match(_SECTION_REGEX, line)
        if section:
            remote = section[2] if section[1].lower() == "remote" else None
            line = line[section.end() :]
        url = re.match(_URL_REGEX, line) if remote is not None else None
        if url and remote is not None:
            addresses.setdefault(remote, re.split(r"\s[#;]", url[1])[0].strip().strip('"'))
    return min(addresses.values()) if len(addresses) == 1 else addresses.get("origin", "")


def _last_path_segment(address: str) -> str:
    scheme, separator, rest = address.partition("://")
    # The part before the path can contain a password.
    path = rest.partition("/")[2] if separator else re.sub(r"^[^/\\]*:", "", scheme)
    path = path.rstrip("/\\")
    if path.endswith(("/.git", "\\.git")):
        path = path[: -len("/.git")].rstrip("/\\")
    name = re.split(r"[/\\]", path)[-1]
    return name.removesuffix(".git").removesuffix(".bundle")


def _read_git_file(path: str) -> str:
    """Return the text of a file in the git directory. '' if the file does not exist, or is a pipe or a device."""
    try:
        return regular_file.read_regular_file(path, _MAX_CONFIG_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
