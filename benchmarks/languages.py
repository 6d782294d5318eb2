"""Languages of generated catalogues, with their scripts and plural rules."""

from typing import NamedTuple

_SCRIPTS = {
    "latin": "de nl sv da nb_NO it es pt_BR fi eu gl id ms ca af sq",
    "accented": "fr cs sk pl hu tr vi is lv lt sl hr ro et",
    "cyrillic": "ru uk be bg sr mk",
    "greek": "el",
    "kana": "ja zh_Hans",
    "arabic": "ar fa",
}
_PLURAL_RULES = {
    "nplurals=1; plural=0;": "ja zh_Hans id ms vi tr",
    "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;": (
        "ru uk be sr hr pl lt lv ro"
    ),
    "nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;": "cs sk",
    "nplurals=4; plural=n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3;": "sl",
    "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;": "ar",
}
_DEFAULT_PLURAL_RULE = "nplurals=2; plural=n != 1;"


class CatalogueLanguage(NamedTuple):
    """Language of a generated catalogue: its code, its script, and the value of its header `Plural-Forms`."""

    code: str
    script: str
    plural: str

    @property
    def forms(self) -> int:
        return int(self.plural.removeprefix("nplurals=")[0])


def _plural_rule(code: str) -> str:
    return next((rule for rule, codes in _PLURAL_RULES.items() if code in codes.split()), _DEFAULT_PLURAL_RULE)


LANGUAGES = tuple(
    CatalogueLanguage(code, script, _plural_rule(code))
    for code, script in sorted((code, script) for script, codes in _SCRIPTS.items() for code in codes.split())
)
"""All languages of generated catalogues, sorted by code. The first ten languages use several scripts."""
