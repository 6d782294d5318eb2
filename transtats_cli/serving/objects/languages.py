"""A language as JSON says it."""

from functools import lru_cache
from typing import Any

from transtats_cli.languages import Language, aliases, is_right_to_left, population
from transtats_cli.serving.objects.addresses import Addresses


@lru_cache(maxsize=4096)
def fields(language: Language, addresses: Addresses) -> dict[str, Any]:
    """Shared by all who ask: not to be changed."""
    return {
        "code": language.code,
        "name": language.name,
        "plural": {"source": 0, "number": language.plural.number, "formula": language.plural.formula},
        "aliases": list(aliases(language)),
        "direction": "rtl" if is_right_to_left(language) else "ltr",
        "population": population(language),
        "web_url": addresses.people("languages", language.code),
        "url": addresses.language(language.code),
        "statistics_url": addresses.language(language.code, "statistics"),
    }
