"""From what users call a revision to the commit that it is."""

import re

from transtats_cli.git.process import GitError, run
from transtats_cli.git.repository import Repository
from transtats_cli.nearest import nearest

_RANGE = re.compile(r"(.*?[^.]|)(\.{2,3})([^.].*|)", re.DOTALL)
_STEPS = re.compile("[~^]")
_KINDS = ("refs/heads/", "refs/tags/", "refs/remotes/")


def commit(repository: Repository, name: str) -> str:
    """The commit of a branch, a tag, or anything that git understands; raises GitError where there is none such."""
    found = repository.head() if name == "HEAD" else _commit(repository, name)
    if found:
        return found
    if name == "HEAD":
        raise GitError(f"{repository.top}: there is no commit yet, so nothing is known of the past")
    raise GitError(f"there is no revision {name!r} in {repository.top}{_hint(repository, name)}")


def split_range(text: str) -> tuple[str, str, str] | None:
    """Split `A..B` or `A...B` into A, the dots and B, either of which may be empty; None for a single revision."""
    found = _RANGE.fullmatch(text)
    return (found[1], found[2], found[3]) if found else None


def common_base(repository: Repository, one: str, other: str) -> str:
    """The newest commit that two revisions descend from, HEAD where one is ''. Raises GitError if there is none."""
    base = merge_base(repository, commit(repository, one or "HEAD"), commit(repository, other or "HEAD"))
    if not base:
        hint = "; the clone is shallow, so it may have to be fetched: git fetch --unshallow"
        raise GitError(
            f"{one or 'HEAD'} and {other or 'HEAD'} have no commit in common{hint if repository.boundary() else ''}"
        )
    return base


def merge_base(repository: Repository, one: str, other: str) -> str:
    """The newest commit that both come from; empty where they have nothing in common, or a shallow clone hides it."""
    return run(repository.top, "merge-base", one, other, accept=(0, 1)).decode().strip()


def names(repository: Repository) -> list[str]:
    """All branches and tags, by their short names."""
    listed = run(repository.top, "for-each-ref", "--format=%(refname)", *_KINDS).decode("utf-8", "replace")
    return [line.partition("/")[2].partition("/")[2] for line in listed.splitlines()]


def _commit(repository: Repository, name: str) -> str:
    # Nothing that begins with a dash is the name of a revision; git would take it for an option.
    if not name or name[0] == "-" or "\0" in name:
        return ""
    told = run(
        repository.top,
        *("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"),
        accept=(0, 1, 128),
    )
    return told.decode().strip()


def _hint(repository: Repository, name: str) -> str:
    known = ["HEAD", *names(repository)]
    beginning = _STEPS.split(name, maxsplit=1)[0]
    is_too_far_back = beginning != name and beginning in known
    meant = "" if is_too_far_back else nearest(name, known)
    question = f"; did you mean {meant!r}?" if meant else ""
    if repository.boundary():
        return f"; the clone is shallow, so it may have to be fetched: git fetch --unshallow{question}"
    if is_too_far_back:
        return f"; there is {beginning!r}, but nothing so far back"
    return question or "; `git branch --all` and `git tag` list those that there are"
