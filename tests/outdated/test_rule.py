"""The rule for outdated strings agrees with a model that replays all commits, from the oldest to the newest."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.outdated.replay import Commit, replay
from transtats_cli.outdated.rule import Change, compare_texts, find_outdated, find_reworded_keys

texts = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("12"), max_size=4)
commits = st.lists(st.builds(Commit, texts, texts, st.sampled_from([True, True, True, False])), min_size=1, max_size=8)


def list_changes(history: Sequence[Commit], field: str) -> list[Change]:
    """Return the changes of one of the two files, newest first, as they are found in git."""
    last = len(history)
    changes = [Change(last, "0", None, None)]
    for number, (older, newer) in enumerate(pairwise(history), 1):
        difference = compare_texts(getattr(older, field), getattr(newer, field))
        if difference:
            changes.append(Change(last - number, str(number), None, difference, newer.counts))
    return changes[::-1]


@given(commits)
def test_the_walk_agrees_with_a_replay_of_all_commits(history: Sequence[Commit]) -> None:
    sources, targets = list_changes(history, "sources"), list_changes(history, "targets")
    keys = history[-1].sources.keys() & history[-1].targets.keys()
    found = find_outdated(keys, sources, targets)
    assert {key: (each.commit, each.old_source) for key, each in found.items()} == replay(history)


@given(commits)
def test_only_reworded_strings_are_outdated(history: Sequence[Commit]) -> None:
    sources, targets = list_changes(history, "sources"), list_changes(history, "targets")
    keys = history[-1].sources.keys() & history[-1].targets.keys()
    assert find_outdated(keys, sources, targets).keys() <= find_reworded_keys(sources)


def test_changes_of_a_translation_are_read_until_the_age_of_each_string_is_known() -> None:
    def changes() -> Iterator[Change]:
        yield Change(1, "1", None, {"a": ("+old", "+new")})
        yield Change(3, "3", None, {"a": ("+older", "+old")})
        raise AssertionError("read too many changes")

    sources = [Change(2, "2", None, {"a": ("+A", "+B")}), Change(9, "9", None, None)]
    assert find_outdated(["a"], sources, changes()) == {}
