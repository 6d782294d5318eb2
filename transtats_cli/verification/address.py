"""Parse the address of a server, and find its token.

The token is in the environment, or in the configuration of Weblate's command-line client. A token is never printed, and
is not part of the command line. A configuration file contains each token with the address of a server, and the token is
used for this server only.
"""

import configparser
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from transtats_cli.errors import TranstatsError
from transtats_cli.settings.documents import client_config_files, is_trusted

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ADDRESS_ADVICE = "give an address like https://weblate.example.org/"
TOKEN_VARIABLES = ("TRANSTATS_TOKEN", "WLC_KEY")
"""Environment variables with a token, the preferred one first."""
_KEYS_SECTION = "keys"
_MAX_FILE_BYTES = 1_000_000


class RemoteAddress(NamedTuple):
    """Parsed address of a Weblate server and its API."""

    scheme: str
    host: str
    port: int
    path: str
    """Path of the API, such as `/api/`."""

    @property
    def origin(self) -> str:
        """Scheme, host and port, without the default port: `https://weblate.example.org`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def api_url(self) -> str:
        return f"{self.origin}{self.path}"

    @property
    def is_loopback(self) -> bool:
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def sends_clear_text(self) -> bool:
        """True if others can read the requests on their way to the server."""
        return self.scheme == "http" and not self.is_loopback


def parse_address(url: str) -> RemoteAddress:
    """Return the address of a server from the URL of its start page or of its API. Raises TranstatsError."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise TranstatsError(f"--against: this is not an address ({error}); {_ADDRESS_ADVICE}") from error
    reason = _find_fault(parts)
    if reason:
        # The address is not repeated, because it may contain a password.
        raise TranstatsError(f"--against: {reason}; {_ADDRESS_ADVICE}")
    path = parts.path.rstrip("/").removesuffix("/api")
    if port is None:
        port = _DEFAULT_PORTS[parts.scheme]
    return RemoteAddress(parts.scheme, str(parts.hostname), port, f"{path}/api/")


def _find_fault(parts: SplitResult) -> str:
    """Return the reason why an address cannot be used. Empty if the address is valid."""
    if parts.scheme not in _DEFAULT_PORTS:
        return "the address must begin with https:// or http://"
    if "@" in parts.netloc:
        return "the address contains a name or a password; put the token into the environment variable WLC_KEY"
    if not parts.hostname or not _is_plain(parts.hostname):
        return "the address has no valid name of a host"
    if parts.port == 0:
        return "the port must not be 0"
    if parts.query or parts.fragment:
        return "the address must not contain ? or #"
    return "" if _is_plain(parts.path) else "the path is not valid"


def _is_plain(text: str) -> bool:
    """Return True if a text contains nothing but printable ASCII characters without blanks."""
    return text.isascii() and text.isprintable() and " " not in text


@dataclass(frozen=True, slots=True)
class ApiToken:
    """Token for a server, with the place that contains it. `repr` does not contain the token."""

    value: str = field(repr=False)
    origin: str


def find_token(address: RemoteAddress, root: str, environment: Mapping[str, str]) -> ApiToken | None:
    """Return the token for a server, or None if there is none. Raises TranstatsError for an invalid token."""
    for name in TOKEN_VARIABLES:
        if environment.get(name, "").strip():
            return _validate_token(environment[name].strip(), name)
    project_files = (path for path in client_config_files(root) if is_trusted(path, root))
    for path in (*_list_user_config_files(environment), *project_files):
        for url, value in _read_keys(path):
            if value and _is_same_server(url, address):
                return _validate_token(value, path)
    return None


def _validate_token(value: str, origin: str) -> ApiToken:
    if not _is_plain(value):
        raise TranstatsError(f"{origin}: the token contains a blank or a character that no token has")
    return ApiToken(value, origin)


def _list_user_config_files(environment: Mapping[str, str]) -> Iterator[str]:
    home = environment.get("XDG_CONFIG_HOME") or os.path.join(environment.get("HOME", ""), ".config")
    for folder in (environment.get("APPDATA", ""), home):
        for name in ("weblate", "weblate.ini"):
            path = os.path.join(folder, name)
            if os.path.isabs(path) and os.path.isfile(path):
                yield path


def _read_keys(path: str) -> list[tuple[str, str]]:
    """Return pairs of an address and a token from the section `[keys]` of a file. Empty if the file is not readable."""
    parser = configparser.RawConfigParser(delimiters=("=",), strict=False)
    # Paths of addresses are case-sensitive.
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        with open(path, encoding="utf-8") as file:
            parser.read_string(file.read(_MAX_FILE_BYTES))
        return [(url, value or "") for url, value in parser.items(_KEYS_SECTION)]
    except (OSError, UnicodeDecodeError, configparser.Error):
        # The message of the parser would contain a line of the file.
        return []


def _is_same_server(url: str, address: RemoteAddress) -> bool:
    try:
        return parse_address(url) == address
    except TranstatsError:
        return False
