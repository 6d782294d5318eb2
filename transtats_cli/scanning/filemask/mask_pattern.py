"""Regular expression of a file mask such as `po/*.po`."""

import re
from functools import lru_cache


@lru_cache(maxsize=4096)
def compile_mask(mask: str) -> re.Pattern[str]:
    """Convert a file mask to a regular expression. Each group matches the text in the place of a star."""
    return re.compile("([^/]*)".join(map(re.escape, mask.split("*"))), re.DOTALL)
