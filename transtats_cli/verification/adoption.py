"""Build the text of a transtats.toml with settings of the server. Existing settings are never changed."""

import os
import tomllib
from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.paths import path_for_messages
from transtats_cli.settings.documents import SETTINGS_FILE, read_document
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.template import quote_toml_key
from transtats_cli.verification.server_settings import SettingsComparison


class AdoptedSettings(NamedTuple):
    """Settings of the server for a component, as a table of transtats.toml."""

    names: tuple[str, str]
    """Names of the project and the component."""
    table: str
    """Text of the table, with line ends."""
    is_defined: bool
    """True if a settings file already has a table of the component. `build_document` then leaves this table out."""


def collect_settings(component: Component, compared: SettingsComparison, root: str) -> AdoptedSettings | None:
    """Return a table with the settings of the server for a component. None if no setting can be adopted.

    The table contains each setting that differs and can be adopted, and the settings that locate the files.
    """
    values = {each.key: each.server_value for each in compared.differences if not each.obstacle}
    if not values:
        return None
    names = (component.project, component.slug)
    loaded = settings.load_settings(root)
    # A table needs the folder and the file mask, because discovery would give another component the name.
    place: dict[str, SettingValue] = {
        "path": os.path.relpath(component.root, loaded.folder or root).replace(os.sep, "/")
    }
    table = _render_table(
        names, {**place, "filemask": component.filemask, **_list_template_settings(component), **values}
    )
    return AdoptedSettings(names, table, loaded.has_component(names))


def _list_template_settings(component: Component) -> dict[str, SettingValue]:
    """Return the template and the gettext template, if any. Discovery may not find them for the table of settings."""
    found = {"template": component.template, "new_base": component.new_base}
    return {key: value for key, value in found.items() if value}


def _render_table(names: tuple[str, str], values: dict[str, SettingValue]) -> str:
    head = f"[project.{quote_toml_key(names[0])}.component.{quote_toml_key(names[1])}]\n"
    return head + "".join(f"{key} = {settings.format_toml(value)}\n" for key, value in values.items())


def build_document(root: str, adopted: Iterable[AdoptedSettings]) -> tuple[str, str]:
    """Return the path and the new text of transtats.toml: the present text, followed by the new tables.

    Tables of components that have a table already are left out.

    Raises TranstatsError if the present file cannot be read, or if the tables cannot be added to it.
    """
    path = os.path.join(settings.load_settings(root).folder or root, SETTINGS_FILE)
    present = read_document(path) or ""
    tables = [each.table for each in adopted if not each.is_defined]
    if present:
        tables.insert(0, present if present.endswith("\n") else f"{present}\n")
    text = "\n".join(tables)
    try:
        tomllib.loads(text)
        # The path of a component may contain bytes that are not UTF-8.
        text.encode()
    except ValueError as error:
        raise TranstatsError(f"{path_for_messages(path)}: no table can be added ({error})") from error
    return path, text
