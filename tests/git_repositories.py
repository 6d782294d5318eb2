"""Fixtures: git repositories with fixed dates, independent of the user's git configuration."""

import hashlib
import os
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

PO_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPO-Revision-Date: {}\\n"\n'
_FIRST_DAY = 1_700_000_000


def po(entries: Mapping[str, str], *, date: str = "2020-01-01 00:00+0000", line: int = 1) -> str:
    """Return a PO file with targets by source. A target that begins with `~` is fuzzy."""
    blocks = [PO_HEADER.format(date)]
    for place, (source, target) in enumerate(entries.items(), line):
        fuzzy = "#, fuzzy\n" if target.startswith("~") else ""
        blocks.append(f'#: app.c:{place}\n{fuzzy}msgid "{source}"\nmsgstr "{target.removeprefix("~")}"\n')
    return "\n".join(blocks)


def xliff(entries: Mapping[str, str], *, date: str = "2020-01-01T00:00:00Z", language: str = "de") -> str:
    """Return an XLIFF file with targets by source. A target that begins with `!` is approved."""
    units = ""
    for number, (source, target) in enumerate(entries.items()):
        approved = ' approved="yes"' if target.startswith("!") else ""
        text = f"<target>{target.removeprefix('!')}</target>" if target else ""
        units += (
            f'<trans-unit id="{number}" resname="{source}"{approved}><source>{source}</source>{text}</trans-unit>\n'
        )
    return (
        f'<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
        f'<file original="a" source-language="en" target-language="{language}" datatype="plaintext" date="{date}">'
        f"<body>\n{units}</body></file></xliff>\n"
    )


class ScriptedRepository:
    """Git repository with a work tree. The settings of the user are ignored.

    `now` is the time of the next commit in seconds since 1970. Each new commit increases this time.
    """

    po = staticmethod(po)
    xliff = staticmethod(xliff)

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = _FIRST_DAY
        path.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def copy(self, path: Path) -> "ScriptedRepository":
        """Copy the repository to a path that does not exist. The original and the copy share no file."""
        shutil.copytree(self.path, path, symlinks=True)
        made = ScriptedRepository.__new__(ScriptedRepository)
        made.path, made.now = path, self.now
        return made

    def git(self, *arguments: str, check: bool = True) -> str:
        date = f"{self.now} +0100"
        identity = {
            f"GIT_{who}_{what}": f"{what}@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_") or "CONFIG" in name},
            **identity,
            "GIT_AUTHOR_DATE": "1000000000 +0000",
            "GIT_COMMITTER_DATE": date,
        }
        done = subprocess.run(["git", *arguments], cwd=self.path, env=environment, capture_output=True, check=False)
        assert not check or done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().strip()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    def replace(self, name: str, old: str, new: str) -> None:
        text = (self.path / name).read_text(encoding="utf-8")
        assert old in text
        self.write({name: text.replace(old, new)})

    def commit(self, subject: str, files: Mapping[str, str | bytes] | None = None, *, hours: int = 2) -> str:
        """Write files, commit all changes `hours` hours after the last commit, and return the id of the commit."""
        self.write(files or {})
        self.now += hours * 3600
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)
        return self.head

    def merge(self, branch: str, *arguments: str, hours: int = 2) -> None:
        """Merge a branch. If there are conflicts, `commit` has to complete the merge."""
        self.now += hours * 3600
        self.git("merge", "--quiet", "--no-ff", "--no-edit", *arguments, branch, check=False)

    def revert(self, commit: str, *, hours: int = 2) -> None:
        self.now += hours * 3600
        self.git("revert", "--no-edit", commit)

    def store(self, kind: str, content: bytes) -> str:
        """Write an object without the checks of git, and return its id."""
        stored = b"%s %d\0%s" % (kind.encode(), len(content), content)
        identity = hashlib.sha1(stored).hexdigest()  # noqa: S324
        path = self.path / ".git" / "objects" / identity[:2] / identity[2:]
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            path.write_bytes(zlib.compress(stored))
        return identity

    def store_tree(self, entries: Mapping[str | bytes, str], mode: str = "") -> str:
        """Write a tree without the checks of git, and return its id. `entries` contains ids by name.

        A name that ends with a slash is a folder. All other names are files with the mode `mode`, by default 100644.
        """
        content = b""
        for name, identity in entries.items():
            raw = name if isinstance(name, bytes) else os.fsencode(name)
            content += (b"40000" if raw.endswith(b"/") else mode.encode() or b"100644") + b" " + raw.removesuffix(b"/")
            content += b"\0" + bytes.fromhex(identity)
        return self.store("tree", content)

    def store_commit(self, tree: str, time: str = "", *, parent: str = "") -> str:
        """Write a commit without the checks of git, set HEAD to the commit, and return its id. Default parent: HEAD."""
        self.now += 7200
        parent = parent or self._branch_head() or self.git("rev-parse", "--verify", "--quiet", "HEAD", check=False)
        who = f"name <e@example.org> {time or self.now} +0000"
        lines = [
            f"tree {tree}",
            *([f"parent {parent}"] if parent else []),
            f"author {who}",
            f"committer {who}",
            "",
            "x",
        ]
        commit = self.store("commit", "\n".join(lines).encode() + b"\n")
        self.git("update-ref", "HEAD", commit)
        return commit

    @property
    def head(self) -> str:
        return self._branch_head() or self.git("rev-parse", "HEAD")

    def _branch_head(self) -> str:
        """Return the commit of the current branch, or "" if the branch has no file in `.git/refs`.

        Reading the file is much faster than git.
        """
        folder = self.path / ".git"
        reference = (folder / "HEAD").read_text(encoding="utf-8").removeprefix("ref: ").strip()
        try:
            return (folder / reference).read_text(encoding="utf-8").strip()
        except OSError:
            return ""


