"""Generate a git repository with many commits to translations and to source code."""

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import IO, NamedTuple

from benchmarks.catalogues import CatalogueEntry, generate_entries, render_po
from benchmarks.languages import LANGUAGES, CatalogueLanguage

_FIRST_COMMIT_TIME = 1_700_000_000
_SECONDS_PER_HOUR = 3600
_FOLDERS, _FILES = 30, 20
_SHARE_OF_NEW_STRINGS = 0.05
"""Fraction of the commits that add a source string to all languages. The other commits change one language."""
_COMMIT_SUBJECT = b"a change"


class RepositorySize(NamedTuple):
    """Numbers of commits, languages and strings of a generated git repository."""

    commits: int = 500
    """Number of commits that change translation files."""
    code_commits: int = 19
    """Number of commits that change source code between two commits that change translation files."""
    languages: int = 20
    strings: int = 400


FileContents = dict[str, bytes]


def create_repository(size: RepositorySize, root: Path) -> None:
    """Create a git repository with one component in the folder `po`, and check out the last commit."""
    write_commits(_generate_commits(size), root)
    run_git(root, "repack", "--quiet", "-a", "-d")


def write_commits(commits: Iterable[FileContents], root: Path) -> None:
    """Create a git repository with commits that change files, and check out the last commit."""
    root.mkdir(parents=True)
    run_git(root, "init", "--quiet", "--initial-branch=main")
    with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=root, stdin=subprocess.PIPE) as process:  # noqa: S607
        assert process.stdin is not None
        for number, files in enumerate(commits):
            _write_commit(process.stdin, number, files)
    assert process.returncode == 0
    run_git(root, "reset", "--quiet", "--hard", "main")


def read_versions(root: Path) -> Iterator[tuple[str, int, bytes]]:
    """Yield the file name, the version number and the content of every version of every translation file.

    The version numbers of each file start at 0.
    """
    listed = subprocess.run(
        ["git", "log", "--reverse", "--raw", "--no-abbrev", "--no-renames", "--format=", "--", "po"],  # noqa: S607
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    seen: dict[str, dict[str, int]] = {}
    for line in listed.stdout.splitlines():
        described, _, path = line.partition("\t")
        identity = described.split(" ")[3]
        known = seen.setdefault(path, {})
        if identity not in known:
            known[identity] = len(known)
            content = subprocess.run(
                ["git", "cat-file", "blob", identity],  # noqa: S607
                cwd=root,
                capture_output=True,
                check=True,
            )
            yield path.rpartition("/")[2], known[identity], content.stdout


def write_versions(root: Path, target: Path) -> None:
    """Write every version of every translation file as a separate file below the folder `target`.

    Version n of all languages becomes component n of a project.
    """
    for name, number, content in read_versions(root):
        folder = target / "past" / f"c{number:04}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _generate_commits(size: RepositorySize) -> Iterator[FileContents]:
    """Yield the contents of the changed files of each commit, by path."""
    random = Random("story")
    everything = generate_entries(size.strings + size.commits, "story")
    languages = LANGUAGES[: size.languages]
    known = size.strings
    seeds = dict.fromkeys(languages, 0)
    yield {
        **{f"src/part{number % _FOLDERS}/file{number}.c": b"int x;\n" for number in range(_FOLDERS * _FILES)},
        **{
            path: content for language in languages for path, content in _generate_file(everything[:known], language, 0)
        },
    }
    for number in range(1, size.commits):
        for step in range(size.code_commits):
            file = random.randrange(_FOLDERS * _FILES)
            yield {f"src/part{file % _FOLDERS}/file{file}.c": b"int x%d;\n" % (number * size.code_commits + step)}
        if random.random() < _SHARE_OF_NEW_STRINGS:
            known += 1
            yield {
                path: content
                for language in languages
                for path, content in _generate_file(everything[:known], language, seeds[language])
            }
        else:
            language = random.choice(languages)
            seeds[language] += 1
            yield dict(_generate_file(everything[:known], language, seeds[language]))


def _generate_file(
    strings: list[CatalogueEntry], language: CatalogueLanguage, seed: int
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of a translation file.

    `seed` is the number of earlier changes of the file. The translations of 3 + `seed` strings differ from the
    translations in the first version.
    """
    fixed = render_po(strings, language, "fixed").split("\n\n")
    other = render_po(strings, language, f"{seed}").split("\n\n")
    random = Random(f"{language.code} {seed}")
    places = random.sample(range(1, len(strings)), min(3 + seed, len(strings) - 1))
    for place in places:
        fixed[place] = other[place]
    yield f"po/{language.code}.po", "\n\n".join(fixed).encode()


def _write_commit(stream: IO[bytes], number: int, files: FileContents) -> None:
    when = b"T <t@example.org> %d +0000" % (_FIRST_COMMIT_TIME + number * _SECONDS_PER_HOUR)
    stream.write(b"commit refs/heads/main\ncommitter %s\ndata %d\n%s\n" % (when, len(_COMMIT_SUBJECT), _COMMIT_SUBJECT))
    for path, content in files.items():
        stream.write(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(content), content))


def run_git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True)  # noqa: S607
