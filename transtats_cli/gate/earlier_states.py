"""Find the earlier state of components at a git revision or in a baseline file."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from transtats_cli.comparison.revisions import RevisionReader, open_revision_reader
from transtats_cli.comparison.snapshot import take_snapshot
from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.gate.baseline import (
    Baseline,
    Sections,
    compute_string_digest,
    create_component_sections,
    read_sections,
)
from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import BASE, BASELINE
from transtats_cli.gate.ratchet import EarlierState
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.measures import TRANSLATED_MEASURE
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.lookup import ComponentLocator
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.settings.documents import display_path
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides


class GateOptions(NamedTuple):
    """Options of `gate` on the command line. If `base` and `baseline` are None, there is no comparison."""

    limits: tuple[GateSetting, ...]
    base: str | None
    """Git revision with which components are compared, so that a language that got worse does not meet its limit."""
    baseline: str | None
    """Path of the baseline file, if it takes the place of a git revision."""
    updates_baseline: bool
    """If True, the baseline file is written again, and no component is compared with the old file."""
    linguas_file: str
    """Path of the LINGUAS file to write. If the path is empty, no LINGUAS file is written."""
    only_compares: bool = False
    """True to ignore the limits in the settings of components."""


@contextmanager
def open_earlier_states(
    options: GateOptions,
    root: str,
    overrides: Overrides,
    *,
    must_exist: bool,
    on_warning: Callable[[Problem], None],
) -> Iterator["EarlierStates"]:
    """Read the baseline file, or open the git revision. Git processes run until the end of the `with` block.

    Raises TranstatsError if the revision or the file does not exist.
    """
    sections = read_sections(options.baseline) if options.baseline is not None else {}
    if sections is None and not options.updates_baseline:
        raise TranstatsError(f"--baseline: file {options.baseline} does not exist; create it with --update-baseline")
    baseline = Baseline(sections or {}, root)
    with nullcontext() if options.base is None else open_revision_reader(root, options.base) as revisions:
        # A warning may concern several components.
        yield EarlierStates(options, overrides, must_exist, cache(on_warning), baseline, revisions)


@dataclass
class EarlierStates:
    """Finder of the earlier states of components."""

    options: GateOptions
    _overrides: Overrides
    _must_exist: bool
    """True if a component without an earlier state is an error. Otherwise, it is a warning."""
    _warn: Callable[[Problem], None]
    """Function that is called with warnings. It ignores a warning that it was called with before."""
    baseline: Baseline
    _revisions: RevisionReader | None
    _has_state_by_component: dict[str, bool] = field(default_factory=dict)

    @property
    def is_active(self) -> bool:
        """True if components are compared with an earlier state, or if a baseline file must be written."""
        return self.options.base is not None or self.options.baseline is not None

    def find_state(self, component: Component, options: ScanOptions) -> EarlierState | None:
        """Return the earlier state of a component, or None if the component is not compared."""
        if not self.is_active or self.options.updates_baseline:
            return None
        find = self._find_state_at_revision if self._revisions else self._find_state_in_baseline
        found = find(component, options)
        self._has_state_by_component[component.full_name] = found is not None
        return found

    def is_new(self, component_name: str) -> bool:
        """Return True if `find_state` has found no earlier state of the component."""
        return not self._has_state_by_component.get(component_name, True)

    def list_vanished_components(self, component_names: Collection[str]) -> list[str]:
        """Return the components that the earlier state contains, and that no longer exist, as `project/component`.

        `component_names` are all components, without those in folders of tests.
        """
        if not self.is_active:
            return []
        if self._revisions is None:
            known = self.baseline.find_unused_sections(component_names)
        else:
            known = ["/".join(names) for names in self._revisions.list_components(str(self.options.base))]
        locator = ComponentLocator(self.baseline.root)
        return [name for name in known if name not in component_names and not _exists(locator, name)]

    def find_vanished_state(self, component_name: str, scan: ScanOptions) -> tuple[Component, EarlierState]:
        """Return a component that no longer exists, and its earlier state, without languages whose files exist."""
        project, _, slug = component_name.partition("/")
        if self._revisions is None:
            folder, name = os.path.split(os.path.abspath(str(self.options.baseline)))
            component = Component(project, slug, folder, name, measure=TRANSLATED_MEASURE)
            state = self._find_state_in_baseline(component, scan)
            assert state is not None
            return component, state
        base = str(self.options.base)
        snapshot = self._revisions.take_snapshot(
            base, (project, slug), self._overrides, scan._replace(with_completeness=True)
        )
        component = snapshot.component
        strings = {
            code: found.strings_by_identity
            for code, found in snapshot.languages.items()
            if not os.path.exists(os.path.join(component.root, found.record.path))
        }
        return component._replace(measure=snapshot.report.measure), EarlierState(BASE, base, strings)

    def require_earlier_state_of_any_component(self) -> None:
        """Raise TranstatsError if `find_state` was called, but found no earlier state of any component.

        Without this error, a run with a mistyped name would always pass.
        """
        if self._has_state_by_component and not any(self._has_state_by_component.values()):
            where = self.options.base or self.options.baseline
            names = ", ".join([*self._has_state_by_component][:20])
            raise TranstatsError(f"{where} contains none of the components: {names}")

    def update_sections(
        self,
        results: Sequence[GateResult],
        shipped_languages: Mapping[str, Sequence[str]] | None,
        budget: CheckTimeBudget,
        vanished_components: Iterable[str] = (),
    ) -> Sections | None:
        """Return the sections of the new baseline file, or None if no file must be written.

        Sections of components without a result stay unchanged, and those of `vanished_components` are removed. A
        section with another name of the project gets the present name. `budget` limits the time of the checks.
        """
        path = self.options.baseline
        if path is None or not self.options.updates_baseline:
            return None
        sections = dict(self.baseline.sections)
        for name in vanished_components:
            del sections[name]
        for result in results:
            name, codes = result.component.full_name, set(result.codes_by_spelling.values())
            known = sections.pop(self.baseline.find_section_name(name) or name, {})
            # Languages that were not scanned stay unchanged, and languages without a file are removed.
            sections[name] = {code: each for code, each in known.items() if code in codes}
            if not result.report.translations:
                # Without languages, the snapshot would contain all languages.
                continue
            # The file records failing checks of all strings, even if the limits need no checks.
            languages = tuple(each.language.code for each in result.report.translations)
            snapshot = take_snapshot(result.component, ScanOptions(languages=languages, budget=budget))
            if snapshot.report.unchecked_strings:
                raise TranstatsError(
                    f"{name}: the checks took too much processor time, so {path} is not written;"
                    " --check-time sets the limit"
                )
            # Without a threshold, the languages that are shipped do not change.
            shipped_codes = (
                self.baseline.find_shipped_languages(name)
                if shipped_languages is None
                else {result.codes_by_spelling[part] for part in shipped_languages[name]}
            )
            sections[name] = {**sections[name], **create_component_sections(snapshot, shipped_codes or ())}
        return sections

    def _find_state_at_revision(self, component: Component, options: ScanOptions) -> EarlierState | None:
        assert self._revisions is not None
        base = str(self.options.base)
        names = component.project, component.slug
        try:
            snapshot = self._revisions.take_snapshot(base, names, self._overrides, options._replace(progress=None))
        except UnknownComponentError:
            if self._must_exist:
                raise
            if replaced := self._revisions.describe_replaced_settings(base):
                self._warn(Problem("", replaced))
            self._warn(Problem(component.full_name, f"does not exist at {base}, so it is not compared"))
            return None
        if snapshot.settings_warning:
            self._warn(Problem("", snapshot.settings_warning))
        if snapshot.report.unchecked_strings:
            reason = f"strings at {base} are not checked, for lack of time"
            self._warn(Problem(component.full_name, reason, detail=str(snapshot.report.unchecked_strings)))
        for failure in snapshot.report.failures:
            path = f"{base}:{snapshot.component.path_for_messages(failure.path)}"
            self._warn(Problem(path, f"{failure.reason}; the file is not compared", failure.line))
        strings = {code: found.strings_by_identity for code, found in snapshot.languages.items()}
        reference = snapshot.component.path_for_messages(snapshot.report.reference) if snapshot.report.reference else ""
        return EarlierState(BASE, base, strings, snapshot.reference, reference_path=reference)

    def _find_state_in_baseline(self, component: Component, options: ScanOptions) -> EarlierState | None:
        path, component_name = str(self.options.baseline), component.full_name
        section_name = self.baseline.find_section_name(component_name)
        if section_name is None:
            if self._must_exist:
                raise TranstatsError(f"{path} has no section for {component_name}; add it with --update-baseline")
            self._warn(Problem(component_name, f"has no section in {path}, so it is not compared"))
            return None
        if section_name != component_name:
            old, new = section_name.partition("/")[0], component_name.partition("/")[0]
            reason = (
                f"was written for the project {old}, so components of {new} are compared with sections of {old};"
                " --update-baseline writes the new name"
            )
            self._warn(Problem(path, reason))
        selected = {component.resolve_language(name).code for name in options.languages}
        strings = {
            code: section.strings
            for code, section in self.baseline.sections[section_name].items()
            if not selected or code in selected
        }
        return EarlierState(BASELINE, display_path(path), strings, create_key=compute_string_digest)


def _exists(locator: ComponentLocator, component_name: str) -> bool:
    project, _, slug = component_name.partition("/")
    try:
        locator.find_definition((project, slug), NO_OVERRIDES)
    except TranstatsError as error:
        # With another error, there is such a component, and its settings are wrong.
        return not isinstance(error, UnknownComponentError)
    return True
