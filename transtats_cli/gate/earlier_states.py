"""Find the earlier state of components at a git revision or in a baseline file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import NamedTuple

from transtats_cli.comparison.revisions import RevisionReader, open_revision_reader
from transtats_cli.comparison.snapshot import SnapshotOptions, take_snapshot
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.gate.baseline import (
    Baseline,
    compute_string_digest,
    create_component_sections,
    read_sections,
    render_sections,
)
from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import BASE, BASELINE
from transtats_cli.gate.ratchet import EarlierState
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.problems import Problem
from transtats_cli.settings.documents import display_path
from transtats_cli.settings.layers import Overrides


class RatchetOptions(NamedTuple):
    """Options that select the earlier state: a git revision or a baseline file.

    If both are None, there is no comparison.
    """

    base: str | None = None
    baseline: str | None = None
    updates_baseline: bool = False
    """If True, the baseline file is written again, and no component is compared with the old file."""


@contextmanager
def open_earlier_states(
    options: RatchetOptions,
    root: str,
    overrides: Overrides,
    *,
    must_exist: bool,
    on_warning: Callable[[Problem], None],
    budget: CheckTimeBudget | None = None,
) -> Iterator["EarlierStates"]:
    """Read the baseline file, or open the git revision. Git processes run until the end of the `with` block.

    Raises TranstatsError if the revision or the file does not exist.
    """
    sections = read_sections(options.baseline) if options.baseline is not None else {}
    if sections is None and not options.updates_baseline:
        raise TranstatsError(f"--baseline: file {options.baseline} does not exist; create it with --update-baseline")
    baseline = Baseline(sections or {}, root)
    with open_revision_reader(root) if options.base is not None else nullcontext() as revisions:
        if revisions is not None:
            revisions.find_commit(str(options.base))
        yield EarlierStates(options, overrides, must_exist, on_warning, budget, baseline, revisions)


@dataclass
class EarlierStates:
    """Finder of the earlier states of components."""

    _options: RatchetOptions
    _overrides: Overrides
    _must_exist: bool
    """True if a component without an earlier state is an error. Otherwise, it is a warning."""
    _on_warning: Callable[[Problem], None]
    """Function that is called once with each warning."""
    _budget: CheckTimeBudget | None
    """Limit of the time of checks, which all scans of a run share."""
    baseline: Baseline
    _revisions: RevisionReader | None
    _has_found_state: bool = False
    _components_without_state: list[str] = field(default_factory=list)
    _warnings: set[Problem] = field(default_factory=set)
    """All warnings so far. A warning may concern several components."""

    @property
    def is_active(self) -> bool:
        """True if components are compared with an earlier state, or if a baseline file must be written."""
        return self._options.base is not None or self._options.baseline is not None

    def find_state(self, component: Component, options: SnapshotOptions) -> EarlierState | None:
        """Return the earlier state of a component, or None if the component is not compared."""
        if not self.is_active or self._options.updates_baseline:
            return None
        find = self._find_state_at_revision if self._revisions else self._find_state_in_baseline
        found = find(component, options)
        if found is None:
            self._components_without_state.append(component.full_name)
        self._has_found_state |= found is not None
        return found

    def require_earlier_state_of_any_component(self) -> None:
        """Raise TranstatsError if `find_state` was called, but found no earlier state of any component.

        Without this error, a run with a mistyped name would always pass.
        """
        if self._components_without_state and not self._has_found_state:
            where = self._options.base or self._options.baseline
            raise TranstatsError(
                f"{where} contains none of the components: {', '.join(self._components_without_state[:20])}"
            )

    def render_baseline_files(
        self, results: Sequence[GateResult], shipped_languages: Sequence[tuple[str, Sequence[str]]] | None
    ) -> list[tuple[str, Iterator[str]]]:
        """Return the path and the text of the new baseline file.

        Return an empty list if no baseline file must be written. Sections of components without a result stay
        unchanged. A section with another name of the project gets the present name.
        """
        path = self._options.baseline
        if path is None or not self._options.updates_baseline:
            return []
        shipped_by_component = dict(shipped_languages or ())
        sections = dict(self.baseline.sections)
        for result in results:
            component = result.component
            component_name = component.full_name
            codes = set(result.codes_by_spelling.values())
            section_name = self.baseline.find_section_name(component_name) or component_name
            # Languages that were not scanned stay unchanged, and languages without a file are removed.
            sections[component_name] = {
                code: each for code, each in sections.pop(section_name, {}).items() if code in codes
            }
            if not result.report.translations:
                # Without languages, the snapshot would contain all languages.
                continue
            # The file records failing checks of all strings, even if the limits need no checks.
            languages = tuple(each.language.code for each in result.report.translations)
            snapshot = take_snapshot(component, SnapshotOptions(languages=languages, budget=self._budget))
            if snapshot.unchecked_strings:
                raise TranstatsError(
                    f"{component_name}: the checks took too much processor time, so {path} is not written;"
                    " --check-time sets the limit"
                )
            # Without a threshold, the languages that are shipped do not change.
            shipped_codes = (
                self.baseline.find_shipped_languages(component_name)
                if shipped_languages is None
                else {result.codes_by_spelling[part] for part in shipped_by_component.get(component_name, ())}
            )
            sections[component_name] = {
                **sections[component_name],
                **create_component_sections(snapshot, shipped_codes or ()),
            }
        return [(path, render_sections(sections))]

    def _find_state_at_revision(self, component: Component, options: SnapshotOptions) -> EarlierState | None:
        assert self._revisions is not None
        base = str(self._options.base)
        names = component.project, component.slug
        try:
            snapshot = self._revisions.take_snapshot(base, names, self._overrides, options._replace(progress=None))
        except UnknownComponentError:
            if self._must_exist:
                raise
            self._warn("", self._revisions.describe_replaced_settings(base))
            self._warn("/".join(names), f"does not exist at {base}, so it is not compared")
            return None
        self._warn("", snapshot.settings_warning)
        if snapshot.unchecked_strings:
            reason = f"strings at {base} are not checked, for lack of time"
            self._warn("/".join(names), reason, detail=str(snapshot.unchecked_strings))
        for failure in snapshot.failures:
            path = f"{base}:{snapshot.component.path_for_messages(failure.path)}"
            self._warn(path, f"{failure.reason}; the file is not compared", failure.line)
        strings = {code: found.strings_by_identity for code, found in snapshot.languages.items()}
        return EarlierState(BASE, base, strings)

    def _warn(self, path: str, reason: str, line: int | None = None, detail: str = "") -> None:
        """Add a warning, unless the reason is empty."""
        warning = Problem(path, reason, line, detail)
        if reason and warning not in self._warnings:
            self._warnings.add(warning)
            self._on_warning(warning)

    def _find_state_in_baseline(self, component: Component, _: SnapshotOptions) -> EarlierState | None:
        path, component_name = str(self._options.baseline), component.full_name
        section_name = self.baseline.find_section_name(component_name)
        if section_name is None:
            if self._must_exist:
                raise TranstatsError(f"{path} has no section for {component_name}; add it with --update-baseline")
            self._warn(component_name, f"has no section in {path}, so it is not compared")
            return None
        if section_name != component_name:
            old, new = section_name.partition("/")[0], component_name.partition("/")[0]
            reason = (
                f"was written for the project {old}, so components of {new} are compared with sections of {old};"
                " --update-baseline writes the new name"
            )
            self._warn(path, reason)
        strings = {code: section.strings for code, section in self.baseline.sections[section_name].items()}
        return EarlierState(BASELINE, display_path(path), strings, compute_string_digest)
