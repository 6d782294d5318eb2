"""The files of a commit that a scan could ever open, laid out in a temporary directory as they are in a checkout.

There, whatever reads a work tree reads the past, by the same rules. Going from commit to commit, only what differs is
written anew.
"""

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from typing import Any, NamedTuple, Self

from transtats_cli.errors import UnknownComponentError
from transtats_cli.formats import EXTENSIONS
from transtats_cli.git.limits import LARGEST_COMMIT, LONGEST_PATH
from transtats_cli.git.objects import Objects
from transtats_cli.git.process import BeyondLimitsError, GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.steps import Difference
from transtats_cli.git.trees import Entry, Trees, is_too_long
from transtats_cli.scanning.foreign import READERS, weblate
from transtats_cli.settings import PROJECT_FILE, SETTINGS_FILE, component_json

_SUFFIXES = tuple(f".{extension}" for extension in (*EXTENSIONS, "pot"))
_DOCUMENTS = frozenset(
    {SETTINGS_FILE, PROJECT_FILE, component_json.FILE, ".gitignore", "LINGUAS", "pyvenv.cfg", *weblate.FILES}
) | {name.rpartition("/")[2] for name in READERS}
_NOTHING = Entry("", "")
_FOLDERS = ("folder", "repository")
_LONGEST_CHAIN = 8
_SHOWN = 60
"""Characters of a path in an error about its length."""


def may_matter(path: str) -> bool:
    """Whether a scan could open a file, going by its name."""
    return path.endswith(_SUFFIXES) or path.rpartition("/")[2] in _DOCUMENTS


class _Digests(NamedTuple):
    """Digests of the files of a folder."""

    complete: str
    layout: str
    """Without the contents of translation files."""


