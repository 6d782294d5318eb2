"""Read `.weblate`, the configuration file of Weblate's command-line client: server URL and default component."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import NamedTuple

from transtats_cli.settings.documents import SettingsError, client_config_files, display_path, read_document
from transtats_cli.settings.keys import validate_setting
from transtats_cli.settings.layers import Setting, SettingsLayer

_WRONG_URL_MESSAGE = (
    "is not an address like https://weblate.example.org/api/; the value is not shown, as it may be secret"
)
_CREDENTIALS_REGEX = r"(?<=://)[^/?#]*@"
# The `@` remains of a password with a slash in it. The others are tokens of a server, in the current format and the
# previous one.
_PRIVATE_TEXT_REGEX = r"@|wl[up]_|[A-Za-z0-9]{40}"


class ClientSettings(NamedTuple):
    """Settings in the configuration file of Weblate's client. The API keys in the file are not read."""

    base_url_layer: SettingsLayer = MappingProxyType({})
    """Setting `base_url` with the URL of the server. {} if the file contains no URL."""
    default_names: tuple[str, str] | None = None
    """Names of the project and the component for commands that are run without names. None if the file has no names."""
    default_names_origin: str = ""
    """File and line in which the names of the project and the component are set."""


def read_client_settings(root: str) -> ClientSettings:
    """Return the settings in the nearest configuration file of Weblate's client.

    The directory `root` and its parent directories in the same repository are searched.
    """
    for path in client_config_files(root):
        text = read_document(path)
        if text is not None:
            return _parse_client_settings(display_path(path), dict(_read_weblate_section(text)))
    return ClientSettings()


def _read_weblate_section(text: str) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the names, values and line numbers of the options in the section `[weblate]` of a configuration file.

    Lines in other sections are skipped, because the section `[keys]` contains secrets.
    """
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            inside = stripped == "[weblate]"
        elif inside and not stripped.startswith(("#", ";")):
            name, equals, value = stripped.partition("=")
            if equals:
                yield name.strip().lower(), (value.strip(), number)


def _parse_client_settings(document: str, options: dict[str, tuple[str, int]]) -> ClientSettings:
    translation, line = options.get("translation", ("", 0))
    origin = f"{document}:{line}"
    component = translation.split("/")
    names = (component[0], component[1]) if len(component) >= 2 and all(component[:2]) else None
    if "url" not in options:
        return ClientSettings({}, names, origin)
    url, line = options["url"]
    try:
        address = str(
            validate_setting("base_url", re.sub(_CREDENTIALS_REGEX, "", url, count=1).rstrip("/").removesuffix("/api"))
        )
    except ValueError:
        address = ""
    if not address or re.search(_PRIVATE_TEXT_REGEX, address):
        # The value is not shown, because users paste tokens here and the error appears in public logs.
        raise SettingsError(document, _WRONG_URL_MESSAGE, line=line, key="url")
    return ClientSettings({"base_url": Setting(address, document, line)}, names, origin)
