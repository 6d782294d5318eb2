"""Text of the reference pages that is generated from the program.

A page contains generated text between the comments `<!-- generated: NAME -->` and `<!-- end of NAME -->`, so that it
can be read without a program. `pytest --update-golden tests/docs` writes it, and fails without the option if it is old.
"""

import re
from collections.abc import Callable

from transtats_docs import checks, commands, http_api, settings

GENERATED: dict[str, Callable[[], str]] = {
    "commands": commands.commands,
    "checks": checks.pages,
    "undecidable": checks.undecidable,
    "settings": settings.settings,
    "environment": settings.environment,
    "http-api": http_api.routes,
    "http-objects": http_api.objects,
}

_PLACE_PATTERN = re.compile(r"^(<!-- generated: ([\w-]+) -->\n).*?^(<!-- end of \2 -->)$", re.MULTILINE | re.DOTALL)


def update_page(page: str) -> str:
    """Return the text of a page with new generated text. Raises KeyError for an unknown name."""
    return _PLACE_PATTERN.sub(lambda place: f"{place[1]}\n{GENERATED[place[2]]()}\n{place[3]}", page)
