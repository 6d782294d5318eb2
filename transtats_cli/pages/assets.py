"""Style sheet, scripts and icon of the pages."""

import os
from functools import cache
from hashlib import sha256

_FOLDER = os.path.join(os.path.dirname(__file__), "static")
EVENTS_SCRIPT = "live.js"
"""Script that updates open pages. It needs the events of a server."""
ASSETS = {
    "style.css": "text/css; charset=utf-8",
    EVENTS_SCRIPT: "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "tables.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
"""Media types of the assets by name."""


@cache
def read_asset(name: str) -> bytes:
    """Return the content of an asset. `name` must be a key of ASSETS."""
    with open(os.path.join(_FOLDER, name), "rb") as file:
        return file.read()


@cache
def asset_version(name: str) -> str:
    """Return a version of an asset: the first 12 hexadecimal digits of the hash of its content.

    Addresses contain the version, so browsers may cache an asset without a time limit.
    """
    return sha256(read_asset(name)).hexdigest()[:12]
