"""What components were before: at a revision of git, or when a baseline was written."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from transtats_cli.comparison.snapshot import Wish, take
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.gate import baseline, ratchet
from transtats_cli.gate.judging import Judgement
from transtats_cli.gate.ratchet import Past
from transtats_cli.scanning.assembly import Overrides

if TYPE_CHECKING:
    from transtats_cli.comparison.revisions import Revisions


class PastOptions(NamedTuple):
    """What components are compared with; nothing where both are None."""

    base: str | None = None
    baseline: str | None = None
    update: bool = False
    """Write the baseline anew instead of holding anything against it."""


class Times:
    """Looks components up in the past, and keeps what there is to say of it."""

    def __init__(self, options: PastOptions, root: str, overrides: Overrides, *, must_exist: bool) -> None:
        """Where only one component is asked for, it must have been there."""
        self._options = options
        self._root = root
        self._overrides = overrides
        self._must_exist = must_exist
        self._warnings: list[str] = []
        self._known = 0
        self._absent: list[str] = []
        self._running = ExitStack()
        self._revisions: Revisions | None = None
        self._baseline: baseline.Baseline = {}

    def __enter__(self) -> Self:
        options = self._options
        if options.base is not None:
            # Imported late: only who compares with a revision pays for git.
            from transtats_cli.comparison.revisions import opened

            self._revisions = self._running.enter_context(opened(self._root))
            self._revisions.commit(options.base)
        if options.baseline is not None:
            found = baseline.read(options.baseline)
            if found is None and not options.update:
                raise TranstatsError(f"--baseline: there is no file {options.baseline}; --update-baseline writes it")
            self._baseline = found or {}
        return self

    def __exit__(self, *raised: Any) -> None:
        self._running.close()

    @property
    def is_asked(self) -> bool:
        """Whether there is anything to compare with, or to write down."""
        return self._options.base is not None or self._options.baseline is not None

    def past(self, component: Component, wish: Wish) -> Past | None:
        """What a component was; None where nothing is held against it."""
        if not self.is_asked or self._options.update:
            return None
        owner = f"{component.project}/{component.slug}"
        found = self._at_base(component, wish) if self._revisions else self._in_baseline(owner)
        if found is None:
            self._absent.append(owner)
        self._known += found is not None
        return found

    def warnings(self) -> Iterator[str]:
        """What is to be said since this was last asked."""
        while self._warnings:
            yield self._warnings.pop(0)

    def refuse_nothing(self) -> None:
        """Raises TranstatsError where none of the components was there: a mistake must not pass for ever."""
        if self._absent and not self._known:
            where = self._options.base or self._options.baseline
            raise TranstatsError(f"{where} knows none of the components: {', '.join(self._absent[:20])}")

    def shipped(self, owner: str) -> set[str] | None:
        """The languages that the baseline says were shipped; None where it says nothing of the component."""
        known = any(whose == owner for whose, _ in self._baseline)
        return baseline.shipped(self._baseline, owner) if known else None

    def files(
        self, judgements: Sequence[Judgement], shipped: Sequence[tuple[str, Sequence[str]]] | None
    ) -> list[tuple[str, Iterator[str]]]:
        """The baseline anew, where that is asked for; what is known of other components stays."""
        path = self._options.baseline
        if path is None or not self._options.update:
            return []
        ships = dict(shipped or ())
        sections = dict(self._baseline)
        for judgement in judgements:
            component = judgement.component
            owner = f"{component.project}/{component.slug}"
            codes = set(judgement.languages.values())
            sections = {names: each for names, each in sections.items() if names[0] != owner or names[1] in codes}
            # Whatever was asked, the file says of every string whether it fails a check.
            snapshot = take(
                component, Wish(languages=tuple(each.language.code for each in judgement.report.translations))
            )
            ship = {judgement.languages[part] for part in ships.get(owner, ())}
            sections.update(baseline.sections(owner, snapshot, ship))
        return [(path, baseline.document(sections))]

    def _at_base(self, component: Component, wish: Wish) -> Past | None:
        assert self._revisions is not None
        base = str(self._options.base)
        names = component.project, component.slug
        try:
            snapshot = self._revisions.take(base, names, self._overrides, wish._replace(progress=None))
        except UnknownComponentError:
            if self._must_exist:
                raise
            self._warnings.append(f"{'/'.join(names)} is new since {base}; nothing is held against it")
            return None
        self._warnings += [f"at {base} {failure}; nothing is held against it" for failure in snapshot.failures]
        return ratchet.before(base, snapshot)

    def _in_baseline(self, owner: str) -> Past | None:
        path = str(self._options.baseline)
        found = baseline.past(self._baseline, owner, path)
        if found is None:
            if self._must_exist:
                raise TranstatsError(f"{path} says nothing of {owner}; --update-baseline writes it down")
            self._warnings.append(f"{path} says nothing of {owner}; nothing is held against it")
        return found
