"""Build a Component from layers of settings.

A layer contains the settings from one source. The layers, in this order, are: the command line, the settings files, the
description of the component (component.json, a configuration file of another tool, or the search for files), values
that are derived from the files, the configuration file of Weblate's client, and the defaults. If several layers contain
a setting, the value in the first of these layers is used.
"""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from transtats_cli.component import CheckSettings, Component, GateSetting, GateSettings
from transtats_cli.errors import TranstatsError
from transtats_cli.formats import FileFormat, ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.paths import path_for_messages
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import candidates
from transtats_cli.scanning.discovery.foreign import weblate
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.settings import DISCOVERY_ORIGIN, Setting, Settings, SettingsLayer
from transtats_cli.settings.documents import client_config_files
from transtats_cli.settings.keys import REFERENCE_READER, SETTING_SPECS, validate_setting
from transtats_cli.settings.layers import DEFAULT_SETTINGS, Overrides, merge_layers

_LOWEST_PRECEDENCE = 1000
"""Precedence of a limit that is used only if no other limit applies. A larger number is a lower precedence."""

RULE_NAMED_AFTER_PATHS = "the path of the file mask without folders for translations"
RULE_NAMED_AFTER_FOLDERS = "the folders PROJECT/COMPONENT below the root"
RULE_NAMED_AFTER_COMPONENT_JSON = "the folder of component.json"
RULE_NAMED_BY_TOOL = "the names in the configuration of another tool"
RULE_NAMED_ON_COMMAND_LINE = "the names on the command line"
"""Rules for the names of a project and a component, as phrases for `transtats explain`."""


class ComponentPlace(NamedTuple):
    """Names of a component, its root directory, and the place where the component is described."""

    project: str
    slug: str
    root: str
    """Absolute path of the component's root directory. Paths in the settings are relative to the root."""
    link_boundary: str
    """Absolute path of the directory that links may not lead out of."""
    origin: str
    """File or option that describes the component, such as `component.json`, or `found` if no file describes it."""
    paths_by_language: Mapping[str, str] = {}
    """Paths of translation files that the mask does not match, by language."""
    excluded_paths: tuple[str, ...] = ()
    """Paths that the mask matches, but that do not belong to the component."""
    names_rule: str = RULE_NAMED_AFTER_PATHS
    """Rule by which the names were chosen, as a phrase for `transtats explain`.

    A table in the settings can still replace the name of the component.
    """


class ComponentDefinition(NamedTuple):
    """Component that discovery has found, before settings files and the command line override its settings."""

    location: ComponentPlace
    settings_layers: tuple[SettingsLayer, ...] = ()
    has_component_json: bool = False
    """True if a component.json file describes the component.

    The translation files are then searched for other settings only if `file_format` is missing.
    """


def read_client_base_url(start_folder: str) -> SettingsLayer:
    """Return a layer with the setting `base_url` from the nearest configuration file of Weblate's client.

    Return {} if there is no such file, or if the nearest file contains no URL. The directory `start_folder` and its
    parent directories in the same repository are searched.
    """
    if not client_config_files(start_folder):
        return {}
    return weblate.read_client_settings(start_folder).base_url_layer


def resolve_settings(
    definition: ComponentDefinition,
    settings: Settings,
    overrides: Overrides,
    read_base_url: Callable[[str], SettingsLayer] = read_client_base_url,
    listings: FolderListings | None = None,
) -> dict[str, Setting]:
    """Merge all layers of settings of a component. Return each setting with its origin, in display order.

    The arguments are those of `assemble_component`. Raises TranstatsError if no layer contains a filemask.
    """
    merged = _merge_all_layers(definition, settings, overrides, read_base_url, listings)
    return {key: merged[key] for key in SETTING_SPECS if key in merged}


