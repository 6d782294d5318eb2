"""Check the template of the links that open a string in an editor."""

import re

from transtats_cli.errors import TranstatsError

_SCHEME_PATTERN = re.compile(r"([a-z][a-z0-9+.-]*):", re.ASCII | re.IGNORECASE)
_SCRIPT_SCHEMES = frozenset({"javascript", "data", "vbscript"})


def parse_editor_link(template: str) -> str:
    """Return the template of a link unchanged. An empty template is valid.

    Raises TranstatsError if the template has no scheme or does not contain `{path}`. Schemes of scripts such as
    `javascript:` are not allowed, because a script could read the pages.
    """
    if not template:
        return ""
    scheme = _SCHEME_PATTERN.match(template)
    if scheme is None or scheme[1].lower() in _SCRIPT_SCHEMES or "{path}" not in template:
        raise TranstatsError(
            f"--editor-link: {template!r} is no link to an editor; write vscode://file/{{path}}:{{line}}, for example"
        )
    return template
