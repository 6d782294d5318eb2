"""The states of docutils are created on demand, and references are resolved only where there are any.

The messages are the same as with all states and all steps of docutils.
"""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from docutils.parsers.rst.states import Body, RSTState, RSTStateMachine
from docutils.statemachine import State, StateMachine, UnknownStateError

from transtats_cli.checks.markup import restructuredtext
from transtats_cli.limits import NotChecked

LINES = (
    "Text|Title|=====|-----|  indented|    more|- item|* item|1. item|2. item|a) item|:field: value|-o  option|"
    ">>> code|.. code:: python|.. |s| replace:: t|.. [1] note|.. _a: http://b|.. comment|__ http://c|| line|"
    ".. note:: x|+---+|==== ====|a::|> quoted|`a`_ [1]_ |s| `b`__|*a* ``b`` :ref:`c`|:pep:`1`|*a|||-- author|term|====="
).split("|")


def create_all_states(machine: "StateMachine[Any]", state_classes: "Iterable[type[State[Any]]]") -> None:
    for state_class in state_classes:
        machine.add_state(state_class)


def find_messages(text: str) -> object:
    restructuredtext.docutils_messages.cache_clear()
    restructuredtext._parse_paragraph.cache_clear()
    try:
        return restructuredtext.docutils_messages(text)
    except NotChecked as reason:
        return str(reason)


def find_messages_with_all_states(text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    with monkeypatch.context() as patch:
        patch.setattr(StateMachine, "add_states", create_all_states)
        # docutils uses the state machines of this list again.
        patch.setattr(RSTState, "nested_sm_cache", [])
        patch.setattr(restructuredtext, "_NODES_WITHOUT_REFERENCES", ())
        return find_messages(text)


def test_random_documents_have_the_messages_of_docutils_with_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = random.Random(5)  # noqa: S311  repeatable, and no secret
    for _ in range(300):
        text = "\n".join(choice.choice([*LINES, ""]) for _ in range(choice.randint(2, 8)))
        assert find_messages(text) == find_messages_with_all_states(text, monkeypatch), text


def test_a_state_machine_creates_the_states_that_it_uses() -> None:
    machine = RSTStateMachine(restructuredtext._PARSER.state_classes, "Body")
    assert not machine.states
    assert isinstance(machine.get_state(), Body)
    assert [*machine.states] == ["Body"]


def test_an_unknown_state_is_an_error() -> None:
    with pytest.raises(UnknownStateError):
        RSTStateMachine(restructuredtext._PARSER.state_classes, "Unknown").get_state()