@pytest.fixture
def repository(tmp_path: Path) -> Callable[[str], ScriptedRepository]:
    """Function that creates a repository with a given name in the temporary directory of the test."""
    return lambda name: ScriptedRepository(tmp_path / name)


FillRepository = Callable[[ScriptedRepository], object]
CopyRepository = Callable[[str, FillRepository], ScriptedRepository]


@pytest.fixture(scope="session")
def _filled_repositories() -> dict[FillRepository, ScriptedRepository]:
    return {}


@pytest.fixture
def repository_copy(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    _filled_repositories: dict[FillRepository, ScriptedRepository],
) -> CopyRepository:
    """Function that copies a repository to a directory with a given name.

    The argument `fill` is a function that fills the original. The original is created once for all tests.
    """

    def copy(name: str, fill: FillRepository) -> ScriptedRepository:
        if fill not in _filled_repositories:
            filled = ScriptedRepository(tmp_path_factory.mktemp("original") / name)
            fill(filled)
            _filled_repositories[fill] = filled
        return _filled_repositories[fill].copy(tmp_path / name)

    return copy


def commit_forty_times(repository: ScriptedRepository) -> None:
    """Make forty commits, of which every tenth changes a translation."""
    repository.commit("import", {"po/de.po": po({"One": ""}), "src/old.c": "", "README": "demo"})
    for number in range(1, 40):
        if number % 10:
            repository.commit(f"code {number}", {f"src/file{number % 4}.c": f"int x{number};\n"})
        else:
            repository.commit(f"german {number}", {"po/de.po": po({"One": f"Eins {number}"})})


@pytest.fixture
def repository_at() -> type[ScriptedRepository]:
    """Function that creates a repository at a path, which must not exist."""
    return ScriptedRepository


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> ScriptedRepository:
    """Repository `demo` with over thirty commits, among them merges, renames, reverts, a submodule and links."""
    folder = tmp_path_factory.mktemp("example")
    library = ScriptedRepository(folder / "library")
    library.commit(
        "library: import", {"locale/de.po": po({"Lib": "Bibliothek"}), "locale/messages.pot": po({"Lib": ""})}
    )
    library.commit("library: another word", {"locale/de.po": po({"Lib": "Sammlung"})})
    repository = ScriptedRepository(folder / "demo")
    _create_example(repository, library)
    return repository


