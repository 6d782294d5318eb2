"""Which checks of the end of a string look at which last characters: most strings end with none of them."""

from functools import lru_cache

SIGNS = {
    "end_newline": "\n",
    "end_space": " ",
    "end_stop": ".:;?!`|\u00b7\u055d\u0589\u06d4\u0964\u09f7\u0df4\u104b\u1362\u17d4\u1c7e\u3002\uff1a",
    "end_colon": ".:;`\u055d\u17d6\u3002\uff1a",
    "end_question": "?;\u037e\u055e\u0589\u061f\u104b\u1367\u2cfa\u2e2e\ua60f\uff1f",
    "end_exclamation": "!\u055c\u07f9\u109f\u1944\uff01",
    "end_interrobang": "?!\u061f\u2048\u2049\uff01\uff1f",
    "end_ellipsis": "\u2026",
    # An entity or a CDATA section may end there as well.
    "end_semicolon": ";>",
}
"""By check, all characters that count in some language."""

ALL_SIGNS = frozenset("".join(SIGNS.values()))

NOT_ALONE = frozenset(" ;?!>\u061f\u104b\uff01\uff1f")
"""Signs that may be wrong though both strings end with them, as what comes before them counts."""


@lru_cache(maxsize=4096)
def suspects(source_sign: str, target_sign: str) -> tuple[str, ...]:
    """The checks that look at one of the two."""
    return tuple(check for check, signs in SIGNS.items() if source_sign in signs or target_sign in signs)
