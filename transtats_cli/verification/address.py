"""Parse the address of a server."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from transtats_cli.errors import TranstatsError

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ADDRESS_ADVICE = "give an address like https://weblate.example.org/"


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
        return (
            f"{self.scheme}://{host}"
            if self.port == _DEFAULT_PORTS[self.scheme]
            else f"{self.scheme}://{host}:{self.port}"
        )

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
    if not parts.hostname or not parts.hostname.isascii() or not parts.hostname.isprintable() or " " in parts.hostname:
        return "the address has no valid name of a host"
    if parts.port == 0:
        return "the port must not be 0"
    if parts.query or parts.fragment:
        return "the address must not contain ? or #"
    return (
        "" if parts.path.isascii() and parts.path.isprintable() and " " not in parts.path else "the path is not valid"
    )
