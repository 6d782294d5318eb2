"""The files of a commit that a scan could ever open, laid out in a temporary directory as they are in a checkout.

There, whatever reads a work tree reads the past, by the same rules. Going from commit to commit, only what differs is
written anew.
"""

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Any, Self

from transtats_cli.errors import UnknownComponentError
from transtats_cli.formats import EXTENSIONS
from transtats_cli.git.objects import Objects
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import Entry, Trees
from transtats_cli.scanning.foreign import READERS, weblate
from transtats_cli.settings import PROJECT_FILE, SETTINGS_FILE, component_json

_SUFFIXES = tuple(f".{extension}" for extension in (*EXTENSIONS, "pot"))
_DOCUMENTS = frozenset(
    {SETTINGS_FILE, PROJECT_FILE, component_json.FILE, ".gitignore", "LINGUAS", "pyvenv.cfg", *weblate.FILES}
) | {name.rpartition("/")[2] for name in READERS}
_NOTHING = Entry("", "")
_FOLDERS = ("folder", "repository")
_LONGEST_CHAIN = 8


def may_matter(path: str) -> bool:
    """Whether a scan could open a file, going by its name."""
    return path.endswith(_SUFFIXES) or path.rpartition("/")[2] in _DOCUMENTS


# What takes long to import is imported where a shadow is made: often all is known, and none is needed.
class Shadow:
    """A directory that becomes one commit after another, of which only some of the files are there.

    Where the root is, all other files are there too, but empty: that they exist tells a project's checkout from a
    folder of projects.
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
        self._links: dict[str, tuple[tuple[str, str], ...]] = {"": ()}
        self._led: dict[str, frozenset[str]] = {}
        self._digests: dict[tuple[str, str | None], str] = {}
        self._running = ExitStack()
        self._top = ""

    def __enter__(self) -> Self:
        from transtats_cli.git import temporary

        self._top = os.path.join(self._running.enter_context(temporary.directory()), self._name)
        os.makedirs(os.path.join(self._top, ".git"))
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
    def keeps_all(self) -> bool:
        return self._matters is bool

    def identity(self, path: str) -> str:
        """What tells the content of a file here from any other, by its absolute path; '' where a link is involved."""
        found = self.trees.entry(self._tree, self.inside_of(path))
        return found.identity if found is not None and found.kind == "file" else ""

    def inside_of(self, path: str) -> str:
        """The way from the top of the repository to an absolute path here."""
        return os.path.relpath(path, self._top).replace(os.sep, "/")

    def digest(self, tree: str) -> str:
        """What is the same for two commits whose files are laid out alike, whatever else they hold."""
        leads = [(path, self.trees.entry(tree, path)) for path in sorted(self._leads(tree))]
        return _digest([self._digest_of(tree, ""), leads])

    def _digest_of(self, tree: str, folder: str) -> str:
        # Only on the way to the root does it matter where a folder is.
        is_on_the_way = f"{self.inside}/".startswith(folder)
        key = tree, folder if is_on_the_way else None
        known = self._digests.get(key)
        if known is None:
            told: list[tuple[str, str]] = []
            for name, entry in sorted(self.trees.listing(tree).items()):
                path = folder + name
                if entry.kind == "folder":
                    told.append((name, self._digest_of(entry.identity, f"{path}/")))
                elif self._is_here(path, entry) or entry.kind == "repository":
                    told.append((name, entry.identity if self._is_read(path, entry) else ""))
            known = self._digests[key] = _digest(told)
        return known

    def is_blind_to(self, tree: str, paths: Iterable[str]) -> bool:
        """Whether the content of none of these files matters where a commit's top folder is this one."""
        return not any(map(self._matters, paths)) and self._leads(tree).isdisjoint(paths)

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
        except BaseException:
            # Half a commit is none.
            self._clear()
            raise

    def _clear(self) -> None:
        import shutil

        shutil.rmtree(self._top)
        os.makedirs(os.path.join(self._top, ".git"))
        self._tree = ""

    def _change(self, old: str, tree: str) -> None:
        import shutil

        wanted: list[tuple[str, Entry]] = []
        for path, before, after in self._differing("", old, tree):
            place = os.path.join(self._top, path)
            if before.kind in _FOLDERS and after.kind not in _FOLDERS:
                shutil.rmtree(place)
            elif before.kind not in _FOLDERS and self._is_here(path, before):
                os.unlink(place)
            if after.kind in _FOLDERS:
                os.makedirs(place, exist_ok=True)
            elif self._is_read(path, after):
                wanted.append((place, after))
            elif self._is_here(path, after):
                _write(place, b"")
        contents = self.objects.each(entry.identity for _, entry in wanted)
        for (place, entry), content in zip(wanted, contents, strict=True):
            if entry.kind == "link":
                os.symlink(os.fsdecode(content), place)
            else:
                _write(place, content)

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
            yield path, one, other
            if other.kind == "folder":
                yield from self._differing(f"{path}/", one.identity if one.kind == "folder" else "", other.identity)

    def _is_read(self, path: str, entry: Entry) -> bool:
        """Whether a file is there with all that it holds."""
        return entry.kind == "link" or (entry.kind == "file" and (self._matters(path) or path in self._linked))

    def _is_here(self, path: str, entry: Entry) -> bool:
        is_beside_the_root = entry.kind == "file" and path.rpartition("/")[0] == self.inside
        return is_beside_the_root or self._is_read(path, entry)

    def _leads(self, tree: str) -> frozenset[str]:
        """The files that links lead to, whatever they are called."""
        if tree not in self._led:
            self._led[tree] = frozenset(self._targets(tree))
        return self._led[tree]

    def _targets(self, tree: str) -> Iterator[str]:
        for path, identity in self._links_in(tree):
            target = path
            entry: Entry | None = Entry("link", identity)
            for _ in range(_LONGEST_CHAIN):
                if entry is None or entry.kind != "link":
                    break
                text = os.fsdecode(self.objects.read(entry.identity))
                target = posixpath.normpath(posixpath.join(posixpath.dirname(target), text))
                entry = None if target.startswith(("/", "../")) else self.trees.entry(tree, target)
            if entry is not None and entry.kind == "file" and not self._matters(target):
                yield target

    def _links_in(self, tree: str) -> tuple[tuple[str, str], ...]:
        """The links in and below a folder: path and identity."""
        known = self._links.get(tree)
        if known is None:
            found: list[tuple[str, str]] = []
            for name, entry in self.trees.listing(tree).items():
                if entry.kind == "link":
                    found.append((name, entry.identity))
                elif entry.kind == "folder":
                    found += ((f"{name}/{path}", identity) for path, identity in self._links_in(entry.identity))
            known = self._links[tree] = tuple(found)
        return known


def _digest(told: object) -> str:
    from hashlib import blake2b

    return blake2b(repr(told).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _write(place: str, content: bytes) -> None:
    # Never through something that is there already.
    with open(place, "xb") as file:
        file.write(content)
