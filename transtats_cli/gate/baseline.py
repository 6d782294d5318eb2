"""Read and write baseline files: the state of every string of some components at an earlier time.

    # transtats baseline 1

    [shop/app fr shipped]
    00c94a8e3f1b2d77 translated
    01b2f0a4c5d6e7f8 fuzzy failing

The file has a section for each language of each component and a line for each string, both sorted. A digest identifies
each string. The file contains no date and no count, because git cannot merge two branches that change the same line.
The name of a project comes from its git remote, so that in a fork or a renamed repository a section has another name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote, unquote

from transtats_cli import settings
from transtats_cli.comparison.snapshot import Snapshot, SnapshotString
from transtats_cli.errors import TranstatsError
from transtats_cli.model import Finding, State, Unit
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.settings.documents import display_path, read_document

_FIRST_LINE = "# transtats baseline 1"
_MAX_FILE_BYTES = 256 * 1024 * 1024
_SECTION_PATTERN = re.compile(r"\[(\S+) (\S+)( shipped)?\]")
_STRING_PATTERN = re.compile(r"([0-9a-f]{16}) ([a-z]+)( failing)?")
_STATES_BY_NAME = {state.display_name: state for state in reversed(State)}
_quote = partial(quote, safe="/@", errors="surrogateescape")
_unquote = partial(unquote, errors="surrogateescape")
_FINDINGS_OF_FAILING_STRING = (Finding("", ""),)


class BaselineSection(NamedTuple):
    """Section of a baseline file: the strings of one language of one component."""

    strings: dict[str, SnapshotString]
    """State of each string by digest.

    Each SnapshotString contains only the state of the string, and one finding if the string fails a check.
    """
    is_shipped: bool = False


Sections = Mapping[str, Mapping[str, BaselineSection]]
"""Sections of a baseline file, by the name of the component (`PROJECT/COMPONENT`) and the language code."""


def compute_string_digest(string_identity: str) -> str:
    """Return the digest of a string: 16 hexadecimal digits of a hash of the string's identity."""
    return sha256(string_identity.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_sections(path: str) -> Sections | None:
    """Parse a baseline file. Return None if the file does not exist. Raises TranstatsError for a malformed file."""
    text = read_document(path, max_bytes=_MAX_FILE_BYTES)
    if text is None:
        return None
    lines = text.splitlines()
    if not lines or lines[0].strip() != _FIRST_LINE:
        raise TranstatsError(f"{display_path(path)}:1: not a baseline file: its first line must be {_FIRST_LINE!r}")
    sections: dict[str, dict[str, BaselineSection]] = {}
    strings: dict[str, SnapshotString] | None = None
    for number, line in enumerate(lines, 1):
        section, string = _SECTION_PATTERN.fullmatch(line), _STRING_PATTERN.fullmatch(line)
        if section is not None:
            languages, code = sections.setdefault(_unquote(section[1]), {}), _unquote(section[2])
            known = languages.get(code, BaselineSection({}))
            languages[code] = known._replace(is_shipped=known.is_shipped or bool(section[3]))
            strings = known.strings
        elif string is not None and strings is not None and string[2] in _STATES_BY_NAME:
            strings[string[1]] = _create_string_in_state(_STATES_BY_NAME[string[2]], bool(string[3]))
        elif line.strip() and not line.startswith("#"):
            raise TranstatsError(
                f"{display_path(path)}:{number}: not a valid baseline line; rewrite the file with --update-baseline"
            )
    return sections


def create_component_sections(snapshot: Snapshot, shipped_languages: Iterable[str]) -> dict[str, BaselineSection]:
    """Return the sections of a baseline that contain the current state of a component, by language code."""
    shipped_codes = set(shipped_languages)
    sections = {}
    for code, strings in snapshot.languages.items():
        states = {
            compute_string_digest(identity): _create_string_in_state(text.unit.state, bool(text.findings))
            for identity, text in strings.strings_by_identity.items()
        }
        sections[code] = BaselineSection(states, code in shipped_codes)
    return sections


def render_sections(sections: Sections) -> Iterator[str]:
    """Yield the text of a baseline file, section by section."""
    yield f"{_FIRST_LINE}\n# State of every string. `transtats gate --baseline` fails if a language got worse.\n"
    for component_name in sorted(sections):
        for code, section in sorted(sections[component_name].items(), key=lambda item: item[0]):
            # Names of folders can contain any characters.
            names = f"{_quote(component_name)} {_quote(code)}"
            lines = [f"\n[{names}{' shipped' if section.is_shipped else ''}]"]
            lines += [
                f"{name} {text.unit.state.display_name}{' failing' if text.findings else ''}"
                for name, text in sorted(section.strings.items(), key=lambda item: item[0])
            ]
            yield "\n".join(lines) + "\n"


@lru_cache(maxsize=16)
def _create_string_in_state(state: State, is_failing: bool) -> SnapshotString:
    return SnapshotString(Unit("", "", "", state), _FINDINGS_OF_FAILING_STRING if is_failing else ())


class Baseline:
    """Sections of a baseline file, and the components that they belong to."""

    def __init__(self, sections: Sections, root: str) -> None:
        """`root` is the directory that is searched for components if a component has no section of its own name."""
        self.sections = sections
        self.root = root

    def find_section_name(self, component_name: str) -> str | None:
        """Return the name of the component's section, or None if there is no section.

        If no section has the name, return the only section of another project with a component of the same name. The
        component that this section is named after must not exist, and no other component may have a claim to it.
        """
        slug = _get_slug(component_name)
        if component_name in self.sections or slug not in self._slugs:
            return component_name if component_name in self.sections else None
        names, claimants = self._unused_sections.get(slug, ([], set()))
        return names[0] if len(names) == 1 and claimants <= {component_name} else None

    def find_shipped_languages(self, component_name: str) -> set[str] | None:
        """Return the codes of the languages that the component's section marks as shipped. None without a section."""
        name = self.find_section_name(component_name)
        return None if name is None else {code for code, each in self.sections[name].items() if each.is_shipped}

    def find_unused_sections(self, component_names: Iterable[str]) -> list[str]:
        """Return the names of the sections that belong to none of the components, in projects of these components."""
        used = {self.find_section_name(name) for name in component_names} - {None}
        projects = {str(name).partition("/")[0] for name in used}
        return [name for name in self.sections if name not in used and name.partition("/")[0] in projects]

    @cached_property
    def _slugs(self) -> set[str]:
        return set(map(_get_slug, self.sections))

    @cached_property
    def _unused_sections(self) -> dict[str, tuple[list[str], set[str]]]:
        """Sections whose components do not exist, and components without a section, by the name without the project.

        Empty if a component may be missing because of an error.
        """
        discovery = survey_components(self.root, settings.load_settings(self.root))
        existing = {each.full_name for each in discovery.components}
        unused: dict[str, tuple[list[str], set[str]]] = {}
        for name in () if discovery.problems else self.sections:
            if name not in existing:
                unused.setdefault(_get_slug(name), ([], set()))[0].append(name)
        for name in existing:
            if name not in self.sections and _get_slug(name) in unused:
                unused[_get_slug(name)][1].add(name)
        return unused


def _get_slug(component_name: str) -> str:
    return component_name.partition("/")[2]
