"""Read the file states of many components together."""

import asyncio

from transtats_cli.component import Component
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.scans import FileState


class SharedFileStateReader:
    """Reads file states in threads. Components that are requested at the same time share folder listings.

    A request for a project needs the file states of all its components, and all components may be in one folder.
    """

    def __init__(self) -> None:
        self._waiting_components: dict[int, Component] = {}
        """Components by id. Several values of one component, such as its snapshots, need the same files."""
        self._next_read: asyncio.Task[dict[int, FileState]] | None = None
        """Task that will read the file states of all waiting components."""

    async def read(self, component: Component) -> FileState:
        """Return the state of a component's files at a moment after the call.

        States that are already being read for earlier calls are not used.
        """
        if self._next_read is None:
            self._next_read = asyncio.create_task(self._read_waiting_components())
        task = self._next_read
        self._waiting_components[id(component)] = component
        # If one caller is cancelled, the other callers still need the states.
        return (await asyncio.shield(task))[id(component)]

    async def _read_waiting_components(self) -> dict[int, FileState]:
        # A task starts after all callers that were ready when it was created.
        components, self._waiting_components, self._next_read = self._waiting_components, {}, None
        states = await asyncio.to_thread(scans.read_file_states, components.values())
        return dict(zip(components, states, strict=True))
