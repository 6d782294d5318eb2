"""JSON representation of a language."""

from functools import lru_cache
from typing import Any

from transtats_cli.languages import Language, alias_codes, count_speakers, is_right_to_left
from transtats_cli.serving.objects.urls import UrlBuilder


@lru_cache(maxsize=4096)
def language_to_json(language: Language, urls: UrlBuilder) -> dict[str, Any]:
    """Return a language as a JSON object. The returned dictionary is cached and must not be changed."""
    return {
        "code": language.code,
        "name": language.name,
        "plural": {"source": 0, "number": language.plural.form_count, "formula": language.plural.formula},
        "aliases": list(alias_codes(language)),
        "direction": "rtl" if is_right_to_left(language) else "ltr",
        "population": count_speakers(language),
        "web_url": urls.web_page_url("languages", language.code),
        "url": urls.language_url(language.code),
        "statistics_url": urls.language_url(language.code, "statistics"),
    }