def _merge_all_layers(
    definition: ComponentDefinition,
    settings: Settings,
    overrides: Overrides,
    read_base_url: Callable[[str], SettingsLayer],
    listings: FolderListings | None,
) -> dict[str, Setting]:
    """Merge all layers of settings of a component. Return each setting with its origin."""
    place = definition.location
    layer = merge_layers(
        [
            overrides,
            *settings.applicable_layers(place.project, place.slug),
            *definition.settings_layers,
        ]
    )
    if "filemask" not in layer:
        raise TranstatsError(
            Problem(f"{place.project}/{place.slug}", "no filemask; say where its files are with --filemask")
        )
    layers: list[SettingsLayer] = [layer]
    if not definition.has_component_json or "file_format" not in layer:
        layers.append(
            candidates.derive_settings(
                place.root,
                layer,
                listings,
                link_boundary=place.link_boundary,
                with_new_base=not definition.has_component_json,
            )
        )
    if "base_url" not in layer:
        layers.append(read_base_url(place.link_boundary))
    return merge_layers([*layers, DEFAULT_SETTINGS])


def assemble_component(
    definition: ComponentDefinition,
    settings: Settings,
    overrides: Overrides,
    read_base_url: Callable[[str], SettingsLayer] = read_client_base_url,
    listings: FolderListings | None = None,
) -> Component:
    """Build a component from its definition, the settings files, and the overrides of the command line.

    `read_base_url` returns a layer with the setting `base_url`. This function is called only if the command line and
    the settings do not contain `base_url`. `listings` caches the folder listings of a run over several components.
    Raises TranstatsError if no layer contains a filemask, or if the settings are wrong.
    """
    project_name = settings.find_setting("name", (definition.location.project, ""))
    resolved_settings = _merge_all_layers(definition, settings, overrides, read_base_url, listings)
    return build_component(
        definition.location,
        resolved_settings,
        project_name=str(project_name.value) if project_name else definition.location.project,
        checks=settings.check_settings(),
        gate_settings=resolve_gate_settings(definition.location, settings, resolved_settings),
    )


def resolve_gate_settings(
    location: ComponentPlace, settings: Settings, component_settings: Mapping[str, Setting]
) -> GateSettings:
    """Return the limits of the command `gate` for a component.

    Limits in transtats.toml take precedence over limits in the configuration of other tools.
    """
    gate = settings.gate_settings(location.project, location.slug)
    found = component_settings.get("fail_under")
    if found is None:
        return gate
    least = GateSetting("fail_under", found.value, (), found.origin, precedence=_LOWEST_PRECEDENCE)
    return gate._replace(entries=(*gate.entries, least))


def build_component(
    location: ComponentPlace,
    settings: Mapping[str, Setting],
    *,
    project_name: str,
    checks: CheckSettings,
    gate_settings: GateSettings,
) -> Component:
    """Build a component from complete settings.

    Raises TranstatsError if the template does not exist, or if the format requires or forbids a template.
    """
    values: dict[str, Any] = {key: setting.value for key, setting in settings.items()}
    mask = settings["filemask"]
    is_mask_overridden = mask.origin == SETTING_SPECS["filemask"].option
    file_format = "xliff" if values["file_format"] == "plainxliff" else values["file_format"]
    if FILE_FORMATS[file_format].multilingual_module:
        if "*" in values["filemask"]:
            reason = f"files in the format {file_format} contain all languages; give the path of one file without '*'"
            raise TranstatsError(Problem(f"{location.project}/{location.slug}", reason))
        values["template"] = values["filemask"]
    template = values["template"]
    options = _create_read_options(
        values["file_format"],
        tuple(values["file_format_params"].items()),
        values["source_language"],
        is_strict=values["strict"],
        uses_reference_readers=values["reader"] == REFERENCE_READER,
        is_monolingual=bool(template),
    )
    _check_template(location, file_format, template, settings)
    new_base, notes = _validate_new_base(location, settings["new_base"])
    fields = {key: value for key, value in values.items() if key in Component._fields}
    fields |= {
        "project": location.project,
        "slug": location.slug,
        "root": location.root,
        "link_boundary": location.link_boundary,
        "paths_by_language": location.paths_by_language,
        # A mask from the command line matches all its files, also those that belong to other components.
        "excluded_paths": () if is_mask_overridden else location.excluded_paths,
        "file_format": file_format,
        "is_template_found": bool(template) and settings["template"].origin == DISCOVERY_ORIGIN,
        "new_base": new_base,
        "checks": checks,
        "read_options": options,
        "detects_xliff_version": file_format in ("xliff", "xliff2")
        and not template
        and settings["file_format"].origin == DISCOVERY_ORIGIN,
        "project_name": project_name,
        "name": values["name"] or location.slug,
        "origin": mask.origin if is_mask_overridden else location.origin,
        "notes": notes,
        "gate_settings": gate_settings,
    }
    return Component(**fields)


