"""Generate tables of the settings and of the environment variables."""

from collections.abc import Iterator

from transtats_cli.settings.keys import SETTING_SPECS, TABLES
from transtats_docs.commands import walk_commands
from transtats_docs.markdown import code, prose, table


def settings() -> str:
    """Return a Markdown table of settings for each set of tables that may contain the settings."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, spec in SETTING_SPECS.items():
        places = " or ".join(TABLES[each].notation for each in spec.tables if each in TABLES)
        found.setdefault(places, []).append((code(name), prose(spec.description)))
    return "\n".join(f"In {places}:\n\n{table(['setting', 'meaning'], rows)}" for places, rows in found.items())


def environment() -> str:
    """Return a Markdown table of environment variables that set an option, with the commands that have the option."""
    found: dict[tuple[str, str], list[str]] = {}
    for variable, option, command in _variables():
        found.setdefault((variable, option), []).append(code(command))
    rows = (
        (code(variable), code(option), ", ".join(commands)) for (variable, option), commands in sorted(found.items())
    )
    return table(["variable", "option", "commands"], rows)


def _variables() -> Iterator[tuple[str, str, str]]:
    for ctx in walk_commands():
        for parameter in ctx.command.params:
            if isinstance(parameter.envvar, str):
                yield parameter.envvar, parameter.opts[0], ctx.command_path.removeprefix("transtats ")
