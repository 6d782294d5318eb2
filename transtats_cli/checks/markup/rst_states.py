"""Creation of the states of the docutils parser on demand.

For each document and for many blocks, docutils creates a state machine with 15 states, and a document of a few lines
uses two of them. Creating the other states takes half of the time of parsing such a document. After
`create_states_on_demand`, a state machine has the same states, but creates each state on first access.
`tests/checks/markup/test_rst_states.py` compares the documents of both.
"""

from collections.abc import Iterable
from typing import Any

from docutils.statemachine import State, StateMachine


class _StatesOnDemand(dict[str, "State[Any]"]):
    """States of a state machine, by name. Raises KeyError for an unknown name, as a dict with all states does."""

    def __init__(self, machine: "StateMachine[Any]", state_classes: "Iterable[type[State[Any]]]") -> None:
        super().__init__()
        self._machine = machine
        self._classes_by_name = {state_class.__name__: state_class for state_class in state_classes}

    def __missing__(self, name: str) -> "State[Any]":
        machine = self._machine
        state = self[name] = self._classes_by_name[name](machine, machine.debug)
        # A run initializes the states that exist when the run starts. Between runs, there may be no memo.
        if getattr(machine, "memo", None) is not None:
            state.runtime_init()
        return state


def create_states_on_demand() -> None:
    """Change the state machines of docutils so that they create each state on first access."""
    StateMachine.add_states = _add_states  # type: ignore[assignment, method-assign]


def _add_states(machine: "StateMachine[Any]", state_classes: "Iterable[type[State[Any]]]") -> None:
    machine.states = _StatesOnDemand(machine, state_classes)
