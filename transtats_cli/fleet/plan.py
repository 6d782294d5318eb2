"""Divide roots into shards, and into work items of about equal size in bytes."""

import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import Root, WorkItem
from transtats_cli.formats.detection import EXTENSIONS

MAX_ROOTS = 256
"""Maximum number of roots in a work item."""
_ASSUMED_ROOT_BYTES = 1_000_000
"""Assumed size of a root that is not on this machine."""
_UNPACKED_SIZE_FACTOR = 4
"""Assumed size of an unpacked archive, as a multiple of the size of the archive."""
_TRANSLATION_FILE_SUFFIXES = tuple(f".{extension}" for extension in EXTENSIONS)
_Packed = TypeVar("_Packed")


class Shard(NamedTuple):
    """One of several shares of the roots. `number` is counted from 1.

    A root belongs to exactly one shard, which a hash of its name determines.
    """

    number: int
    shard_count: int

    @property
    def file_prefix(self) -> str:
        """Beginning of the names of all files that a run over this shard writes."""
        return f"shard-{self.number}-of-{self.shard_count}-"

    def includes(self, root: str) -> bool:
        digest = blake2b(os.fsencode(root), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.shard_count == self.number - 1


def parse_shard(text: str) -> Shard:
    """Parse `i/n`, such as `2/8`. Raises TranstatsError unless 1 <= i <= n."""
    match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    if match and 1 <= int(match[1]) <= int(match[2]):
        return Shard(int(match[1]), int(match[2]))
    raise TranstatsError(f"--shard {text}: write i/n with i from 1 to n, such as 1/8")


def create_items(roots: Iterable[Root], item_bytes: int) -> Iterator[WorkItem]:
    """Yield the work items of roots. A root is measured when its item is needed.

    A directory with more than `item_bytes` is divided, and smaller roots are grouped.
    """
    sized_roots = ((root, estimate_bytes(root.address.location, item_bytes + 1)) for root in roots)
    for batch, size in pack(sized_roots, item_bytes, MAX_ROOTS):
        is_divided = size > item_bytes and os.path.isdir(batch[0].address.location)
        yield WorkItem(batch, item_bytes if is_divided else 0)


def pack(
    sized: Iterable[tuple[_Packed, int]], max_bytes: int, max_count: float
) -> Iterator[tuple[tuple[_Packed, ...], int]]:
    """Group values that have a size, in their order, and yield each group with its size.

    A value that is larger than `max_bytes` is alone.
    """
    group: list[_Packed] = []
    total = 0
    for each, size in sized:
        if group and (total + size > max_bytes or len(group) == max_count):
            yield tuple(group), total
            group, total = [], 0
        group.append(each)
        total += size
    if group:
        yield tuple(group), total


def estimate_bytes(address: str, limit: int) -> int:
    """Return the estimated size of a root's translation files in bytes.

    For a directory, counting ends when `limit` is reached. Other roots are not opened.
    """
    if os.path.isdir(address):
        total = 0
        for size in _walk_sizes(address):
            total += size
            if total >= limit:
                break
        return total
    try:
        return os.stat(address).st_size * _UNPACKED_SIZE_FACTOR
    except (OSError, ValueError):
        return _ASSUMED_ROOT_BYTES


def divide_components(components: Sequence[Component], batch_bytes: int) -> list[tuple[Component, ...]]:
    """Divide components into batches of about equal size, in the order of the components.

    The size of a component is that of all files in its folder, divided by the number of components in this folder.
    """
    folders = [
        os.path.join(each.root, each.filemask.partition("*")[0].rpartition("/")[0].partition("*")[0])
        for each in components
    ]
    shares = {folder: sum(_walk_sizes(folder)) // count for folder, count in Counter(folders).items()}
    sizes = [shares[folder] for folder in folders]
    return [batch for batch, _ in pack(zip(components, sizes, strict=True), batch_bytes, math.inf)]


def _walk_sizes(folder: str) -> Iterator[int]:
    """Yield the size of each translation file in and below a folder. Folders that cannot be read are left out."""
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(_TRANSLATION_FILE_SUFFIXES):
                with suppress(OSError):
                    yield os.lstat(os.path.join(place, name)).st_size
