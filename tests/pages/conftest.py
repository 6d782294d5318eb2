"""Colours of the style sheet, and their contrast as WCAG defines it."""

import re

from transtats_cli.pages.rendering import read_asset

_COLOUR = re.compile(r"--([\w-]+): #([0-9a-f]+);")


def _read_schemes() -> dict[str, dict[str, str]]:
    """Return the colours by name, of the light and of the dark scheme."""
    light, dark = (
        {name: value if len(value) == 6 else "".join(digit * 2 for digit in value) for name, value in found}
        for found in map(_COLOUR.findall, read_asset("style.css").decode().split("@media (prefers-color-scheme: dark)"))
    )
    return {"light": light, "dark": {**light, **dark}}


SCHEMES = _read_schemes()


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21. A colour has six hexadecimal digits."""
    darker, lighter = sorted(map(_measure_luminance, (first, second)))
    return (lighter + 0.05) / (darker + 0.05)


def _measure_luminance(colour: str) -> float:
    shares = [int(colour[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
