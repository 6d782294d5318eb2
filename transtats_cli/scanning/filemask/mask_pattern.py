"""Match names and paths with a file mask such as `po/*.po`, and return the text in the place of each star."""

import re
from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=1024)
def compile_mask(mask: str) -> re.Pattern[str]:
    """Convert a file mask to a regular expression. Each group matches the text in the place of a star."""
    return re.compile("([^/]*)".join(re.escape(piece) for piece in mask.split("*")), re.DOTALL)


def compile_star_finder(name_mask: str) -> Callable[[str], tuple[str, ...] | None]:
    """Return a function that matches a name with the mask of a name, such as `*.po`.

    The function returns the text in the place of each star, or None if the name does not match. For a mask with one
    star, no regular expression is compiled, because compiling thousands of expressions takes long.
    """
    beginning, _, end = name_mask.partition("*")
    min_length, start = len(beginning) + len(end), len(beginning)

    def find_single_star(name: str) -> tuple[str, ...] | None:
        if len(name) >= min_length and name.startswith(beginning) and name.endswith(end):
            return (name[start : len(name) - len(end)],)
        return None

    def find_several_stars(name: str) -> tuple[str, ...] | None:
        found = matches_name(name)
        return found and found.groups()

    if "*" not in end:
        return find_single_star
    matches_name = compile_mask(name_mask).fullmatch
    return find_several_stars
