"""Build step for the metadata: addresses of the project, and links of the README that work on an index page.

The project has no address of its own. Whoever publishes it sets `TRANSTATS_REPOSITORY` to the address of the
repository, such as `https://git.example.org/OWNER/transtats`. The forge must show the file `README.md` of the tag
`v1.0` at `ADDRESS/blob/v1.0/README.md`, and its content at `ADDRESS/raw/v1.0/README.md`. Without the variable, the
metadata has no addresses, and the links stay relative.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "TRANSTATS_REPOSITORY"
_ADDRESS = re.compile(r"https://[^\s/?#@]+(?:/[^\s/?#]+)+")
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")
_CODE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)


class ProjectMetadata(MetadataHookInterface):
    """Metadata hook that hatchling calls for the fields `readme` and `urls`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README and the addresses. Raises ValueError if the variable is no address of a repository."""
        root = Path(self.root)
        readme = (root / "README.md").read_text(encoding="utf-8")
        address = os.environ.get(VARIABLE, "").rstrip("/")
        if not address:
            print(f"{VARIABLE} is not set: the metadata has no addresses of the project", file=sys.stderr)
        elif not _ADDRESS.fullmatch(address):
            raise ValueError(f"{VARIABLE} must be an address like https://git.example.org/OWNER/transtats")
        else:
            tag = f"v{_version(root)}"
            metadata["urls"] = urls(address, tag)
            readme = with_absolute_links(readme, address, tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def urls(address: str, tag: str) -> dict[str, str]:
    """Return the addresses of the project by label."""
    return {
        "Repository": address,
        "Documentation": f"{address}/blob/{tag}/docs/index.md",
        "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def with_absolute_links(text: str, address: str, tag: str) -> str:
    """Return Markdown with absolute links and pictures. Blocks of code stay as they are."""

    def absolute(link: re.Match[str]) -> str:
        mark, label, path = link.groups()
        return f"{mark}{label}({address}/{'raw' if mark else 'blob'}/{tag}/{path})"

    parts = _CODE.split(text)
    # The parts at odd positions are the blocks of code.
    parts[::2] = (_LINK.sub(absolute, part) for part in parts[::2])
    return "".join(parts)


def _version(root: Path) -> str:
    found = _VERSION.search((root / "transtats_cli" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError("transtats_cli/__init__.py contains no version")
    return found[1]
