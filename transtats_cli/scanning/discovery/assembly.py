"""Build a Component from layers of settings.

If several layers contain a setting, the value in the first layer is used.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from transtats_cli.component import (
    DEFAULT_BASE_URL,
    DEFAULT_LANGUAGE_REGEX,
    CheckSettings,
    Component,
    GateSetting,
    GateSettings,
)
from transtats_cli.errors import TranstatsError
from transtats_cli.formats import FILE_FORMATS, FileFormat, ReadOptions
from transtats_cli.paths import path_for_messages
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.settings import DISCOVERY_ORIGIN, Setting, Settings, SettingsLayer
from transtats_cli.settings.keys import REFERENCE_READER, SETTING_SPECS, SettingValue, validate_setting

_VALUES: Mapping[str, SettingValue] = {
    "base_url": DEFAULT_BASE_URL,
    "review": True,
    "strict": False,
    "reader": "fast",
    "source_language": "en",
    "language_regex": DEFAULT_LANGUAGE_REGEX,
    "aliases": {},
    "check_flags": "",
    "file_format_params": {},
    "name": "",
    "template": "",
    "new_base": "",
}
_LAST = 1000
DEFAULTS: SettingsLayer = {key: Setting(value, "default") for key, value in _VALUES.items()}


class Overrides(NamedTuple):
    """Settings of a component from the command line or the environment. None if a setting is not given."""

    filemask: str | None = None
    file_format: str | None = None
    template: str | None = None
    new_base: str | None = None
    source_language: str | None = None
    review: bool | None = None
    base_url: str | None = None
    strict: bool | None = None
    reader: str | None = None

    def on(self, component: Component) -> Component:
        """Return a copy of the component with the overrides of review, base_url, strict and reader.

        Others are ignored.
        """
        said: dict[str, Any] = {
            key: setting.value for key, setting in self.layer().items() if key in ("review", "base_url")
        }
        options = component.read_options
        if self.strict is not None:
            options = options._replace(refuses_control_characters=self.strict)
        if self.reader is not None:
            options = options._replace(uses_reference_readers=self.reader == REFERENCE_READER)
        said["read_options"] = options
        return component._replace(**said)

    def layer(self) -> SettingsLayer:
        return {key: Setting(_checked(key, value), _option(key)) for key, value in self._said()}

    def _said(self) -> Iterator[tuple[str, str | bool]]:
        return ((key, value) for key, value in self._asdict().items() if value is not None)


def _option(key: str) -> str:
    option = "--reference" if key == "reader" else "--" + key.replace("_", "-")
    return f"{option} or TRANSTATS_BASE_URL" if key == "base_url" else option


def _checked(key: str, value: str | bool) -> Any:
    try:
        return validate_setting(key, value)
    except ValueError as error:
        raise TranstatsError(f"{_option(key)}: {error}") from error


class Place(NamedTuple):
    """Names of a component, its root directory, and the origin of this information."""

    project: str
    slug: str
    root: str
    """Absolute path of the component's root directory. Paths in the settings are relative to the root."""
    boundary: str
    """Absolute path of the directory that links may not lead out of."""
    origin: str
    paths: Mapping[str, str] = {}
    excluded: tuple[str, ...] = ()


class Definition(NamedTuple):
    """Component that discovery has found, before settings files and the command line override its settings."""

    place: Place
    layers: tuple[SettingsLayer, ...] = ()
    is_complete: bool = False
    """True if a component.json file describes the component.

    The translation files are then searched for other settings only if `file_format` is missing.
    """


def client(boundary: str) -> SettingsLayer:
    """Return the base URL in the nearest configuration of Weblate's client, as a layer of settings. {} if there is
    none.
    """
    from transtats_cli.scanning.discovery.foreign import weblate

    return weblate.client(boundary).layer


def settings_of(
    definition: Definition,
    settings: Settings,
    overrides: Overrides,
    client: Callable[[str], SettingsLayer] = client,
    folders: FolderListings | None = None,
) -> dict[str, Setting]:
    """Return all settings of a component with their origins, in display order.

    `client` returns the layer of the base URL. Raises TranstatsError if no filemask is set.
    """
    place = definition.place
    said = merge([overrides.layer(), *settings.applicable_layers(place.project, place.slug), *definition.layers])
    if "filemask" not in said:
        raise TranstatsError(f"{place.project}/{place.slug}: no filemask; say where its files are with --filemask")
    layers: list[SettingsLayer] = [said]
    if not definition.is_complete or "file_format" not in said:
        from transtats_cli.scanning.discovery import candidates

        layers.append(
            candidates.completed(
                place.root, said, folders, boundary=place.boundary, new_base=not definition.is_complete
            )
        )
    if "base_url" not in said:
        layers.append(client(place.boundary))
    return merge([*layers, DEFAULTS])


def assembled(
    definition: Definition,
    settings: Settings,
    overrides: Overrides,
    client: Callable[[str], SettingsLayer] = client,
    folders: FolderListings | None = None,
) -> Component:
    """Build a component from its definition, the settings files, and the overrides of the command line."""
    project_name = settings.project_name(definition.place.project)
    said = settings_of(definition, settings, overrides, client, folders)
    return component(
        definition.place,
        said,
        project_name=str(project_name.value) if project_name else definition.place.project,
    )._replace(
        checks=CheckSettings(*(settings.text_list(key) for key in CheckSettings._fields)),
        gate_settings=gate(definition.place, settings, said),
    )


