"""Hints about settings that a component may need."""

from collections.abc import Iterable

from transtats_cli.cli.messages import Messages
from transtats_cli.component import Component
from transtats_cli.output.text import format_count


def print_hints_about_keys(messages: Messages, components: Iterable[Component]) -> None:
    """Print a note if the source texts of XLIFF components look like keys, such as `menu.open`.

    If `messages` is quiet, print nothing.
    """
    candidates = [each for each in components if each.detects_xliff_version]
    if messages.quiet or not candidates:
        return
    # Imported late, because most components are not XLIFF.
    from transtats_cli.scanning.discovery.keyed_sources import find_file_with_keys

    keyed = [(component, path) for component in candidates if (path := find_file_with_keys(component))]
    if not keyed:
        return
    component, path = keyed[0]
    others = f", and those of {format_count(len(keyed) - 1, 'more component')}" if len(keyed) > 1 else ""
    messages.print(
        f"note: {component.path_for_messages(path)}: the sources look like keys{others};"
        " a server counts the keys as texts"
        f" unless the component has the setting template = {path!r}; the setting file_format hides this note"
    )
