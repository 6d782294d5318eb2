"""Map of shares: a table of components or projects by languages, in which each cell is a link and has a colour."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.languages import language_by_code
from transtats_cli.measures import Share

_MAX_BYTES = 120_000
"""Largest size of the cells of a map, about."""
_BYTES_PER_CELL = 40
"""Size of a cell without the address of its link."""


class MapCell(NamedTuple):
    address: str
    percent: int
    """Share in percent, rounded down."""

    @property
    def level(self) -> int:
        """Number of the colour: 0 for less than 20 %, 5 for 100 %."""
        return self.percent // 20


class MapRow(NamedTuple):
    """Shares of one component or project. None in place of a language that it does not have."""

    name: str
    address: str
    cells: Sequence[MapCell | None]


class ShareMap(NamedTuple):
    languages: Sequence[tuple[str, str, str]]
    """Language codes, names of the languages, and addresses of their pages. The most complete language is the first."""
    rows: Sequence[MapRow]
    row_count: int
    """Number of all rows. The rows that would make the page too large are left out."""


class MapSource(NamedTuple):
    """Data of one row."""

    name: str
    address: str
    shares: Mapping[str, Share]
    """Shares by language code."""
    find_address: Callable[[str], str]
    """Function that returns the address of a cell for the language code."""


def make_share_map(sources: Sequence[MapSource], find_language_address: Callable[[str], str]) -> ShareMap | None:
    """Return the map of all languages and of as many rows as fit into a page. None if a map would have one cell."""
    done: Counter[str] = Counter()
    for source in sources:
        done.update({code: share.part for code, share in source.shares.items()})
    codes = sorted(done, key=lambda code: (-done[code], code))
    rows: list[MapRow] = []
    size = 0
    for source in sources:
        found = {
            code: MapCell(source.find_address(code), int(share.percent_done)) for code, share in source.shares.items()
        }
        size += sum(_BYTES_PER_CELL + len(cell.address) for cell in found.values())
        if size > _MAX_BYTES:
            break
        rows.append(MapRow(source.name, source.address, [found.get(code) for code in codes]))
    if len(codes) * len(rows) < 2:
        return None
    languages = [(code, language_by_code(code).name, find_language_address(code)) for code in codes]
    return ShareMap(languages, rows, len(sources))
