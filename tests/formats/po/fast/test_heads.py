"""Heads are understood together and remembered; neither makes a difference to what they say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.formats import IrregularFile, forget
from transtats_cli.formats.po.fast import heads as heads_module
from transtats_cli.formats.po.fast.heads import joined, understood
from transtats_cli.statistics import Counts

HEADS = st.builds('msgid "{} {}"'.format, st.sampled_from(["Open", "Close", "Save as"]), st.integers(0, 5))
PLURAL = 'msgid "a file"\nmsgid_plural "%d files"'


@given(st.lists(HEADS, max_size=12), st.integers(1, 4), st.sampled_from([0, 40, 16_000_000]))
def test_however_many_are_understood_at_once_and_remembered_they_say_the_same(heads, at_once, room):
    expected = [head[7:-1] for head in heads]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heads_module, "_AT_ONCE", at_once)
        patch.setattr(heads_module, "_ROOM", room)
        patch.setattr(heads_module, "_known", heads_module._Known())
        for _ in range(2):
            found = joined(understood(heads))
            assert found.sources == found.texts == expected
            assert found.total == Counts(len(heads), *(sum(map(size, expected)) for size in (count_words, len)))


def count_words(text: str) -> int:
    return len(text.split())


def test_what_is_remembered_has_bounds(monkeypatch):
    monkeypatch.setattr(heads_module, "_ROOM", 100)
    known = heads_module._Known()
    for number in range(50):
        known[f'msgid "{number}"\n\x1f']
        assert sum(map(len, known)) <= 100
    assert known


def test_places_are_those_of_all_entries(monkeypatch):
    monkeypatch.setattr(heads_module, "_AT_ONCE", 2)
    found = joined(understood(['msgid "a"', PLURAL, 'msgctxt "menu"\nmsgid ""\n"b\\n"\n"c"', PLURAL]))
    assert found.plural == [1, 3]
    assert found.texts == ["a", "a file\x1e\x1e%d files", "b\ncmenu", "a file\x1e\x1e%d files"]


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("", id="nothing"),
        pytest.param('msgid ""', id="no name"),
        pytest.param('msgid "a', id="no end"),
        pytest.param('msgid "a"\n', id="a blank line"),
        pytest.param('msgid "a"\nmsgid "b"', id="two of them"),
        pytest.param('msgid "a"\n# a comment', id="a comment inside"),
        pytest.param('#, fuzzy\nmsgid "a"', id="a comment in front"),
        pytest.param('msgid_plural "a"', id="a plural alone"),
        pytest.param('msgid "a"\nmsgctxt "b"', id="the context behind"),
    ],
)
def test_an_irregular_head_is_not_understood(head):
    for _ in range(2):
        with pytest.raises(IrregularFile):
            understood(['msgid "first"', head])


def test_a_component_is_forgotten_when_it_is_done(monkeypatch):
    monkeypatch.setattr(heads_module, "_known", heads_module._Known())
    understood(['msgid "a"'])
    assert heads_module._known
    forget()
    assert not heads_module._known


def test_what_is_joined_meanwhile_is_not_mistaken_for_it(monkeypatch):
    known = heads_module._Known()
    monkeypatch.setattr(heads_module, "_known", known)
    one, other = (understood([f'msgid "{letter}"', PLURAL]) + understood(['msgid "last"']) for letter in "ab")
    join = heads_module._joined

    def interrupted(parts):
        """Another thread joins the same, and then the others."""
        monkeypatch.setattr(heads_module, "_joined", join)
        assert known.joined(parts) == join(parts)
        assert known.joined(other) == join(other)
        return join(parts)

    monkeypatch.setattr(heads_module, "_joined", interrupted)
    assert known.joined(one) == join(one)
    assert known.joined(other) == join(other)
