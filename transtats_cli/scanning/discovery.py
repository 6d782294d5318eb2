"""From directories and names to components: everything in a tree, or the one that the user named."""

import os
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.formats import EXTENSIONS
from transtats_cli.nearest import nearest
from transtats_cli.scanning import assembly
from transtats_cli.scanning.assembly import Definition, Overrides, Place
from transtats_cli.settings import Setting, Settings, component_json

_MOST_NAMES = 20
"""How many components an error lists."""

_NO_OVERRIDES = Overrides()

Names = tuple[str, str]
"""A project's and a component's."""


class Found(NamedTuple):
    """The components of a tree, and what could not be understood on the way."""

    components: list[Component]
    """Sorted by project and name."""
    problems: list[str]
    """Documents with mistakes in them; all other components are there."""


def find(root: str, settings: Settings) -> list[Component]:
    """All components in and below a directory, sorted by project and name."""
    return survey(root, settings).components


def survey(root: str, settings: Settings) -> Found:
    """All components in and below a directory, with the mistakes of those that are missing."""
    definitions, problems = _all(_directory(root), settings)
    components: list[Component] = []
    # They all are below one directory, and so have the same client.
    client = lru_cache(assembly.client)
    for definition in definitions:
        try:
            components.append(assembly.assembled(definition, settings, _NO_OVERRIDES, client))
        except TranstatsError as error:
            problems.append(str(error))
    return Found(components, problems)


def locate(root: str, project: str, component: str, overrides: Overrides = _NO_OVERRIDES) -> Component:
    """The component that the user named; quickly, where its folder or the settings say all."""
    directory = _directory(root)
    loaded = settings.load(directory)
    return assembly.assembled(_definition(directory, loaded, (project, component), overrides), loaded, overrides)


def settings_of(
    root: str, project: str, component: str, overrides: Overrides = _NO_OVERRIDES
) -> list[tuple[str, str, str]]:
    """All settings of that component: key, value as the settings file would say it, and who says so."""
    directory = _directory(root)
    loaded = settings.load(directory)
    definition = _definition(directory, loaded, (project, component), overrides)
    complete = assembly.settings_of(definition, loaded, overrides)
    path = ("path", settings.in_toml(definition.place.root), definition.place.origin)
    rows = (
        (key, settings.in_toml(setting.value), setting.origin)
        for key, setting in complete.items()
        if key not in ("path", "fail_under")
    )
    limits = (
        (".".join(["gate", *([f"({', '.join(said.languages)})"] if said.languages else []), said.key]), said)
        for said in assembly.gate(definition.place, loaded, complete).entries
    )
    return [path, *rows, *((key, settings.in_toml(said.value), said.origin) for key, said in limits)]


def _directory(root: str) -> str:
    if not os.path.isdir(root):
        raise TranstatsError(f"{root}: no such directory; name the one that holds your projects with --root")
    return os.path.abspath(root)


def _all(root: str, settings: Settings) -> tuple[list[Definition], list[str]]:
    """Every component in and below the root, and the mistakes of those that are missing."""
    from transtats_cli.scanning.search import search

    named: dict[Names, Definition] = {}
    problems: list[str] = []
    settled: set[Names] = set()
    for names in settings.components():
        try:
            definition = _said(root, settings, names, _NO_OVERRIDES)
        except TranstatsError as error:
            problems.append(str(error))
            settled.add(names)
            continue
        if definition is not None:
            settled.add(names)
            if _overlap(root, definition.place.root):
                named[names] = definition
    definitions, more = search(root, settings, named)
    problems += [*more, *_without_files(settings, definitions.keys() | settled)]
    return [definitions[names] for names in sorted(definitions)], problems


def _without_files(settings: Settings, known: Set[Names]) -> Iterator[str]:
    """The components that settings speak of though there are none such."""
    for source in settings.sources:
        for project, component in sorted(source.components.keys() - known):
            yield f"{source.document}: project.{project}.component.{component}: has no files; say which with filemask"


def _overlap(one: str, other: str) -> bool:
    return os.path.commonpath([one, other]) in (one, other)