def _create_example(demo: ScriptedRepository, library: ScriptedRepository) -> None:
    words = {"One": "", "Two": "", "Three": ""}
    german, french = dict(words), dict(words)
    demo.commit("a program without translations", {"src/app.c": "int main;\n", "README.md": "demo\n"})
    demo.commit("import", {"po/demo.pot": po(words), "po/de.po": po(words), "po/fr.po": po(words)})
    demo.commit("german begins", {"po/de.po": po(german := german | {"One": "Eins"})})
    demo.commit("french begins, fuzzy", {"po/fr.po": po(french := french | {"One": "~Un"})})
    demo.commit("nothing but code", {"src/app.c": "int main();\n"})
    demo.git("tag", "v1")
    demo.commit("lines moved", {"po/de.po": po(german, line=40), "po/fr.po": po(french, line=40)})
    demo.commit("a header", {"po/de.po": po(german, line=40, date="2021-01-01 00:00+0000")})
    demo.git("checkout", "--quiet", "-b", "feature")
    demo.commit("feature: french", {"po/fr.po": po(french | {"One": "Un"}, line=40)})
    words |= {"Four": ""}
    german |= {"Four": ""}
    french |= {"One": "Un", "Four": ""}
    grown = {"po/demo.pot": words, "po/de.po": german, "po/fr.po": french}
    demo.commit("feature: a new string", {name: po(entries, line=40) for name, entries in grown.items()})
    demo.git("checkout", "--quiet", "main")
    demo.commit("main: german", {"README.md": "demo, in two languages\n"})
    demo.merge("feature")
    demo.commit("german goes on", {"po/de.po": po(german := german | {"Two": "Zwei"}, line=40)})
    demo.git("checkout", "--quiet", "-b", "rivals")
    demo.commit("rivals: german", {"po/de.po": po(german | {"Three": "Drei"}, line=40)})
    demo.commit("rivals: french", {"po/fr.po": po(french := french | {"Three": "Trois"}, line=40)})
    demo.git("checkout", "--quiet", "main")
    demo.commit("main: german, otherwise", {"po/de.po": po(german | {"Three": "drei"}, line=40)})
    demo.merge("rivals")
    german |= {"Three": "DREI"}
    demo.commit("a merge with a mind of its own", {"po/de.po": po(german, line=40)})
    demo.commit("german at its best", {"po/de.po": po(german | {"Four": "Vier"}, line=40)})
    demo.revert("HEAD")
    demo.git("tag", "--annotate", "--message", "second", "v2")
    demo.git("mv", "po", "locale")
    demo.commit("the folder has another name")
    demo.commit("italian", {"locale/it.po": po(dict.fromkeys(german, ""), line=40)})
    demo.git("mv", "locale/it.po", "locale/it_IT.po")
    demo.commit("italian of italy")
    demo.commit("one word of it", {"locale/it_IT.po": po(dict.fromkeys(german, "") | {"One": "Uno"}, line=40)})
    demo.git("rm", "--quiet", "locale/fr.po")
    demo.commit("french is lost")
    demo.revert("HEAD")
    demo.git("checkout", "--quiet", "-b", "discarded")
    demo.commit("discarded: french", {"locale/fr.po": po(french | {"One": "Uns"}, line=40)})
    demo.git("checkout", "--quiet", "main")
    demo.commit("main: code", {"src/app.c": "int main(void);\n"})
    demo.merge("discarded", "--strategy=ours")
    names = {"Open": "Öffnen", "Close": ""}
    demo.commit(
        "another format",
        {"xliff/app.de.xlf": xliff(names), "xliff/app.fr.xlf": xliff({"Open": "", "Close": ""}, language="fr")},
    )
    demo.commit("its dates", {"xliff/app.de.xlf": xliff(names, date="2022-02-02T00:00:00Z")})
    demo.commit("approved", {"xliff/app.de.xlf": xliff(names | {"Open": "!Öffnen"}, date="2022-02-02T00:00:00Z")})
    demo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.path), "parts/library")
    demo.commit("a submodule")
    (demo.path / "locale" / "de_CH.po").symlink_to("de.po")
    demo.commit("a link")
    demo.commit("a broken file", {"locale/it_IT.po": "<<<<<<< conflict\n"})
    demo.commit(
        "mended, and the settings have their say",
        {
            "locale/it_IT.po": po(dict.fromkeys(german, "") | {"One": "Uno", "Two": "~Due"}, line=40),
            "transtats.toml": '[checks]\nignore = ["same"]\n',
        },
    )
    demo.commit("the last word", {"locale/de.po": po(german | {"One": "Ein"}, line=50)})


@pytest.fixture(scope="module")
def checkouts(example: ScriptedRepository, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Path]]:
    """Function that returns a work tree of a commit of `example`, in a directory with the name `demo`."""
    folder = tmp_path_factory.mktemp("checkouts")
    made: dict[str, Path] = {}

    def checkout(commit: str) -> Path:
        if commit not in made:
            made[commit] = folder / commit[:12] / "demo"
            example.git("worktree", "add", "--quiet", "--detach", str(made[commit]), commit)
        return made[commit]

    yield checkout
    for path in made.values():
        example.git("worktree", "remove", "--force", str(path))
