"""
No Arabic word is stretched with kashida (tatweel) characters.

Good:  "صفحة"
Bad:   "صفـــحة"
Off:   the flag `ignore-kashida`

Decorative letters widen a word on paper; in programs they break searching and sorting. A kashida counts between two
Arabic letters only.
"""

import regex

from transtats_cli.checks.subject import Subject

ID = "kashida"

KASHIDA = "\u0640\ufcf2-\ufcf4\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f"
_STRETCHED = regex.compile(
    rf"(?<=[\p{{Script=Arabic}}--[{KASHIDA}]])[{KASHIDA}]+(?=[\p{{Script=Arabic}}--[{KASHIDA}]])", regex.V1
)


def problem(source: str, target: str, subject: Subject) -> str | None:
    found = _STRETCHED.search(target)
    return None if found is None else f"the word at character {found.start() + 1} is stretched with a kashida"
