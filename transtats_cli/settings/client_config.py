"""Read `.weblate`, the configuration file of Weblate's command-line client: server URL and default component."""

import re
from collections.abc import Iterator

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


def read_client_settings(root: str) -> SettingsLayer:
    """Return the settings in the nearest configuration file of Weblate's client. The API keys in it are not read.

    The URL of the server is the setting `base_url`. `translation` is the component of commands that are run without
    names: `PROJECT/COMPONENT`. The directory `root` and its parent directories in the same repository are searched.
    """
    for path in client_config_files(root):
        text = read_document(path)
        if text is not None:
            return _parse_client_settings(display_path(path), dict(_read_weblate_section(text)))
    return {}


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


def _parse_client_settings(document: str, options: dict[str, tuple[str, int]]) -> SettingsLayer:
    layer: dict[str, Setting] = {}
    written, line = options.get("translation", ("", 0))
    names = written.split("/")[:2]
    if len(names) == 2 and all(names):
        layer["translation"] = Setting("/".join(names), document, line)
    if "url" not in options:
        return layer
    url, line = options["url"]
    try:
        api_address = re.sub(_CREDENTIALS_REGEX, "", url, count=1).rstrip("/")
        address = str(validate_setting("base_url", api_address.removesuffix("/api")))
    except ValueError:
        address = ""
    if not address or re.search(_PRIVATE_TEXT_REGEX, address):
        # The value is not shown, because users paste tokens here and the error appears in public logs.
        raise SettingsError(document, _WRONG_URL_MESSAGE, line=line, key="url")
    return {**layer, "base_url": Setting(address, document, line)}
