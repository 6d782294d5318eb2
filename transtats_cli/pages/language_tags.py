"""Convert language codes of file names to language tags of HTML (BCP 47)."""

import re

_SCRIPT_CODES_BY_NAME = {"latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"}
_LANGUAGE_TAG_PATTERN = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4}\b)?(?:-(?:[A-Za-z]{2}|[0-9]{3})\b)?", re.ASCII)


def language_tag(code: str) -> str:
    """Return the language tag of a language code: `pt-BR` for `pt_BR`, `sr-Latn` for `sr@latin`.

    Variants are left out. Return an empty text for a code that has no tag.
    """
    code, _, modifier = code.partition("@")
    base, *rest = code.replace("_", "-").split("-")
    script = [_SCRIPT_CODES_BY_NAME[modifier]] if modifier in _SCRIPT_CODES_BY_NAME else []
    match = _LANGUAGE_TAG_PATTERN.match("-".join([base, *script, *rest]))
    return match[0] if match and len(base) <= 3 else ""