# What takes long to import is imported where a shadow is made: often all is known, and none is needed.
class Shadow:
    """A directory that becomes one commit after another, of which only some of the files are there.

    In a root below the top, all other files are there too, but empty: that they exist tells a project's checkout from
    a folder of projects.
    """

    def __init__(self, repository: Repository, root: str = "", *, objects: Objects | None = None) -> None:
        """`root` is the directory in the work tree that users start from; the top where nothing is said."""
        self.repository = repository
        self.inside = repository.inside(root) if root else ""
        self.objects = objects or Objects(repository)
        self.trees = Trees(self.objects)
        # Projects are called after the directory as the user names it.
        name = os.path.basename(os.path.abspath(root)) if root and not self.inside else ""
        self._name = name or os.path.basename(repository.top) or "repository"
        self._matters: Callable[[str], bool] = may_matter
        self._tree = ""
        self._linked: frozenset[str] = frozenset()
        self._targets_of: dict[str, bytes] = {}
        """Content of each link, by its identity."""
        self._holds: dict[str, bool] = {}
        self._left_out: set[str] = set()
        self._led: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._digests: dict[tuple[str, str | None], _Digests] = {}
        self._running = ExitStack()
        self._top = ""

    def __enter__(self) -> Self:
        from transtats_cli import temporary

        try:
            self._top = os.path.join(self._running.enter_context(temporary.directory()), self._name)
            os.makedirs(os.path.join(self._top, ".git"))
        except OSError as error:
            self._running.close()
            raise self._not_laid_out(error) from error
        return self

    def __exit__(self, *raised: Any) -> None:
        with self._running:
            self.objects.__exit__(*raised)

    def at(self, commit: str) -> str:
        """The root, with the files as they are in a commit.

        Raises UnknownComponentError where the commit has no such folder, GitError where the repository lacks objects.
        """
        return self.at_tree(self.trees.of(commit), commit)

    def at_tree(self, tree: str, commit: str = "") -> str:
        """The root, with the files of the top folder of that identity."""
        found = self.trees.entry(tree, self.inside)
        if found is None or found.kind != "folder":
            raise UnknownComponentError(f"{(commit or tree)[:12]} has no folder {self.inside!r}")
        linked = self._leads(tree)
        if linked != self._linked:
            self._become("")
            self._linked = linked
        self._become(tree)
        return os.path.join(self._top, *self.inside.split("/")) if self.inside else self._top

    def keep_all(self) -> None:
        """From now on lay out every file: settings name one that nobody could guess."""
        tree = self._tree
        self._become("")
        self._digests.clear()
        self._led.clear()
        self._matters = bool
        self._become(tree)

    @property
    def tree(self) -> str:
        """The identity of the top folder of the commit whose files are there."""
        return self._tree

    @property
    def keeps_all(self) -> bool:
        return self._matters is bool

    @property
    def left_out(self) -> list[str]:
        """Paths that no checkout of this commit can have, because a name in them is too long; no translations."""
        return sorted(path for path in self._left_out if self.trees.entry(self._tree, path) is not None)

    def identity(self, path: str) -> str:
        """What tells the content of a file here from any other, by its absolute path; '' where a link is involved."""
        found = self.trees.entry(self._tree, self.inside_of(path))
        return found.identity if found is not None and found.kind == "file" else ""

    def inside_of(self, path: str) -> str:
        """The way from the top of the repository to an absolute path here."""
        return os.path.relpath(path, self._top).replace(os.sep, "/")

    def digest(self, tree: str) -> str:
        """Return a digest that is equal for two commits whose files are laid out alike, whatever else they contain."""
        return self._digests_of_root(tree).complete

    def layout(self) -> str:
        """Return a digest of the present commit as `digest` does, but without the contents of translation files."""
        return self._digests_of_root(self._tree).layout

    def _digests_of_root(self, tree: str) -> "_Digests":
        leads = [(path, self.trees.entry(tree, path)) for path in sorted(self._leads(tree))]
        return _Digests(*(_digest([each, leads]) for each in self._digests_of(tree, "")))

    def _digests_of(self, tree: str, folder: str) -> "_Digests":
        # The place of a folder matters only if it contains the root.
        contains_root = f"{self.inside}/".startswith(folder)
        key = tree, folder if contains_root else None
        known = self._digests.get(key)
        if known is None:
            complete: list[tuple[str, str]] = []
            layout: list[tuple[str, str]] = []
            for name, entry in sorted(self.trees.listing(tree).items()):
                path = folder + name
                if entry.kind == "folder":
                    below = self._digests_of(entry.identity, f"{path}/")
                    complete.append((name, below.complete))
                    layout.append((name, below.layout))
                elif self._is_here(path, entry) or entry.kind == "repository":
                    identity = entry.identity if self._is_read(path, entry) else ""
                    complete.append((name, identity))
                    layout.append((name, "" if entry.kind == "file" and name.endswith(_SUFFIXES) else identity))
            known = self._digests[key] = _Digests(_digest(complete), _digest(layout))
        return known

    def is_blind_to(self, tree: str, differences: Iterable[Difference]) -> bool:
        """True if a tree with these differences is laid out like the tree; some are not recognised as harmless."""
        return not any(self._may_be_seen(tree, each) for each in differences)

    def _may_be_seen(self, tree: str, difference: Difference) -> bool:
        path, before, after = difference
        if before != after and self._is_beside_the_root(path):
            return True
        kinds = {before, after}
        is_only_file = kinds <= {"file", ""} or kinds == {"repository"}
        return not is_only_file or self._matters(path) or path in self._watched_in(tree)

    def plainly(self, text: str) -> str:
        """A message without the temporary directory in it."""
        shown = os.path.relpath(self._top)
        inside = os.path.join(self._top, "")
        for place, name in ((inside, ""), (os.path.join(shown, ""), ""), (self._top, self._name), (shown, self._name)):
            text = text.replace(place, name)
        return text

    def _become(self, tree: str) -> None:
        try:
            self._change(self._tree, tree)
            self._tree = tree
        except OSError as error:
            self._clear()
            raise self._not_laid_out(error) from error
        except BaseException:
            # Half a commit is none.
            self._clear()
            raise

    def _not_laid_out(self, error: OSError) -> GitError:
        return GitError(
            f"{self.repository.top}: the files of a commit cannot be written to a temporary directory:"
            f" {error.strerror or error}; TMPDIR names one with space"
        )

    def _clear(self) -> None:
        import shutil

        self._tree = ""
        self._left_out.clear()
        # Where there is no space, this may fail, too, and so will the next commit.
        with suppress(OSError):
            shutil.rmtree(self._top)
            os.makedirs(os.path.join(self._top, ".git"))

    def _change(self, old: str, tree: str) -> None:
        import shutil

        wanted: list[tuple[str, Entry]] = []
        for path, before, after in self._differing("", old, tree):
            place = os.path.join(self._top, path)
            if before.kind in _FOLDERS and after.kind not in _FOLDERS:
                shutil.rmtree(place)
            elif before.kind not in _FOLDERS and self._is_here(path, before):
                # A link without a target is not there.
                with suppress(FileNotFoundError):
                    os.unlink(place)
            if after.kind in _FOLDERS:
                if before.kind not in _FOLDERS:
                    os.mkdir(place)
            elif self._is_read(path, after):
                wanted.append((path, after))
            elif self._is_here(path, after):
                _write(place, b"")
        self._write_all(wanted)

    def _write_all(self, wanted: Sequence[tuple[str, Entry]]) -> None:
        size = 0
        contents = self.objects.each((entry.identity for _, entry in wanted), "blob")
        for (path, entry), content in zip(wanted, contents, strict=True):
            size += len(content)
            if size > LARGEST_COMMIT:
                raise BeyondLimitsError(
                    f"{self.repository.top}: a commit has more than {LARGEST_COMMIT:,} bytes to be read"
                )
            place = os.path.join(self._top, path)
            if entry.kind == "file":
                _write(place, content)
            elif _is_target(content):
                os.symlink(os.fsdecode(content), place)
            else:
                self._leave_out(path, entry)

    def _differing(self, folder: str, old: str, new: str) -> Iterator[tuple[str, Entry, Entry]]:
        """Each path whose entry is another one, folders before what is in them."""
        if old == new:
            return
        before, after = self.trees.listing(old), self.trees.listing(new)
        for name in {**before, **after}:
            one, other = before.get(name, _NOTHING), after.get(name, _NOTHING)
            if one == other:
                continue
            path = folder + name
            if is_too_long(name) or self._is_too_far(path):
                self._leave_out(path, other)
                continue
            yield path, one, other
            if other.kind == "folder":
                yield from self._differing(f"{path}/", one.identity if one.kind == "folder" else "", other.identity)

    def _is_too_far(self, path: str) -> bool:
        longest = LONGEST_PATH - len(os.fsencode(self._top)) - 1
        return len(path) * 4 > longest and len(os.fsencode(path)) > longest

    def _leave_out(self, path: str, entry: Entry) -> None:
        """Leave out what a checkout could not have, either. Raises GitError if translations or settings are lost."""
        if not entry.kind:
            self._left_out.discard(path)
            return
        if self._holds_files(entry.identity) if entry.kind == "folder" else may_matter(path):
            raise GitError(
                f"{self.repository.top}: {_shortened(path)} cannot be laid out as a file system would have it, and"
                " would be read: rename it, or choose other commits"
            )
        self._left_out.add(path)

    def _holds_files(self, tree: str) -> bool:
        """True if a scan could open a file in or below a folder, going by names."""
        if tree not in self._holds:
            self._holds[tree] = any(
                self._holds_files(entry.identity) if entry.kind == "folder" else may_matter(name)
                for name, entry in self.trees.listing(tree).items()
            )
        return self._holds[tree]

    def _is_read(self, path: str, entry: Entry) -> bool:
        """Whether a file is there with all that it holds."""
        return entry.kind == "link" or (entry.kind == "file" and (self._matters(path) or path in self._linked))

    def _is_here(self, path: str, entry: Entry) -> bool:
        return (entry.kind == "file" and self._is_beside_the_root(path)) or self._is_read(path, entry)

    def _is_beside_the_root(self, path: str) -> bool:
        # The top of a repository is a checkout in any case.
        return bool(self.inside) and path.rpartition("/")[0] == self.inside

    def _leads(self, tree: str) -> frozenset[str]:
        """Return the files that a scan may read through links. Raises GitError for a tree beyond the limits."""
        if tree not in self._led:
            self.trees.extent(tree)
            watched: set[str] = set()
            leads = frozenset(self._targets(tree, watched))
            self._led[tree] = leads, frozenset(watched)
        return self._led[tree][0]

    def _watched_in(self, tree: str) -> frozenset[str]:
        """The paths that links lead to, be there a file or none."""
        self._leads(tree)
        return self._led[tree][1]

    def _targets(self, tree: str, watched: set[str]) -> Iterator[str]:
        for path, identity in self.trees.links(tree):
            if not self._matters(path):
                # No scan reads a file through this link.
                continue
            target = path
            entry: Entry | None = Entry("link", identity)
            for _ in range(_LONGEST_CHAIN):
                if entry is None or entry.kind != "link":
                    break
                content = self._target(entry.identity)
                if not _is_target(content):
                    entry = None
                    break
                target = posixpath.normpath(posixpath.join(posixpath.dirname(target), os.fsdecode(content)))
                watched.add(target)
                entry = None if target.startswith(("/", "../")) else self.trees.entry(tree, target)
            if entry is not None and entry.kind == "file" and not self._matters(target):
                yield target

    def _target(self, identity: str) -> bytes:
        content = self._targets_of.get(identity)
        if content is None:
            # One byte more shows that it is no target.
            content = self._targets_of[identity] = self.objects.read(identity, "blob")[: LONGEST_PATH + 1]
        return content


def _is_target(content: bytes) -> bool:
    """True if a link can have this content."""
    return 0 < len(content) <= LONGEST_PATH and b"\0" not in content


def _shortened(path: str) -> str:
    return path if len(path) <= _SHOWN else f"{path[:_SHOWN]}…"


def _digest(told: object) -> str:
    from hashlib import blake2b

    return blake2b(repr(told).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _write(place: str, content: bytes) -> None:
    # Never through something that is there already.
    with open(place, "xb") as file:
        file.write(content)
