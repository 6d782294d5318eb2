"""Bring the roots of a fleet to this machine: directories, archives, git repositories and remote files.

`addresses` parses addresses and reads lists of addresses. `opening` opens a root. `clones`, `tar_archives`,
`zip_archives` and `remote` read the members of a root, and `writing` writes the members that a scan needs, according
to `selection`. `limits` contains the limits and the errors. `content_key` computes a digest of the files.
"""

from transtats_cli.fleet.roots.addresses import (
    list_roots,
    make_absolute,
    mask_address,
    mask_message,
    normalize_address,
)
from transtats_cli.fleet.roots.limits import RootError, RootLimits
from transtats_cli.fleet.roots.opening import RootFolder, open_root

__all__ = [
    "RootError",
    "RootFolder",
    "RootLimits",
    "list_roots",
    "make_absolute",
    "mask_address",
    "mask_message",
    "normalize_address",
    "open_root",
]