SETTINGS_FOR_SEVERAL_COMPONENTS = ("base_url", "review", "strict", "reader")
"""Settings that `override_settings` changes. All other settings with an option describe a single component."""


def override_settings(component: Component, overrides: Overrides) -> Component:
    """Return a copy of a component with the overridden SETTINGS_FOR_SEVERAL_COMPONENTS. Other overrides are ignored."""
    if not overrides:
        # A run may have thousands of components.
        return component
    options = component.read_options
    if "strict" in overrides:
        options = options._replace(refuses_control_characters=bool(overrides["strict"].value))
    if "reader" in overrides:
        options = options._replace(uses_reference_readers=overrides["reader"].value == REFERENCE_READER)
    values: dict[str, Any] = {key: overrides[key].value for key in ("review", "base_url") if key in overrides}
    return component._replace(read_options=options, **values)


# The components of a tree mostly have the same few values.
@lru_cache(maxsize=1024)
def _create_read_options(
    format_name: str,
    parameter_items: tuple[tuple[str, str], ...],
    source_language: str,
    *,
    is_strict: bool,
    uses_reference_readers: bool,
    is_monolingual: bool,
) -> ReadOptions:
    parameters = dict(parameter_items)
    is_plain = format_name == "plainxliff"
    encoding = FILE_FORMATS["xliff" if is_plain else format_name].encoding
    return ReadOptions(
        removes_inline_tags=is_plain or parameters.get("xliff_placeables") == "plain",
        xliff_whitespace=parameters.get("xml_whitespace_handling", "preserve"),
        encoding=parameters.get(encoding.name, "") if encoding else "",
        format_parameters=tuple(sorted(parameters.items())),
        refuses_control_characters=is_strict,
        uses_reference_readers=uses_reference_readers,
        source_language_code=source_language,
        is_monolingual=is_monolingual,
    )


def _validate_new_base(location: ComponentPlace, new_base_setting: Setting) -> tuple[str, tuple[str, ...]]:
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
    if path and not os.path.isfile(os.path.join(location.root, path)):
        if new_base_setting.origin == SETTING_SPECS["new_base"].option:
            # The user who typed the option can correct it.
            raise TranstatsError(f"{new_base_setting.origin}: {path!r} is not a file in {location.root}")
        shown = path_for_messages(os.path.join(location.root, path))
        return "", (f"new_base: {shown!r} ({new_base_setting.origin}) is not a file; left out",)
    return path, ()


def _check_template(location: ComponentPlace, file_format: str, template: str, settings: Mapping[str, Setting]) -> None:
    described = FILE_FORMATS[file_format]
    if not (template or described.is_monolingual):
        return
    names = f"{location.project}/{location.slug}"
    origin = settings["file_format"].origin
    if described.is_monolingual and not template:
        reason = (
            f"the format {file_format} ({origin}) needs a template, the file of the source language;"
            " name it with --template"
        )
        raise TranstatsError(Problem(names, reason))
    if template and not described.may_have_template:
        others = [name for name, other in FILE_FORMATS.items() if _can_replace_format(other, described)]
        reason = (
            f"the format {file_format} ({origin}) has its source texts in each file, and so no template;"
            f" leave out {template!r} ({settings['template'].origin}), or choose the format {' or '.join(others)}"
        )
        raise TranstatsError(Problem(names, reason))
    path = os.path.join(location.root, template)
    if template and not (os.path.isdir(path) if described.is_folder else os.path.isfile(path)):
        reason = f"the template {path_for_messages(path)!r} ({settings['template'].origin}) is not a file"
        raise TranstatsError(Problem(names, reason))


def _can_replace_format(other_format: FileFormat, described_format: FileFormat) -> bool:
    """True if `other_format` may have a template, and supports all file extensions of `described_format`."""
    return other_format.may_have_template and set(other_format.extensions) >= set(described_format.extensions)
