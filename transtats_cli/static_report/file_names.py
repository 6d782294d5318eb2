"""Convert names of projects, components and languages to names of directories that are safe on all systems."""

import re
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

_MAX_NAME_LENGTH = 60
_SAFE_NAME_PATTERN = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_@-]{{0,{_MAX_NAME_LENGTH - 1}}}", re.ASCII)
"""Names that are used unchanged. They contain no dot, so that they differ from the names of pages."""
_UNSAFE_CHARACTERS_PATTERN = re.compile(r"[^A-Za-z0-9_-]+", re.ASCII)
_RESERVED_NAME_PATTERN = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]", re.ASCII | re.IGNORECASE)
"""Names that Windows reserves for devices."""
_HASH_LENGTH = 12


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
