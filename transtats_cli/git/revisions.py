"""Find the commits that names of revisions (`main`, `v1.0`, `HEAD~2`) and ranges (`A..B`) refer to."""

import re

from transtats_cli.git.process import GitError, run_git
from transtats_cli.git.repository import Repository
from transtats_cli.nearest import find_similar_name

_RANGE_PATTERN = re.compile(r"(.*?[^.]|)(\.{2,3})([^.].*|)", re.DOTALL)
_ANCESTOR_SUFFIX_PATTERN = re.compile("[~^]")
_REF_PREFIXES = ("refs/heads/", "refs/tags/", "refs/remotes/")


def find_commit(repository: Repository, name: str) -> str:
    """Return the id of the commit that a revision names, such as a branch or a tag.

    Raises GitError for an unknown name.
    """
    found = repository.read_head_commit() if name == "HEAD" else _resolve_commit(repository, name)
    if found:
        return found
    if name == "HEAD":
        raise GitError(f"{repository.top}: the repository has no commits yet")
    raise GitError(f"there is no revision {name!r} in {repository.top}{_hint_for_unknown_name(repository, name)}")


def split_range(text: str) -> tuple[str, str, str] | None:
    """Split `A..B` or `A...B` into A, the dots and B. None if the text is not a range.

    A or B may be empty.
    """
    found = _RANGE_PATTERN.fullmatch(text)
    return (found[1], found[2], found[3]) if found else None


def resolve_range(repository: Repository, text: str) -> tuple[str, str]:
    """Return the ids of the older and the newer commit of a revision or a range.

    The older commit of `A..B` is A, and that of `A...B` is the merge base of A and B. For a single revision, it is ''.
    """
    parts = split_range(text)
    if parts is None:
        return "", find_commit(repository, text)
    older, dots, newer = parts
    end = find_commit(repository, newer or "HEAD")
    if dots == "...":
        return _require_merge_base(repository, older, newer), end
    return find_commit(repository, older or "HEAD"), end


def _require_merge_base(repository: Repository, revision: str, other_revision: str) -> str:
    """Return the id of the newest common ancestor of two revisions. The revision '' is HEAD.

    Raises GitError if the revisions have no common ancestor.
    """
    commits = [find_commit(repository, each or "HEAD") for each in (revision, other_revision)]
    # In a shallow clone, the ancestor may be missing.
    base = run_git(repository.top, "merge-base", *commits, accept=(0, 1)).decode().strip()
    if not base:
        names = f"{revision or 'HEAD'} and {other_revision or 'HEAD'}"
        raise GitError(f"{names} have no commit in common{hint_at_shallow_clone(repository)}")
    return base


def hint_at_shallow_clone(repository: Repository) -> str:
    """Return the end of a message about missing commits. '' for a full clone."""
    is_shallow = repository.shallow_boundary()
    return "; the clone is shallow, so older commits may be missing: git fetch --unshallow" if is_shallow else ""


def list_branches_and_tags(repository: Repository) -> list[str]:
    """Return the names of all branches, remote branches and tags, without prefixes such as `refs/heads/`."""
    output = run_git(repository.top, "for-each-ref", "--format=%(refname)", *_REF_PREFIXES).decode("utf-8", "replace")
    # Not splitlines(), because names may contain other line separators.
    return [line.partition("/")[2].partition("/")[2] for line in output.split("\n")[:-1]]


def _resolve_commit(repository: Repository, name: str) -> str:
    # Git would parse a name that begins with a dash as an option, and one that begins with a caret as an exclusion.
    if not name or name[0] in "-^" or "\0" in name:
        return ""
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return run_git(repository.top, *arguments, accept=(0, 1, 128)).decode().strip()


def _hint_for_unknown_name(repository: Repository, name: str) -> str:
    names = ["HEAD", *list_branches_and_tags(repository)]
    base_name = _ANCESTOR_SUFFIX_PATTERN.split(name, maxsplit=1)[0]
    is_too_far_back = base_name != name and base_name in names
    suggestion = "" if is_too_far_back else find_similar_name(name, names)
    question = f"; did you mean {suggestion!r}?" if suggestion else ""
    if shallow := hint_at_shallow_clone(repository):
        return f"{shallow}{question}"
    if is_too_far_back:
        return f"; {base_name!r} exists, but does not have so many ancestors"
    return question or "; `git branch --all` and `git tag` list the names that exist"
