"""Addresses of roots: parse them, mask their credentials, and read lists of addresses."""

import os
import posixpath
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote

from transtats_cli import regular_file
from transtats_cli.envelope import SURROGATE_ERROR_HANDLER
from transtats_cli.fleet.roots.limits import RootError
from transtats_cli.git.limits import MAX_NAME_BYTES
from transtats_cli.git.repository import is_bare_repository

ARCHIVE_SUFFIXES = (
    *(".zip", ".whl", ".jar", ".xpi"),
    *(".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz", ".crate"),
)
_MAX_ADDRESS_LENGTH = 10_000
_MAX_NAME_LENGTH = 100
_GIT_PROTOCOLS = frozenset({"https", "http", "ssh", "git", "file"})
_PARAMETER_NAME_PATTERN = re.compile("[?&][^=&#]*=?")
_PARAMETER_VALUE_PATTERN = re.compile("[^&#]+")
_SECRET_WORD_PATTERN = re.compile("sig|token|key|secret|pass|auth|credential|policy|expires|session", re.IGNORECASE)
"""Word in the name of a parameter whose value may be a credential, such as the signature of an address."""
_CREDENTIALS_PATTERN = re.compile(
    r"(?<![A-Za-z0-9+.-])(?P<scheme>[A-Za-z0-9+.-]+)://(?P<user>[^/?#]*|[^/?#:]*:(?!:|[0-9]+(?:[/?#]|$))[^?#]*)@(?=[^@]|$)"
)
"""User and password in a URL. The second form is a password with slashes, which no program accepts."""
_USER_AND_HOST_PATTERN = re.compile(r"[A-Za-z0-9_][\w.-]*@[A-Za-z0-9_][\w.-]*:(?!//)")
"""Beginning of an address of ssh without a scheme: `git@host:group/shop.git`."""

AddressKind = Literal["local", "git", "archive", "folder"]


class Address(NamedTuple):
    """Parsed address of a root."""

    kind: AddressKind
    """`local` for a directory or an archive on this machine, `git`, and `archive` or `folder` for remote files."""
    location: str
    """Absolute path or URL. A URL for git contains no password, and no user unless it is part of an ssh address."""
    shown: str
    """Name of the root in the output and in messages."""
    name: str
    """Name of the folder to which the files of the root are copied."""
    reference: str = ""
    """Branch or tag of a git repository. '' for its default branch."""
    protocol: str = ""
    user: str = ""
    password: str = ""

    def hide_secrets(self, text: str) -> str:
        """Return a message with `***` in place of the user, the password and other credentials of the address."""
        return _hide_secrets(text, self.password, self.user)


def list_roots(arguments: Sequence[str], files_from: str = "") -> list[Address]:
    """Return the addresses in the arguments, and then the addresses in the file `files_from`, without duplicates.

    If two addresses of the same root contain different credentials, the last one is used. The file contains one address
    in each line. Blank lines, and lines that begin with `#`, are ignored. `-` is standard input.
    """
    found: dict[str, Address] = {}
    for place, address in (*(("", each) for each in arguments), *_read_list(files_from)):
        try:
            parsed = parse_address(address)
        except RootError as error:
            raise RootError(f"{place}{error}") from error
        found.setdefault(parsed.location if parsed.kind == "local" else address, parsed)
    return list({address.shown: address for address in found.values()}.values())


def parse_address(address: str) -> Address:
    """Parse an address. Local paths are looked up, because a bare repository is a directory."""
    if len(address) > _MAX_ADDRESS_LENGTH:
        raise RootError(f"an address has more than {_MAX_ADDRESS_LENGTH:,} characters; write one address of a root")
    shown = name_root(address)
    if not address.strip() or re.search(r"[\0-\x1f\x7f]", address):
        raise RootError(f"{shown!r}: no address of a root; write a directory, an archive or a URL")
    if _USER_AND_HOST_PATTERN.match(address) and not os.path.exists(address):
        location, _, reference = address.partition("#")
        name = _derive_root_name(location.partition(":")[2]) or "root"
        return Address("git", location, shown, name, _check_reference(reference, shown), "ssh")
    scheme, separator, rest = address.partition("://")
    if not separator:
        path, sign, reference = address.rpartition("#")
        # The name of a directory may contain the sign.
        is_path = not sign or os.path.lexists(address) or not os.path.isdir(path)
        return _parse_path(address, shown) if is_path else _parse_path(path, shown, reference)
    if "::" in address:
        raise RootError(f"{shown}: chained addresses are not supported; name the archive or the directory itself")
    program, plus, protocol = scheme.lower().rpartition("+")
    place, _, reference = rest.partition("#")
    authority = re.split("[/?]", place, maxsplit=1)[0]
    path = place[len(authority) :]
    file = path.partition("?")[0].rstrip("/")
    if protocol in ("file", "local") and program in ("", "git"):
        if authority not in ("", "localhost") or not path:
            raise RootError(f"{shown}: the URL of a local file begins with file:/// and its absolute path")
        return _parse_path(unquote(path, errors="surrogateescape"), shown, reference, is_git=bool(plus))
    credentials, _, host = authority.rpartition("@")
    user, _, password = credentials.partition(":")
    is_git = program == "git" or protocol in ("ssh", "git") or (protocol in _GIT_PROTOCOLS and file.endswith(".git"))
    if is_git and protocol not in _GIT_PROTOCOLS:
        raise RootError(f"{shown}: git does not use {protocol} here; write git+https, git+ssh or git+file")
    if is_git:
        _check_reference(reference, shown)
        if not host or host.startswith("-"):
            raise RootError(f"{shown}: no host; write {protocol}://HOST/PATH")
        # The query may be a credential, and the name is written to the output.
        name = _derive_root_name(unquote(file)) or _derive_root_name(host)
        if protocol == "ssh":
            host, user = f"{user}@{host}" if user else host, ""
        location = f"{protocol}://{host}{path}"
        return Address("git", location, shown, name, reference, protocol, unquote(user), unquote(password))
    if plus or not re.fullmatch("[a-z][a-z0-9.-]*", protocol):
        raise RootError(f"{shown}: {scheme} is no scheme of an address; write https, git+https, ssh, s3 or gs")
    name = unquote(path.partition("?")[0]) if protocol in ("http", "https") else host + rest[len(authority) :]
    kind: AddressKind = "archive" if name.lower().endswith(ARCHIVE_SUFFIXES) else "folder"
    name = _derive_root_name(name) or _derive_root_name(host) or "root"
    return Address(kind, address, shown, name, protocol=protocol, user=user, password=password)


