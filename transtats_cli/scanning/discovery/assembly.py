"""Build a Component from layers of settings.

A layer contains the settings from one source. The layers, in this order, are: the command line, the settings files, the
description of the component (component.json, a configuration file of another tool, or the search for files), values
that are derived from the files, the configuration file of Weblate's client, and the defaults. If several layers contain
a setting, the value in the first of these layers is used.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any

from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.measures import NOT_FAILING_MEASURE
from transtats_cli.paths import path_for_messages
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.description import derive_settings
from transtats_cli.scanning.discovery.sniffing import Folder
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.settings.client_config import read_client_settings
from transtats_cli.settings.keys import REFERENCE_READER, option_of_setting, validate_setting
from transtats_cli.settings.layers import (
    DEFAULT_SETTINGS,
    DISCOVERY_ORIGIN,
    Overrides,
    Setting,
    Settings,
    SettingsLayer,
    merge_layers,
)

_LOWEST_PRECEDENCE = 1000
"""Precedence of a limit that is used only if no other limit applies. A larger number is a lower precedence."""


def resolve_settings(
    definition: Definition,
    settings: Settings,
    overrides: Overrides,
    read_client: Callable[[str], SettingsLayer] = read_client_settings,
    listings: FolderListings | None = None,
) -> dict[str, Setting]:
    """Merge all layers of settings of a component. Return each setting with its origin.

    `read_client` returns the settings of Weblate's client. This function is called only if the command line and the
    settings do not contain `base_url`. `listings` caches the folder listings of a run over several components.
    Raises TranstatsError if no layer contains a filemask.
    """
    layer = merge_layers([overrides, *settings.applicable_layers(*definition.names), definition.settings_layer])
    if "filemask" not in layer:
        reason = "no filemask; say where its files are with --filemask"
        raise TranstatsError(Problem("/".join(definition.names), reason))
    layers: list[SettingsLayer] = [layer]
    if not definition.has_component_json or "file_format" not in layer:
        folder = Folder(definition.root, definition.link_boundary, listings)
        layers.append(derive_settings(folder, layer, with_new_base=not definition.has_component_json))
    if "base_url" not in layer:
        layers.append(read_client(definition.link_boundary))
    return merge_layers([*layers, DEFAULT_SETTINGS])


def assemble_component(definition: Definition, settings: Settings, resolved: Mapping[str, Setting]) -> Component:
    """Build a component from its definition, the settings files, and the result of `resolve_settings`.

    Raises TranstatsError if the settings are wrong.
    """
    values: dict[str, Any] = {key: setting.value for key, setting in resolved.items()}
    mask = resolved["filemask"]
    is_mask_overridden = mask.origin == option_of_setting("filemask")
    file_format = "xliff" if values["file_format"] == "plainxliff" else values["file_format"]
    if FILE_FORMATS[file_format].multilingual_module:
        if "*" in values["filemask"]:
            reason = f"files in the format {file_format} contain all languages; give the path of one file without '*'"
            raise TranstatsError(Problem("/".join(definition.names), reason))
        values["template"] = values["filemask"]
    template = values["template"]
    if fault := _find_template_fault(definition.root, file_format, template, resolved):
        raise TranstatsError(Problem("/".join(definition.names), fault))
    if values["measure"] == NOT_FAILING_MEASURE:
        reason = f"measure: {NOT_FAILING_MEASURE} is a measure of limits; set it in [gate]"
        raise TranstatsError(Problem(resolved["measure"].source, reason, resolved["measure"].line))
    new_base, notes = _validate_new_base(definition.root, resolved["new_base"])
    project_name = settings.find_setting("name", (definition.project, ""))
    fields = {key: value for key, value in values.items() if key in Component._fields}
    fields |= {
        "project": definition.project,
        "slug": definition.slug,
        "root": definition.root,
        "link_boundary": definition.link_boundary,
        "paths_by_language": definition.paths_by_language,
        # A mask from the command line matches all its files, also those that belong to other components.
        "excluded_paths": () if is_mask_overridden else definition.excluded_paths,
        "file_format": file_format,
        "is_template_found": bool(template) and resolved["template"].origin == DISCOVERY_ORIGIN,
        "new_base": new_base,
        "checks": settings.check_settings(),
        "read_options": _create_read_options(values, file_format, is_monolingual=bool(template)),
        "detects_xliff_version": file_format in ("xliff", "xliff2")
        and not template
        and resolved["file_format"].origin == DISCOVERY_ORIGIN,
        "project_name": str(project_name.value) if project_name else definition.project,
        "name": values["name"] or definition.slug,
        "origin": mask.origin if is_mask_overridden else definition.origin,
        "notes": notes,
        "gate_settings": _resolve_gate_settings(definition, settings, resolved),
        "language_groups": settings.language_groups,
    }
    return Component(**fields)


def _create_read_options(values: Mapping[str, Any], file_format: str, *, is_monolingual: bool) -> ReadOptions:
    encoding = FILE_FORMATS[file_format].encoding
    parameters: dict[str, str] = values["file_format_params"]
    return ReadOptions(
        removes_inline_tags=values["file_format"] == "plainxliff" or parameters.get("xliff_placeables") == "plain",
        xliff_whitespace=parameters.get("xml_whitespace_handling", "preserve"),
        encoding=parameters.get(encoding.name, "") if encoding else "",
        format_parameters=tuple(sorted(parameters.items())),
        refuses_control_characters=values["strict"],
        uses_reference_readers=values["reader"] == REFERENCE_READER,
        source_language_code=values["source_language"],
        is_monolingual=is_monolingual,
    )


def _resolve_gate_settings(
    definition: Definition, settings: Settings, component_settings: Mapping[str, Setting]
) -> tuple[GateSetting, ...]:
    """Return the limits of the command `gate` for a component.

    Limits in transtats.toml take precedence over limits in the configuration of other tools.
    """
    found = settings.gate_settings(*definition.names)
    least = component_settings.get("fail_under")
    if least is None:
        return found
    return *found, GateSetting("fail_under", least.value, (), least.origin, precedence=_LOWEST_PRECEDENCE)


SETTINGS_FOR_SEVERAL_COMPONENTS = ("base_url", "review", "strict", "reader", "measure")
"""Settings whose options apply to all components. All other settings with an option describe a single component."""


def list_one_component_options(overrides: Overrides) -> list[str]:
    """Return the options that were given and that describe a single component, such as `--filemask`."""
    return [override.source for key, override in overrides.items() if key not in SETTINGS_FOR_SEVERAL_COMPONENTS]


def _validate_new_base(root: str, new_base_setting: Setting) -> tuple[str, tuple[str, ...]]:
    """Return the path in the setting `new_base`, and notes. If the path is not usable, return '' and a note.

    The setting contains the template for new translations. This template affects only the record of the source
    language. Raises TranstatsError if the path was given with `--new-base` and is not a file.
    """
    if not new_base_setting.value:
        return "", ()
    try:
        path = str(validate_setting("path", new_base_setting.value))
    except ValueError as error:
        return "", (f"new_base: {error} ({new_base_setting.origin}); left out",)
    if path and not os.path.isfile(os.path.join(root, path)):
        if new_base_setting.origin == option_of_setting("new_base"):
            # The user who typed the option can correct it.
            raise TranstatsError(f"{new_base_setting.origin}: {path!r} is not a file in {root}")
        shown = path_for_messages(os.path.join(root, path))
        return "", (f"new_base: {shown!r} ({new_base_setting.origin}) is not a file; left out",)
    return path, ()


def _find_template_fault(root: str, file_format: str, template: str, settings: Mapping[str, Setting]) -> str:
    """Return the reason why files in this format cannot be read with this template, or without one. '' if they can."""
    described, origin = FILE_FORMATS[file_format], settings["file_format"].origin
    if not template and described.is_monolingual:
        return (
            f"the format {file_format} ({origin}) needs a template, the file of the source language;"
            " name it with --template"
        )
    if not template:
        return ""
    if not described.may_have_template:
        extensions = set(described.extensions)
        others = [
            name
            for name, other in FILE_FORMATS.items()
            if other.may_have_template and extensions.issubset(other.extensions)
        ]
        return (
            f"the format {file_format} ({origin}) has its source texts in each file, and so no template;"
            f" leave out {template!r} ({settings['template'].origin}), or choose the format {' or '.join(others)}"
        )
    path = os.path.join(root, template)
    exists = os.path.isdir(path) if described.is_folder else os.path.isfile(path)
    return "" if exists else f"the template {path_for_messages(path)!r} ({settings['template'].origin}) is not a file"