def _definition(root: str, settings: Settings, names: Names, overrides: Overrides) -> Definition:
    definition = _said(root, settings, names, overrides)
    if definition is not None:
        return definition
    definitions, problems = _all(root, settings)
    for each in definitions:
        if (each.place.project, each.place.slug) == names:
            return each
    if overrides.filemask is not None:
        # Any name will do for files that are named themselves.
        return Definition(Place(*names, root, root, "--filemask"))
    raise UnknownComponentError("\n".join([_unknown(root, names, definitions), *problems]))


def _said(root: str, settings: Settings, names: Names, overrides: Overrides) -> Definition | None:
    """The component as settings, its own folder, or the command line define it; None when it is not that simple."""
    said = assembly.merge([overrides.layer(), *settings.layers(*names)])
    folder, boundary = _folder(root, settings, names, said)
    if folder is None:
        return None
    described = component_json.layer(folder)
    if described is not None:
        return Definition(Place(*names, folder, boundary, component_json.FILE), (described,), is_complete=True)
    if "filemask" in said:
        return Definition(Place(*names, folder, boundary, said["filemask"].origin))
    return _only_one(folder, boundary, names)


def _folder(root: str, settings: Settings, names: Names, said: dict[str, Setting]) -> tuple[str | None, str]:
    """The directory of a component, and the one that links may not lead out of."""
    if "path" in said:
        folder, boundary = os.path.join(settings.folder, str(said["path"].value)), settings.folder
        if not os.path.isdir(folder):
            raise TranstatsError(f"{said['path'].origin}: path: {folder} is not a directory")
    elif _is_name(names) and os.path.isdir(os.path.join(root, *names)):
        folder, boundary = os.path.join(root, *names), root
    elif names in settings.components() and "filemask" in said:
        folder, boundary = settings.folder, settings.folder
    else:
        return None, root
    within = os.path.realpath(boundary)
    if os.path.commonpath([within, os.path.realpath(folder)]) != within:
        raise TranstatsError(f"{folder}: a link that leads out of {boundary}; choose a --root that holds both")
    return os.path.normpath(folder), boundary


def _is_name(names: Iterable[str]) -> bool:
    """Whether the names can be folders below the root, and are no way out of it."""
    return all(name and "\0" not in name and not {"", ".", ".."} & set(name.split("/")) for name in names)


def _only_one(folder: str, boundary: str, names: Names) -> Definition | None:
    from transtats_cli.scanning.search import in_folder, names_in

    problems: list[str] = []
    found = in_folder(folder, problems)
    if problems:
        raise TranstatsError("\n".join(problems))
    if not found:
        return None
    if len(found) > 1:
        lines = [f"  {names[0]} {name}  ({each.mask})" for name, each in sorted(names_in(names[1], found).items())]
        raise TranstatsError(
            f"{folder} has several sets of translation files; name the one you mean, or choose with --filemask:\n"
            + "\n".join(lines)
        )
    (only,) = found
    place = Place(*names, os.path.normpath(os.path.join(folder, only.folder)), boundary, only.origin, only.paths)
    return Definition(place, (only.layer,))


def _unknown(root: str, names: Names, definitions: list[Definition]) -> str:
    """What was looked for, what there is, and what was perhaps meant."""
    wanted = "/".join(names)
    if not definitions:
        return (
            f"{wanted}: no translation files in {root}: looked for {_listed_extensions()} files that are named"
            " after languages, or lie in folders that are; say where they are with --filemask"
        )
    slugs = [each.place.slug for each in definitions if each.place.project == names[0]]
    if slugs:
        meant = _meant(names[1], slugs)
        return f"{wanted}: {names[0]} in {root} has no such component{meant} It has {_listed(slugs)}"
    meant = _meant(names[0], sorted({each.place.project for each in definitions}))
    known = [f"{each.place.project}/{each.place.slug}" for each in definitions]
    return f"{wanted}: no such project in {root}{meant} There are {_listed(known)}"


def _meant(name: str, known: list[str]) -> str:
    meant = nearest(name, known)
    return f"; did you mean {meant}?" if meant else "."


def _listed_extensions() -> str:
    *most, last = (f".{extension}" for extension in EXTENSIONS)
    return f"{', '.join(most)} and {last}"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{', '.join(names[:_MOST_NAMES])}{more}"