def name_root(address: str) -> str:
    """Return the name of a root in the output: the address without credentials and lone surrogates.

    A path has its shortest spelling, `a/b` for `./a/b`, so that later runs replace the rows of earlier ones.
    """
    if address and "://" not in address and not _USER_AND_HOST_PATTERN.match(address):
        path = posixpath.normpath(address)
        # A path that begins with two slashes is different only on Windows.
        address = path[1:] if path.startswith("//") and os.sep == "/" else path
    return escape_surrogates(mask_address(address))


def escape_surrogates(text: str) -> str:
    """Return a text with backslash escapes for bytes that are not UTF-8, as in all JSON output."""
    return text if text.isascii() else text.encode("utf-8", SURROGATE_ERROR_HANDLER).decode()


def mask_address(address: str) -> str:
    """Return an address without user, password and credentials in its query. The user of an ssh address is kept."""
    return _mask_parameters(_CREDENTIALS_PATTERN.sub(_mask_user, address))


def mask_message(text: str, address: str) -> str:
    users = [match["user"].partition(":") for match in _CREDENTIALS_PATTERN.finditer(address)]
    return _hide_secrets(text, *(secret for user, _, password in users for secret in (password, user)))


def _hide_secrets(text: str, *secrets: str) -> str:
    for secret in secrets:
        for spelling in {secret, unquote(secret)} - {""}:
            text = text.replace(spelling, "***")
    return _mask_parameters(text)


def _mask_parameters(text: str) -> str:
    """Replace the values of query parameters that may be credentials.

    One regular expression for names and words would take cubic time for a message of a hostile server.
    """
    pieces = []
    end = 0
    for name in _PARAMETER_NAME_PATTERN.finditer(text):
        if name.start() >= end and name[0].endswith("=") and _SECRET_WORD_PATTERN.search(name[0]):
            value = _PARAMETER_VALUE_PATTERN.match(text, name.end())
            if value:
                pieces += [text[end : name.end()], "***"]
                end = value.end()
    return "".join([*pieces, text[end:]])


def _mask_user(match: re.Match[str]) -> str:
    user, colon, _ = match["user"].partition(":")
    is_ssh = match["scheme"].lower().endswith("ssh")
    return f"{match['scheme']}://{f'{user}:***' if is_ssh and colon else user if is_ssh else '***'}@"


def _read_list(path: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses in a file, each with the place for messages: `FILE:LINE: `. `-` is standard input."""
    if not path:
        return
    try:
        if path == "-":
            path = "standard input"
            content = sys.stdin.buffer.read()
        else:
            content = regular_file.read_regular_file(path)
    except (OSError, ValueError) as error:
        raise RootError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from error
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        text = os.fsdecode(line.strip())
        if text and not text.startswith("#"):
            yield f"{path}:{number}: ", text


def _parse_path(location: str, shown: str, reference: str = "", *, is_git: bool = False) -> Address:
    absolute = os.path.abspath(location)
    is_checkout = os.path.lexists(os.path.join(location, ".git"))
    if is_git or reference or (is_bare_repository(location) and not is_checkout):
        name = _derive_root_name(absolute.removesuffix(f"{os.sep}.git")) or "root"
        url = "file://" + quote(absolute, errors="surrogateescape")
        return Address("git", url, shown, name, _check_reference(reference, shown), "file")
    name = os.path.basename(absolute) if os.path.isdir(location) else _derive_root_name(location)
    return Address("local", absolute, shown, name or "root")


def _check_reference(reference: str, shown: str) -> str:
    """Refuse a reference that git would treat as an option."""
    if reference.startswith("-"):
        raise RootError(f"{shown}: {reference} is no name of a branch or a tag; write a name that git accepts")
    return reference


def _derive_root_name(path: str) -> str:
    """Return the last part of a path, without a suffix such as `.tar.gz` or `.git`. The result may be ''."""
    name = path.rstrip("/").rpartition("/")[2]
    ends = sorted((".git", ".bundle", *ARCHIVE_SUFFIXES), key=len, reverse=True)
    end = next((end for end in ends if name.lower().endswith(end) and len(name) > len(end)), "")
    name = re.sub(r"[\0-\x1f\x7f\\/:\"]", "_", name[: len(name) - len(end)])[:_MAX_NAME_LENGTH]
    while len(os.fsencode(name)) > MAX_NAME_BYTES:
        name = name[:-1]
    return "" if name in (".", "..") else name