def gate(place: Place, settings: Settings, said: Mapping[str, Setting]) -> GateSettings:
    """Return the limits of the command `gate` for a component.

    Limits in transtats.toml take precedence over limits in the configuration of other tools.
    """
    gate = settings.gate_settings(place.project, place.slug)
    found = said.get("fail_under")
    if found is None:
        return gate
    least = GateSetting("fail_under", found.value, (), found.origin, precedence=_LAST)
    return gate._replace(entries=(*gate.entries, least))


def merge(layers: Iterable[SettingsLayer]) -> dict[str, Setting]:
    """Merge layers of settings. If several layers contain a key, the first layer is used. Keys are in display order."""
    merged: dict[str, Setting] = {}
    for layer in layers:
        for key, setting in layer.items():
            merged.setdefault(key, setting)
    return {key: merged[key] for key in SETTING_SPECS if key in merged}


def component(place: Place, settings: Mapping[str, Setting], *, project_name: str) -> Component:
    """Build a component from complete settings.

    Raises TranstatsError if the template does not exist, or if the format requires or forbids a template.
    """
    said: dict[str, Any] = {key: setting.value for key, setting in settings.items()}
    file_format, options = _format(said["file_format"], said["file_format_params"])
    mask, template = settings["filemask"], said["template"]
    _check_template(place, file_format, template, settings)
    new_base, notes = _new_base(place, settings["new_base"])
    return Component(
        project=place.project,
        slug=place.slug,
        root=place.root,
        filemask=said["filemask"],
        file_format=file_format,
        template=template,
        new_base=new_base,
        source_language=said["source_language"],
        language_regex=said["language_regex"],
        aliases=said["aliases"],
        paths=place.paths,
        # A mask from the command line matches all its files, also those that belong to other components.
        excluded_paths=place.excluded if mask.origin != _option("filemask") else (),
        check_flags=said["check_flags"],
        review=said["review"],
        base_url=said["base_url"],
        read_options=options._replace(
            refuses_control_characters=said["strict"], uses_reference_readers=said["reader"] == REFERENCE_READER
        ),
        detects_xliff_version=file_format in ("xliff", "xliff2")
        and not template
        and settings["file_format"].origin == DISCOVERY_ORIGIN,
        link_boundary=place.boundary,
        project_name=project_name,
        name=said["name"] or place.slug,
        origin=mask.origin if mask.origin == _option("filemask") else place.origin,
        notes=notes,
    )


def _format(name: str, parameters: Mapping[str, str]) -> tuple[str, ReadOptions]:
    plain = name == "plainxliff" or parameters.get("xliff_placeables") == "plain"
    options = ReadOptions(
        removes_inline_tags=plain, xliff_whitespace=parameters.get("xml_whitespace_handling", "preserve")
    )
    return "xliff" if name == "plainxliff" else name, options


def _new_base(place: Place, said: Setting) -> tuple[str, tuple[str, ...]]:
    """Return the path of the template for new translations, and notes. If the path is not usable, return '' and a note.

    Raises TranstatsError if the path was given with `--new-base` and is not a file. A wrong path in settings causes
    only a note, because the template affects only the record of the source language.
    """
    try:
        path = str(validate_setting("path", said.value))
    except ValueError as error:
        return "", (f"new_base: {error} ({said.origin}); left out",)
    if path and not os.path.isfile(os.path.join(place.root, path)):
        if said.origin == _option("new_base"):
            # The user who typed the option can correct it.
            raise TranstatsError(f"{said.origin}: {path!r} is not a file in {place.root}")
        shown = path_for_messages(os.path.join(place.root, path))
        return "", (f"new_base: {shown!r} ({said.origin}) is not a file; left out",)
    return path, ()


def _check_template(place: Place, file_format: str, template: str, settings: Mapping[str, Setting]) -> None:
    names = f"{place.project}/{place.slug}"
    origin = settings["file_format"].origin
    described = FILE_FORMATS[file_format]
    if described.is_monolingual and not template:
        raise TranstatsError(
            f"{names}: the format {file_format} ({origin}) needs a template, the file of the source language;"
            " name it with --template"
        )
    if template and not described.may_have_template:
        others = [name for name, other in FILE_FORMATS.items() if _may_replace(other, described)]
        raise TranstatsError(
            f"{names}: the format {file_format} ({origin}) has its source texts in each file, and so no template;"
            f" leave out {template!r} ({settings['template'].origin}), or choose the format {' or '.join(others)}"
        )
    path = os.path.join(place.root, template)
    if template and not os.path.isfile(path):
        raise TranstatsError(
            f"{names}: the template {path_for_messages(path)!r} ({settings['template'].origin}) is not a file"
        )


def _may_replace(other: FileFormat, described: FileFormat) -> bool:
    """True if files in the described format can be read in the other format, together with a template."""
    return other.may_have_template and set(other.extensions) >= set(described.extensions)
