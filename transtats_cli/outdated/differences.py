"""Compare the versions of a file, newest first. The differences of two versions are cached by their blob ids."""

from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.changes.entries import remove_common_content
from transtats_cli.errors import UnreadableFile
from transtats_cli.git.objects import BlobCache
from transtats_cli.outdated.rule import Change, Texts, compare_texts
from transtats_cli.outdated.versions import Version

ReadTexts = Callable[[bytes], Texts]
"""Function that returns the texts in the content of a version. Raises UnreadableFile."""
_DIGEST_BYTES = 8


class _CachedDifferences(NamedTuple):
    differences: dict[str, dict[str, tuple[str, str]]]
    """Differences by the blob ids of the older and the newer version."""
    unreadable: list[str]
    """Blob ids of versions that cannot be read."""


class FileChanges:
    """Changes of one file. A version that cannot be read is left out: the next version has its changes.

    Those of the template count from the first such version, because a later translation may be of any of its texts.
    """

    def __init__(
        self,
        cache: str,
        facts: Sequence[object],
        file_format: str,
        blobs: BlobCache,
        read_texts: ReadTexts,
        *,
        is_template: bool,
    ) -> None:
        """`facts` are all values that the differences depend on. Texts of a translation become checksums."""
        self._format = file_format
        self._blobs = blobs
        self._document = CacheDocument(cache, _CachedDifferences, "outdated", *facts)
        self._read_texts = read_texts
        self._is_template = is_template
        self._cached = self._document.load() or _CachedDifferences({}, [])
        self._unreadable = {*self._cached.unreadable}
        self._is_changed = False

    def list_changes(self, versions: Sequence[Version], ignored_commits: Collection[str]) -> Iterator[Change]:
        """Yield the changes of a file, newest first. The cache is saved when no more changes are read.

        `versions` are all versions of the file, and the newest is readable.
        """
        newer, *others = versions
        try:
            for version in others:
                difference = self._find_difference(version.blob_id, newer.blob_id)
                if difference is None:
                    if self._is_template:
                        newer = newer._replace(position=version.position)
                    continue
                if difference:
                    counts = newer.commit not in ignored_commits
                    yield Change(newer.position, newer.commit, newer.time, difference, counts)
                newer = version
            yield Change(newer.position, newer.commit, newer.time, None)
        finally:
            if self._is_changed:
                self._document.save(_CachedDifferences(self._cached.differences, sorted(self._unreadable)))

    def _find_difference(self, older: str, newer: str) -> dict[str, tuple[str, str]] | None:
        """Return the difference of two versions. None if the older one cannot be read."""
        if older == newer:
            return {}
        if older in self._unreadable:
            return None
        found = self._cached.differences.get(f"{older} {newer}")
        if found is None:
            self._is_changed = True
            try:
                found = self._compare(self._blobs.read(older), self._blobs.read(newer))
            except UnreadableFile:
                self._unreadable.add(older)
                return None
            if not self._is_template:
                found = {key: (_digest(old), _digest(new)) for key, (old, new) in found.items()}
            self._cached.differences[f"{older} {newer}"] = found
        return found

    def _compare(self, old_content: bytes, new_content: bytes) -> dict[str, tuple[str, str]]:
        # Parsing takes most time, and most commits change few strings.
        old, new = remove_common_content(old_content, new_content, self._format)
        try:
            before, after = (self._read_texts(each) if each and old != new else {} for each in (old, new))
        except UnreadableFile:
            if (old, new) == (old_content, new_content):
                raise
            # What is left of a file may be invalid although the whole file is valid.
            before, after = self._read_texts(old_content), self._read_texts(new_content)
        return compare_texts(before, after)


def _digest(text: str) -> str:
    """Return a short checksum of a long text, because the cache has each text of each language."""
    if len(text) <= 2 * _DIGEST_BYTES:
        return text
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()
